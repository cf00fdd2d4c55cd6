//! The game itself: pure and synchronous, by RULES.

mod apply;
pub mod board;
pub mod choice;
pub mod colour;
pub mod command;
pub mod decide;
pub mod dice;
mod ending;
pub mod event;
mod fold;
mod full;
pub mod game;
pub mod ids;
mod legal;
pub mod line;
pub mod misfit;
mod occupancy;
mod opening;
pub mod options;
pub mod piece;
pub mod position;
pub mod preset;
pub mod preview;
pub mod refusal;
mod ruling;
mod turn;
