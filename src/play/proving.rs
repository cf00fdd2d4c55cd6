//! Proof files: everything of a finished game that somebody needs to check it without the server.

use std::io::Write;

use super::Games;
use super::error::PlayError;
use super::export::ExportError;
use crate::proof::{ChainBreak, FileLine, Format, Head, Header, NamedKey};
use crate::rules::game::Phase;
use crate::rules::ids::{GameId, Version};
use crate::store::StoreError;

/// Why there is no proof of a game.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// It is not over.
    #[error("game {0} is not over, so that there is no proof of it yet")]
    NotOver(GameId),
    /// It is none of the games of the day asked for.
    #[error("game {0} is none of that day")]
    AnotherDay(GameId),
    /// Its log cannot be read.
    #[error(transparent)]
    Log(#[from] ExportError),
}

impl From<PlayError> for ProofError {
    fn from(error: PlayError) -> Self {
        Self::Log(error.into())
    }
}

impl From<StoreError> for ProofError {
    fn from(error: StoreError) -> Self {
        Self::Log(error.into())
    }
}

/// The proof of a finished game, part by part, so that it need not stand in memory whole.
#[derive(Debug)]
pub(super) struct Proof {
    game: GameId,
    /// Where its log ends.
    newest: (Version, Head),
    /// Up to where it is given out.
    at: (Version, Head),
    /// The server's keys, in the order of a proof.
    keys: Vec<NamedKey>,
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
        let mut proof = self.proof(game, (folded.version(), folded.head));
        let mut write = |text: String| output.write_all(text.as_bytes()).map_err(ExportError::from);
        write(proof.header())?;
        while !proof.is_whole() {
            write(proof.next(self).await?)?;
        }
        Ok(folded.version())
    }

    /// The proof of a game that is over and ends so.
    pub(super) fn proof(&self, game: GameId, newest: (Version, Head)) -> Proof {
        let published = self.keys.published().keys.iter();
        let mut keys: Vec<NamedKey> = published.map(|key| key.public_key.into()).collect();
        keys.sort_by_key(NamedKey::order);
        Proof {
            game,
            newest,
            at: (Version(0), Head::genesis(game)),
            keys,
        }
    }
}

impl Proof {
    /// Its first line.
    pub(super) fn header(&self) -> String {
        line(&FileLine::Header(Header {
            events: self.newest.0.0,
            format: Format::V1,
            game: self.game,
            keys: u32::try_from(self.keys.len()).unwrap_or(u32::MAX),
        }))
    }

    /// Whether all of it is given out.
    pub(super) fn is_whole(&self) -> bool {
        self.at.0 >= self.newest.0
    }

    /// The next events, and with the last ones the seal and the keys.
    ///
    /// # Errors
    /// When they cannot be read, or do not lead to the end.
    pub(super) async fn next(&mut self, games: &Games) -> Result<String, ProofError> {
        let (game, newest) = (self.game, self.newest);
        let mut part = games.lines(game, &mut self.at, newest.0).await?;
        if self.is_whole() {
            if self.at != newest {
                let reason = ChainBreak::Hash { version: newest.0 };
                return Err(ExportError::Chain { game, reason }.into());
            }
            let sealing = games.store.sealing(game).await?;
            part += &line(&FileLine::Seal(sealing.seal));
            part.extend(self.keys.iter().map(|key| line(&FileLine::Key(*key))));
        }
        Ok(part)
    }
}

fn line(line: &FileLine<'_>) -> String {
    format!("{line}\n")
}
