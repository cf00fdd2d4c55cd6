//! Why a log does not hold.

use crate::proof::body::BodyError;
use crate::rules::ids::{GameId, Version};
use crate::rules::misfit::Misfit;
use crate::rules::refusal::Refusal;

/// Where and why a log does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, version {version}: {flaw}")]
pub struct Fault {
    /// Which game.
    pub game: GameId,
    /// The version that is wrong, or up to which all was read.
    pub version: Version,
    /// What is wrong.
    pub flaw: Flaw,
}

/// Why a log does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// The bytes cannot be read.
    #[error("{0}")]
    Body(BodyError),
    /// A member that the event as it was read would not have.
    #[error("the member {0} should be left out, or is written otherwise")]
    Surplus(String),
    /// Another version stands there.
    #[error("version {0} stands in its place")]
    Gap(Version),
    /// Another game stands there.
    #[error("the event is game {0}'s")]
    AnotherGame(GameId),
    /// The hash is not that of these bytes after those before.
    #[error("the hash does not follow from its bytes and the hash before")]
    Hash,
    /// The envelope does not go with the one before.
    #[error("the envelope is wrong: {0}")]
    Envelope(&'static str),
    /// No command of this release begins so.
    #[error("no command that this release can decide begins with this event")]
    NoCommand,
    /// It was the act of somebody who could not have done it.
    #[error("this is not an act of the one it is said to be by")]
    By,
    /// A clock is charged otherwise than follows from the times before.
    #[error("the clock does not come to this")]
    Charge,
    /// The clock should have acted first.
    #[error("the seat's time had run out by then")]
    RanOut,
    /// The rules refuse it.
    #[error("not legal: {0}")]
    Refused(Refusal),
    /// The rules lead elsewhere.
    #[error("the rules lead to other events than these")]
    Differs,
    /// It does not fit the state.
    #[error("{0}")]
    Misfit(Misfit),
    /// The entropy is not the promised one.
    #[error("the entropy is not the promised one")]
    Promise,
    /// The seed is not the committed one.
    #[error("the seed is not the one committed to")]
    Seed,
    /// A roll is not that of the seed.
    #[error("roll {0} does not follow from the seed")]
    Roll(u64),
    /// There is no event.
    #[error("there is no event")]
    Nothing,
}

impl Fault {
    /// Whether a newer release could read it.
    #[must_use]
    pub const fn is_newer(&self) -> bool {
        matches!(&self.flaw, Flaw::Body(error) if error.is_newer())
    }
}
