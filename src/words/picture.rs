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

/// What is said of the board of a game that is yet to begin.
#[must_use]
pub const fn all_at_home(language: Language) -> &'static str {
    language.pick("Todas las fichas están en casa.", "All pieces are at home.")
}

/// What is said of a page with a board and its pieces to cut out.
#[must_use]
pub const fn sheet(language: Language) -> &'static str {
    language.pick(
        "Una página para imprimir: un tablero sin fichas y, debajo, cuatro fichas de cada color para recortar.",
        "A page to print: a board without pieces and, below it, four pieces of each colour to cut out.",
    )
}

/// What is said of a board on which nothing stands.
#[must_use]
pub const fn nothing_on_it(language: Language) -> &'static str {
    language.pick(
        "No hay fichas en el tablero.",
        "There are no pieces on the board.",
    )
}
