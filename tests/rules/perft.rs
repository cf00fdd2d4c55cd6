//! The number of ways to play so many rolls from a position, counted by an independent engine too.

use parchis::rules::decide::Events;
use parchis::rules::dice::{Die, Roll};
use parchis::rules::options::{DiceCount, Rules};
use parchis::rules::position::{Due, Position};
use serde::Deserialize;

#[derive(Deserialize)]
struct Counted {
    options: Rules,
    position: String,
    nodes: Vec<u64>,
}

/// What is counted of one line: all of it where the engine is optimised, else what takes a moment.
const MOST: u64 = if cfg!(debug_assertions) {
    6_000
} else {
    u64::MAX
};

/// Every roll, with two dice each pair once.
fn rolls(dice: DiceCount) -> Vec<Roll> {
    match dice {
        DiceCount::One => Die::FACES.map(Roll::One).to_vec(),
        DiceCount::Two => {
            let pairs = Die::FACES.into_iter().flat_map(|first| {
                let second = Die::FACES
                    .into_iter()
                    .filter(move |second| *second >= first);
                second.map(move |second| Roll::Two(first, second))
            });
            pairs.collect()
        }
    }
}

fn after(position: &Position, events: &Events) -> Position {
    assert!(!events.is_empty(), "nothing happens");
    let mut position = *position;
    for event in events {
        position.apply(event).unwrap();
    }
    position
}

/// The ways to play `depth` rolls from here.
fn count(position: &Position, depth: usize) -> u64 {
    match position.due() {
        Due::Nothing => 1,
        Due::Roll(_) if depth == 0 => 1,
        Due::Roll(_) => rolls(position.rules().dice)
            .into_iter()
            .map(|roll| count(&after(position, &position.decide_roll(1, roll)), depth - 1))
            .sum(),
        Due::Choice(_) => position
            .choices()
            .iter()
            .map(|choice| count(&after(position, &position.decide_choice(choice)), depth))
            .sum(),
    }
}

#[test]
fn counts_agree() {
    let mut counted = 0;
    for line in include_str!("../vectors/perft.jsonl").lines() {
        let Counted {
            options,
            position: line,
            nodes,
        } = serde_json::from_str(line).unwrap();
        let position = Position::parse(&options, &line).unwrap();
        for (depth, nodes) in nodes
            .into_iter()
            .enumerate()
            .filter(|(_, nodes)| *nodes <= MOST)
        {
            assert_eq!(
                count(&position, depth + 1),
                nodes,
                "{line}, {} rolls, under {options:?}",
                depth + 1
            );
            counted += 1;
        }
    }
    assert!(counted >= 100, "{counted} counts");
}
