//! The pieces that a hand may move: where each can go with so many steps (RULES §6, "A move by `d`").

use super::board::Place;
use super::cell::{Cell, Way, way};
use super::choice::{Choice, Choices};
use super::colour::Colour;
use super::dice::Die;
use super::options::{GoalEntry, SixAllOut, Stacking};
use super::piece::Piece;
use super::position::Position;
use super::turn::Hand;

/// Where a move begins and ends, and whom it captures there.
#[derive(Clone, Copy)]
struct Landing {
    origin: Place,
    target: Place,
    captured: Option<Piece>,
}

/// The colour that moves, on its board.
#[derive(Clone, Copy)]
pub(super) struct Mover<'a> {
    pub(super) position: &'a Position,
    pub(super) colour: Colour,
    way: &'static Way,
}

impl<'a> Mover<'a> {
    /// The pieces that a seat moves: its own, or its partner's (RULES §8).
    #[inline]
    pub(super) fn of(position: &'a Position, seat: Colour) -> Self {
        let colour = position.mover_for(seat);
        Self {
            position,
            colour,
            way: way(position.arms(), colour),
        }
    }

    /// Whether an unused die has an option.
    #[inline]
    pub(super) fn can_use_die(self, hand: &Hand) -> bool {
        let mut dice = hand.values().into_iter();
        dice.any(|die| self.can_move(self.value(die))) || {
            let mut exits = Choices::new();
            self.exits(hand, &mut exits);
            !exits.is_empty()
        }
    }

    /// Whether some piece can move so many steps.
    #[inline]
    pub(super) fn can_move(self, steps: u8) -> bool {
        Piece::all_of(self.colour)
            .into_iter()
            .any(|piece| self.landing(piece, steps).is_some())
    }

    /// Who may take a count of this many steps.
    pub(super) fn take_count(self, count: u8, choices: &mut Choices) {
        for piece in Piece::all_of(self.colour) {
            if let Some(landing) = self.landing(piece, count) {
                choices.push(Choice::TakeCount {
                    count,
                    piece,
                    origin: landing.origin,
                    target: landing.target,
                    captured: landing.captured,
                });
            }
        }
    }

    /// The moves of each piece by a die.
    #[inline]
    pub(super) fn moves(self, die: Die, choices: &mut Choices) {
        let steps = self.value(die);
        for piece in Piece::all_of(self.colour) {
            if let Some(landing) = self.landing(piece, steps) {
                choices.push(Choice::Move {
                    die,
                    steps,
                    piece,
                    origin: landing.origin,
                    target: landing.target,
                    captured: landing.captured,
                });
            }
        }
    }

    /// The steps a die moves: with one die a six may count seven (RULES §5.2).
    #[inline]
    fn value(self, die: Die) -> u8 {
        let rules = &self.position.rules;
        let seven = die.pips() == 6
            && rules.six_all_out == SixAllOut::Seven
            && rules.dice.number() == 1
            && self.position.board.at_home(self.colour) == 0;
        if seven { 7 } else { die.pips() }
    }

    /// Where a piece that moves `steps` ends, if it may.
    #[inline]
    fn landing(self, piece: Piece, steps: u8) -> Option<Landing> {
        let arms = self.position.arms();
        let from = self.position.progress(piece)?;
        let goal = arms.goal();
        if from == goal {
            return None;
        }
        let reach = from.0 + steps;
        let target = if reach <= goal.0 {
            reach
        } else {
            self.rebound(reach)?
        };
        // A rebound passes again what lies between its target and its own square.
        let first = usize::from(target.min(from.0 + 1));
        let last = usize::from(reach.min(goal.0 - 1));
        let passed = self.way.get(first..=last).unwrap_or_default();
        if passed
            .iter()
            .any(|cell| self.position.is_stopped(*cell, piece))
        {
            return None;
        }
        let origin = self.way.get(usize::from(from.0))?.place();
        if target == goal.0 {
            return Some(Landing {
                origin,
                target: Place::Goal,
                captured: None,
            });
        }
        let cell = *self.way.get(usize::from(target))?;
        self.lands(cell, piece).map(|captured| Landing {
            origin,
            target: cell.place(),
            captured,
        })
    }

    /// The progress to which steps too many for the goal bring back, if the rules and the corridor allow.
    fn rebound(self, reach: u8) -> Option<u8> {
        let rules = &self.position.rules;
        if rules.goal_entry == GoalEntry::Exact {
            return None;
        }
        let back = (2 * u16::from(rules.arms.goal().0)).checked_sub(u16::from(reach))?;
        u8::try_from(back)
            .ok()
            .filter(|back| *back > rules.arms.entrance_progress().0)
    }

    /// Whether a cell takes a piece that moves onto it, and whom it captures there.
    #[inline]
    #[expect(
        clippy::option_option,
        reason = "legal or not, and then with a capture or without"
    )]
    fn lands(self, cell: Cell, piece: Piece) -> Option<Option<Piece>> {
        let mut others = self
            .position
            .board
            .newest_first(cell)
            .filter(|other| *other != piece);
        let Some(other) = others.next() else {
            return Some(None);
        };
        if others.next().is_some() {
            return (self.position.rules.stacking == Stacking::Unlimited).then_some(None);
        }
        let open = cell.square().is_some_and(|square| !square.is_safe());
        Some((open && other.colour() != piece.colour()).then_some(other))
    }
}
