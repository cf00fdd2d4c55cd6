//! The game itself: pure and synchronous, by RULES.

pub mod board;
pub mod colour;
pub mod dice;
pub mod event;
pub mod ids;
pub mod options;
pub mod piece;
pub mod preset;
