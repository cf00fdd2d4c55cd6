//! What the interface shows of games.

pub(super) mod audit;
pub(super) mod board;
pub(super) mod choice;
pub(super) mod day;
pub(super) mod event;
pub(super) mod frame;
pub(super) mod game;
pub(super) mod inbox;
pub(super) mod possible;
pub(super) mod state;
pub(super) mod summary;
pub(super) mod text;
