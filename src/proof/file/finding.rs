//! What was found of a game.

use super::line::FileLineError;
use crate::proof::head::Head;
use crate::proof::signature::{Fingerprint, SignedHead};
use crate::proof::verify::{Flaw, Verified};
use crate::rules::ids::{GameId, Version};

/// What was found of one game of a file.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Which game; none where the file does not even say that.
    pub game: Option<GameId>,
    /// The line in which it begins.
    pub line: u64,
    /// How it came out.
    pub outcome: Result<Box<Sound>, Wrong>,
}

/// A game whose log holds: chain, dice, legality and result.
#[derive(Clone, Debug)]
pub struct Sound {
    /// The log.
    pub verified: Verified,
    /// Its seal, checked; none where there is none.
    pub seal: Option<SignedHead>,
    /// Whether it comes from whom one believes.
    pub origin: Origin,
}

/// Whether a log comes from whom one believes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The whole of it was signed by a key that one believes.
    Checked(Fingerprint),
    /// It was signed by such a key up to this version.
    UpTo(Version, Fingerprint),
    /// Nobody and nothing to believe was named.
    NotChecked,
}

/// The first place at which a game is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}{}: {reason}", version.map_or_else(String::new, |version| format!(", event {version}")))]
pub struct Wrong {
    /// The line of the file.
    pub line: u64,
    /// The version of the event, where it is one.
    pub version: Option<Version>,
    /// What is wrong.
    pub reason: WrongReason,
}

/// Why a game of a file is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongReason {
    /// There is nothing.
    #[error("the file is empty")]
    Empty,
    /// A line has no end.
    #[error("the line is cut off, or longer than any")]
    CutOff,
    /// A line is no text.
    #[error("the line is no UTF-8 text")]
    NoText,
    /// A line is none.
    #[error("{0}")]
    Line(FileLineError),
    /// The log does not hold.
    #[error("{0}")]
    Log(Flaw),
    /// Another line is due.
    #[error("{0} is due here")]
    Due(&'static str),
    /// The keys are not in order.
    #[error("keys must stand by rising fingerprint, each once")]
    KeyOrder,
    /// A key has another's name.
    #[error("the fingerprint is not the key's")]
    KeyName,
    /// A seal over a game that is not over, or over another place of the log.
    #[error("the seal is over version {version} with head {head}, and the game ends elsewhere")]
    SealElsewhere {
        /// The version it is over.
        version: Version,
        /// The head it is over.
        head: Head,
    },
    /// The seal's key is not there.
    #[error("the seal is by the key {0}, which is not at hand: pass it with --key FILE")]
    SealKey(Fingerprint),
    /// The seal is no signature of its key.
    #[error("the seal is not a signature by the key it names")]
    Seal,
    /// The seal is by somebody whom nobody believes.
    #[error("the seal is by the key {0}, which is not one that you believe")]
    ForeignSeal(Fingerprint),
    /// There is no seal.
    #[error("it has no seal, and no receipt covers it")]
    NoSeal,
    /// A receipt says otherwise.
    #[error("a receipt says that this event had another hash")]
    Receipt,
    /// A receipt is over an event that is not there.
    #[error("a receipt is over version {0}, and the log ends before it")]
    ReceiptBeyond(Version),
    /// The receipt's key is not there.
    #[error("a receipt is by the key {0}, which is not at hand: pass it with --key FILE")]
    ReceiptKey(Fingerprint),
    /// A receipt is no signature of its key.
    #[error("a receipt over version {0} is not a signature by the key it names")]
    ForgedReceipt(Version),
}

impl Finding {
    /// An empty file.
    pub(super) const fn nothing() -> Self {
        Self {
            game: None,
            line: 1,
            outcome: Err(Wrong {
                line: 1,
                version: None,
                reason: WrongReason::Empty,
            }),
        }
    }

    /// Whether every check that was asked for came out right, the origin too.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.outcome
            .as_ref()
            .is_ok_and(|sound| matches!(sound.origin, Origin::Checked(_)))
    }

    /// The verdict in words.
    #[must_use]
    pub fn verdict(&self) -> String {
        match &self.outcome {
            Err(_) => "wrong".to_owned(),
            Ok(sound) => match sound.origin {
                Origin::Checked(_) => "valid".to_owned(),
                Origin::UpTo(version, _) => {
                    format!("consistent, origin checked up to event {version} only")
                }
                Origin::NotChecked => "consistent, origin not checked".to_owned(),
            },
        }
    }
}
