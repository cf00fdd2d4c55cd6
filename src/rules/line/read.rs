//! Reading a position from its line.

use std::str::FromStr;

use arrayvec::ArrayVec;

use super::{LineError, wrong};
use crate::rules::board::{Arms, Place};
use crate::rules::cell::Cell;
use crate::rules::colour::{ByColour, Colour};
use crate::rules::ids::Chair;
use crate::rules::options::{ExitClash, FirstExit, PenaltyPiece, Rules, Stacking, Teams};
use crate::rules::piece::Piece;
use crate::rules::position::{Position, Presence};
use crate::rules::turn::{Stage, Turn, Unused};

impl Position {
    /// Reads a line under these rules. Finishers and leavers are taken in arm order, stakes as 0.
    ///
    /// # Errors
    ///
    /// Names the field that is wrong, and why: bad syntax, colours or squares that the board lacks, squares too full,
    /// arrival lists that do not fit, a piece that could not be penalised, a game already over.
    pub fn parse(rules: &Rules, line: &str) -> Result<Self, LineError> {
        let fields: Vec<&str> = line.splitn(7, ' ').collect();
        let (colours, seat, sixes, penalised, arrivals, hand) = match *fields.as_slice() {
            [colours, seat, sixes, penalised, arrivals] => {
                (colours, seat, sixes, penalised, arrivals, None)
            }
            [colours, seat, sixes, penalised, arrivals, hand] => {
                (colours, seat, sixes, penalised, arrivals, Some(hand))
            }
            _ => return wrong(0, "a position has five fields, or six when a choice is due"),
        };
        let mut position = Self::read_board(rules, colours)?;
        position.read_arrivals(arrivals)?;
        position.check_squares()?;
        if position.is_decided() {
            return wrong(1, "the game is already over");
        }
        position.turn = position.read_turn(seat, sixes)?;
        if let Some(hand) = hand {
            position.turn.stage = Stage::Hand(position.read_hand(hand)?);
        }
        position.turn.penalised = position.read_penalised(penalised)?;
        position.check_choice()?;
        match first_difference(&position.to_string(), line) {
            None => Ok(position),
            Some(field) => wrong(field, format!("the position is written {position}")),
        }
    }

    fn read_board(rules: &Rules, text: &str) -> Result<Self, LineError> {
        let mut chairs = ByColour([None; 8]);
        let mut groups: ArrayVec<(Colour, &str), 8> = ArrayVec::new();
        for group in text.split('/') {
            let (colour, pieces) = read_colour(rules.arms, group)?;
            if groups.last().is_some_and(|(last, _)| *last >= colour) {
                return wrong(1, "colours stand once each, by rising arm");
            }
            chairs[colour] = Chair::new(colour.arm());
            groups.push((colour, pieces));
        }
        let beginner = match groups.as_slice() {
            [(first, _), _, ..] => *first,
            [_] | [] => return wrong(1, "two colours play at least"),
        };
        if rules.teams == Teams::Pairs && groups.len() != usize::from(rules.arms.number()) {
            return wrong(1, "in pairs every seat of the board plays");
        }
        let mut position = Self::new(*rules, chairs, beginner);
        position.turn.first = false;
        for (colour, pieces) in groups {
            position.read_pieces(colour, pieces)?;
        }
        position.note_active();
        position.check_presence()?;
        Ok(position)
    }

    fn read_pieces(&mut self, colour: Colour, text: &str) -> Result<(), LineError> {
        if text == ":out" {
            self.presence[colour] = Presence::Left;
            self.left.push(colour);
            return Ok(());
        }
        let (marked, text) = match text.strip_prefix('*') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let places: Vec<&str> = text
            .strip_prefix(':')
            .unwrap_or_default()
            .split(',')
            .collect();
        if places.len() != 4 {
            return wrong(
                1,
                format!(
                    "{colour} has four pieces, like {}:h,5,c3,g",
                    colour.letter()
                ),
            );
        }
        for (piece, text) in Piece::all_of(colour).into_iter().zip(places) {
            self.read_piece(piece, text)?;
        }
        let home = self.board.at_home(colour) == 4;
        if marked && !(home && self.rules.first_exit == FirstExit::TwoOnce) {
            return wrong(
                1,
                format!(
                    "{}* says, under two_once, that all four are at home again",
                    colour.letter()
                ),
            );
        }
        self.exited[colour] = marked || !home;
        if self.is_home_free(colour) {
            self.finished.push(colour);
        }
        Ok(())
    }

