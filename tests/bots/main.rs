//! Players made of code: what each takes, as a table, and that looking ahead pays.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "tests stop at the first thing that is not as it should be"
)]

mod league;
mod taken;

#[path = "../support/player.rs"]
mod player;
