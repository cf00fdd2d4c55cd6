//! Proof files: everything of a finished game that somebody needs to check it without the server.

use std::io::{self, Write};

use super::Games;
use super::error::PlayError;
use super::export::ExportError;
use crate::proof::{FileLine, Format, Header, NamedKey};
use crate::rules::game::Phase;
use crate::rules::ids::{GameId, Version};

/// Why there is no proof of a game.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// It is not over.
    #[error("game {0} is not over, so that there is no proof of it yet")]
    NotOver(GameId),
    /// Its log cannot be read.
    #[error(transparent)]
    Log(#[from] ExportError),
}

impl From<PlayError> for ProofError {
    fn from(error: PlayError) -> Self {
        Self::Log(error.into())
    }
}

impl Games {
    /// Writes the proof of a finished game: header, events, seal, keys; returns the version it ends with.
    ///
    /// # Errors
    /// When it is not over, when there is no such game, when it cannot be read or written.
    pub async fn prove(
        &self,
        game: GameId,
        output: &mut impl Write,
    ) -> Result<Version, ProofError> {
        let folded = self.read(game).await?;
        if folded.game.phase() != Phase::Ended {
            return Err(ProofError::NotOver(game));
        }
        let version = folded.version();
        let sealing = self.store.sealing(game).await.map_err(PlayError::from)?;
        let published = self.keys.published().keys.iter();
        let mut keys: Vec<NamedKey> = published.map(|key| key.public_key.into()).collect();
        keys.sort_by_key(NamedKey::order);
        let header = Header {
            events: version.0,
            format: Format::V1,
            game,
            keys: u32::try_from(keys.len()).unwrap_or(u32::MAX),
        };
        write(output, &FileLine::Header(header))?;
        self.write_events(game, version, output).await?;
        write(output, &FileLine::Seal(sealing.seal))?;
        for key in keys {
            write(output, &FileLine::Key(key))?;
        }
        Ok(version)
    }
}

fn write(output: &mut impl Write, line: &FileLine<'_>) -> Result<(), ExportError> {
    let written: io::Result<()> = writeln!(output, "{line}");
    Ok(written?)
}
