//! The lines of a proof file.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::proof::line::Line;
use crate::proof::signature::{Fingerprint, PublicKey, SignedHead};
use crate::rules::ids::{GameId, Hex32};

/// A line of a proof file, taken apart; of an event neither bytes nor hash are checked yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileLine<'a> {
    /// A game begins.
    Header(Header),
    /// An event.
    Event(Line<'a>),
    /// The seal of the game; none for one that ended before the server signed.
    Seal(Option<SignedHead>),
    /// A key of the server.
    Key(NamedKey),
}

/// How a proof begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    // By rising name, so that what serde writes is canonical.
    /// How many events follow.
    pub events: u64,
    /// What the lines mean.
    pub format: Format,
    /// The game.
    pub game: GameId,
    /// How many keys follow after events and seal.
    pub keys: u32,
}

/// What the lines of a proof mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    /// As this release writes them.
    #[serde(rename = "parchis-proof/1")]
    V1,
}

/// A public key under its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedKey {
    /// The SHA-256 of the key.
    pub fingerprint: Fingerprint,
    /// The key.
    pub public_key: PublicKey,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SealLine {
    seal: Option<SignedHead>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyLine {
    key: NamedKey,
}

/// A line that is none of a proof file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileLineError {
    /// It is none at all.
    #[error("neither a header, nor an event with its hash, nor a seal, nor a key")]
    Nothing,
    /// It has the beginning of one.
    #[error("not a {what} in its one form: {reason}")]
    Garbled {
        /// Of which.
        what: &'static str,
        /// What is wrong with it.
        reason: String,
    },
}

impl<'a> FileLine<'a> {
    /// Takes a line without its line break apart.
    ///
    /// # Errors
    /// When it does not have the one form of such a line.
    pub fn parse(line: &'a str) -> Result<Self, FileLineError> {
        if line.starts_with("{\"body\":") {
            // The line of an export may end as on Windows; that of a proof has one form.
            let event = Line::parse(line).ok().filter(|_| !line.ends_with('\r'));
            let garbled = || {
                garbled(
                    "line of an event",
                    "{\"body\":{…},\"hash\":\"64 hex digits\"}",
                )
            };
            event.map(Self::Event).ok_or_else(garbled)
        } else if line.starts_with("{\"events\":") {
            strict("header", line).map(Self::Header)
        } else if line.starts_with("{\"seal\":") {
            strict("seal", line).map(|SealLine { seal }| Self::Seal(seal))
        } else if line.starts_with("{\"key\":") {
            strict("key", line).map(|KeyLine { key }| Self::Key(key))
        } else {
            Err(FileLineError::Nothing)
        }
    }

    /// The game it says it is of; a key is of none.
    #[must_use]
    pub fn game(&self) -> Option<GameId> {
        match self {
            Self::Header(header) => Some(header.game),
            Self::Event(line) => line.game(),
            Self::Seal(seal) => seal.map(|seal| seal.game),
            Self::Key(_) => None,
        }
    }
}

impl fmt::Display for FileLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Header(header) => f.write_str(&written(&header)),
            Self::Event(Line { body, hash }) => {
                write!(f, "{{\"body\":{body},\"hash\":\"{hash}\"}}")
            }
            Self::Seal(seal) => f.write_str(&written(&SealLine { seal })),
            Self::Key(key) => f.write_str(&written(&KeyLine { key })),
        }
    }
}

impl From<PublicKey> for NamedKey {
    fn from(public_key: PublicKey) -> Self {
        Self {
            fingerprint: public_key.fingerprint(),
            public_key,
        }
    }
}

impl NamedKey {
    /// Whether the name is the key's.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.fingerprint == self.public_key.fingerprint()
    }

    /// By what keys are sorted in a proof.
    #[must_use]
    pub fn order(&self) -> [u8; 32] {
        let Fingerprint(Hex32(bytes)) = self.fingerprint;
        bytes
    }
}

fn garbled(what: &'static str, reason: impl fmt::Display) -> FileLineError {
    // What a file holds is not repeated at length.
    let reason = reason.to_string().chars().take(200).collect();
    FileLineError::Garbled { what, reason }
}

/// Reads a line that is written as this release writes it, and in no second way.
fn strict<T: DeserializeOwned + Serialize>(
    what: &'static str,
    line: &str,
) -> Result<T, FileLineError> {
    let read: T = serde_json::from_str(line).map_err(|error| garbled(what, error))?;
    if written(&read) == line {
        Ok(read)
    } else {
        Err(garbled(what, "it is not canonical"))
    }
}

/// Numbers, hex and ids: nothing here can fail to be written.
fn written(line: &impl Serialize) -> String {
    serde_json::to_string(line).unwrap_or_default()
}
