//! What people read about the rules, in Spanish and in English: every option with its values, the presets, and the
//! decisions this project took where its sources are silent.

pub mod catalogue;
pub mod language;
pub mod note;
pub mod option;
pub mod preset;
