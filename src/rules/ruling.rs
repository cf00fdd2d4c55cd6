//! What a roll, a choice or a leave brings about: events, in the order of EVENTS, each applied as it is said.

use arrayvec::ArrayVec;
use smallvec::SmallVec;

use super::board::Place;
use super::choice::Choice;
use super::colour::Colour;
use super::dice::Roll;
use super::event::{CountReason, Event, LeaveReason, PaymentReason};
use super::ids::{Chair, PlayerId};
use super::mover::Mover;
use super::options::{Finish, PenaltyAtEntrance, PenaltyInCorridor, Teams};
use super::piece::Piece;
use super::position::{Position, Presence};
use super::turn::{Hand, Turn};

/// The events of one command.
pub type Events = SmallVec<[Event; 2]>;

/// The events of a command so far, and the position they lead to.
pub(super) struct Ruling {
    pub(super) position: Position,
    pub(super) events: Events,
}

impl Ruling {
    #[inline]
    pub(super) fn new(position: &Position) -> Self {
        Self {
            position: *position,
            events: Events::new(),
        }
    }

    pub(super) fn say(&mut self, event: Event) {
        let fits = self.position.apply(&event);
        debug_assert_eq!(fits, Ok(()), "{event:?}");
        self.events.push(event);
    }

    /// A roll by the seat that is due, which makes this its turn, and what follows from it.
    pub(super) fn roll(position: &Position, turn: Turn, n: u64, roll: Roll) -> Events {
        let Some(chair) = position.chair(turn.seat) else {
            return Events::new();
        };
        let dice = roll.dice();
        let rolled = Event::Roll { chair, n, dice };
        if turn.sixes == 3 {
            return Self::third_six(position, rolled);
        }
        // Whether anything can be moved is seen without a copy of the position.
        let mut events = Events::from_iter([rolled]);
        if !Mover::of(position, turn.seat).can_use_die(&Hand::new(roll)) {
            events.push(Event::Pass { dice: roll.dice() });
        }
        events
    }

    /// A legal choice, and what follows from it.
    pub(super) fn choose(position: &Position, choice: &Choice) -> Events {
        // Nothing follows from a plain move that uses up the hand, so that no copy of the position is needed.
        if let Some(event) = choice.event().filter(|_| position.is_plain_last(choice)) {
            return Events::from_iter([event]);
        }
        Self::choose_and_settle(position, choice)
    }

    #[inline(never)]
    fn choose_and_settle(position: &Position, choice: &Choice) -> Events {
        let mut ruling = Self::new(position);
        ruling.perform(choice);
        ruling.settle();
        ruling.events
    }

    #[cold]
    fn third_six(position: &Position, rolled: Event) -> Events {
        let mut ruling = Self::new(position);
        ruling.say(rolled);
        ruling.penalise();
        ruling.events
    }

    /// Seats leave, and what follows from it.
    pub(super) fn leave(
        &mut self,
        chairs: ArrayVec<Chair, 2>,
        reason: LeaveReason,
        actor: Option<PlayerId>,
    ) {
        self.say(Event::Leave {
            chairs,
            reason,
            actor,
        });
        self.settle();
    }

    /// A choice with its captures, payments, counts and finish.
    pub(super) fn perform(&mut self, choice: &Choice) {
        match choice {
            Choice::Exit {
                dice,
                pieces,
                target,
                crushed,
                ..
            } => {
                let drawn = self.position.dice_left();
                let dice = if dice.len() == drawn.len() {
                    drawn
                } else {
                    dice.clone()
                };
                self.say(Event::Exit {
                    pieces: pieces.clone(),
                    dice,
                    target: *target,
                });
                self.crush(crushed, *target);
            }
            Choice::Move {
                piece,
                target,
                captured,
                ..
            }
            | Choice::TakeCount {
                piece,
                target,
                captured,
                ..
            } => {
                if let Some(event) = choice.event() {
                    self.say(event);
                }
                self.arrive(*piece, *target, *captured);
            }
            Choice::Colour { .. } => {}
        }
    }

    fn crush(&mut self, crushed: &[Piece], square: Place) {
        for piece in crushed {
            self.say(Event::Crush {
                piece: *piece,
                square,
            });
        }
        if self.position.rules.exit_counts {
            for _ in crushed {
                self.say(Event::Count {
                    amount: self.position.rules.capture_count.number(),
                    reason: CountReason::Crush,
                });
            }
        }
    }

    fn arrive(&mut self, captor: Piece, target: Place, captured: Option<Piece>) {
        if let Some(piece) = captured {
            self.say(Event::Capture {
                piece,
                captor,
                square: target,
            });
            self.pay_capture(piece.colour(), captor.colour());
            self.say(Event::Count {
                amount: self.position.rules.capture_count.number(),
                reason: CountReason::Capture,
            });
        }
        if target == Place::Goal {
            self.reach_goal(captor.colour());
        }
    }

    fn pay_capture(&mut self, payer: Colour, payee: Colour) {
        let amount = self
            .position
            .rules
            .stakes
            .map_or(0, |stakes| stakes.capture.amount());
        if self.position.partner(payer) != Some(payee) {
            self.pay(payer, payee, PaymentReason::Capture, u64::from(amount));
        }
    }

