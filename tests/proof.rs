//! Dice and log as PROOF describes them: test vectors, and a checker in another language that agrees.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected fails there"
)]

#[path = "proof/chain.rs"]
mod chain;
#[path = "proof/checker.rs"]
mod checker;
#[path = "proof/dice.rs"]
mod dice;
#[path = "proof/fair.rs"]
mod fair;
#[path = "proof/games.rs"]
mod games;
#[path = "proof/play.rs"]
mod play;
#[cfg(feature = "server")]
#[path = "proof/round_trips.rs"]
mod round_trips;
#[cfg(feature = "server")]
#[path = "proof/signed.rs"]
mod signed;
#[cfg(feature = "server")]
#[path = "proof/tampered.rs"]
mod tampered;
#[path = "proof/vectors.rs"]
mod vectors;
#[cfg(feature = "server")]
#[path = "proof/written.rs"]
mod written;
