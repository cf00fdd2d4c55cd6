//! What people read of a game, held against texts that a person can read through: every kind of event in both
//! languages, and an evening's game as it is told.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "../support/book.rs"]
mod book;
mod evening;
#[path = "../support/player.rs"]
mod player;
mod samples;
mod sentences;
