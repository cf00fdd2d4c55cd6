//! Exits: who comes out with which dice, and who is crushed (RULES §6, §12.3).

use arrayvec::ArrayVec;

use super::board::Place;
use super::cell::Cell;
use super::choice::{Choice, Choices};
use super::dice::Dice;
use super::mover::Mover;
use super::options::{ExitBarrier, ExitClash, FirstExit};
use super::piece::Piece;
use super::turn::Hand;

impl Mover<'_> {
    /// The exits of a hand, with one die first, then by the sum.
    #[inline]
    pub(super) fn exits(self, hand: &Hand, choices: &mut Choices) {
        let exit_on = self.position.rules.exit_on.number();
        for die in hand.values().into_iter().flatten() {
            if die.pips() == exit_on {
                self.exits_with(&Dice::from_iter([die]), choices);
            }
        }
        if hand.is_whole_pair() && hand.roll.sum() == exit_on {
            let mut dice = hand.dice();
            dice.sort_unstable();
            self.exits_with(&dice, choices);
        }
    }

    /// The exits with these dice: one, or one for each possible victim.
    fn exits_with(self, dice: &Dice, choices: &mut Choices) {
        let Self {
            position, colour, ..
        } = self;
        if position.board.at_home(colour) == 0 || self.is_exit_barred() {
            return;
        }
        let on_exit = position
            .board
            .oldest_first(Cell::exit(position.arms(), colour));
        let is_foreign = |piece: &Piece| piece.colour() != colour;
        let foreign: ArrayVec<Piece, 28> = on_exit.iter().copied().filter(is_foreign).collect();
        if on_exit.len() - foreign.len() > 1 {
            return;
        }
        let pieces = self.coming_out();
        let target = Place::Ring(position.arms().exit_square(colour));
        let exit = |crushed: &[Piece], by_choice| Choice::Exit {
            dice: dice.clone(),
            pieces: pieces.clone(),
            target,
            crushed: crushed.into(),
            by_choice,
        };
        let two = pieces.len() == 2;
        let clash = !foreign.is_empty() && (two || on_exit.len() > 1);
        match position.rules.exit_clash {
            ExitClash::Choose | ExitClash::LastArrived if clash && two => {
                choices.push(exit(&foreign, false));
            }
            ExitClash::Choose if clash => {
                let mut victims = foreign;
                victims.sort_unstable();
                let crushing = |victim| exit(&[victim], true);
                choices.extend(victims.into_iter().map(crushing));
            }
            ExitClash::LastArrived if clash => {
                choices.push(exit(
                    foreign.last_chunk::<1>().map_or(&[], |last| last),
                    false,
                ));
            }
            ExitClash::Choose | ExitClash::LastArrived | ExitClash::Coexist => {
                choices.push(exit(&[], false));
            }
        }
    }

    /// Whether a foreign barrier keeps everybody in.
    fn is_exit_barred(self) -> bool {
        let Self {
            position, colour, ..
        } = self;
        let cell = Cell::exit(position.arms(), colour);
        let bars = |other| other != colour && position.barrier_blocks_at(cell, other);
        position.rules.exit_barrier == ExitBarrier::Blocks && position.paired(cell, None).any(bars)
    }

    /// The pieces that come out: the lowest-numbered at home (D7).
    fn coming_out(self) -> ArrayVec<Piece, 2> {
        let Self {
            position, colour, ..
        } = self;
        let two = position.board.at_home(colour) == 4
            && match position.rules.first_exit {
                FirstExit::TwoAlways => true,
                FirstExit::TwoOnce => !position.exited[colour],
                FirstExit::One => false,
            };
        Piece::all_of(colour)
            .into_iter()
            .filter(|piece| position.board.is_home(*piece))
            .take(if two { 2 } else { 1 })
            .collect()
    }
}
