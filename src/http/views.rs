//! What the interface shows of games.

pub(super) mod board;
pub(super) mod choice;
pub(super) mod event;
pub(super) mod possible;
pub(super) mod state;
