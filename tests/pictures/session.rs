//! Games as they are pictured: played at random, looked at now and then.

use parchis::rules::asked::Asked;
use parchis::rules::board::Arms;
use parchis::rules::command::Command;
use parchis::rules::decide::decide;
use parchis::rules::event::Event;
use parchis::rules::game::{Game, Phase};
use parchis::rules::options::Rules;
use parchis::rules::preset::Preset;

use crate::player::{Player, created, player};

/// A game, and what its last command brought about.
pub struct Session {
    pub game: Game,
    pub command: Vec<Event>,
    player: Player,
}

impl Session {
    /// A full board about to begin.
    pub fn begin(rules: Rules, seed: u64) -> Self {
        let mut session = Self {
            game: Game::new(),
            command: Vec::new(),
            player: Player::new(seed),
        };
        let seats = rules.arms.number();
        session.obey(&created(rules, seats));
        for chair in session.player.chairs(&rules, seats) {
            session.obey(&Command::Sit {
                chair,
                player: player(chair),
                entropy_commit: None,
            });
        }
        session
    }

    /// By the rules of the leagues.
    pub fn league(arms: Arms, seed: u64) -> Self {
        let rules = Rules {
            arms,
            ..Preset::League.rules()
        };
        Self::begin(rules, seed)
    }

    /// Goes on by a command; whether there was one to make.
    pub fn step(&mut self) -> bool {
        let command = self.player.next(&self.game);
        let goes_on = self.game.phase() != Phase::Ended && self.game.asked() != Asked::Nobody;
        if let Some(command) = command.filter(|_| goes_on) {
            self.obey(&command);
            return true;
        }
        false
    }

    /// Goes on by so many commands.
    pub fn steps(mut self, count: usize) -> Self {
        for _ in 0..count {
            self.step();
        }
        self
    }

    fn obey(&mut self, command: &Command) {
        self.command = decide(&self.game, command).unwrap().to_vec();
        for event in &self.command {
            self.game.apply(event).unwrap();
        }
    }
}
