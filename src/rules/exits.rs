//! Exits: who comes out with which dice, and who is crushed (RULES §6, §12.3).

use arrayvec::ArrayVec;

use super::board::Place;
use super::cell::Cell;
use super::choice::{Choice, Choices};
use super::colour::Colour;
use super::dice::Dice;
use super::options::{ExitBarrier, ExitClash, FirstExit};
use super::piece::Piece;
use super::position::Position;
use super::turn::Hand;

impl Position {
    /// The exits of a hand, with one die first, then by the sum.
    #[inline]
    pub(super) fn exits(&self, hand: &Hand, choices: &mut Choices) {
        let exit_on = self.rules.exit_on.number();
        let mut dice = hand.dice();
        if let Some(die) = dice.iter().find(|die| die.pips() == exit_on) {
            self.exits_with(&Dice::from_iter([*die]), choices);
        }
        if dice.len() == 2 && hand.roll.sum() == exit_on {
            dice.sort_unstable();
            self.exits_with(&dice, choices);
        }
    }

    /// The exits with these dice: one, or one for each possible victim.
    fn exits_with(&self, dice: &Dice, choices: &mut Choices) {
        let mover = self.mover();
        if self.board.at_home(mover) == 0 || self.is_exit_barred(mover) {
            return;
        }
        let on_exit = self.board.oldest_first(Cell::exit(self.arms(), mover));
        let is_foreign = |piece: &Piece| piece.colour() != mover;
        let foreign: ArrayVec<Piece, 28> = on_exit.iter().copied().filter(is_foreign).collect();
        if on_exit.len() - foreign.len() > 1 {
            return;
        }
        let pieces = self.coming_out(mover);
        let target = Place::Ring(self.arms().exit_square(mover));
        let exit = |crushed: ArrayVec<Piece, 28>, by_choice| Choice::Exit {
            dice: dice.clone(),
            pieces: pieces.clone(),
            target,
            crushed,
            by_choice,
        };
        let two = pieces.len() == 2;
        let clash = !foreign.is_empty() && (two || on_exit.len() > 1);
        match self.rules.exit_clash {
            ExitClash::Choose | ExitClash::LastArrived if clash && two => {
                choices.push(exit(foreign, false));
            }
            ExitClash::Choose if clash => {
                let mut victims = foreign;
                victims.sort_unstable();
                let crushing = |victim| exit(ArrayVec::from_iter([victim]), true);
                choices.extend(victims.into_iter().map(crushing));
            }
            ExitClash::LastArrived if clash => {
                choices.push(exit(foreign.last().copied().into_iter().collect(), false));
            }
            ExitClash::Choose | ExitClash::LastArrived | ExitClash::Coexist => {
                choices.push(exit(ArrayVec::new(), false));
            }
        }
    }

    /// Whether a foreign barrier keeps everybody in.
    fn is_exit_barred(&self, mover: Colour) -> bool {
        let cell = Cell::exit(self.arms(), mover);
        self.rules.exit_barrier == ExitBarrier::Blocks
            && self
                .paired(cell, None)
                .any(|colour| colour != mover && self.barrier_blocks_at(cell, colour))
    }

    /// The pieces that come out: the lowest-numbered at home (D7).
    fn coming_out(&self, mover: Colour) -> ArrayVec<Piece, 2> {
        let two = self.board.at_home(mover) == 4
            && match self.rules.first_exit {
                FirstExit::TwoAlways => true,
                FirstExit::TwoOnce => !self.exited[mover],
                FirstExit::One => false,
            };
        Piece::all_of(mover)
            .into_iter()
            .filter(|piece| self.board.is_home(*piece))
            .take(if two { 2 } else { 1 })
            .collect()
    }
}
