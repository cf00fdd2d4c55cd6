//! The store against a real PostgreSQL, each test on its own database.

#![expect(unreachable_pub, reason = "one binary: its modules share what is pub")]
#![allow(clippy::indexing_slicing, reason = "a test fails by panicking")]
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod appending;
mod away;
mod broken;
mod fixture;
mod guard;
mod importing;
mod inbox;
mod listing;
mod migrating;
mod players;

#[expect(dead_code, reason = "other test binaries use more of it")]
#[path = "../support/database.rs"]
mod database;
