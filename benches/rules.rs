//! How fast the rules are: whole games, folding, decoding, and the hardest question about options.
//!
//! `cargo bench --bench rules`. The last group hashes the bytes that are decoded: a yardstick for other machines.

#![allow(missing_docs, reason = "criterion's macros make functions without any")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a benchmark stops at the first thing that is not as it should be"
)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parchis::proof::{Batch, By, Entry, Head};
use parchis::rules::asked::Asked;
use parchis::rules::command::Command;
use parchis::rules::decide::decide;
use parchis::rules::dice::{Die, Roll};
use parchis::rules::event::Event;
use parchis::rules::game::Game;
use parchis::rules::ids::{Chair, GameId, Version};
use parchis::rules::position::Position;
use parchis::rules::preset::Preset;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use sha2::{Digest, Sha256};
use uuid::Uuid;

#[path = "rules/hardest.rs"]
mod hardest;
#[path = "../tests/support/player.rs"]
mod player;

/// Games that are folded, decoded and hashed.
const GAMES: u64 = 50;

/// Four players at a table by the rules of the leagues, about to roll for who begins.
fn table() -> Game {
    let mut game = Game::new();
    let sitting = Chair::ALL.into_iter().take(4).map(|chair| Command::Sit {
        chair,
        player: player::player(chair),
        entropy_commit: None,
    });
    let commands = [player::created(Preset::League.rules(), 4)];
    for command in commands.into_iter().chain(sitting) {
        obey(&mut game, &command);
    }
    game
}

/// Decides a command and applies its events; how many they are.
fn obey(game: &mut Game, command: &Command) -> usize {
    let events = decide(game, command).unwrap();
    for event in &events {
        game.apply(event).unwrap();
    }
    events.len()
}

/// Plays a game to its end at random; how many events that takes.
fn play(mut game: Game, random: &mut SmallRng) -> usize {
    let mut events = 0;
    loop {
        let command = match game.asked() {
            Asked::Roll { n, .. } => Command::Roll {
                n,
                dice: Roll::One(Die::FACES[random.random_range(0..6)]),
                actor: None,
            },
            Asked::Choice { .. } => {
                let choices = game.choices();
                Command::Choose {
                    decision: game.decision().unwrap(),
                    option: choices[random.random_range(0..choices.len())].id(),
                    actor: None,
                }
            }
            Asked::Nobody => return events,
            other @ (Asked::Players { .. }
            | Asked::Start
            | Asked::Entropy(_)
            | Asked::Colour { .. }) => {
                panic!("{other:?} in a game that has started")
            }
        };
        events += obey(&mut game, &command);
    }
}

fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("whole random games, league, four seats");
    let start = table();
    let mut random = SmallRng::seed_from_u64(1);
    group.throughput(Throughput::Elements(1));
    group.bench_function("decide and apply", |bencher| {
        bencher.iter(|| black_box(play(start.clone(), &mut random)));
    });
    group.finish();
}

/// The events of random games, and the bodies in which they are stored.
fn logs() -> (Vec<Vec<Event>>, Vec<String>) {
    let games: Vec<Vec<Event>> = (0..GAMES)
        .map(|seed| player::random_game(Preset::League.rules(), 4, seed))
        .collect();
    let bodies = games.iter().flat_map(|events| {
        let id = GameId(Uuid::from_u128(1));
        let mut batch = Batch::new(
            id,
            (Version(0), Head::genesis(id)),
            chrono::DateTime::UNIX_EPOCH,
        );
        batch.push(By::Player, events.iter().cloned());
        let (_, stored) = batch.into_parts();
        stored.into_iter().map(|stored| stored.body)
    });
    let bodies = bodies.collect();
    (games, bodies)
}

fn events(criterion: &mut Criterion) {
    let (games, bodies) = logs();
    let count = u64::try_from(bodies.len()).unwrap();
    let bytes = bodies
        .iter()
        .map(|body| u64::try_from(body.len()).unwrap())
        .sum();
    let mut group = criterion.benchmark_group("stored events");
    group.throughput(Throughput::Elements(count));
    group.bench_function("fold typed events", |bencher| {
        bencher.iter(|| {
            for events in &games {
                black_box(Game::fold(events).unwrap());
            }
        });
    });
    group.bench_function("decode bodies", |bencher| {
        bencher.iter(|| {
            for body in &bodies {
                black_box(Entry::parse(body).unwrap());
            }
        });
    });
    group.throughput(Throughput::Bytes(bytes));
    group.bench_function("yardstick: SHA-256 of the same bodies", |bencher| {
        bencher.iter(|| {
            for body in &bodies {
                black_box(Sha256::digest(body));
            }
        });
    });
    group.finish();
}

fn options(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("hardest questions about options");
    for (name, rules, line, roll) in hardest::questions() {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let position = Position::parse(&rules, line).unwrap();
                let (_, position) = position.rolled(1, roll).unwrap();
                black_box(position.choices())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, games, events, options);
criterion_main!(benches);
