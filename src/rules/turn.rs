//! A turn in progress: who rolls, how many sixes, the hand of dice and counts.

use super::colour::Colour;
use super::dice::{Dice, Die, Roll};
use super::options::Rules;
use super::piece::Piece;

/// What earned a pending count: it has the amount of a capture (or crush) or of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum CountKind {
    Capture,
    Goal,
}

impl CountKind {
    /// The steps it counts.
    pub(super) const fn amount(self, rules: &Rules) -> u8 {
        match self {
            Self::Capture => rules.capture_count.number(),
            Self::Goal => rules.goal_count.number(),
        }
    }
}

/// Pending counts, oldest first: a queue of bits. One roll can earn at most one for each foreign piece and goal,
/// so 64 are never reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Counts {
    goals: u64,
    length: u8,
}

impl Counts {
    /// The most that are kept.
    pub(super) const MOST: u8 = 64;

    pub(super) const fn is_empty(self) -> bool {
        self.length == 0
    }

    /// The oldest.
    pub(super) const fn first(self) -> Option<CountKind> {
        if self.length == 0 {
            None
        } else if self.goals & 1 == 1 {
            Some(CountKind::Goal)
        } else {
            Some(CountKind::Capture)
        }
    }

    /// Adds the newest; false when the queue is full.
    #[must_use]
    pub(super) fn push(&mut self, kind: CountKind) -> bool {
        if self.length == Self::MOST {
            return false;
        }
        self.goals |= u64::from(kind == CountKind::Goal) << self.length;
        self.length += 1;
        true
    }

    /// Takes the oldest off.
    pub(super) fn pop(&mut self) {
        self.goals >>= 1;
        self.length = self.length.saturating_sub(1);
    }

    /// All, oldest first.
    pub(super) fn iter(mut self) -> impl Iterator<Item = CountKind> {
        std::iter::from_fn(move || {
            let first = self.first();
            self.pop();
            first
        })
    }
}

/// The dice of a roll that have not been used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Unused {
    All,
    /// Of two dice, the first drawn.
    First,
    /// Of two dice, the second drawn.
    Second,
    None,
}

/// A roll in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hand {
    pub(super) roll: Roll,
    pub(super) unused: Unused,
    pub(super) counts: Counts,
    /// Whether a barrier piece has been moved out with a die of this double (RULES §12.4).
    pub(super) opened: bool,
}

impl Hand {
    pub(super) const fn new(roll: Roll) -> Self {
        Self {
            roll,
            unused: Unused::All,
            counts: Counts {
                goals: 0,
                length: 0,
            },
            opened: false,
        }
    }

    /// The unused dice, in the order drawn.
    pub(super) fn dice(&self) -> Dice {
        match (self.unused, self.roll) {
            (Unused::All, roll) => roll.dice(),
            (Unused::First, Roll::Two(die, _)) | (Unused::Second, Roll::Two(_, die)) => {
                Dice::from_iter([die])
            }
            (Unused::First | Unused::Second, Roll::One(_)) | (Unused::None, _) => Dice::new(),
        }
    }

    /// The values of the unused dice, each once, smaller first.
    #[inline]
    pub(super) fn values(&self) -> [Option<Die>; 2] {
        match (self.unused, self.roll) {
            (Unused::All, Roll::One(die))
            | (Unused::First, Roll::Two(die, _))
            | (Unused::Second, Roll::Two(_, die)) => [Some(die), None],
            (Unused::All, Roll::Two(first, second)) => [
                Some(first.min(second)),
                Some(first.max(second)).filter(|_| first != second),
            ],
            (Unused::First | Unused::Second, Roll::One(_)) | (Unused::None, _) => [None, None],
        }
    }

    /// Whether both of two dice are unused.
    #[inline]
    pub(super) fn is_whole_pair(&self) -> bool {
        matches!((self.unused, self.roll), (Unused::All, Roll::Two(..)))
    }

    /// Uses a die; false if it is not in hand.
    #[must_use]
    pub(super) fn take(&mut self, die: Die) -> bool {
        let left = match (self.unused, self.roll) {
            (Unused::All, Roll::One(only)) if only == die => Unused::None,
            (Unused::All, Roll::Two(first, _)) if first == die => Unused::Second,
            (Unused::All, Roll::Two(_, second)) if second == die => Unused::First,
            (Unused::First, Roll::Two(last, _)) | (Unused::Second, Roll::Two(_, last))
                if last == die =>
            {
                Unused::None
            }
            _ => return false,
        };
        self.unused = left;
        true
    }

    /// Whether nothing is left to move.
    pub(super) const fn is_spent(&self) -> bool {
        matches!(self.unused, Unused::None) && self.counts.is_empty()
    }
}

/// How far a turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// A roll is due from the turn's seat.
    Due,
    /// A roll is in hand; when it is spent the turn goes on after a six and is over otherwise.
    Hand(Hand),
    /// The turn is over, six or not.
    Over,
}

/// A turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) seat: Colour,
    /// Sixes rolled, the roll in hand included.
    pub(super) sixes: u8,
    /// The piece a third six would penalise.
    pub(super) penalised: Option<Piece>,
    pub(super) stage: Stage,
    /// Whether nobody has rolled yet in the game proper (RULES §4).
    pub(super) first: bool,
}

impl Turn {
    /// A turn of `seat` that begins.
    pub(super) const fn of(seat: Colour) -> Self {
        Self {
            seat,
            sixes: 0,
            penalised: None,
            stage: Stage::Due,
            first: false,
        }
    }
}
