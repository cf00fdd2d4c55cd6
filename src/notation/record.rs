//! A game as its log tells it, command by command.

use chrono::{DateTime, Utc};

use crate::rules::event::{Created, Event};
use crate::rules::ids::{GameId, Hex32, Version};

/// A game from its first to its last command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Which game, where that is known.
    pub game: Option<GameId>,
    /// Its commands.
    pub steps: Vec<Step>,
}

/// One command: what happened, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// When, to the microsecond; a game has times throughout or none at all.
    pub at: Option<DateTime<Utc>>,
    /// Its events; at least one.
    pub events: Vec<Event>,
}

impl Record {
    /// The record of a log: for each event the command it belongs to, its time, and what happened.
    #[must_use]
    pub fn of_log(
        game: GameId,
        log: impl IntoIterator<Item = (Version, DateTime<Utc>, Event)>,
    ) -> Self {
        let mut record = Self {
            game: Some(game),
            steps: Vec::new(),
        };
        let mut newest = Version(0);
        for (command, at, event) in log {
            match record.steps.last_mut() {
                Some(step) if command == newest => step.events.push(event),
                Some(_) | None => record.steps.push(Step {
                    at: Some(at),
                    events: vec![event],
                }),
            }
            newest = command;
        }
        record
    }

    /// All events, in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.steps.iter().flat_map(|step| &step.events)
    }

    /// What the game was created with.
    #[must_use]
    pub fn created(&self) -> Option<&Created> {
        match self.events().next() {
            Some(Event::Created(created)) => Some(created),
            Some(_) | None => None,
        }
    }

    /// The record as a text tells it. A game with manual dice is told whole. Of one with server dice only its log knows
    /// commitment, transcript, promised and revealed entropy, which are zeros here, and the seed revealed at the end,
    /// which is not here.
    #[must_use]
    pub fn told(mut self) -> Self {
        for step in &mut self.steps {
            step.events
                .retain(|event| !matches!(event, Event::Reveal { .. }));
            step.events.iter_mut().for_each(hide);
        }
        self
    }
}

/// What stands for bytes that a text does not tell.
pub(super) const UNTOLD: Hex32 = Hex32([0; 32]);

fn hide(event: &mut Event) {
    if let Event::Created(created) = event {
        created.commit = created.commit.map(|_| UNTOLD);
    } else if let Event::Seated { entropy_commit, .. } = event {
        *entropy_commit = entropy_commit.map(|_| UNTOLD);
    } else if let Event::Ready { entropy, .. } = event {
        *entropy = UNTOLD;
    } else if let Event::Start { transcript } = event {
        *transcript = transcript.map(|_| UNTOLD);
    }
}
