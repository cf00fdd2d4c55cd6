use crate::dice::VaultError;
use crate::proof::{Fingerprint, Flaw, WrongReason};
use crate::rules::ids::{GameId, Version};

/// What is wrong with a game.
#[derive(Debug, thiserror::Error)]
#[error("game {game}, version {version}: {trouble}")]
pub struct Complaint {
    /// Which game.
    pub game: GameId,
    /// At which event; 0 for what stands beside the log.
    pub version: Version,
    /// What.
    pub trouble: Trouble,
}

/// What can be wrong with a stored game.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The log does not hold.
    #[error("{0}")]
    Log(Flaw),
    /// What the database holds cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// Its row holds a word that this release does not know, in this column.
    #[error("column {0} of its row holds a word that is newer than this program")]
    NewerRow(&'static str),
    /// There are events or a seal, and no game.
    #[error("its row is missing")]
    NoRow,
    /// The row says something else than the log.
    #[error("its row does not say what follows from its log")]
    Row,
    /// The seats say something else than the log.
    #[error("its seats do not say who sits where by its log")]
    Seats,
    /// The members say something else than the log.
    #[error("its members do not say whose it is from when to when by its log")]
    Members,
    /// The seal does not hold.
    #[error("{0}")]
    Seal(WrongReason),
    /// The seal is by a key that this server does not know.
    #[error(
        "the seal is by the key {0}, which is not among the signing keys: put its line `public …` back into their file"
    )]
    SealKey(Fingerprint),
    /// There is no seal.
    #[error("it is over and has no seal")]
    NoSeal,
    /// The seed of a running game is missing.
    #[error("it is running and its sealed seed is missing")]
    NoSeed,
    /// The seed of a running game cannot be opened.
    #[error("{0}")]
    Seed(VaultError),
    /// The seed of a running game is not the one committed to.
    #[error("its sealed seed is not the one committed to")]
    AnotherSeed,
    /// An outage is left out of a clock that nobody wrote down.
    #[error("it leaves an outage out of a clock that there was not")]
    NoOutage,
    /// This process has signed more than there is.
    #[error("version {0} was signed, and is not there any more")]
    SetBack(Version),
}

impl Complaint {
    /// Whether a newer release could read it.
    #[must_use]
    pub fn is_newer(&self) -> bool {
        match &self.trouble {
            Trouble::Log(Flaw::Body(error)) => error.is_newer(),
            Trouble::NewerRow(_) => true,
            Trouble::Log(_)
            | Trouble::Unreadable(_)
            | Trouble::NoRow
            | Trouble::Row
            | Trouble::Seats
            | Trouble::Members
            | Trouble::Seal(_)
            | Trouble::SealKey(_)
            | Trouble::NoSeal
            | Trouble::NoSeed
            | Trouble::Seed(_)
            | Trouble::AnotherSeed
            | Trouble::NoOutage
            | Trouble::SetBack(_) => false,
        }
    }
}
