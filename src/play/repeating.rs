//! What of a game is repeated in a new one with manual dice: who sat down and got up, and from the start on the same events.

use super::plant::{Plant, PlantError};
use crate::proof::Flaw;
use crate::rules::command::Command;
use crate::rules::decide::decide;
use crate::rules::event::Event;
use crate::rules::game::Game;

/// A plant in the making.
pub(super) struct Repeating {
    plant: Plant,
    /// The new game up to its start.
    game: Game,
}

impl Repeating {
    /// A game of which nothing is repeated yet.
    pub(super) fn new(plant: Plant) -> Result<Self, PlantError> {
        let mut repeating = Self {
            plant,
            game: Game::new(),
        };
        let created = Box::new(repeating.plant.created().clone());
        repeating.follow(&[Event::Created(created)])?;
        Ok(repeating)
    }

    /// Repeats a command before the start as it goes with manual dice. These take no entropy, so that nothing of that is
    /// repeated; and what called the game off is not, since the new game is there to be played.
    pub(super) fn seat(&mut self, events: &[&Event]) -> Result<(), PlantError> {
        let owner = self.plant.created().owner;
        let command = match events.first().copied() {
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
    /// about playing, since the new game is played by its owner.
    pub(super) fn play(&mut self, events: &[&Event]) {
        let same = events.iter().copied().filter(|event| is_repeated(event));
        let same: Vec<Event> = same.cloned().collect();
        if !same.is_empty() {
            self.plant.commands.push(same);
        }
    }

    /// What is to be planted.
    pub(super) fn planted(mut self, listed: bool) -> Plant {
        self.plant.listed = listed;
        self.plant
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
