//! Whole games as the server would log them, by players who choose at random; from one number, always the same.

use chrono::{DateTime, TimeDelta, Utc};
use parchis::dice::{Seed, disclose, entropy_commit};
use parchis::proof::{Batch, By, Head, Stored};
use parchis::rules::asked::Asked;
use parchis::rules::board::Arms;
use parchis::rules::command::Command;
use parchis::rules::decide::decide;
use parchis::rules::dice::{Die, Roll};
use parchis::rules::event::{Created, Derivation, DiceSource, RULES_VERSION, StartWhen};
use parchis::rules::game::{Game, Phase};
use parchis::rules::ids::{Chair, GameId, Hex32, PlayerId, Version};
use parchis::rules::options::{Colours, DiceCount, Finish, Opening, Rules, Stakes, Teams};
use parchis::rules::preset::Preset;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::vectors::{bytes, uuid};

/// A game being played and logged.
pub(crate) struct Table {
    pub(crate) id: GameId,
    pub(crate) game: Game,
    pub(crate) rows: Vec<Stored>,
    seed: Seed,
    at: DateTime<Utc>,
    dice: ChaCha8Rng,
}

/// Plays game `number` to its end.
pub(crate) fn play(number: u64) -> Table {
    let mut dice = ChaCha8Rng::seed_from_u64(number);
    let created = created(number, &mut dice);
    play_as(number, created, dice)
}

/// Plays a game of four with the server's dice and entropy of all, by the rules of the leagues, to its end.
#[allow(dead_code, reason = "the benchmark's games")]
pub(crate) fn four(number: u64) -> Table {
    let mut dice = ChaCha8Rng::seed_from_u64(number);
    let preset = Preset::League;
    let created = Created {
        rules: preset.rules(),
        preset,
        seats: 4,
        dice: DiceSource::Server,
        derivation: Some(Derivation::V1),
        ..created(number, &mut dice)
    };
    // Promises are made and kept in games of such a number.
    play_as(5 + 30 * number, created, dice)
}

fn play_as(number: u64, created: Created, dice: ChaCha8Rng) -> Table {
    let id = GameId(uuid(&format!("game {number}")));
    let mut table = Table {
        id,
        game: Game::new(),
        rows: Vec::new(),
        seed: Seed::from_bytes(bytes(&format!("seed {number}"))),
        at: "2026-03-01T12:00:00Z".parse().unwrap(),
        dice,
    };
    table.create(created);
    table.seat(number);
    if table.game.phase() == Phase::Promising && number % 10 == 4 {
        let owner = table.owner();
        table.command(By::Player, &Command::Cancel { actor: owner });
    } else if table.game.phase() == Phase::Promising && number % 10 == 8 {
        table.command(By::Clock, &Command::EntropyMissing);
    }
    while table.game.phase() != Phase::Ended {
        table.step();
    }
    table
}

fn created(number: u64, dice: &mut ChaCha8Rng) -> Created {
    let preset = *Preset::ALL.choose(dice).unwrap();
    let mut rules = Rules {
        arms: *Arms::ALL.choose(dice).unwrap(),
        ..preset.rules()
    };
    if number.is_multiple_of(3) {
        rules.dice = *DiceCount::ALL.choose(dice).unwrap();
        rules.finish = *Finish::ALL.choose(dice).unwrap();
        rules.opening = *Opening::ALL.choose(dice).unwrap();
        rules.stakes = Some(Stakes {
            capture: 2.try_into().unwrap(),
            win: 5.try_into().unwrap(),
            third_six: 1.try_into().unwrap(),
        });
    }
    rules.teams = if number % 5 == 1 {
        Teams::Pairs
    } else {
        Teams::None
    };
    rules.colours = match (rules.opening, rules.teams) {
        (Opening::HighestRoll, Teams::None) => *Colours::ALL.choose(dice).unwrap(),
        _ => Colours::BySeat,
    };
    let arms = rules.arms.number();
    let server = number % 4 != 3;
    Created {
        rules_version: RULES_VERSION,
        rules,
        preset,
        seats: if rules.teams == Teams::Pairs {
            arms
        } else {
            dice.random_range(2..=arms)
        },
        dice: if server {
            DiceSource::Server
        } else {
            DiceSource::Manual
        },
        derivation: server.then_some(Derivation::V1),
        commit: None,
        owner: PlayerId(uuid("owner")),
        start_when: if number.is_multiple_of(2) {
            StartWhen::Full
        } else {
            StartWhen::Owner
        },
        entropy_seconds: 60,
        take_single: number.is_multiple_of(2),
        clock: None,
        rated: false,
        origin: None,
    }
}

fn player(chair: Chair) -> PlayerId {
    PlayerId(uuid(&format!("player {chair}")))
}

