//! The eight colours, one for each arm (RULES §2).

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A colour, and with it an arm of the board: arm `k` has the `k`-th colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Colour {
    /// Arm 0.
    Yellow,
    /// Arm 1.
    Blue,
    /// Arm 2.
    Red,
    /// Arm 3.
    Green,
    /// Arm 4, on boards of 6 and 8 arms.
    Purple,
    /// Arm 5, on boards of 6 and 8 arms.
    Orange,
    /// Arm 6, on boards of 8 arms.
    Turquoise,
    /// Arm 7, on boards of 8 arms.
    Magenta,
}

impl Colour {
    /// All colours, by rising arm.
    pub const ALL: [Self; 8] = [
        Self::Yellow,
        Self::Blue,
        Self::Red,
        Self::Green,
        Self::Purple,
        Self::Orange,
        Self::Turquoise,
        Self::Magenta,
    ];

    /// The colour of arm `arm`, from 0; none from 8 on.
    #[must_use]
    pub fn of_arm(arm: u8) -> Option<Self> {
        Self::ALL.get(usize::from(arm)).copied()
    }

    /// The arm, 0 to 7.
    #[must_use]
    #[expect(
        clippy::as_conversions,
        reason = "the discriminant of a field-less enum"
    )]
    pub const fn arm(self) -> u8 {
        self as u8
    }

    /// The letter that stands for the colour in positions and pieces: Y, B, R, G, P, O, T, M.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Yellow => 'Y',
            Self::Blue => 'B',
            Self::Red => 'R',
            Self::Green => 'G',
            Self::Purple => 'P',
            Self::Orange => 'O',
            Self::Turquoise => 'T',
            Self::Magenta => 'M',
        }
    }

    /// The colour of a letter, upper case.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|colour| colour.letter() == letter)
    }

    /// The name in JSON: `yellow`, `blue` …
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yellow => "yellow",
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Green => "green",
            Self::Purple => "purple",
            Self::Orange => "orange",
            Self::Turquoise => "turquoise",
            Self::Magenta => "magenta",
        }
    }

    /// The colour of a name, as in JSON.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.name() == name)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One `T` for each colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColour<T>(pub [T; 8]);

impl<T> Index<Colour> for ByColour<T> {
    type Output = T;

    #[inline]
    #[expect(clippy::indexing_slicing, reason = "an arm is below 8")]
    fn index(&self, colour: Colour) -> &T {
        &self.0[usize::from(colour.arm())]
    }
}

impl<T> IndexMut<Colour> for ByColour<T> {
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "an arm is below 8")]
    fn index_mut(&mut self, colour: Colour) -> &mut T {
        &mut self.0[usize::from(colour.arm())]
    }
}
