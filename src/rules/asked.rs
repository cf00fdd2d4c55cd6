//! Who is asked for what.

use super::game::{Game, Stage};
use super::ids::Chair;
use super::opening::{Chairs, Standing};
use super::position::{Due, Position};

/// Who is asked for what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Nobody: nothing has happened yet, or the game is over.
    Nobody,
    /// Players, to sit down.
    Players {
        /// How many more will play.
        missing: u8,
    },
    /// The owner, to start.
    Start,
    /// These chairs, to reveal the entropy they promised.
    Entropy(Chairs),
    /// A chair, to roll.
    Roll {
        /// Which.
        chair: Chair,
        /// The number of the roll.
        n: u64,
    },
    /// A chair, to choose its colour.
    Colour {
        /// Which.
        chair: Chair,
    },
    /// A chair, to choose an option.
    Choice {
        /// Which.
        chair: Chair,
    },
}

impl Asked {
    /// The chairs that are asked.
    #[must_use]
    pub fn chairs(&self) -> Chairs {
        match self {
            Self::Nobody | Self::Players { .. } | Self::Start => Chairs::new(),
            Self::Entropy(chairs) => chairs.clone(),
            Self::Roll { chair, .. } | Self::Colour { chair } | Self::Choice { chair } => {
                Chairs::from_iter([*chair])
            }
        }
    }
}

impl Game {
    /// Who is asked for what.
    #[must_use]
    pub fn asked(&self) -> Asked {
        match &self.stage {
            Stage::Empty | Stage::Ended(_) => Asked::Nobody,
            Stage::Seating => {
                let wanted = self
                    .created()
                    .map_or(0, |created| usize::from(created.seats));
                match wanted.saturating_sub(self.seats().count()) {
                    0 => Asked::Start,
                    missing => Asked::Players {
                        missing: u8::try_from(missing).unwrap_or(u8::MAX),
                    },
                }
            }
            Stage::Promising => Asked::Entropy(self.promises_open()),
            Stage::Opening(_) => self
                .asked_roll()
                .map_or(Asked::Nobody, |chair| self.asked_to_roll(chair)),
            Stage::Colours(round) => self
                .next_chooser(round)
                .map_or(Asked::Nobody, |chair| Asked::Colour { chair }),
            Stage::Playing(position) => self.asked_in_play(position),
        }
    }

    /// The chair whose clock runs: in a game with a clock, the one that is asked to roll or to choose.
    #[must_use]
    pub fn on_the_clock(&self) -> Option<Chair> {
        self.created()?.clock?;
        match self.asked() {
            Asked::Roll { chair, .. } | Asked::Colour { chair } | Asked::Choice { chair } => {
                Some(chair)
            }
            Asked::Nobody | Asked::Players { .. } | Asked::Start | Asked::Entropy(_) => None,
        }
    }

    fn asked_in_play(&self, position: &Position) -> Asked {
        match position.due() {
            Due::Roll(colour) => position
                .chair(colour)
                .map_or(Asked::Nobody, |chair| self.asked_to_roll(chair)),
            Due::Choice(colour) => position
                .chair(colour)
                .map_or(Asked::Nobody, |chair| Asked::Choice { chair }),
            Due::Nothing => Asked::Nobody,
        }
    }

    /// The chair that is asked to roll.
    #[inline]
    pub(super) fn asked_roll(&self) -> Option<Chair> {
        match &self.stage {
            Stage::Playing(position) => match position.due() {
                Due::Roll(colour) => position.chair(colour),
                Due::Choice(_) | Due::Nothing => None,
            },
            Stage::Opening(opening) => match opening.standing() {
                Some(Standing::Rolls(chair)) => Some(chair),
                Some(Standing::Won(_)) | None => None,
            },
            Stage::Empty
            | Stage::Seating
            | Stage::Promising
            | Stage::Colours(_)
            | Stage::Ended(_) => None,
        }
    }

    const fn asked_to_roll(&self, chair: Chair) -> Asked {
        Asked::Roll {
            chair,
            n: self.next_roll(),
        }
    }
}
