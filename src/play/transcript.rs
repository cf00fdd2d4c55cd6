//! Games as texts: written in the notation, and read from it as new games.

use super::Games;
use super::create::Created;
use super::error::{FoldError, PlayError};
use super::export::ExportError;
use super::folded::Folded;
use super::log::Logged;
use super::plant::{Plant, PlantError};
use super::repeating::Repeating;
use crate::notation::{self, NotationError, Record};
use crate::proof::Head;
use crate::rules::event::{Event, Origin, OriginKind};
use crate::rules::ids::{PlayerId, Version};

/// Bytes of the shortest event in the notation, with the space before it.
const SHORTEST: usize = 4;

/// A game in the notation, to be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The text.
    pub notation: String,
    /// Whether strangers find the game in a list.
    pub listed: bool,
}

/// Why a text is not imported.
#[derive(Debug, thiserror::Error)]
pub enum TranscribeError {
    /// It is no legal game.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// It has more commands than any game that is played.
    #[error("the game has more than {} commands", Transcript::MOST_COMMANDS)]
    TooLong,
    /// It cannot be planted.
    #[error(transparent)]
    Plant(#[from] PlantError),
}

impl From<PlayError> for TranscribeError {
    fn from(error: PlayError) -> Self {
        Self::Plant(error.into())
    }
}

impl Transcript {
    /// The most commands of a game that is imported, so that it is written in one short statement.
    pub const MOST_COMMANDS: usize = 20_000;

    /// What is to be planted.
    fn plant(&self, owner: PlayerId) -> Result<Plant, TranscribeError> {
        let record = notation::read(&self.notation)?;
        if record.steps.len() > Self::MOST_COMMANDS {
            return Err(TranscribeError::TooLong);
        }
        let mut steps = record.steps.iter();
        let Some([Event::Created(created)]) = steps.next().map(|step| step.events.as_slice())
        else {
            return Err(PlayError::Stopped.into());
        };
        let origin = Origin {
            kind: OriginKind::Import,
            game: record.game,
            version: None,
            hash: None,
        };
        let mut repeating = Repeating::new(Plant::new(created, owner, origin))?;
        let mut started = false;
        for step in steps {
            let events: Vec<&Event> = step.events.iter().collect();
            if started {
                repeating.play(&events);
            } else {
                repeating.seat(&events)?;
            }
            let starts = |event: &&Event| matches!(event, Event::Start { .. });
            started |= events.iter().any(starts);
        }
        Ok(repeating.planted(self.listed))
    }
}

impl Games {
    /// Writes a game in the notation, up to where it has come in this state.
    ///
    /// # Errors
    ///
    /// When the database is away or the log cannot be read.
    pub async fn notation(&self, folded: &Folded) -> Result<String, ExportError> {
        let (game, newest) = (folded.id, folded.version());
        let (mut at, mut rows) = ((Version(0), Head::genesis(game)), Vec::new());
        while at.0 < newest {
            rows.extend(self.chained(game, &mut at, newest).await?);
        }
        let writing = self.bench.work(rows.len(), move || {
            let log = Logged::read_all(game, rows)?.into_iter();
            let log = log.map(|logged| logged.entry);
            let log = log.map(|entry| (entry.command, entry.at, entry.event));
            notation::write(&Record::of_log(game, log)).map_err(|misfit| FoldError {
                game,
                version: newest,
                reason: misfit.into(),
            })
        });
        Ok(writing.await?.map_err(PlayError::from)?)
    }

    /// Imports a game from a text: a new one with manual dice that goes the same way; with a key, at most once for the
    /// owner, the key and the request.
    ///
    /// # Errors
    ///
    /// [`TranscribeError::Notation`] where the text is no legal game; [`PlayError::KeyReused`]; and when the database is
    /// away.
    pub async fn transcribe(
        &self,
        owner: PlayerId,
        transcript: Transcript,
        key: Option<&str>,
    ) -> Result<Created, TranscribeError> {
        let events = transcript.notation.len() / SHORTEST;
        let reading = self.bench.work(events, move || transcript.plant(owner));
        let plant = reading.await?;
        if let Err(TranscribeError::Notation(_) | TranscribeError::TooLong) = plant {
            self.unused(owner, key).await?;
        }
        Ok(self.plant(plant?, key).await?)
    }
}
