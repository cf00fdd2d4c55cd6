//! A whole evening in bad weather: clients play through a proxy that cuts, delays, repeats and reorders what they send,
//! against two processes of which one is killed and started again every few seconds. Nothing is lost, nothing doubled.
//!
//! By default it is short. A seed and sizes come from the environment, as `tests/chaos/setting.rs` says.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]
#![expect(unreachable_pub, reason = "one binary: its modules share what is pub")]
#![cfg(feature = "server")]

#[path = "chaos/caller.rs"]
mod caller;
#[path = "crash/client.rs"]
mod client;
#[expect(dead_code, reason = "other test binaries use more of it")]
#[path = "support/database.rs"]
mod database;
#[path = "chaos/evening.rs"]
mod evening;
#[path = "chaos/fate.rs"]
mod fate;
#[path = "chaos/feed.rs"]
mod feed;
#[path = "chaos/game.rs"]
mod game;
#[path = "chaos/inbox.rs"]
mod inbox;
#[path = "chaos/log.rs"]
mod log;
#[path = "chaos/pieces.rs"]
mod pieces;
#[path = "chaos/plan.rs"]
mod plan;
#[expect(dead_code, reason = "other test binaries use more of it")]
#[path = "cluster/process.rs"]
mod process;
#[expect(dead_code, reason = "another test binary uses more of it")]
#[path = "crash/program.rs"]
mod program;
#[path = "chaos/proxy.rs"]
mod proxy;
#[path = "chaos/reader.rs"]
mod reader;
#[path = "chaos/seat.rs"]
mod seat;
#[path = "chaos/servers.rs"]
mod servers;
#[path = "chaos/setting.rs"]
mod setting;
#[expect(dead_code, reason = "another test binary uses more of it")]
#[path = "crash/table.rs"]
mod table;
#[path = "chaos/tally.rs"]
mod tally;
#[path = "cluster/temporary.rs"]
mod temporary;
#[expect(dead_code, reason = "another test binary uses more of it")]
#[path = "crash/told.rs"]
mod told;
#[path = "chaos/verdict.rs"]
mod verdict;
