//! What can go wrong in play.

use std::sync::Arc;

use super::settle::Refused;
use crate::dice::VaultError;
use crate::proof::{BodyError, ChainBreak, SignError};
use crate::rules::ids::{GameId, Version};
use crate::rules::misfit::Misfit;
use crate::rules::refusal::Refusal;
use crate::store::StoreError;

/// A request that did not come out as asked.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// There is no such game.
    #[error("there is no game {0}")]
    NoGame(GameId),
    /// No such game can be created.
    #[error("{0}")]
    NotCreated(Refusal),
    /// The player owns as many unfinished games as one may.
    #[error("a player may own {0} unfinished games at once")]
    TooManyGames(u32),
    /// The player sits in as many unfinished games as one may.
    #[error("a player may sit in {0} unfinished games at once")]
    TooManySeats(u32),
    /// The idempotency key was used for another request.
    #[error("the idempotency key was used for another request")]
    KeyReused,
    /// The game refuses, and goes on as it was.
    #[error("{}", .0.objection)]
    Refused(Box<Refused>),
    /// The version is not at the end of a command, where states are shown.
    #[error("version {version} lies inside a command; the nearest that do not are {}{after}", before.map_or_else(String::new, |before| format!("{before} and ")))]
    InsideCommand {
        /// The version asked for.
        version: Version,
        /// The end of the command before, if there is one.
        before: Option<Version>,
        /// The end of the command it lies in.
        after: Version,
    },
    /// The game has not come so far.
    #[error("the game has not come to version {version}; its newest is {newest}")]
    BeyondEnd {
        /// The version asked for.
        version: Version,
        /// The newest version.
        newest: Version,
    },
    /// No command of the game ends with the event that was named.
    #[error("no command of game {game} ends with the event {version} of that hash")]
    UnknownEvent {
        /// Which game.
        game: GameId,
        /// The version that was named.
        version: Version,
    },
    /// The stored log cannot be folded.
    #[error(transparent)]
    Fold(#[from] FoldError),
    /// The sealed seed cannot be opened.
    #[error("game {game}: {reason}")]
    Sealed {
        /// Which game.
        game: GameId,
        /// Why not.
        reason: Arc<VaultError>,
    },
    /// The sealed seed is not there.
    #[error("game {0}: its sealed seed is missing")]
    SeedMissing(GameId),
    /// Nothing can be signed.
    #[error("game {game}: {reason}")]
    NotSigned {
        /// Which game.
        game: GameId,
        /// Why not.
        reason: SignError,
    },
    /// The database holds less of a game than was signed, or something else.
    #[error(
        "game {game}: version {signed} was signed by this process, and the database does not hold it any more"
    )]
    SetBack {
        /// Which game.
        game: GameId,
        /// The newest version that was signed.
        signed: Version,
    },
    /// The operating system gives no random bytes.
    #[error("the operating system gives no random bytes")]
    Random,
    /// Too many others wrote to the game at once.
    #[error("too many others write to game {0} at once")]
    Crowded(GameId),
    /// The process slept between deciding and writing.
    #[error("game {0}: the process slept before it wrote what it had decided")]
    Slept(GameId),
    /// Long work was not done to its end.
    #[error("the work was not done to its end")]
    Stopped,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A stored log that cannot be folded.
#[derive(Debug, thiserror::Error)]
#[error("game {game}, version {version}: {reason}")]
pub struct FoldError {
    /// Which game.
    pub game: GameId,
    /// At which event.
    pub version: Version,
    /// Why.
    pub reason: FoldReason,
}

/// Why an event cannot be folded.
#[derive(Debug, thiserror::Error)]
pub enum FoldReason {
    /// Its bytes are no event.
    #[error(transparent)]
    Body(#[from] BodyError),
    /// Its bytes or its hash were changed.
    #[error(transparent)]
    Chain(#[from] ChainBreak),
    /// Its envelope is not the one due.
    #[error("its {0} is not the one due")]
    Envelope(&'static str),
    /// It does not fit the state.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// The game's row has another head than its log.
    #[error("the log ends otherwise than the game's row says")]
    Row,
}

impl FoldError {
    /// Whether a newer version of the program could fold it.
    #[must_use]
    pub const fn is_newer(&self) -> bool {
        match &self.reason {
            FoldReason::Body(error) => error.is_newer(),
            FoldReason::Misfit(misfit) => matches!(misfit, Misfit::RulesVersion(_)),
            FoldReason::Chain(_) | FoldReason::Envelope(_) | FoldReason::Row => false,
        }
    }
}
