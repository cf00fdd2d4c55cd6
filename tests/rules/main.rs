//! The rules, tested against games and counts recorded by another engine, worked cases, and whole random games.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "tests stop at the first thing that is not as it should be"
)]

mod clocks;
mod invariants;
mod leaving;
mod opening;
mod perft;
mod position_line;
mod random_games;
mod recorded_games;
mod table;
mod worked_cases;

#[path = "../support/player.rs"]
mod player;
#[path = "../support/random_rules.rs"]
mod random_rules;
