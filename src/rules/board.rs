//! The board's geometry (RULES §2): arms, ring squares, corridors, progress.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::cell::Cell;
use super::colour::Colour;
use super::options::numbered;

/// Squares of one arm on the ring.
const SQUARES_OF_AN_ARM: u8 = 17;
/// Squares of a corridor, on every board.
pub const CORRIDOR: u8 = 7;

numbered! {
    /// How many arms a board has.
    Arms ("must be 4, 6 or 8") {
        /// The board of four, with 68 ring squares.
        Four = 4,
        /// The board of six, with 102 ring squares.
        Six = 6,
        /// The board of eight, with 136 ring squares.
        Eight = 8,
    }
}

impl Arms {
    /// Ring squares: 68, 102 or 136.
    #[inline]
    #[must_use]
    pub const fn ring(self) -> u8 {
        SQUARES_OF_AN_ARM * self.number()
    }

    /// The colours of the board, by rising arm.
    #[must_use]
    pub fn colours(self) -> impl DoubleEndedIterator<Item = Colour> + ExactSizeIterator + Clone {
        Colour::ALL.into_iter().take(usize::from(self.number()))
    }

    /// Whether the board has this colour.
    #[must_use]
    pub const fn has(self, colour: Colour) -> bool {
        colour.arm() < self.number()
    }

    /// The square where a colour's pieces enter the ring.
    #[inline]
    #[must_use]
    pub const fn exit_square(self, colour: Colour) -> Square {
        Square(5 + SQUARES_OF_AN_ARM * colour.arm())
    }

    /// A colour's last ring square before its corridor.
    #[must_use]
    pub const fn entrance(self, colour: Colour) -> Square {
        match colour {
            Colour::Yellow => Square(self.ring()),
            Colour::Blue
            | Colour::Red
            | Colour::Green
            | Colour::Purple
            | Colour::Orange
            | Colour::Turquoise
            | Colour::Magenta => Square(SQUARES_OF_AN_ARM * colour.arm()),
        }
    }

    /// The progress at the entrance: 63, 97 or 131.
    #[inline]
    #[must_use]
    pub const fn entrance_progress(self) -> Progress {
        Progress(self.ring() - 5)
    }

    /// The progress in the goal: 71, 105 or 139.
    #[inline]
    #[must_use]
    pub const fn goal(self) -> Progress {
        Progress(self.ring() + 3)
    }

    /// The ring square `number`; none outside 1 to [`ring`](Self::ring).
    #[must_use]
    pub const fn square(self, number: u8) -> Option<Square> {
        if number >= 1 && number <= self.ring() {
            Some(Square(number))
        } else {
            None
        }
    }

    /// Where a piece of `colour` with this progress stands.
    #[inline]
    #[must_use]
    pub fn place(self, colour: Colour, progress: Progress) -> Place {
        if progress >= self.goal() {
            Place::Goal
        } else {
            Cell::of(self, colour, progress).place()
        }
    }

    /// The progress of a piece of `colour` at a place; none at home, and none for a place where it cannot be.
    #[must_use]
    pub fn progress(self, colour: Colour, place: Place) -> Option<Progress> {
        let Progress(entrance) = self.entrance_progress();
        match place {
            _ if !self.has(colour) => None,
            Place::Home => None,
            Place::Goal => Some(self.goal()),
            Place::Corridor(step) => (1..=CORRIDOR)
                .contains(&step)
                .then(|| Progress(entrance + step)),
            Place::Ring(Square(number)) => {
                let Square(exit) = self.exit_square(colour);
                let steps = if number >= exit {
                    number - exit
                } else {
                    number + (self.ring() - exit)
                };
                (number <= self.ring() && steps <= entrance).then_some(Progress(steps))
            }
        }
    }

    /// The places that a piece of `colour` comes by on its way, where it begins and where it ends among them; at the goal
    /// it turns back. None from a place where it cannot be.
    pub fn way(self, colour: Colour, origin: Place, steps: u8) -> impl Iterator<Item = Place> {
        let goal = self.goal().steps();
        let progress = self.progress(colour, origin).map(Progress::steps);
        let ways = progress.map(|begun| begun..=begun.saturating_add(steps));
        ways.into_iter().flatten().map(move |reached| {
            let back = reached.saturating_sub(goal);
            self.place(colour, Progress(reached.min(goal) - back.min(goal)))
        })
    }
}

/// A numbered ring square, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square of a ring cell.
    #[inline]
    pub(super) const fn of_cell(number: u8) -> Self {
        Self(number)
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether nobody is captured here by a piece that moves onto it.
    #[must_use]
    pub const fn is_safe(self) -> bool {
        matches!(self.0 % SQUARES_OF_AN_ARM, 5 | 12 | 0)
    }

    /// Whether it is the exit square of some colour.
    #[must_use]
    pub const fn is_exit(self) -> bool {
        self.0 % SQUARES_OF_AN_ARM == 5
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Steps from the exit square: 0 there, the board's [`goal`](Arms::goal) in the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Progress(pub(super) u8);

impl Progress {
    /// The steps, 0 to 139.
    #[must_use]
    pub const fn steps(self) -> u8 {
        self.0
    }
}

/// Where a piece stands, written `h`, a ring square's number, `c1` to `c7`, or `g` (RULES §13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Place {
    /// At home.
    Home,
    /// On a ring square.
    Ring(Square),
    /// In its colour's corridor, 1 to 7.
    Corridor(u8),
    /// In the goal.
    Goal,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Home => f.write_str("h"),
            Self::Ring(square) => square.fmt(f),
            Self::Corridor(step) => write!(f, "c{step}"),
            Self::Goal => f.write_str("g"),
        }
    }
}

/// A number as it is written without redundancy: digits, no leading zero, 1 to 255.
fn plain_number(text: &str) -> Option<u8> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    plain.then(|| text.parse().ok()).flatten()
}

impl FromStr for Place {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const FORM: &str = "a place is h, a ring square's number, c1 to c7, or g";
        match (text, text.strip_prefix('c')) {
            ("h", _) => Ok(Self::Home),
            ("g", _) => Ok(Self::Goal),
            (_, Some(step)) => plain_number(step)
                .filter(|step| *step <= CORRIDOR)
                .map(Self::Corridor)
                .ok_or(FORM),
            (_, None) => plain_number(text)
                .and_then(|number| Arms::Eight.square(number))
                .map(Self::Ring)
                .ok_or(FORM),
        }
    }
}

impl TryFrom<String> for Place {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Place> for String {
    fn from(place: Place) -> Self {
        place.to_string()
    }
}

#[cfg(feature = "server")]
impl utoipa::PartialSchema for Place {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .pattern(Some("^(h|g|c[1-7]|[1-9][0-9]{0,2})$"))
            .description(Some(
                "A place: h (home), a ring square's number, c1 to c7 (corridor), g (goal).",
            ))
            .into()
    }
}

#[cfg(feature = "server")]
impl utoipa::ToSchema for Place {}
