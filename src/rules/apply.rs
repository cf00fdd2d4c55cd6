//! How the events of the game proper change a position. An event is checked against the position, not against
//! the rules: that it was legal is decided before it is written.

use super::board::{Place, Progress};
use super::colour::Colour;
use super::dice::{Dice, Die, Roll};
use super::event::{CountReason, Event};
use super::ids::Chair;
use super::misfit::Misfit;
use super::options::{PenaltyPiece, Teams};
use super::piece::Piece;
use super::position::{Position, Presence};
use super::turn::{CountKind, Hand, Stage, Unused};

impl Position {
    /// Applies one event of the game proper, if it fits.
    ///
    /// # Errors
    ///
    /// Says why it does not fit. The position is then to be thrown away: part of the event may have been applied.
    #[expect(
        clippy::too_many_lines,
        reason = "one arm for each kind of event, and nothing but calls in them"
    )]
    pub fn apply(&mut self, event: &Event) -> Result<(), Misfit> {
        if self.over {
            return Err(Misfit::Phase);
        }
        match event {
            Event::Roll { chair, dice, .. } => self.apply_roll(*chair, dice),
            Event::Exit {
                pieces,
                dice,
                target,
            } => self.apply_exit(pieces, dice, *target),
            Event::Move {
                piece,
                origin,
                target,
                die,
                steps,
                count,
            } => match (*die, *steps, *count) {
                (Some(die), Some(_), None) => self.apply_move(*piece, *origin, *target, die),
                (None, None, Some(count)) => self.apply_taken(*piece, *origin, *target, count),
                _ => Err(Misfit::Members),
            },
            Event::Capture {
                piece,
                captor,
                square,
            } => self.apply_capture(*piece, *captor, *square),
            Event::Crush { piece, square } => self.send_home(*piece, *square),
            Event::Count { amount, reason } => self.apply_count(*amount, *reason),
            Event::CountLost { amount } => self.take_off_count(*amount),
            Event::Pass { dice } => self.apply_pass(dice),
            Event::Penalty {
                piece,
                origin,
                target,
            } => self.apply_penalty(*piece, *origin, *target),
            Event::Payment {
                payer,
                payee,
                amount,
                ..
            } => self.apply_payment(*payer, *payee, *amount),
            Event::Finish { chair } => self.apply_finish(*chair),
            Event::Leave { chairs, .. } => self.apply_leave(chairs),
            Event::End(_) => {
                self.over = true;
                Ok(())
            }
            Event::Created(_)
            | Event::Seated { .. }
            | Event::Unseated { .. }
            | Event::Closed {}
            | Event::Ready { .. }
            | Event::Start { .. }
            | Event::OpeningRoll { .. }
            | Event::Begins { .. }
            | Event::ColourChoice { .. }
            | Event::Lapse { .. }
            | Event::TakenOver { .. }
            | Event::Agreed { .. }
            | Event::Reveal { .. } => Err(Misfit::Phase),
        }
    }

    fn apply_roll(&mut self, chair: Chair, dice: &Dice) -> Result<(), Misfit> {
        let roll = Roll::of(dice)
            .filter(|roll| roll.number() == self.rules.dice.number())
            .ok_or(Misfit::DiceCount)?;
        if self.hand().is_some() {
            return Err(Misfit::Phase);
        }
        let turn = self.turn_with(roll);
        if self.chairs[turn.seat] != Some(chair) {
            return Err(Misfit::NotItsTurn(chair));
        }
        self.turn = turn;
        Ok(())
    }

    /// The hand, to use a die or a count of; none while a penalty is due.
    fn hand_mut(&mut self) -> Result<&mut Hand, Misfit> {
        match &mut self.turn.stage {
            Stage::Hand(hand) if self.turn.sixes < 3 => Ok(hand),
            Stage::Hand(_) | Stage::Due | Stage::Over => Err(Misfit::Phase),
        }
    }

    fn stands(&self, piece: Piece, place: Place) -> Result<(), Misfit> {
        if self.place(piece) == place && self.presence[piece.colour()] == Presence::Playing {
            Ok(())
        } else {
            Err(Misfit::PieceElsewhere { piece, place })
        }
    }

    /// Remembers the piece that a third six would penalise (RULES §9).
    #[inline]
    fn remember(&mut self, piece: Piece, by_die: bool) {
        let six = matches!(self.turn.stage, Stage::Hand(hand) if hand.roll.is_six());
        let counts = match self.rules.penalty_piece {
            PenaltyPiece::LastMoved => true,
            PenaltyPiece::SecondSix => by_die && self.turn.sixes == 2,
        };
        if six && counts {
            self.turn.penalised = Some(piece);
        }
    }

    fn apply_exit(&mut self, pieces: &[Piece], dice: &[Die], target: Place) -> Result<(), Misfit> {
        let mover = self.mover();
        let arms = self.arms();
        let last = *pieces.last().ok_or(Misfit::Members)?;
        if dice.is_empty() || target != Place::Ring(arms.exit_square(mover)) {
            return Err(Misfit::Members);
        }
        for piece in pieces {
            if piece.colour() != mover {
                return Err(Misfit::NotTheMover(*piece));
            }
            self.stands(*piece, Place::Home)?;
        }
        let hand = self.hand_mut()?;
        if !dice.iter().all(|die| hand.take(*die)) {
            return Err(Misfit::DiceNotInHand);
        }
        for piece in pieces {
            self.board.advance(arms, *piece, Progress(0));
        }
        self.exited[mover] = true;
        self.remember(last, true);
        Ok(())
    }

    fn apply_move(
        &mut self,
        piece: Piece,
        origin: Place,
        target: Place,
        die: Die,
    ) -> Result<(), Misfit> {
        let opens = self.rules.dice.number() == 2 && self.opens_barrier(piece);
        let hand = self.hand_mut()?;
        if !hand.take(die) {
            return Err(Misfit::DiceNotInHand);
        }
        hand.opened |= opens && hand.roll.is_six();
        self.advanced(piece, origin, target, true)
    }

    fn apply_taken(
        &mut self,
        piece: Piece,
        origin: Place,
        target: Place,
        count: u8,
    ) -> Result<(), Misfit> {
        self.take_off_count(count)?;
        self.advanced(piece, origin, target, false)
    }

    /// Moves a piece on the board.
    #[inline]
    fn advanced(
        &mut self,
        piece: Piece,
        origin: Place,
        target: Place,
        by_die: bool,
    ) -> Result<(), Misfit> {
        if piece.colour() != self.mover() {
            return Err(Misfit::NotTheMover(piece));
        }
        if matches!(origin, Place::Home | Place::Goal) {
            return Err(Misfit::Members);
        }
        self.stands(piece, origin)?;
        let progress = self
            .arms()
            .progress(piece.colour(), target)
            .ok_or(Misfit::NoSuchPlace {
                piece,
                place: target,
            })?;
        self.board.advance(self.arms(), piece, progress);
        self.remember(piece, by_die);
        Ok(())
    }

    fn apply_capture(&mut self, piece: Piece, captor: Piece, square: Place) -> Result<(), Misfit> {
        self.stands(captor, square)?;
        if piece.colour() == captor.colour() {
            return Err(Misfit::NotTheMover(captor));
        }
        self.send_home(piece, square)
    }

    fn send_home(&mut self, piece: Piece, square: Place) -> Result<(), Misfit> {
        if !matches!(square, Place::Ring(_)) || piece.colour() == self.mover() {
            return Err(Misfit::Members);
        }
        self.stands(piece, square)?;
        self.board.send_home(self.arms(), piece);
        Ok(())
    }

    fn apply_count(&mut self, amount: u8, reason: CountReason) -> Result<(), Misfit> {
        let kind = match reason {
            CountReason::Capture | CountReason::Crush => CountKind::Capture,
            CountReason::Goal => CountKind::Goal,
        };
        if kind.amount(&self.rules) == amount && self.hand_mut()?.counts.push(kind) {
            Ok(())
        } else {
            Err(Misfit::CountNotDue(amount))
        }
    }

    /// Takes the oldest count off the queue.
    fn take_off_count(&mut self, amount: u8) -> Result<(), Misfit> {
        let rules = self.rules;
        let counts = &mut self.hand_mut()?.counts;
        if counts.first().map(|kind| kind.amount(&rules)) != Some(amount) {
            return Err(Misfit::CountNotDue(amount));
        }
        counts.pop();
        Ok(())
    }

    fn apply_pass(&mut self, dice: &Dice) -> Result<(), Misfit> {
        let hand = self.hand_mut()?;
        if dice.is_empty() || hand.dice() != *dice {
            return Err(Misfit::DiceNotInHand);
        }
        hand.unused = Unused::None;
        Ok(())
    }

    fn apply_penalty(
        &mut self,
        piece: Option<Piece>,
        origin: Option<Place>,
        target: Option<Place>,
    ) -> Result<(), Misfit> {
        if self.turn.sixes != 3 || self.hand().is_none() || piece != self.turn.penalised {
            return Err(Misfit::PenaltyNotDue);
        }
        match (piece, origin, target) {
            (None, None, None) => {}
            (Some(piece), Some(origin), Some(target)) => {
                self.stands(piece, origin)?;
                self.put(piece, origin, target)?;
            }
            _ => return Err(Misfit::Members),
        }
        self.third_sixes[self.turn.seat] += 1;
        self.turn.stage = Stage::Over;
        Ok(())
    }

    /// Puts a penalised piece where it goes.
    fn put(&mut self, piece: Piece, origin: Place, target: Place) -> Result<(), Misfit> {
        let arms = self.arms();
        if target == origin {
            return Ok(());
        }
        if target == Place::Home {
            self.board.send_home(arms, piece);
            return Ok(());
        }
        let progress = arms
            .progress(piece.colour(), target)
            .ok_or(Misfit::NoSuchPlace {
                piece,
                place: target,
            })?;
        self.board.advance(arms, piece, progress);
        Ok(())
    }

    fn apply_payment(&mut self, payer: Chair, payee: Chair, amount: u64) -> Result<(), Misfit> {
        let from = self.colour(payer).ok_or(Misfit::Seat(payer))?;
        let to = self.colour(payee).ok_or(Misfit::Seat(payee))?;
        let amount = i64::try_from(amount).map_err(|_| Misfit::Members)?;
        let less = self.ledger[from].checked_sub(amount);
        let more = self.ledger[to].checked_add(amount);
        let (Some(less), Some(more), true) = (less, more, from != to) else {
            return Err(Misfit::Members);
        };
        self.ledger[from] = less;
        self.ledger[to] = more;
        Ok(())
    }

    fn apply_finish(&mut self, chair: Chair) -> Result<(), Misfit> {
        let colour = self.colour(chair).ok_or(Misfit::Seat(chair))?;
        if !self.is_home_free(colour) || self.finished.as_slice().contains(&colour) {
            return Err(Misfit::Seat(chair));
        }
        self.finished.push(colour);
        if self.rules.teams == Teams::None {
            self.turn.stage = Stage::Over;
        }
        Ok(())
    }

    pub(super) fn apply_leave(&mut self, chairs: &[Chair]) -> Result<(), Misfit> {
        for chair in chairs {
            let colour = self
                .colour(*chair)
                .filter(|colour| self.presence[*colour] == Presence::Playing)
                .ok_or(Misfit::Seat(*chair))?;
            self.presence[colour] = Presence::Left;
            self.finished.remove(colour);
            self.left.push(colour);
            for piece in Piece::all_of(colour) {
                self.board.send_home(self.rules.arms, piece);
            }
        }
        if self.presence[self.turn.seat] == Presence::Left {
            self.pass_turn();
        }
        Ok(())
    }

    /// Ends the turn of a seat that left; who leaves before it began has its part taken by the next chair (RULES §4).
    fn pass_turn(&mut self) {
        let chair = self.chairs[self.turn.seat];
        if !self.turn.first {
            self.turn.stage = Stage::Over;
        } else if let Some(next) = chair.and_then(|chair| self.next_chair(chair)) {
            self.turn.seat = next;
        }
    }

    /// The colour of the next chair still in, by rising number.
    fn next_chair(&self, chair: Chair) -> Option<Colour> {
        let after = Chair::ALL.iter().skip(chair.index() + 1);
        let before = Chair::ALL.iter().take(chair.index());
        after
            .chain(before)
            .filter_map(|chair| self.colour(*chair))
            .find(|colour| self.presence[*colour] == Presence::Playing)
    }
}
