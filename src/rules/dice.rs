//! Dice: one or two, as they fell.

use std::fmt;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// What one die shows, 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "server", schema(minimum = 1, maximum = 6))]
pub struct Die(u8);

impl Die {
    /// The six faces, rising.
    pub const FACES: [Self; 6] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// A die that shows `pips`; none outside 1 to 6.
    #[must_use]
    pub const fn new(pips: u8) -> Option<Self> {
        if pips >= 1 && pips <= 6 {
            Some(Self(pips))
        } else {
            None
        }
    }

    /// What it shows, 1 to 6.
    #[must_use]
    pub const fn pips(self) -> u8 {
        self.0
    }
}

impl From<Die> for u8 {
    fn from(die: Die) -> Self {
        die.0
    }
}

impl TryFrom<u8> for Die {
    type Error = &'static str;

    fn try_from(pips: u8) -> Result<Self, Self::Error> {
        Self::new(pips).ok_or("a die shows a number from 1 to 6")
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// None, one or two dice, in the order drawn.
pub type Dice = ArrayVec<Die, 2>;

/// A roll: one die or two, in the order drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Roll {
    /// A roll of one die.
    One(Die),
    /// A roll of two dice.
    Two(Die, Die),
}

impl Roll {
    /// The roll that shows these dice; none unless there are one or two.
    #[must_use]
    pub fn of(dice: &[Die]) -> Option<Self> {
        match *dice {
            [die] => Some(Self::One(die)),
            [first, second] => Some(Self::Two(first, second)),
            _ => None,
        }
    }

    /// Its dice, in the order drawn.
    #[must_use]
    pub fn dice(self) -> Dice {
        match self {
            Self::One(die) => Dice::from_iter([die]),
            Self::Two(first, second) => Dice::from_iter([first, second]),
        }
    }

    /// How many dice it has, 1 or 2.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::One(_) => 1,
            Self::Two(..) => 2,
        }
    }

    /// The sum of its dice, 1 to 12.
    #[must_use]
    pub const fn sum(self) -> u8 {
        match self {
            Self::One(die) => die.0,
            Self::Two(first, second) => first.0 + second.0,
        }
    }

    /// A six with one die, a double with two: what brings another roll (RULES §1).
    #[must_use]
    pub const fn is_six(self) -> bool {
        match self {
            Self::One(die) => die.0 == 6,
            Self::Two(first, second) => first.0 == second.0,
        }
    }
}
