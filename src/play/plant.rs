//! Planting: a new game that begins with commands made elsewhere, all of them decided again under its own envelopes.

use serde::Serialize;

use super::Games;
use super::create::{Created, kept};
use super::draft::{Draft, Drafted};
use super::error::PlayError;
use super::folded::Folded;
use crate::proof::{By, Flaw};
use crate::rules::command::Command;
use crate::rules::event::{self, DiceSource, Event, Origin};
use crate::rules::ids::{GameId, PlayerId};
use crate::store::{self, Facts};

/// A game to be planted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Plant {
    created: event::Created,
    /// What happened in it already, from the first to sit down on: the events of each command. All are its owner's acts.
    pub commands: Vec<Vec<Event>>,
    /// Whether strangers find it in a list.
    pub listed: bool,
}

/// Why a game cannot be planted.
#[derive(Debug, thiserror::Error)]
pub enum PlantError {
    /// The rules lead elsewhere than to one of the commands.
    #[error("command {index}: {flaw}")]
    Differs {
        /// Which of the commands, from 0.
        index: usize,
        /// How many of its events are fine.
        fine: u64,
        /// What is wrong then.
        flaw: Flaw,
    },
    /// Its rules do not go together, or it cannot be written.
    #[error(transparent)]
    Play(#[from] PlayError),
}

impl Plant {
    /// A game that came from `origin` and belongs to `owner`: by the rules and settings that `created` says, with manual
    /// dice, without a clock and never rated.
    #[must_use]
    pub fn new(created: &event::Created, owner: PlayerId, origin: Origin) -> Self {
        Self {
            created: event::Created {
                dice: DiceSource::Manual,
                derivation: None,
                commit: None,
                clock: None,
                owner,
                rated: false,
                origin: Some(origin),
                ..created.clone()
            },
            commands: Vec::new(),
            listed: false,
        }
    }

    /// The members of its first event.
    #[must_use]
    pub const fn created(&self) -> &event::Created {
        &self.created
    }
}

impl Games {
    /// Plants a game: all of its commands at once, or nothing; with a key, at most once for the owner and the key.
    ///
    /// # Errors
    ///
    /// [`PlantError::Differs`] where the rules do not lead to one of the commands, [`PlayError::NotCreated`] where they do
    /// not go together, [`PlayError::KeyReused`] where the key belongs to another request; and when the database is away.
    pub async fn plant(&self, plant: Plant, key: Option<&str>) -> Result<Created, PlantError> {
        let id = self.id_for(plant.created.owner, key)?;
        let events = plant.commands.iter().map(Vec::len).sum();
        let (games, key) = (self.clone(), key.map(str::to_owned));
        let drafting = move || games.draft_plant(id, &plant, key.as_deref());
        let (new, drafted) = self.bench.work(events, drafting).await??;
        Ok(self.make(new, drafted, None).await?)
    }

    fn draft_plant(
        &self,
        id: GameId,
        plant: &Plant,
        key: Option<&str>,
    ) -> Result<(store::NewGame, Drafted), PlantError> {
        let now = self.clock.now();
        let facts = Facts::of(&plant.created, plant.listed, now);
        let empty = Folded::empty(id, facts.clone(), None);
        let mut draft = Draft::on(empty, self.secrets(), now);
        let create = Command::Create(Box::new(plant.created.clone()));
        draft
            .command(By::Player, &create)?
            .map_err(PlayError::NotCreated)?;
        for (index, command) in plant.commands.iter().enumerate() {
            let repeated = draft.repeat(By::Player, command)?;
            repeated.map_err(|(fine, flaw)| PlantError::Differs { index, fine, flaw })?;
        }
        let drafted = draft.finish()?;
        let key = key.map(|key| kept(plant.created.owner, key, plant));
        Ok((drafted.as_new(facts, None, key), drafted))
    }
}
