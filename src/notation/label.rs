//! How a text names seats: by colour, `Y`, or by chair, `C0`, while chairs have no colours.

use std::fmt;

use crate::rules::colour::Colour;
use crate::rules::game::Game;
use crate::rules::ids::Chair;
use crate::rules::options::Colours;

/// A seat by its colour or its chair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// By its colour.
    Colour(Colour),
    /// By its chair.
    Chair(Chair),
}

impl Label {
    /// The label of a chair as the game stands: its colour as soon as the game proper is played with it.
    pub(super) fn of(game: &Game, chair: Chair) -> Self {
        let by_seat = game
            .rules()
            .is_some_and(|rules| rules.colours == Colours::BySeat);
        let coloured = by_seat || game.position().is_some();
        match game.colour(chair).filter(|_| coloured) {
            Some(colour) => Self::Colour(colour),
            None => Self::Chair(chair),
        }
    }

    /// The chair it names in this game.
    pub(super) fn chair(self, game: &Game) -> Option<Chair> {
        match self {
            Self::Chair(chair) => Some(chair),
            Self::Colour(colour) => game
                .chairs()
                .chain(game.seats().map(|seat| seat.chair))
                .find(|chair| game.colour(*chair) == Some(colour)),
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Colour(colour) => write!(f, "{}", colour.letter()),
            Self::Chair(chair) => write!(f, "C{chair}"),
        }
    }
}
