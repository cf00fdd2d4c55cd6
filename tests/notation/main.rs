//! The notation: what is written reads as the same game, what is legal reads, and what is not is refused by its place.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "../support/book.rs"]
mod book;
mod edits;
mod golden;
mod hand;
#[path = "../support/player.rs"]
mod player;
mod random_record;
#[path = "../support/random_rules.rs"]
mod random_rules;
mod refused;
mod round_trips;
mod vectors;
