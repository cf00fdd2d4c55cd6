//! What people read, in Spanish and in English. About a game: a [sentence](teller::Teller) for every event, the
//! [state](report::report) in words, a sentence for every [option](offer::offer), and a [board](board::board) in text. About
//! the rules: every option with its values, the presets, and the decisions this project took where its sources are silent.

pub mod board;
pub mod catalogue;
mod clause;
mod duration;
pub mod language;
pub mod mark;
mod motion;
pub mod note;
pub mod offer;
pub mod option;
mod phrase;
pub mod picture;
pub mod preset;
pub mod report;
pub mod teller;
