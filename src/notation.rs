//! A game as a text that people read and write by hand, as PGN is for chess: tags, then turns with rolls, moves, captures,
//! counts, passes and penalties. `docs/NOTATION.md` is its grammar.
//!
//! What is written is never believed: [`read()`] decides every command again, compares what is written with what the rules
//! say, and refuses the first thing that differs by its place, with what was tried and what was legal.

mod error;
mod item;
mod label;
mod name;
mod outcome;
mod read;
mod record;
mod scan;
mod tag;
mod take;
mod write;

pub use error::{NotationError, Objection};
pub use read::read;
pub use record::{Record, Step};
pub use write::write;
