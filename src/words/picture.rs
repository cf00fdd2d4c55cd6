//! What a picture of a board is called.

use super::language::Language;
use crate::rules::board::Arms;
use crate::rules::ids::Version;

/// The title of a picture: of a board to play on, or of a game at a version.
#[must_use]
pub fn title(language: Language, arms: Arms, version: Option<Version>) -> String {
    let arms = arms.number();
    let board = match language {
        Language::Spanish => format!("Tablero de parchís de {arms} brazos"),
        Language::English => format!("Parchís board of {arms} arms"),
    };
    match version {
        None => board,
        Some(version) => format!("{board}, {} {version}", language.pick("versión", "version")),
    }
}

/// What is said of a board on which nothing stands.
#[must_use]
pub const fn nothing_on_it(language: Language) -> &'static str {
    language.pick(
        "No hay fichas en el tablero.",
        "There are no pieces on the board.",
    )
}
