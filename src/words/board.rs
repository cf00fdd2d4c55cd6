//! The board in text: lines that a screen reader reads aloud and a terminal shows.

use super::language::Language;
use super::phrase::capital;
use crate::rules::board::{Arms, Place, Square};
use crate::rules::colour::Colour;
use crate::rules::piece::Piece;
use crate::rules::position::{Position, Presence};

/// The board, line by line: every colour with its pieces, then every ring square that holds any, in the order of
/// travel.
#[must_use]
pub fn board(language: Language, position: &Position) -> Vec<String> {
    let mut lines = vec![language.pick("Fichas:", "Pieces:").to_owned()];
    lines.extend(
        position
            .colours()
            .map(|colour| format!("  {}", pieces(language, position, colour))),
    );
    let occupied = squares(language, position);
    if !occupied.is_empty() {
        let title = language.pick("Casillas ocupadas:", "Occupied squares:");
        lines.push(title.to_owned());
        lines.extend(occupied.into_iter().map(|line| format!("  {line}")));
    }
    lines
}

/// A colour's pieces, and how far they are from the goal.
fn pieces(language: Language, position: &Position, colour: Colour) -> String {
    let name = format!("{} ({})", capital(language.colour(colour)), colour.letter());
    match position.presence(colour) {
        Presence::Absent | Presence::Left => {
            format!("{name}: {}.", language.pick("se ha retirado", "has left"))
        }
        Presence::Playing => {
            let places: Vec<String> = Piece::all_of(colour)
                .into_iter()
                .map(|piece| placed(language, position, piece))
                .collect();
            let (places, distance) = (places.join("; "), position.distance(colour));
            match language {
                Language::Spanish => format!("{name}: {places}. Le faltan {distance} pasos."),
                Language::English => format!("{name}: {places}. {distance} steps to go."),
            }
        }
    }
}

fn placed(language: Language, position: &Position, piece: Piece) -> String {
    let place = position.place(piece);
    let mut marks = Vec::new();
    if let Place::Ring(square) = place
        && square.is_safe()
    {
        marks.push(language.pick("seguro", "safe"));
    }
    if position.is_in_barrier(piece) {
        marks.push(language.pick("barrera", "barrier"));
    }
    let marks = if marks.is_empty() {
        String::new()
    } else {
        format!(" ({})", marks.join(", "))
    };
    format!("{} {}{marks}", piece.number(), language.at(place))
}

/// The ring squares that hold pieces, by rising number.
fn squares(language: Language, position: &Position) -> Vec<String> {
    let arms = position.rules().arms;
    (1..=arms.ring())
        .filter_map(|number| arms.square(number))
        .filter_map(|square| square_line(language, position, square))
        .collect()
}

fn square_line(language: Language, position: &Position, square: Square) -> Option<String> {
    let standing = position.standing_on(square);
    if standing.is_empty() {
        return None;
    }
    let pieces = language.all(standing.iter().map(|piece| language.piece(*piece)));
    let barrier = standing.iter().any(|piece| position.is_in_barrier(*piece));
    let together = match (standing.len(), barrier) {
        (_, true) => language.pick(" (barrera)", " (barrier)"),
        (0 | 1, false) => "",
        (_, false) => language.pick(" (puente)", " (bridge)"),
    };
    let kind = kind(language, position.rules().arms, square);
    Some(format!("{square}{kind}: {pieces}{together}."))
}

/// What a square is besides open.
fn kind(language: Language, arms: Arms, square: Square) -> String {
    let of = |found: &dyn Fn(Colour) -> Square| {
        arms.colours()
            .find(|colour| found(*colour) == square)
            .map(|colour| language.colour(colour))
    };
    let exit = of(&|colour| arms.exit_square(colour));
    let entrance = of(&|colour| arms.entrance(colour));
    match (language, exit, entrance) {
        (Language::Spanish, Some(colour), _) => format!(", salida de {colour}, seguro"),
        (Language::Spanish, None, Some(colour)) => {
            format!(", entrada del pasillo de {colour}, seguro")
        }
        (Language::English, Some(colour), _) => format!(", {colour}'s exit square, safe"),
        (Language::English, None, Some(colour)) => format!(", {colour}'s entrance, safe"),
        (_, None, None) if square.is_safe() => language.pick(", seguro", ", safe").to_owned(),
        (_, None, None) => String::new(),
    }
}
