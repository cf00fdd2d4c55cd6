//! The replay page in a real browser: a game is played over HTTP, and watched in headless Chromium.

#![expect(unreachable_pub, reason = "one binary: its modules share what is pub")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking, and says what it expects of JSON"
)]

mod access;
mod browser;
#[expect(dead_code, reason = "other test binaries use more of it")]
#[path = "../support/database.rs"]
mod database;
mod errors;
mod forgery;
mod languages;
mod live;
mod policy;
mod replay;
#[path = "../readme/server.rs"]
mod server;
mod stage;
mod verify;
