//! Pieces: four of each colour, numbered 1 to 4, and sets of them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::colour::Colour;

/// A piece, written as its colour's letter and its number: `Y1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Piece(u8);

impl Piece {
    /// The first to the fourth piece of a colour.
    #[must_use]
    pub const fn all_of(colour: Colour) -> [Self; 4] {
        let first = colour.arm() * 4;
        [
            Self(first),
            Self(first + 1),
            Self(first + 2),
            Self(first + 3),
        ]
    }

    /// Piece `number`, 1 to 4, of a colour.
    #[must_use]
    pub const fn new(colour: Colour, number: u8) -> Option<Self> {
        if number >= 1 && number <= 4 {
            Some(Self(colour.arm() * 4 + number - 1))
        } else {
            None
        }
    }

    /// Its colour.
    #[inline]
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "a piece is below 32")]
    pub fn colour(self) -> Colour {
        Colour::ALL[usize::from(self.0 >> 2) & 7]
    }

    /// Its number, 1 to 4.
    #[must_use]
    pub const fn number(self) -> u8 {
        (self.0 & 3) + 1
    }

    /// Its place among all pieces, 0 to 31, by arm and number.
    #[inline]
    #[must_use]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its colour's place among the colours, 0 to 7.
    #[inline]
    pub(crate) fn row(self) -> usize {
        usize::from(self.0 >> 2)
    }

    /// Its place among the pieces of its colour, 0 to 3.
    #[inline]
    pub(crate) fn column(self) -> usize {
        usize::from(self.0 & 3)
    }

    /// The [`index`](Self::index), to be kept in a byte.
    #[inline]
    pub(crate) const fn index_byte(self) -> u8 {
        self.0
    }

    /// The piece with this [`index`](Self::index).
    #[inline]
    pub(crate) const fn of_index(index: u8) -> Self {
        debug_assert!(index < 32);
        Self(index)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour().letter(), self.number())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Piece {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut letters = text.chars();
        let colour = letters.next().and_then(Colour::of_letter);
        let number = letters.next().and_then(|digit| digit.to_digit(10));
        match (colour, number, letters.next()) {
            (Some(colour), Some(number), None) => u8::try_from(number)
                .ok()
                .and_then(|number| Self::new(colour, number))
                .ok_or("a piece is a colour's letter and a number from 1 to 4"),
            _ => Err("a piece is a colour's letter and a number from 1 to 4"),
        }
    }
}

impl TryFrom<String> for Piece {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Piece> for String {
    fn from(piece: Piece) -> Self {
        piece.to_string()
    }
}

#[cfg(feature = "server")]
impl utoipa::PartialSchema for Piece {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .pattern(Some("^[YBRGPOTM][1-4]$"))
            .description(Some("A piece: its colour's letter and its number."))
            .into()
    }
}

#[cfg(feature = "server")]
impl utoipa::ToSchema for Piece {}
