//! The pieces that a hand may move: where each can go with so many steps (RULES §6, "A move by `d`").

use super::board::Place;
use super::cell::{Cell, Way, way};
use super::choice::{Choice, ChoiceId, Choices};
use super::colour::Colour;
use super::dice::Die;
use super::options::{GoalEntry, SixAllOut, Stacking};
use super::piece::Piece;
use super::position::Position;
use super::turn::Hand;

/// Where a move begins and ends, and whom it captures there.
#[derive(Clone, Copy)]
struct Landing {
    piece: Piece,
    origin: Place,
    target: Place,
    captured: Option<Piece>,
}

impl Landing {
    #[inline]
    fn by_die(self, die: Die, steps: u8) -> Choice {
        Choice::Move {
            die,
            steps,
            piece: self.piece,
            origin: self.origin,
            target: self.target,
            captured: self.captured,
        }
    }

    #[inline]
    fn by_count(self, count: u8) -> Choice {
        Choice::TakeCount {
            count,
            piece: self.piece,
            origin: self.origin,
            target: self.target,
            captured: self.captured,
        }
    }
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
        let [smaller, larger] = hand.values();
        let can_use = |die: Die| self.can_move(self.value(die));
        smaller.is_some_and(can_use) || larger.is_some_and(can_use) || {
            let mut exits = Choices::new();
            self.exits(hand, &mut exits);
            !exits.is_empty()
        }
    }

    /// Whether some piece can move so many steps.
    #[inline]
    pub(super) fn can_move(self, steps: u8) -> bool {
        self.on_their_way()
            .any(|(piece, from)| self.landing(piece, from, steps).is_some())
    }

    /// Who may take a count of this many steps.
    pub(super) fn take_count(self, count: u8, choices: &mut Choices) {
        for (piece, from) in self.on_their_way() {
            if let Some(landing) = self.landing(piece, from, count) {
                choices.push(landing.by_count(count));
            }
        }
    }

    /// The moves of each piece by a die.
    #[inline]
    pub(super) fn moves(self, die: Die, choices: &mut Choices) {
        let steps = self.value(die);
        for (piece, from) in self.on_their_way() {
            if let Some(landing) = self.landing(piece, from, steps) {
                choices.push(landing.by_die(die, steps));
            }
        }
    }

    /// The option that an id names, if its piece can do so, whatever duties there are.
    #[inline]
    pub(super) fn one(self, id: &ChoiceId) -> Option<Choice> {
        match *id {
            ChoiceId::Move { piece, .. } | ChoiceId::TakeCount { piece, .. }
                if piece.colour() != self.colour =>
            {
                None
            }
            ChoiceId::Move { die, piece } => {
                let steps = self.value(die);
                let landing = self.landing(piece, self.on_its_way(piece)?, steps)?;
                Some(landing.by_die(die, steps))
            }
            ChoiceId::TakeCount { count, piece } => {
                let landing = self.landing(piece, self.on_its_way(piece)?, count)?;
                Some(landing.by_count(count))
            }
            ChoiceId::Exit { .. } | ChoiceId::Colour(_) => None,
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

    /// The pieces neither at home nor in the goal, each with its progress.
    #[inline]
    fn on_their_way(self) -> impl Iterator<Item = (Piece, u8)> {
        Piece::all_of(self.colour)
            .into_iter()
            .filter_map(move |piece| Some((piece, self.on_its_way(piece)?)))
    }

    /// The progress of a piece that is neither at home nor in the goal.
    #[inline]
    fn on_its_way(self, piece: Piece) -> Option<u8> {
        let goal = self.position.arms().goal();
        let progress = self.position.board.progress(piece)?;
        (progress < goal).then_some(progress.0)
    }

    /// Where a piece that moves `steps` from its progress ends, if it may.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "the innermost of everything, worth a twentieth of a game"
    )]
    fn landing(self, piece: Piece, from: u8, steps: u8) -> Option<Landing> {
        let goal = self.position.arms().goal().0;
        let reach = from + steps;
        let target = if reach <= goal {
            reach
        } else {
            self.rebound(reach)?
        };
        if self.position.board.has_crowds() && self.is_way_barred(piece, from, reach, target) {
            return None;
        }
        let origin = self.cell(from).place();
        if target == goal {
            return Some(Landing {
                piece,
                origin,
                target: Place::Goal,
                captured: None,
            });
        }
        let cell = self.cell(target);
        self.lands(cell, piece).map(|captured| Landing {
            piece,
            origin,
            target: cell.place(),
            captured,
        })
    }

    /// Whether a barrier stands between a piece and its target, or on it.
    #[inline]
    fn is_way_barred(self, piece: Piece, from: u8, reach: u8, target: u8) -> bool {
        let goal = self.position.arms().goal().0;
        // A rebound passes again what lies between its target and its own square.
        let mut steps = target.min(from + 1)..goal.min(reach + 1);
        steps.any(|step| self.position.is_stopped(self.cell(step), piece))
    }

    /// The cell at a progress below the goal's.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "a way has an entry for every byte")]
    fn cell(self, progress: u8) -> Cell {
        self.way[usize::from(progress)]
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
