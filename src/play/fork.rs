//! Forks: a new game with manual dice that repeats another one up to the end of a command, to be played on otherwise.

use super::Games;
use super::create::Created;
use super::error::PlayError;
use super::log::Logged;
use super::past::Step;
use super::plant::{Plant, PlantError};
use crate::proof::Flaw;
use crate::rules::command::Command;
use crate::rules::decide::decide;
use crate::rules::event::{Event, Origin, OriginKind};
use crate::rules::game::Game;
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
        let steps = self.commands_to(fork.game, fork.version).await?;
        let plant = repeated(owner, fork, &steps)?;
        self.plant(&plant, key).await
    }
}

/// What a fork plants: who sat down and got up, and from the start on the same events.
fn repeated(owner: PlayerId, fork: &Fork, steps: &[Step]) -> Result<Plant, PlantError> {
    let then = steps.last().map(|step| &step.after);
    let created = then.and_then(|then| then.game.created());
    let (then, created) = then.zip(created).ok_or(PlayError::NoGame(fork.game))?;
    let origin = Origin {
        kind: OriginKind::Fork,
        game: Some(fork.game),
        version: Some(fork.version),
        hash: Some(then.head.0),
    };
    let mut repeating = Repeating::new(Plant::new(created.clone(), owner, origin))?;
    for step in steps {
        // Options hang on a decision from the start on.
        if step.before.game.decision().is_some() {
            repeating.play(&step.events);
        } else {
            repeating.seat(&step.events)?;
        }
    }
    repeating.plant.listed = fork.listed;
    Ok(repeating.plant)
}

/// A fork in the making.
struct Repeating {
    plant: Plant,
    /// The fork up to its start.
    game: Game,
}

impl Repeating {
    fn new(plant: Plant) -> Result<Self, PlantError> {
        let mut repeating = Self {
            plant,
            game: Game::new(),
        };
        let created = Box::new(repeating.plant.created().clone());
        repeating.follow(&[Event::Created(created)])?;
        Ok(repeating)
    }

    /// Repeats a command before the start as it goes with manual dice. These take no entropy, so that nothing of that is
    /// repeated; and what called the game off is not, since the fork is there to be played.
    fn seat(&mut self, events: &[Logged]) -> Result<(), PlantError> {
        let owner = self.plant.created().owner;
        let command = match events.first().map(|first| &first.entry.event) {
            Some(Event::Seated { chair, player, .. }) => Command::Sit {
                chair: *chair,
                player: *player,
                entropy_commit: None,
            },
            Some(Event::Unseated {
                chair,
                player,
                actor,
            }) => Command::GetUp {
                chair: *chair,
                actor: actor.map_or(*player, |_| owner),
            },
            Some(Event::Closed {} | Event::Start { .. }) => Command::Start { actor: owner },
            Some(
                Event::Created(_)
                | Event::Ready { .. }
                | Event::OpeningRoll { .. }
                | Event::Begins { .. }
                | Event::ColourChoice { .. }
                | Event::Roll { .. }
                | Event::Exit { .. }
                | Event::Move { .. }
                | Event::Capture { .. }
                | Event::Crush { .. }
                | Event::Count { .. }
                | Event::CountLost { .. }
                | Event::Pass { .. }
                | Event::Penalty { .. }
                | Event::Payment { .. }
                | Event::Finish { .. }
                | Event::Lapse { .. }
                | Event::TakenOver { .. }
                | Event::Agreed { .. }
                | Event::Leave { .. }
                | Event::End(_)
                | Event::Reveal { .. },
            )
            | None => return Ok(()),
        };
        let events =
            decide(&self.game, &command).map_err(|refusal| self.differs(Flaw::Refused(refusal)))?;
        self.follow(&events)?;
        self.plant.commands.push(events.to_vec());
        Ok(())
    }

    fn follow(&mut self, events: &[Event]) -> Result<(), PlantError> {
        for event in events {
            let fits = self.game.apply(event);
            fits.map_err(|misfit| self.differs(Flaw::Misfit(misfit)))?;
        }
        Ok(())
    }

    /// Repeats a command of the game that is played: the same events, but for the seed, and for what clocks and bots did
    /// about playing, since the fork is played by its owner.
    fn play(&mut self, events: &[Logged]) {
        let same = events.iter().map(|logged| &logged.entry.event);
        let same: Vec<Event> = same.filter(|event| is_repeated(event)).cloned().collect();
        if !same.is_empty() {
            self.plant.commands.push(same);
        }
    }

    fn differs(&self, flaw: Flaw) -> PlantError {
        PlantError::Differs {
            index: self.plant.commands.len(),
            fine: 0,
            flaw,
        }
    }
}

const fn is_repeated(event: &Event) -> bool {
    !matches!(
        event,
        Event::Lapse { .. } | Event::TakenOver { .. } | Event::Reveal { .. }
    )
}