    fn read_piece(&mut self, piece: Piece, text: &str) -> Result<(), LineError> {
        let place = Place::from_str(text).map_err(|reason| LineError {
            field: 1,
            reason: format!("{piece} at {text:?}: {reason}"),
        })?;
        if place == Place::Home {
            return Ok(());
        }
        match self.arms().progress(piece.colour(), place) {
            Some(progress) => self.board.advance(self.rules.arms, piece, progress),
            None => return wrong(1, format!("{piece} can never be at {place}")),
        }
        Ok(())
    }

    /// In pairs, who leaves leaves with the partner.
    fn check_presence(&self) -> Result<(), LineError> {
        let alone = |colour: &Colour| {
            self.partner(*colour)
                .is_some_and(|partner| self.presence(partner) != self.presence(*colour))
        };
        match self.colours().find(alone) {
            Some(colour) => wrong(1, format!("{colour} and its partner leave together")),
            None => Ok(()),
        }
    }

    fn read_arrivals(&mut self, text: &str) -> Result<(), LineError> {
        if text == "-" {
            return Ok(());
        }
        let mut last = 0;
        for list in text.split('/') {
            let (number, names) = list.split_once(':').unwrap_or((list, ""));
            let square = number
                .parse()
                .ok()
                .and_then(|number| self.arms().square(number));
            let Some(square) = square.filter(|square| square.number() > last) else {
                return wrong(
                    5,
                    format!("{list:?}: squares stand once each, rising, like 5:R1B3/22:Y1G2"),
                );
            };
            last = square.number();
            self.read_arrival(last, names)?;
        }
        Ok(())
    }

    /// Puts the pieces of a square in their order of arrival.
    fn read_arrival(&mut self, number: u8, names: &str) -> Result<(), LineError> {
        let pieces = read_pieces(names);
        let mut stated = pieces.clone();
        let mut standing: Vec<Piece> = self.arrivals(number).into_iter().collect();
        stated.sort_unstable();
        standing.sort_unstable();
        if stated != standing || standing.len() < 2 {
            return wrong(
                5,
                format!("{number}:{names} does not name the pieces on square {number}"),
            );
        }
        for piece in pieces {
            if let Some(progress) = self.progress(piece) {
                self.board.advance(self.rules.arms, piece, progress);
            }
        }
        Ok(())
    }

    fn check_squares(&self) -> Result<(), LineError> {
        for piece in self.colours().flat_map(Piece::all_of) {
            let Some(progress) = self
                .progress(piece)
                .filter(|progress| *progress < self.arms().goal())
            else {
                continue;
            };
            let cell = Cell::of(self.arms(), piece.colour(), progress);
            self.check_square(cell, self.place(piece))?;
        }
        Ok(())
    }

    /// Under `two` a square holds two pieces at most, on an open square of one colour; `coexist` lets more meet on an
    /// exit square: two of its colour and two others.
    fn check_square(&self, cell: Cell, place: Place) -> Result<(), LineError> {
        if self.rules.stacking == Stacking::Unlimited {
            return Ok(());
        }
        let pieces = self.board.oldest_first(cell);
        let square = cell.square();
        let coexist = self.rules.exit_clash == ExitClash::Coexist;
        let owner = self
            .colours()
            .find(|colour| coexist && cell == Cell::exit(self.arms(), *colour));
        let crowd = owner.is_some_and(|owner| {
            let own = pieces
                .iter()
                .filter(|piece| piece.colour() == owner)
                .count();
            own <= 2 && pieces.len() - own <= 2
        });
        let mixed = pieces
            .iter()
            .any(|piece| Some(piece.colour()) != pieces.first().map(|first| first.colour()));
        if pieces.len() > 2 && !crowd {
            return wrong(1, format!("{} pieces stand at {place}", pieces.len()));
        }
        if mixed && square.is_some_and(|square| !square.is_safe()) {
            return wrong(1, format!("two colours stand on the open square {place}"));
        }
        Ok(())
    }

