//! The legal options of a position: the one definition of what may be chosen (RULES §6, §7, §12).

use super::board::Progress;
use super::cell::Cell;
use super::choice::{Choice, Choices};
use super::colour::Colour;
use super::dice::{Die, Roll};
use super::options::{Barriers, ExitDuty, GoalEntry, OwnBarrier, SixAllOut, Stacking};
use super::piece::Piece;
use super::position::Position;
use super::turn::{Hand, Unused};

/// Where a move ends, and whom it captures there.
#[derive(Clone, Copy)]
struct Landing {
    progress: Progress,
    captured: Option<Piece>,
}

impl Position {
    /// The legal options, in order; none unless a choice is due.
    #[must_use]
    pub fn choices(&self) -> Choices {
        let mut choices = Choices::new();
        match self.playable_hand() {
            None => {}
            Some(hand) => match hand.counts.first() {
                Some(kind) => self.count_choices(kind.amount(&self.rules), &mut choices),
                None => self.dice_choices(hand, &mut choices),
            },
        }
        choices
    }

    /// Whether there is an option: as [`choices`](Self::choices) has it, but without listing them. Duties choose among
    /// options and never take the last.
    pub(super) fn can_choose(&self) -> bool {
        let Some(hand) = self.playable_hand() else {
            return false;
        };
        match hand.counts.first() {
            Some(kind) => self.can_move(kind.amount(&self.rules)),
            None => self.can_use_die(hand),
        }
    }

    /// Whether an unused die has an option.
    pub(super) fn can_use_die(&self, hand: &Hand) -> bool {
        let mover = self.mover();
        let mut dice = hand.values().into_iter();
        dice.any(|die| self.can_move(self.value(die, mover))) || {
            let mut exits = Choices::new();
            self.exits(hand, &mut exits);
            !exits.is_empty()
        }
    }

    fn can_move(&self, steps: u8) -> bool {
        Piece::all_of(self.mover())
            .into_iter()
            .any(|piece| self.landing(piece, steps).is_some())
    }

    /// The hand to choose from: none after a third six, which moves nothing.
    #[inline]
    fn playable_hand(&self) -> Option<&Hand> {
        self.hand().filter(|_| !self.over && self.turn.sixes < 3)
    }

    /// Who may take a count of this many steps.
    pub(super) fn count_choices(&self, count: u8, choices: &mut Choices) {
        for piece in Piece::all_of(self.mover()) {
            if let Some(landing) = self.landing(piece, count) {
                choices.push(Choice::TakeCount {
                    count,
                    piece,
                    origin: self.place(piece),
                    target: self.arms().place(piece.colour(), landing.progress),
                    captured: landing.captured,
                });
            }
        }
    }

    fn dice_choices(&self, hand: &Hand, choices: &mut Choices) {
        self.dutiful_choices(hand, choices);
        if hand.unused == Unused::All && matches!(hand.roll, Roll::Two(..)) {
            self.full_only(choices);
        }
    }

    /// The options that the duties leave.
    pub(super) fn dutiful_choices(&self, hand: &Hand, choices: &mut Choices) {
        self.exits(hand, choices);
        let exits = choices.len();
        if exits > 0 && self.rules.exit_duty == ExitDuty::Mandatory {
            return;
        }
        for die in hand.values() {
            self.moves(die, choices);
        }
        if hand.roll.is_six() && !hand.opened {
            self.open_barriers_only(choices, exits);
        }
    }

    /// The moves of each piece by a die.
    #[inline]
    fn moves(&self, die: Die, choices: &mut Choices) {
        let mover = self.mover();
        let steps = self.value(die, mover);
        for piece in Piece::all_of(mover) {
            if let Some(landing) = self.landing(piece, steps) {
                choices.push(Choice::Move {
                    die,
                    steps,
                    piece,
                    origin: self.place(piece),
                    target: self.arms().place(mover, landing.progress),
                    captured: landing.captured,
                });
            }
        }
    }

    /// The steps a die moves: with one die a six may count seven (RULES §5.2).
    #[inline]
    fn value(&self, die: Die, mover: Colour) -> u8 {
        let seven = die.pips() == 6
            && self.rules.six_all_out == SixAllOut::Seven
            && self.rules.dice.number() == 1
            && self.board.at_home(mover) == 0;
        if seven { 7 } else { die.pips() }
    }

    /// Leaves only the moves that open a barrier, exits too going, if there are any (RULES §6, duty 2).
    fn open_barriers_only(&self, choices: &mut Choices, exits: usize) {
        let opens = |choice: &Choice| match choice {
            Choice::Move { piece, .. } => self.opens_barrier(*piece),
            Choice::Exit { .. } | Choice::TakeCount { .. } | Choice::Colour { .. } => false,
        };
        if choices.iter().skip(exits).any(opens) {
            choices.retain(|choice| opens(choice));
        }
    }

