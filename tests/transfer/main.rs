//! Whole logs out of one database and into another: `export` and `import`, as methods and as commands.

#![cfg(feature = "server")]
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected fails there"
)]
#![expect(unreachable_pub, reason = "one binary: its modules share what is pub")]

#[path = "../support/database.rs"]
mod database;
#[path = "../proof/play.rs"]
mod play;
#[expect(dead_code, reason = "other test binaries use more of it")]
#[path = "../proof/vectors.rs"]
mod vectors;

mod commands;
mod methods;
