//! Play against a real PostgreSQL, each test on its own database.

#![expect(unreachable_pub, reason = "one binary: its modules share what is pub")]
#![allow(clippy::indexing_slicing, reason = "a test fails by panicking")]

mod auditing;
mod broken;
mod creating;
mod cursors;
mod days;
mod entropy;
mod feeds;
mod forking;
mod framing;
mod inboxes;
mod lapses;
mod late;
mod logs;
mod ordering;
mod outages;
mod racing;
mod reader;
mod reading;
mod refusing;
mod repeating;
mod superuser;
mod sweeping;
mod table;
mod tampering;
mod waking;
mod whole_games;

#[expect(dead_code, reason = "other test binaries use more of it")]
#[path = "../support/database.rs"]
mod database;
