//! A player that knows the rules only through the engine, and plays at random, the same way for the same seed.

#![allow(
    dead_code,
    reason = "each test crate and benchmark takes what it needs of it"
)]

use parchis::rules::asked::Asked;
use parchis::rules::board::Arms;
use parchis::rules::command::Command;
use parchis::rules::decide::{Events, decide};
use parchis::rules::dice::{Die, Roll};
use parchis::rules::event::{Created, DiceSource, Event, RULES_VERSION, StartWhen};
use parchis::rules::game::Game;
use parchis::rules::ids::{Chair, PlayerId};
use parchis::rules::options::{Colours, DiceCount, Rules};
use parchis::rules::preset::Preset;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use uuid::Uuid;

/// The player on a chair.
pub(crate) fn player(chair: Chair) -> PlayerId {
    PlayerId(Uuid::from_u128(u128::from(chair.number()) + 1))
}

/// A game of `seats` players with manual dice, which starts when full.
pub(crate) fn created(rules: Rules, seats: u8) -> Command {
    Command::Create(Box::new(Created {
        rules_version: RULES_VERSION,
        rules,
        preset: Preset::League,
        seats,
        dice: DiceSource::Manual,
        derivation: None,
        commit: None,
        owner: player(Chair::ALL[0]),
        start_when: StartWhen::Full,
        entropy_seconds: 0,
        take_single: false,
        clock: None,
        rated: false,
        origin: None,
    }))
}

/// A random player, which plays for every seat.
pub(crate) struct Player {
    random: ChaCha8Rng,
    /// How many commands pass, on average, before somebody resigns; nobody does at 0.
    pub(crate) leaves_once_in: u32,
}

impl Player {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
            leaves_once_in: 0,
        }
    }

    pub(crate) fn number(&mut self, below: usize) -> usize {
        self.random.random_range(0..below)
    }

    pub(crate) fn pick<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        among
            .choose(&mut self.random)
            .expect("something to pick from")
    }

    /// Chairs to sit on: chairs are colours, or numbered from 0.
    pub(crate) fn chairs(&mut self, rules: &Rules, seats: u8) -> Vec<Chair> {
        let mut free: Vec<Chair> = chairs_of(rules.arms);
        match rules.colours {
            Colours::ByOpeningRoll => free.truncate(usize::from(seats)),
            Colours::BySeat => {
                while free.len() > usize::from(seats) {
                    free.remove(self.number(free.len()));
                }
            }
        }
        free
    }

    pub(crate) fn roll(&mut self, dice: DiceCount) -> Roll {
        let mut draw = || *Die::FACES.choose(&mut self.random).expect("six faces");
        match dice {
            DiceCount::One => Roll::One(draw()),
            DiceCount::Two => Roll::Two(draw(), draw()),
        }
    }

    /// What to ask of a game that has begun; none when nobody is asked anything.
    pub(crate) fn next(&mut self, game: &Game) -> Option<Command> {
        let asked = game.asked();
        let in_play = matches!(
            asked,
            Asked::Roll { .. } | Asked::Colour { .. } | Asked::Choice { .. }
        );
        if in_play && self.leaves_once_in > 0 && self.random.random_ratio(1, self.leaves_once_in) {
            let seats: Vec<Chair> = game.seats().map(|seat| seat.chair).collect();
            let chair = *self.pick(&seats);
            let resign = Command::Resign {
                chair,
                actor: player(chair),
            };
            if decide(game, &resign).is_ok() {
                return Some(resign);
            }
        }
        match asked {
            Asked::Roll { chair, n } => Some(Command::Roll {
                n,
                dice: self.roll(game.rules().expect("rules").dice),
                actor: Some(player(chair)),
            }),
            Asked::Colour { chair } | Asked::Choice { chair } => {
                let choices = game.choices();
                Some(Command::Choose {
                    decision: game.decision().expect("a decision"),
                    option: self.pick(&choices).id(),
                    actor: Some(player(chair)),
                })
            }
            Asked::Nobody | Asked::Players { .. } | Asked::Start | Asked::Entropy(_) => None,
        }
    }

    /// Plays a whole game on these chairs; `watch` sees each command with its events, and the game before and after.
    pub(crate) fn play(
        &mut self,
        rules: Rules,
        chairs: &[Chair],
        mut watch: impl FnMut(&Game, &Command, &Events, &Game),
    ) -> Game {
        let mut game = Game::new();
        let seats = u8::try_from(chairs.len()).expect("at most eight chairs");
        let sitting = chairs.iter().map(|chair| Command::Sit {
            chair: *chair,
            player: player(*chair),
            entropy_commit: None,
        });
        let mut opening: Vec<Command> = std::iter::once(created(rules, seats))
            .chain(sitting)
            .collect();
        opening.reverse();
        while let Some(command) = opening.pop().or_else(|| self.next(&game)) {
            let events = decide(&game, &command)
                .unwrap_or_else(|refusal| panic!("{command:?} is refused: {refusal}"));
            let mut after = game.clone();
            for event in &events {
                after
                    .apply(event)
                    .unwrap_or_else(|misfit| panic!("{event:?} does not fit: {misfit}"));
            }
            watch(&game, &command, &events, &after);
            game = after;
        }
        game
    }
}

/// The events of a whole random game.
pub(crate) fn random_game(rules: Rules, seats: u8, seed: u64) -> Vec<Event> {
    let mut player = Player::new(seed);
    let chairs = player.chairs(&rules, seats);
    let mut events = Vec::new();
    player.play(rules, &chairs, |_, _, said, _| {
        events.extend(said.iter().cloned());
    });
    events
}

fn chairs_of(arms: Arms) -> Vec<Chair> {
    Chair::ALL[..usize::from(arms.number())].to_vec()
}
