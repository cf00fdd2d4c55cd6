//! The program itself, killed, doubled, dumped and listened to: what it has acknowledged stays, and its secrets stay secret.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]
#![expect(unreachable_pub, reason = "one binary: its modules share what is pub")]
#![cfg(feature = "server")]

#[path = "crash/backup.rs"]
mod backup;
#[path = "crash/client.rs"]
mod client;
#[path = "support/database.rs"]
mod database;
#[path = "crash/doubled.rs"]
mod doubled;
#[path = "crash/dumped.rs"]
mod dumped;
#[path = "crash/full.rs"]
mod full;
#[path = "crash/keys.rs"]
mod keys;
#[path = "crash/killed.rs"]
mod killed;
#[path = "crash/load.rs"]
mod load;
#[path = "crash/mixed.rs"]
mod mixed;
#[path = "crash/ordered.rs"]
mod ordered;
#[path = "crash/overheard.rs"]
mod overheard;
#[expect(dead_code, reason = "other test binaries use more of it")]
#[path = "cluster/process.rs"]
mod process;
#[path = "crash/program.rs"]
mod program;
#[path = "crash/standby.rs"]
mod standby;
#[path = "crash/stopped.rs"]
mod stopped;
#[path = "crash/table.rs"]
mod table;
#[path = "cluster/temporary.rs"]
mod temporary;
#[path = "crash/told.rs"]
mod told;
