//! Reading what was written gives the game that was written.

use parchis::notation::{Record, read, write};
use parchis::rules::event::DiceSource;

use crate::random_record::random_record;
use crate::vectors;

/// Random games of each kind of dice; `NOTATION_GAMES` says how many, where it is set.
const GAMES: u64 = 150;

/// Fails unless a record survives, and its text is canonical.
fn survives(name: &str, record: &Record) {
    let text = write(record).unwrap();
    match read(&text) {
        Err(error) => panic!("{name}: {error}\n{text}"),
        Ok(again) => {
            let told = record.clone().told();
            let differs = told
                .steps
                .iter()
                .zip(&again.steps)
                .find(|(one, other)| one != other);
            assert_eq!(differs, None, "{name} reads otherwise:\n{text}");
            assert_eq!(again, told, "{name} reads otherwise:\n{text}");
            assert_eq!(write(&again).unwrap(), text, "{name} is written otherwise");
        }
    }
}

fn games() -> u64 {
    std::env::var("NOTATION_GAMES").map_or(GAMES, |games| games.parse().unwrap())
}

#[test]
fn recorded_games_survive() {
    let records = [vectors::presets(), vectors::random()].concat();
    assert_eq!(records.len(), 128);
    for (number, record) in records.iter().enumerate() {
        survives(&format!("recorded game {number}"), record);
    }
}

#[test]
fn random_games_with_manual_dice_survive() {
    for seed in 0..games() {
        let record = random_record(seed, DiceSource::Manual);
        assert_eq!(record.clone().told(), record);
        survives(&format!("game {seed}"), &record);
    }
}

#[test]
fn random_games_with_server_dice_survive_but_for_what_only_their_logs_know() {
    for seed in 0..games() {
        survives(
            &format!("game {seed}"),
            &random_record(seed, DiceSource::Server),
        );
    }
}
