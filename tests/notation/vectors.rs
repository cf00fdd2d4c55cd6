//! Games recorded by an independent engine, as records.

use std::io::{BufRead, BufReader};

use chrono::{DateTime, Duration, Utc};
use flate2::read::GzDecoder;
use parchis::notation::{Record, Step};
use parchis::rules::choice::ChoiceId;
use parchis::rules::colour::Colour;
use parchis::rules::command::Command;
use parchis::rules::decide::decide;
use parchis::rules::dice::{Dice, Roll};
use parchis::rules::game::Game;
use parchis::rules::ids::{Chair, GameId};
use parchis::rules::options::{Colours, Rules};
use parchis::rules::preset::Preset;
use serde_json::Value;
use uuid::Uuid;

use crate::player::{created, player};

/// The games of the presets, three of each.
pub(crate) fn presets() -> Vec<Record> {
    records(include_bytes!("../vectors/presets.jsonl.gz"))
}

/// The games of random rules.
pub(crate) fn random() -> Vec<Record> {
    records(include_bytes!("../vectors/random.jsonl.gz"))
}

fn records(packed: &'static [u8]) -> Vec<Record> {
    BufReader::new(GzDecoder::new(packed))
        .lines()
        .map(|line| Replay::of(&serde_json::from_str(&line.unwrap()).unwrap()))
        .collect()
}

/// A game that is being recorded.
pub(crate) struct Replay {
    pub(crate) record: Record,
    pub(crate) game: Game,
    at: DateTime<Utc>,
}

impl Replay {
    /// A game of which nothing has happened.
    pub(crate) fn new() -> Self {
        Self {
            record: Record {
                game: Some(GameId(Uuid::from_u128(1 << 100))),
                steps: Vec::new(),
            },
            game: Game::new(),
            at: DateTime::from_timestamp(1_800_000_000, 0).unwrap(),
        }
    }

    /// Decides a command so many microseconds after the one before.
    pub(crate) fn obey(&mut self, command: &Command, micros: i64) {
        let events = decide(&self.game, command).unwrap().into_vec();
        self.follow(events, micros);
    }

    /// Takes in a command.
    pub(crate) fn follow(&mut self, events: Vec<parchis::rules::event::Event>, micros: i64) {
        self.at += Duration::microseconds(micros);
        for event in &events {
            self.game.apply(event).unwrap();
        }
        let at = Some(self.at);
        self.record.steps.push(Step { at, events });
    }

    fn of(recorded: &Value) -> Record {
        let rules: Rules = serde_json::from_value(recorded["options"].clone()).unwrap();
        let mut seats: Vec<u64> = list(&recorded["seats"])
            .map(|seat| seat.as_u64().unwrap())
            .collect();
        if rules.colours == Colours::ByOpeningRoll {
            seats = (0..).take(seats.len()).collect();
        }
        let mut replay = Self::new();
        let mut create = created(rules, u8::try_from(seats.len()).unwrap());
        if let Command::Create(created) = &mut create {
            let named = Preset::ALL
                .into_iter()
                .find(|preset| preset.rules() == rules);
            created.preset = named.unwrap_or(Preset::League);
        }
        replay.obey(&create, 0);
        for seat in seats {
            let chair = Chair::new(u8::try_from(seat).unwrap()).unwrap();
            let sit = Command::Sit {
                chair,
                player: player(chair),
                entropy_commit: None,
            };
            replay.obey(&sit, 1_500_000);
        }
        for step in list(&recorded["steps"]) {
            let command = replay.command(step);
            replay.obey(&command, 2_000_000);
        }
        replay.record
    }

    fn command(&self, step: &Value) -> Command {
        let choose = |option: ChoiceId| Command::Choose {
            decision: self.game.decision().unwrap(),
            option,
            actor: None,
        };
        if let Some(dice) = step.get("roll") {
            let dice: Dice = serde_json::from_value(dice.clone()).unwrap();
            return Command::Roll {
                n: self.game.next_roll(),
                dice: Roll::of(&dice).unwrap(),
                actor: None,
            };
        }
        if let Some(index) = step["choose"].as_u64() {
            let choices = self.game.choices();
            return choose(choices[usize::try_from(index).unwrap()].id());
        }
        if let Some(colour) = step["colour"].as_str() {
            return choose(ChoiceId::Colour(colour_of(colour)));
        }
        let chair = match (step["resign"].as_u64(), step["resign"].as_str()) {
            (Some(chair), _) => Chair::new(u8::try_from(chair).unwrap()),
            (None, Some(letter)) => {
                let colour = colour_of(letter);
                let mut seats = self.game.seats().map(|seat| seat.chair);
                seats.find(|chair| self.game.colour(*chair) == Some(colour))
            }
            (None, None) => panic!("no step: {step}"),
        };
        let chair = chair.unwrap();
        Command::Resign {
            chair,
            actor: player(chair),
        }
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().unwrap().iter()
}

fn colour_of(letter: &str) -> Colour {
    Colour::of_letter(letter.chars().next().unwrap()).unwrap()
}
