//! Writing whole logs out as JSON Lines.

use std::io::{self, Write};

use super::Games;
use super::error::PlayError;
use crate::proof::{ChainBreak, Head, Stored, check};
use crate::rules::game::Phase;
use crate::rules::ids::{GameId, Version};
use crate::store::StoreError;

/// Events read at once.
const STRIDE: u32 = 2000;

/// Why a game is not exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// Its coming rolls are secret.
    #[error(
        "game {0} is running with server dice: it can be exported once it is over and its seed revealed"
    )]
    Running(GameId),
    /// It cannot be read.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// Its stored bytes do not hold together.
    #[error("game {game}: {reason}")]
    Chain {
        /// Which game.
        game: GameId,
        /// Where and why.
        reason: ChainBreak,
    },
    /// It cannot be written.
    #[error("cannot write the export: {0}")]
    Output(#[from] io::Error),
}

impl From<StoreError> for ExportError {
    fn from(error: StoreError) -> Self {
        Self::Play(error.into())
    }
}

impl Games {
    /// Writes the log of a game, an event a line, up to its newest command; returns how many events.
    ///
    /// # Errors
    /// When it runs with server dice, when there is no such game, when it cannot be read or written.
    pub async fn export(&self, game: GameId, output: &mut impl Write) -> Result<u64, ExportError> {
        let folded = self.read(game).await?;
        if folded.game.has_server_dice() && folded.game.phase() != Phase::Ended {
            return Err(ExportError::Running(game));
        }
        let mut at = (Version(0), Head::genesis(game));
        while at.0 < folded.version() {
            let lines = self.lines(game, &mut at, folded.version()).await?;
            output.write_all(lines.as_bytes())?;
        }
        Ok(folded.version().0)
    }

    /// The next events of a game, one a line, up to `newest`; `at` moves to the last of them.
    ///
    /// # Errors
    /// When they cannot be read, or do not hold together.
    pub(super) async fn lines(
        &self,
        game: GameId,
        at: &mut (Version, Head),
        newest: Version,
    ) -> Result<String, ExportError> {
        let rows = self.chained(game, at, newest).await?;
        Ok(rows.iter().map(|row| row.line() + "\n").collect())
    }

    /// The next events of a game, up to `newest`; `at` moves to the last of them.
    ///
    /// # Errors
    /// When they cannot be read, or do not hold together.
    pub(super) async fn chained(
        &self,
        game: GameId,
        at: &mut (Version, Head),
        newest: Version,
    ) -> Result<Vec<Stored>, ExportError> {
        let mut rows = self.store().events(game, at.0, STRIDE).await?;
        // A game with manual dice may have gone on since.
        rows.retain(|row| row.version <= newest);
        let after = check(*at, &rows).map_err(|reason| ExportError::Chain { game, reason })?;
        if after == *at {
            let reason = ChainBreak::Gap {
                expected: at.0.next(),
                found: newest,
            };
            return Err(ExportError::Chain { game, reason });
        }
        *at = after;
        Ok(rows)
    }
}
