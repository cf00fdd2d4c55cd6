//! Parchís: a pure rules engine and, with the feature `server`, a REST API over an append-only log of events.

#[cfg(feature = "server")]
pub mod cli;
#[cfg(feature = "server")]
pub mod cluster;
pub mod dice;
#[cfg(feature = "server")]
pub mod http;
#[cfg(feature = "server")]
pub mod play;
pub mod proof;
pub mod rules;
#[cfg(feature = "server")]
pub mod store;
pub mod words;