    /// A payment, unless it is nothing.
    pub(super) fn pay(&mut self, payer: Colour, payee: Colour, reason: PaymentReason, amount: u64) {
        let chairs = self.position.chair(payer).zip(self.position.chair(payee));
        if let Some((payer, payee)) = chairs.filter(|_| amount > 0) {
            self.say(Event::Payment {
                payer,
                payee,
                reason,
                amount,
            });
        }
    }

    /// A goal counts unless nothing is left to move with it (RULES §7, §8).
    fn reach_goal(&mut self, colour: Colour) {
        let done = self.position.is_home_free(colour);
        let nothing_left = match self.position.rules.teams {
            Teams::None => done,
            Teams::Pairs => self.position.pair_is_home_free(colour),
        };
        if !nothing_left {
            self.say(Event::Count {
                amount: self.position.rules.goal_count.number(),
                reason: CountReason::Goal,
            });
        }
        if let Some(chair) = self.position.chair(colour).filter(|_| done) {
            self.say(Event::Finish { chair });
        }
    }

    /// What follows without anybody's choice: the end, a penalty, lost counts, passes.
    fn settle(&mut self) {
        if self.position.is_decided() {
            self.finish_game();
            return;
        }
        if self.position.turn.sixes == 3 && self.position.hand().is_some() {
            self.penalise();
            return;
        }
        while let Some(hand) = self.position.hand().copied() {
            if self.position.can_choose() {
                return;
            }
            match hand.counts.first() {
                Some(kind) => self.say(Event::CountLost {
                    amount: kind.amount(&self.position.rules),
                }),
                None => self.say(Event::Pass { dice: hand.dice() }),
            }
        }
    }

    /// The third six (RULES §9).
    fn penalise(&mut self) {
        let piece = self.position.turn.penalised;
        let origin = piece.map(|piece| self.position.place(piece));
        let target = piece
            .zip(origin)
            .map(|(piece, origin)| self.penalty_target(piece, origin));
        self.say(Event::Penalty {
            piece,
            origin,
            target,
        });
    }

    fn penalty_target(&self, piece: Piece, origin: Place) -> Place {
        let rules = &self.position.rules;
        let entrance = Place::Ring(rules.arms.entrance(piece.colour()));
        match origin {
            Place::Goal | Place::Home => origin,
            Place::Corridor(_) => match rules.penalty_in_corridor {
                PenaltyInCorridor::ToEntrance
                    if self.position.pieces_at_entrance(piece.colour()) < 2 =>
                {
                    entrance
                }
                PenaltyInCorridor::ToEntrance | PenaltyInCorridor::Stays => origin,
            },
            Place::Ring(_) => {
                let stays = rules.penalty_at_entrance == PenaltyAtEntrance::Stays;
                if origin == entrance && stays {
                    origin
                } else {
                    Place::Home
                }
            }
        }
    }
}

impl Position {
    /// Whether a colour's pieces and its partner's are all in the goal.
    pub(super) fn pair_is_home_free(&self, colour: Colour) -> bool {
        let partner = self.partner(colour);
        self.is_home_free(colour) && partner.is_none_or(|partner| self.is_home_free(partner))
    }

    /// Whether the game is over by the board or because the others left (RULES §10).
    pub(super) fn is_decided(&self) -> bool {
        let still_in = |colour: &Colour| self.presence[*colour] == Presence::Playing;
        match self.rules.teams {
            Teams::Pairs => {
                let mut players = self.colours().filter(still_in);
                let pairs = players.clone().count() / 2;
                pairs <= 1 || players.any(|colour| self.pair_is_home_free(colour))
            }
            Teams::None => {
                let first = self.rules.finish == Finish::FirstWinner && !self.finished.is_empty();
                // Only a finish or a leave can end the game.
                let changed = !self.finished.is_empty() || !self.left.is_empty();
                first
                    || (changed
                        && self
                            .colours()
                            .filter(|colour| self.is_active(*colour))
                            .count()
                            <= 1)
            }
        }
    }

    /// Whether a choice is a move that captures nobody, stays out of the goal and uses up the hand.
    #[inline]
    fn is_plain_last(&self, choice: &Choice) -> bool {
        let Some(mut hand) = self.hand().copied() else {
            return false;
        };
        let (target, captured) = match choice {
            Choice::Move {
                die,
                target,
                captured,
                ..
            } => {
                if !hand.take(*die) {
                    return false;
                }
                (*target, *captured)
            }
            Choice::TakeCount {
                target, captured, ..
            } => {
                hand.counts.pop();
                (*target, *captured)
            }
            Choice::Exit { .. } | Choice::Colour { .. } => return false,
        };
        hand.is_spent() && captured.is_none() && target != Place::Goal
    }

    fn pieces_at_entrance(&self, colour: Colour) -> usize {
        let entrance = super::cell::Cell::of(self.arms(), colour, self.arms().entrance_progress());
        self.board.newest_first(entrance).count()
    }

    /// What a roll by the seat that is due brings about; nothing unless a roll of the rules' dice is due.
    #[must_use]
    pub fn decide_roll(&self, n: u64, roll: Roll) -> Events {
        let due = !self.over && self.hand().is_none();
        if due && roll.number() == self.rules.dice.number() {
            Ruling::roll(self, self.turn_with(roll), n, roll)
        } else {
            Events::new()
        }
    }

    /// What a choice brings about; nothing unless it is among the [`choices`](Self::choices).
    #[must_use]
    pub fn decide_choice(&self, choice: &Choice) -> Events {
        if self.choices().contains(choice) {
            Ruling::choose(self, choice)
        } else {
            Events::new()
        }
    }
}