fn entropy(chair: Chair) -> [u8; 32] {
    bytes(&format!("entropy {chair}"))
}

impl Table {
    fn owner(&self) -> PlayerId {
        self.game.created().unwrap().owner
    }

    fn create(&mut self, mut created: Created) {
        created.commit = created.derivation.map(|_| self.seed.commit(self.id));
        self.command(By::Player, &Command::Create(Box::new(created)));
    }

    /// Takes the seats; by turns nobody, some and all promise entropy, and one gets up once.
    fn seat(&mut self, number: u64) {
        let wanted = usize::from(self.game.created().unwrap().seats);
        let mut chairs: Vec<Chair> = self.game.chairs().collect();
        while chairs.len() > wanted {
            chairs.remove(self.dice.random_range(0..chairs.len()));
        }
        let restless = chairs[0];
        self.sit(restless, false);
        self.command(
            By::Player,
            &Command::GetUp {
                chair: restless,
                actor: player(restless),
            },
        );
        for chair in chairs {
            let promises = match number % 3 {
                0 => false,
                1 => chair.number() % 2 == 0,
                _ => true,
            };
            self.sit(chair, promises && self.game.has_server_dice());
        }
        if self.game.phase() == Phase::Seating {
            let owner = self.owner();
            self.command(By::Player, &Command::Start { actor: owner });
        }
    }

    fn sit(&mut self, chair: Chair, promises: bool) {
        let player = player(chair);
        let commit = promises.then(|| entropy_commit(self.id, player, &entropy(chair)));
        self.command(
            By::Player,
            &Command::Sit {
                chair,
                player,
                entropy_commit: commit,
            },
        );
    }

    /// Does what is asked for next, or now and then leaves.
    fn step(&mut self) {
        match self.game.asked() {
            Asked::Entropy(chairs) => {
                let chair = *chairs.choose(&mut self.dice).unwrap();
                let entropy = Hex32(entropy(chair));
                let reveal = Command::Reveal {
                    chair,
                    actor: player(chair),
                    entropy,
                };
                self.command(By::Player, &reveal);
            }
            Asked::Roll { .. } | Asked::Choice { .. } | Asked::Colour { .. }
                if self.dice.random_bool(0.002) =>
            {
                self.resign();
            }
            Asked::Roll { n, .. } => {
                let opening = self.game.phase() == Phase::Opening && self.game.has_server_dice();
                let by = if opening { By::Server } else { By::Player };
                let dice = self.roll();
                self.command(
                    by,
                    &Command::Roll {
                        n,
                        dice,
                        actor: None,
                    },
                );
            }
            Asked::Choice { .. } | Asked::Colour { .. } => {
                let choices = self.game.choices();
                let single = choices.len() == 1 && self.game.created().unwrap().take_single;
                let option = choices.choose(&mut self.dice).unwrap().id();
                let decision = self.game.decision().unwrap();
                let by = if single { By::Server } else { By::Player };
                self.command(
                    by,
                    &Command::Choose {
                        decision,
                        option,
                        actor: None,
                    },
                );
            }
            Asked::Nobody | Asked::Players { .. } | Asked::Start => panic!("nobody can act"),
        }
    }

    fn resign(&mut self) {
        let still_in: Vec<Chair> = self
            .game
            .seats()
            .map(|seat| seat.chair)
            .filter(|chair| !self.game.has_left(*chair) && !self.game.has_finished(*chair))
            .collect();
        let chair = *still_in.choose(&mut self.dice).unwrap();
        self.command(
            By::Player,
            &Command::Resign {
                chair,
                actor: player(chair),
            },
        );
    }

    fn roll(&mut self) -> Roll {
        if let Some(roll) = self.seed.next_roll(self.id, &self.game) {
            return roll;
        }
        let mut die = || *Die::FACES.choose(&mut self.dice).unwrap();
        match self.game.rules().unwrap().dice {
            DiceCount::One => Roll::One(die()),
            DiceCount::Two => Roll::Two(die(), die()),
        }
    }

    fn command(&mut self, by: By, command: &Command) {
        let mut events = decide(&self.game, command).unwrap();
        disclose(self.id, &self.game, &self.seed, &mut events);
        self.at += TimeDelta::milliseconds(i64::from(self.dice.next_u32() % 5000));
        let from = self
            .rows
            .last()
            .map_or((Version(0), Head::genesis(self.id)), |row| {
                (row.version, row.hash)
            });
        let mut batch = Batch::new(self.id, from, self.at);
        for event in &events {
            self.game.apply(event).unwrap();
        }
        batch.push(by, events);
        self.rows.extend(batch.into_parts().1);
    }
}
