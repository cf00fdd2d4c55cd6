//! Forks: a new game with manual dice that repeats another one up to the end of a command, to be played on otherwise.

use super::Games;
use super::create::Created;
use super::error::PlayError;
use super::past::Stretch;
use super::plant::{Plant, PlantError};
use super::repeating::Repeating;
use crate::rules::event::{Event, Origin, OriginKind};
use crate::rules::ids::{GameId, PlayerId, Version};

/// A fork that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fork {
    /// Of which game.
    pub game: GameId,
    /// From the end of which command.
    pub version: Version,
    /// Whether strangers find it in a list.
    pub listed: bool,
}

impl Games {
    /// Forks a game, which stays as it is; with a key, at most once for the owner, the key and the request.
    ///
    /// # Errors
    ///
    /// [`PlayError::NoGame`], [`PlayError::InsideCommand`], [`PlayError::BeyondEnd`] and [`PlayError::KeyReused`];
    /// [`PlantError::Differs`] where it cannot be repeated; and when the database is away or the log cannot be folded.
    pub async fn fork(
        &self,
        owner: PlayerId,
        fork: &Fork,
        key: Option<&str>,
    ) -> Result<Created, PlantError> {
        let plant = self.repeated(owner, fork).await;
        if let Err(PlantError::Play(
            PlayError::NoGame(_) | PlayError::InsideCommand { .. } | PlayError::BeyondEnd { .. },
        )) = plant
        {
            self.unused(owner, key).await?;
        }
        self.plant(plant?, key).await
    }

    /// What a fork plants: who sat down and got up, and from the start on the same events. Of the states on the way none
    /// is kept, since there may be many.
    async fn repeated(&self, owner: PlayerId, fork: &Fork) -> Result<Plant, PlantError> {
        let now = self.read(fork.game).await?;
        now.reaches(fork.version)?;
        let mut stretch = self.stretch(&now, Version(0), fork.version).await?;
        let created = now.game.created().ok_or(PlayError::NoGame(fork.game))?;
        let origin = Origin {
            kind: OriginKind::Fork,
            game: Some(fork.game),
            version: Some(fork.version),
            hash: Some(stretch.head_at(fork.version).0),
        };
        let plant = Plant::new(created, owner, origin);
        let games = self.clone();
        let repeating = self.bench.work(stretch.length(), move || {
            let repeating = games.repeat(plant, &mut stretch)?;
            Ok::<_, PlantError>((repeating, stretch.before))
        });
        let (repeating, then) = repeating.await??;
        self.must_end(&then, fork.version).await?;
        Ok(repeating.planted(fork.listed))
    }

    /// Repeats the commands of a stretch.
    fn repeat(&self, plant: Plant, stretch: &mut Stretch) -> Result<Repeating, PlantError> {
        let mut repeating = Repeating::new(plant)?;
        while let Some(step) = self.step(stretch).map_err(PlayError::from)? {
            let events = step.events.iter().map(|logged| &logged.entry.event);
            let events: Vec<&Event> = events.collect();
            // Options hang on a decision from the start on.
            if step.before.game.decision().is_some() {
                repeating.play(&events);
            } else {
                repeating.seat(&events)?;
            }
        }
        Ok(repeating)
    }
}