    /// Whether a piece stands in a barrier of its own colour that the barrier duty speaks of.
    #[inline]
    pub(super) fn opens_barrier(&self, piece: Piece) -> bool {
        let Some(progress) = self
            .progress(piece)
            .filter(|progress| *progress < self.arms().goal())
        else {
            return false;
        };
        let cell = Cell::of(self.arms(), piece.colour(), progress);
        let alike = |other: &Piece| other.colour() == piece.colour();
        (self.rules.corridor_duty || cell.square().is_some())
            && self.barrier_blocks_at(cell, piece.colour())
            && self.board.newest_first(cell).filter(alike).count() >= 2
    }

    /// Where a piece that moves `steps` ends, if it may (RULES §6, "A move by d").
    #[inline]
    fn landing(&self, piece: Piece, steps: u8) -> Option<Landing> {
        let arms = self.arms();
        let from = self.progress(piece)?;
        let goal = arms.goal();
        if from == goal {
            return None;
        }
        let reach = from.0 + steps;
        let target = if reach <= goal.0 {
            reach
        } else if self.rules.goal_entry == GoalEntry::Rebound {
            (2 * u16::from(goal.0))
                .checked_sub(u16::from(reach))
                .and_then(|back| u8::try_from(back).ok())
                .filter(|back| *back > arms.entrance_progress().0)?
        } else {
            return None;
        };
        // A rebound passes again what lies between its target and its own square.
        let first = Progress(target.min(from.0 + 1));
        let last = Progress(reach.min(goal.0 - 1));
        let mut way = Cell::between(arms, piece.colour(), first, last).iter();
        if way.any(|cell| self.is_stopped(*cell, piece)) {
            return None;
        }
        let progress = Progress(target);
        if progress == goal {
            return Some(Landing {
                progress,
                captured: None,
            });
        }
        self.lands(Cell::of(arms, piece.colour(), progress), piece)
            .map(|captured| Landing { progress, captured })
    }

    /// Whether a barrier on a cell stops a piece; the piece itself is no part of it.
    #[inline]
    fn is_stopped(&self, cell: Cell, piece: Piece) -> bool {
        let Some(newest) = self.board.newest(cell) else {
            return false;
        };
        self.board.before(newest).is_some() && self.has_barrier_against(cell, piece)
    }

    fn has_barrier_against(&self, cell: Cell, piece: Piece) -> bool {
        let open = self.rules.own_barrier == OwnBarrier::Open;
        let stops = |colour: Colour| {
            self.barrier_blocks_at(cell, colour) && !(open && colour == piece.colour())
        };
        self.paired(cell, Some(piece)).any(stops)
    }

    /// The colours with two or more pieces on a cell, `except` not counted.
    pub(super) fn paired(
        &self,
        cell: Cell,
        except: Option<Piece>,
    ) -> impl Iterator<Item = Colour> + '_ {
        let others = move || {
            self.board
                .newest_first(cell)
                .filter(move |other| Some(*other) != except)
        };
        others().enumerate().filter_map(move |(index, piece)| {
            let colour = piece.colour();
            let mut newer = others().take(index);
            newer
                .any(|other| other.colour() == colour)
                .then_some(colour)
        })
    }

    /// Whether two pieces of `colour` are a barrier on a cell (option `barriers`).
    #[inline]
    pub(super) fn barrier_blocks_at(&self, cell: Cell, colour: Colour) -> bool {
        let arms = self.arms();
        let ring = cell.square();
        match self.rules.barriers {
            Barriers::Everywhere => true,
            Barriers::SafeSquares => ring.is_some_and(super::board::Square::is_safe),
            Barriers::Exits => ring.is_some_and(super::board::Square::is_exit),
            Barriers::OwnExit => cell == Cell::exit(arms, colour),
        }
    }

    /// Whether a cell takes a piece that moves onto it, and whom it captures there.
    #[inline]
    #[expect(
        clippy::option_option,
        reason = "legal or not, and then with a capture or without"
    )]
    fn lands(&self, cell: Cell, piece: Piece) -> Option<Option<Piece>> {
        let mut others = self
            .board
            .newest_first(cell)
            .filter(|other| *other != piece);
        let Some(other) = others.next() else {
            return Some(None);
        };
        if others.next().is_some() {
            return (self.rules.stacking == Stacking::Unlimited).then_some(None);
        }
        let open = cell.square().is_some_and(|square| !square.is_safe());
        Some((open && other.colour() != piece.colour()).then_some(other))
    }
}