    fn read_turn(&self, seat: &str, sixes: &str) -> Result<Turn, LineError> {
        let mut letters = seat.chars();
        let first = letters.next().and_then(Colour::of_letter);
        let (Some(colour), None) = (first, letters.next()) else {
            return wrong(2, format!("{seat:?} is no colour's letter"));
        };
        if !self.is_active(colour) {
            return wrong(2, format!("{colour} is not in the game or has finished"));
        }
        let sixes = match sixes {
            "0" => 0,
            "1" => 1,
            "2" => 2,
            _ => return wrong(3, "sixes rolled in this turn: 0, 1 or 2"),
        };
        Ok(Turn {
            sixes,
            ..Turn::of(colour)
        })
    }

    fn read_penalised(&self, text: &str) -> Result<Option<Piece>, LineError> {
        if text == "-" {
            return Ok(None);
        }
        let piece = Piece::from_str(text).map_err(|reason| LineError {
            field: 4,
            reason: reason.to_owned(),
        })?;
        let seat = self.turn.seat;
        let movers = [
            Some(seat),
            self.partner(seat).filter(|_| self.is_home_free(seat)),
        ];
        let sixes = match self.rules.penalty_piece {
            PenaltyPiece::LastMoved => 1,
            PenaltyPiece::SecondSix => 2,
        };
        let brings_another = match self.turn.stage {
            Stage::Hand(hand) => hand.roll.is_six(),
            Stage::Due | Stage::Over => true,
        };
        let untouched = match self.turn.stage {
            // Nothing of the roll that alone could have moved it has been used.
            Stage::Hand(hand) => self.turn.sixes == sixes && hand.unused == Unused::All,
            Stage::Due | Stage::Over => false,
        };
        let possible = movers.contains(&Some(piece.colour()))
            && self.presence(piece.colour()) == Presence::Playing
            && !self.board.is_home(piece)
            && self.turn.sixes >= sixes
            && brings_another
            && !untouched;
        if possible {
            Ok(Some(piece))
        } else {
            wrong(4, format!("{piece} could not be penalised"))
        }
    }

    /// With a hand there is something to choose.
    fn check_choice(&self) -> Result<(), LineError> {
        if self.hand().is_some() && self.choices().is_empty() {
            return wrong(6, "nothing of this roll can be moved, so no choice is due");
        }
        Ok(())
    }
}

/// The first field, from 1, in which two lines of as many fields differ.
fn first_difference(written: &str, read: &str) -> Option<u8> {
    let fields = written.split(' ').zip(read.split(' ')).zip(1..);
    fields
        .filter(|((written, read), _)| written != read)
        .map(|(_, field)| field)
        .next()
}

/// A colour of the board, and what follows its letter.
fn read_colour(arms: Arms, group: &str) -> Result<(Colour, &str), LineError> {
    let mut letters = group.chars();
    match letters
        .next()
        .and_then(Colour::of_letter)
        .filter(|colour| arms.has(*colour))
    {
        Some(colour) => Ok((colour, letters.as_str())),
        None => wrong(
            1,
            format!(
                "{group:?} is no colour of a board of {} arms",
                arms.number()
            ),
        ),
    }
}

/// Pieces written without a separator; what is no piece is left out, so that the list does not fit.
fn read_pieces(names: &str) -> Vec<Piece> {
    let letters: Vec<char> = names.chars().collect();
    letters
        .chunks(2)
        .filter_map(|name| name.iter().collect::<String>().parse().ok())
        .collect()
}
