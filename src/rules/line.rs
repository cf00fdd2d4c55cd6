//! A position in one line (RULES §13): written without redundancy, read strictly.

mod hand;
mod read;

use std::fmt;

use arrayvec::ArrayVec;

use super::cell::Cell;
use super::colour::Colour;
use super::dice::Die;
use super::occupancy::Occupants;
use super::options::FirstExit;
use super::piece::Piece;
use super::position::{Position, Presence};
use super::turn::Hand;

/// A line that is no position, and the place where it is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("field {field}: {reason}")]
pub struct LineError {
    /// The field, from 1; 0 for the line as a whole.
    pub field: u8,
    /// What is wrong.
    pub reason: String,
}

fn wrong<T>(field: u8, reason: impl Into<String>) -> Result<T, LineError> {
    Err(LineError {
        field,
        reason: reason.into(),
    })
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, colour) in self.colours().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            self.write_colour(f, colour)?;
        }
        if self.over {
            f.write_str(" - 0 - ")?;
            return self.write_arrivals(f);
        }
        let turn = match self.hand() {
            Some(_) => self.turn,
            None => self.roller(),
        };
        write!(f, " {} {} ", turn.seat.letter(), turn.sixes)?;
        match turn.penalised {
            Some(piece) => write!(f, "{piece}")?,
            None => f.write_str("-")?,
        }
        f.write_str(" ")?;
        self.write_arrivals(f)?;
        self.hand().map_or(Ok(()), |hand| self.write_hand(f, hand))
    }
}

impl Position {
    fn write_colour(&self, f: &mut fmt::Formatter<'_>, colour: Colour) -> fmt::Result {
        write!(f, "{}", colour.letter())?;
        if self.presence(colour) == Presence::Left {
            return f.write_str(":out");
        }
        if self.is_marked(colour) {
            f.write_str("*")?;
        }
        for (index, piece) in Piece::all_of(colour).into_iter().enumerate() {
            let before = if index == 0 { ":" } else { "," };
            write!(f, "{before}{}", self.place(piece))?;
        }
        Ok(())
    }

    /// Whether a colour all at home has had its only double exit.
    fn is_marked(&self, colour: Colour) -> bool {
        self.rules.first_exit == FirstExit::TwoOnce
            && self.exited[colour]
            && self.board.at_home(colour) == 4
    }

    fn write_arrivals(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for number in 1..=self.arms().ring() {
            let pieces = self.arrivals(number);
            if tells_order(&pieces) {
                write!(f, "{}{number}:", if first { "" } else { "/" })?;
                pieces.iter().try_for_each(|piece| write!(f, "{piece}"))?;
                first = false;
            }
        }
        if first { f.write_str("-") } else { Ok(()) }
    }

    /// The pieces of a ring square, oldest first.
    fn arrivals(&self, number: u8) -> Occupants {
        Cell::ring_square(number).map_or_else(Occupants::new, |cell| self.board.oldest_first(cell))
    }

    fn write_hand(&self, f: &mut fmt::Formatter<'_>, hand: &Hand) -> fmt::Result {
        f.write_str(" ")?;
        write_dice(f, &hand.roll.dice())?;
        f.write_str(":")?;
        write_dice(f, &hand.dice())?;
        f.write_str(":")?;
        for (index, count) in self.pending_counts().enumerate() {
            write!(f, "{}{count}", if index == 0 { "" } else { "," })?;
        }
        if hand.counts.is_empty() {
            f.write_str("-")?;
        }
        f.write_str(if hand.opened { ":d" } else { ":-" })
    }
}

/// Whether a square's order of arrival must be told.
fn tells_order(pieces: &[Piece]) -> bool {
    let plain = pieces.is_sorted()
        && pieces
            .windows(2)
            .all(|pair| matches!(pair, [a, b] if a.colour() == b.colour()));
    !plain
}

fn write_dice(f: &mut fmt::Formatter<'_>, dice: &[Die]) -> fmt::Result {
    let mut sorted: ArrayVec<Die, 2> = dice.iter().copied().collect();
    sorted.sort_unstable();
    if sorted.is_empty() {
        return f.write_str("-");
    }
    for (index, die) in sorted.iter().enumerate() {
        write!(f, "{}{die}", if index == 0 { "" } else { "-" })?;
    }
    Ok(())
}
