//! Pictures: the geometry of the boards, what a drawing shows square by square, and pixels.
#![expect(unreachable_pub, reason = "one binary: its modules share what is pub")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_cmp,
    reason = "a test fails by panicking"
)]

mod drawing;
#[cfg(feature = "server")]
mod film;
mod geometry;
#[cfg(feature = "server")]
mod numbers;
#[path = "../support/player.rs"]
mod player;
mod session;
mod shape;
