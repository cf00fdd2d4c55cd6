//! The events: one vocabulary for log, replay and wire. Members as EVENTS lists them.

mod clock;
mod created;
mod end;
mod lapse;

pub use clock::{ClockConflict, ClockRule, OnLapse};
pub use created::{Created, Derivation, DiceSource, Origin, OriginKind, RULES_VERSION, StartWhen};
pub use end::{End, EndReason, Outcome};
pub use lapse::{Basis, Lapse, LapseOutcome, Outage};

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::board::Place;
use super::colour::Colour;
use super::dice::{Dice, Die};
use super::ids::{Chair, Hex32, PlayerId};
use super::piece::Piece;

/// A fact of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "server", schema(as = Fact))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// The game and everything about it that influences the fold.
    Created(Box<Created>),
    /// Somebody sits down.
    Seated {
        /// Where.
        chair: Chair,
        /// Who.
        player: PlayerId,
        /// The hash of the entropy the player promises to reveal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entropy_commit: Option<Hex32>,
        /// The bot that plays the seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<Box<str>>,
    },
    /// Somebody gets up, or is removed by the owner.
    Unseated {
        /// From where.
        chair: Chair,
        /// Who.
        player: PlayerId,
        /// Who did it, where that is not the seat's own player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        actor: Option<PlayerId>,
    },
    /// Seats are fixed; promised entropy is awaited.
    Closed {},
    /// A promise kept.
    Ready {
        /// Whose.
        chair: Chair,
        /// The entropy.
        entropy: Hex32,
    },
    /// Play begins.
    Start {
        /// The transcript of seats and entropy, with server dice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        transcript: Option<Hex32>,
    },
    /// A roll for who begins.
    OpeningRoll {
        /// Who rolled.
        chair: Chair,
        /// The number of the roll in the game, from 1.
        #[cfg_attr(feature = "server", schema(minimum = 1))]
        n: u64,
        /// What it shows, in the order drawn.
        #[cfg_attr(feature = "server", schema(value_type = Vec<Die>, min_items = 1, max_items = 2))]
        dice: Dice,
    },
    /// Who won the opening.
    Begins {
        /// The winner.
        chair: Chair,
    },
    /// A seat takes its colour.
    ColourChoice {
        /// Which seat.
        chair: Chair,
        /// Which colour.
        colour: Colour,
    },
    /// A roll.
    Roll {
        /// Who rolled.
        chair: Chair,
        /// The number of the roll in the game, from 1, opening rolls included.
        #[cfg_attr(feature = "server", schema(minimum = 1))]
        n: u64,
        /// What it shows, in the order drawn.
        #[cfg_attr(feature = "server", schema(value_type = Vec<Die>, min_items = 1, max_items = 2))]
        dice: Dice,
    },
    /// One or two pieces come out.
    Exit {
        /// Which, rising.
        #[cfg_attr(feature = "server", schema(value_type = Vec<Piece>, min_items = 1, max_items = 2))]
        pieces: ArrayVec<Piece, 2>,
        /// The dice used.
        #[cfg_attr(feature = "server", schema(value_type = Vec<Die>, min_items = 1, max_items = 2))]
        dice: Dice,
        /// The exit square.
        target: Place,
    },
    /// A piece moves: by a die, or taking a count.
    Move {
        /// Which.
        piece: Piece,
        /// From where.
        origin: Place,
        /// To where.
        target: Place,
        /// The die used; absent when a count is taken.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<Die>,
        /// The steps moved by the die; absent when a count is taken.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(minimum = 1, maximum = 12))]
        steps: Option<u8>,
        /// The count taken; absent with a die.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(minimum = 10, maximum = 21))]
        count: Option<u8>,
    },
    /// A piece is sent home by landing on it.
    Capture {
        /// Who goes home.
        piece: Piece,
        /// Who landed.
        captor: Piece,
        /// Where.
        square: Place,
    },
    /// A piece is sent home by the exit before it.
    Crush {
        /// Who goes home.
        piece: Piece,
        /// The exit square.
        square: Place,
    },
    /// A count is earned.
    Count {
        /// Its steps.
        #[cfg_attr(feature = "server", schema(minimum = 10, maximum = 21))]
        amount: u8,
        /// For what.
        reason: CountReason,
    },
    /// A count that nobody can take is lost.
    CountLost {
        /// Its steps.
        #[cfg_attr(feature = "server", schema(minimum = 10, maximum = 21))]
        amount: u8,
    },
    /// These dice cannot be used.
    Pass {
        /// Which, in the order drawn.
        #[cfg_attr(feature = "server", schema(value_type = Vec<Die>, min_items = 1, max_items = 2))]
        dice: Dice,
    },
    /// A third six.
    Penalty {
        /// The penalised piece, or null.
        #[cfg_attr(feature = "server", schema(required))]
        piece: Option<Piece>,
        /// Where it stood; absent without a piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        origin: Option<Place>,
        /// Where it goes; the origin where it stays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Place>,
    },
    /// Stakes are paid.
    Payment {
        /// Who pays.
        payer: Chair,
        /// Who is paid.
        payee: Chair,
        /// For what.
        reason: PaymentReason,
        /// How much, in points.
        amount: u64,
    },
    /// A seat's four pieces are in the goal.
    Finish {
        /// Which seat.
        chair: Chair,
    },
    /// A clock ran out, or an outage is left out of it.
    Lapse(Box<Lapse>),
    /// A bot plays on for a seat.
    TakenOver {
        /// Which seat.
        chair: Chair,
        /// Which bot.
        bot: Box<str>,
    },
    /// All seats agreed.
    Agreed {
        /// On what.
        what: Agreement,
    },
    /// Seats leave for good.
    Leave {
        /// Which: one, or a pair.
        #[cfg_attr(feature = "server", schema(value_type = Vec<Chair>, min_items = 1, max_items = 2))]
        chairs: ArrayVec<Chair, 2>,
        /// Why.
        reason: LeaveReason,
        /// Who did it, where that is not the seat's own player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        actor: Option<PlayerId>,
    },
    /// The game is over.
    End(Box<End>),
    /// The seed of the dice is published.
    Reveal {
        /// The seed.
        seed: Hex32,
    },
}

/// What earned a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CountReason {
    /// A capture by moving.
    Capture,
    /// A crush by exiting.
    Crush,
    /// A piece reached the goal.
    Goal,
}

/// What a stake is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PaymentReason {
    /// A captured piece.
    Capture,
    /// Pieces not in the goal at the end.
    LeftOut,
    /// The win.
    Win,
    /// Third sixes.
    ThirdSix,
}

/// What all seats agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Agreement {
    /// Nobody wins.
    Draw,
    /// The game is given up.
    Abandon,
}

/// Why seats leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum LeaveReason {
    /// By their own will.
    Resigned,
    /// By the clock.
    Lapsed,
}
