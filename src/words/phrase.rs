//! Short phrases that sentences are made of: colours, pieces, places, dice, lists.

use super::language::Language;
use crate::rules::board::Place;
use crate::rules::colour::Colour;
use crate::rules::dice::Die;
use crate::rules::ids::Chair;
use crate::rules::piece::Piece;

impl Language {
    /// The one of two texts that is in this language.
    pub(super) const fn pick<'a>(self, es: &'a str, en: &'a str) -> &'a str {
        match self {
            Self::Spanish => es,
            Self::English => en,
        }
    }

    /// A colour: amarillo, yellow.
    pub(super) const fn colour(self, colour: Colour) -> &'static str {
        match (self, colour) {
            (Self::English, _) => colour.name(),
            (Self::Spanish, Colour::Yellow) => "amarillo",
            (Self::Spanish, Colour::Blue) => "azul",
            (Self::Spanish, Colour::Red) => "rojo",
            (Self::Spanish, Colour::Green) => "verde",
            (Self::Spanish, Colour::Purple) => "morado",
            (Self::Spanish, Colour::Orange) => "naranja",
            (Self::Spanish, Colour::Turquoise) => "turquesa",
            (Self::Spanish, Colour::Magenta) => "magenta",
        }
    }

    /// A chair that has no colour yet.
    pub(super) fn chair(self, chair: Chair) -> String {
        format!("{} {chair}", self.pick("el puesto", "seat"))
    }

    /// A piece: la ficha 2 de amarillo, yellow's piece 2.
    pub(super) fn piece(self, piece: Piece) -> String {
        let (colour, number) = (self.colour(piece.colour()), piece.number());
        match self {
            Self::Spanish => format!("la ficha {number} de {colour}"),
            Self::English => format!("{colour}'s piece {number}"),
        }
    }

    /// Where something comes from: de la 10, from 10.
    pub(super) fn from(self, place: Place) -> String {
        match (self, place) {
            (Self::Spanish, Place::Home) => "de casa".to_owned(),
            (Self::Spanish, Place::Ring(square)) => format!("de la {square}"),
            (Self::Spanish, Place::Corridor(step)) => format!("de la {step} del pasillo"),
            (Self::Spanish, Place::Goal) => "de la meta".to_owned(),
            (Self::English, Place::Home) => "from home".to_owned(),
            (Self::English, Place::Ring(square)) => format!("from {square}"),
            (Self::English, Place::Corridor(step)) => format!("from corridor {step}"),
            (Self::English, Place::Goal) => "from the goal".to_owned(),
        }
    }

    /// Where something goes: a la 13, to 13.
    pub(super) fn to(self, place: Place) -> String {
        match (self, place) {
            (Self::Spanish, Place::Home) => "a casa".to_owned(),
            (Self::Spanish, Place::Ring(square)) => format!("a la {square}"),
            (Self::Spanish, Place::Corridor(step)) => format!("a la {step} del pasillo"),
            (Self::Spanish, Place::Goal) => "a la meta".to_owned(),
            (Self::English, Place::Home) => "home".to_owned(),
            (Self::English, Place::Ring(square)) => format!("to {square}"),
            (Self::English, Place::Corridor(step)) => format!("to corridor {step}"),
            (Self::English, Place::Goal) => "to the goal".to_owned(),
        }
    }

    /// Where something is: en la 13, on 13.
    pub(super) fn at(self, place: Place) -> String {
        match (self, place) {
            (Self::Spanish, Place::Home) => "en casa".to_owned(),
            (Self::Spanish, Place::Ring(square)) => format!("en la {square}"),
            (Self::Spanish, Place::Corridor(step)) => format!("en la {step} del pasillo"),
            (Self::Spanish, Place::Goal) => "en la meta".to_owned(),
            (Self::English, Place::Home) => "at home".to_owned(),
            (Self::English, Place::Ring(square)) => format!("on {square}"),
            (Self::English, Place::Corridor(step)) => format!("on corridor {step}"),
            (Self::English, Place::Goal) => "in the goal".to_owned(),
        }
    }

    /// Dice by what they show: un 5 y un 2, a 5 and a 2.
    pub(super) fn dice(self, dice: &[Die]) -> String {
        self.all(
            dice.iter()
                .map(|die| format!("{} {die}", self.pick("un", "a"))),
        )
    }

    /// A list: rojo, azul y verde.
    pub(super) fn all(self, parts: impl IntoIterator<Item = String>) -> String {
        let mut parts: Vec<String> = parts.into_iter().collect();
        match (parts.pop(), parts.is_empty()) {
            (None, _) => String::new(),
            (Some(only), true) => only,
            (Some(last), false) => {
                format!("{} {} {last}", parts.join(", "), self.pick("y", "and"))
            }
        }
    }

    /// What somebody does, and then: avanza 3, come la ficha 1 de rojo y gana 20.
    pub(super) fn going_on(self, first: &str, rest: impl IntoIterator<Item = String>) -> String {
        let rest: Vec<String> = rest.into_iter().collect();
        match rest.as_slice() {
            [] => first.to_owned(),
            [only] => format!("{first}, {} {only}", self.pick("y", "and")),
            [..] => format!("{first}, {}", self.all(rest)),
        }
    }

    /// Something counted: 1 punto, 2 puntos.
    pub(super) fn points(self, amount: u64) -> String {
        let unit = match (self, amount) {
            (Self::Spanish, 1) => "punto",
            (Self::Spanish, _) => "puntos",
            (Self::English, 1) => "point",
            (Self::English, _) => "points",
        };
        format!("{amount} {unit}")
    }
}

/// A text that begins with a capital and ends with a full stop.
pub(super) fn sentence(text: &str) -> String {
    format!("{}.", capital(text))
}

/// A text that begins with a capital.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
