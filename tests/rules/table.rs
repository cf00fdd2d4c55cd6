//! A table to play at by hand: rolls are said, and what happened is told in short words.

use std::collections::BTreeMap;

use parchis::rules::asked::Asked;
use parchis::rules::choice::Choice;
use parchis::rules::command::Command;
use parchis::rules::decide::decide;
use parchis::rules::dice::{Die, Roll};
use parchis::rules::event::Event;
use parchis::rules::game::Game;
use parchis::rules::ids::Chair;
use parchis::rules::options::{Overrides, Rules};
use parchis::rules::piece::Piece;
use parchis::rules::preset::Preset;
use parchis::rules::refusal::Refusal;
use serde_json::Value;

use crate::player::{created, player};

/// The rules of the leagues, these options aside.
pub(crate) fn league_with(overrides: &str) -> Rules {
    let overrides: Overrides = serde_json::from_str(overrides).unwrap();
    overrides.over(Preset::League.rules())
}

pub(crate) fn chair(number: u8) -> Chair {
    Chair::new(number).unwrap()
}

/// A game, and what has been said since it was last asked.
pub(crate) struct Table {
    pub(crate) game: Game,
    said: Vec<Event>,
}

impl Table {
    /// Players sit down on these chairs, and the game starts.
    pub(crate) fn of(rules: Rules, chairs: &[u8]) -> Self {
        let mut table = Self {
            game: Game::new(),
            said: Vec::new(),
        };
        table.obey(&created(rules, u8::try_from(chairs.len()).unwrap()));
        for number in chairs {
            table.obey(&Command::Sit {
                chair: chair(*number),
                player: player(chair(*number)),
                entropy_commit: None,
            });
        }
        table.said.clear();
        table
    }

    pub(crate) fn ask(&mut self, command: &Command) -> Result<(), Refusal> {
        for event in decide(&self.game, command)? {
            self.game.apply(&event).unwrap();
            self.said.push(event);
        }
        Ok(())
    }

    fn obey(&mut self, command: &Command) {
        self.ask(command)
            .unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
    }

    /// Each number is rolled by whoever is asked to roll.
    pub(crate) fn roll(&mut self, numbers: &[u8]) -> &mut Self {
        for number in numbers {
            self.throw(Roll::One(Die::new(*number).unwrap()));
        }
        self
    }

    pub(crate) fn throw(&mut self, dice: Roll) -> &mut Self {
        let Asked::Roll { chair, n } = self.game.asked() else {
            panic!("{:?}", self.game.asked())
        };
        self.obey(&Command::Roll {
            n,
            dice,
            actor: Some(player(chair)),
        });
        self
    }

    /// Takes an option by its name, for whoever is asked.
    pub(crate) fn choose(&mut self, option: &str) -> &mut Self {
        let (Asked::Choice { chair } | Asked::Colour { chair }) = self.game.asked() else {
            panic!("{:?}", self.game.asked())
        };
        let decision = self.game.decision().unwrap();
        self.obey(&Command::Choose {
            decision,
            option: option.parse().unwrap(),
            actor: Some(player(chair)),
        });
        self
    }

    pub(crate) fn leave(&mut self, number: u8) -> &mut Self {
        self.obey(&Command::Resign {
            chair: chair(number),
            actor: player(chair(number)),
        });
        self
    }

    /// What has been said since the last time, in short words.
    pub(crate) fn said(&mut self) -> String {
        let words: Vec<String> = self.said.drain(..).map(|event| short(&event)).collect();
        words.join(", ")
    }

    /// Who is asked for what, in short words.
    pub(crate) fn asked(&self) -> String {
        match self.game.asked() {
            Asked::Roll { chair, .. } => format!("{chair} rolls"),
            Asked::Colour { chair } => format!("{chair} takes a colour"),
            Asked::Choice { chair } => format!("{chair} chooses"),
            Asked::Nobody => "nobody".to_owned(),
            Asked::Players { missing } => format!("{missing} more players"),
            Asked::Start => "the owner".to_owned(),
            Asked::Entropy(chairs) => format!("entropy of {}", chairs.len()),
        }
    }

    /// Whom each option captures.
    pub(crate) fn captured(&self) -> Vec<Option<Piece>> {
        let captured = |choice: &Choice| match choice {
            Choice::Move { captured, .. } | Choice::TakeCount { captured, .. } => *captured,
            Choice::Exit { .. } | Choice::Colour { .. } => None,
        };
        self.game.choices().iter().map(captured).collect()
    }

    /// The places at the end, by chair.
    pub(crate) fn places(&self) -> Vec<Option<u8>> {
        self.game.end().unwrap().places.clone().unwrap().to_vec()
    }
}

fn short(event: &Event) -> String {
    let json = serde_json::to_string(event).unwrap();
    let mut members: BTreeMap<String, Value> = serde_json::from_str(&json).unwrap();
    let kind = members.remove("kind").unwrap();
    for long in ["n", "places", "outcomes", "ledger", "actor", "transcript"] {
        members.remove(long);
    }
    let values: Vec<String> = members
        .into_values()
        .map(|value| value.to_string().replace('"', ""))
        .collect();
    [&[kind.as_str().unwrap().to_owned()], values.as_slice()]
        .concat()
        .join(" ")
}
