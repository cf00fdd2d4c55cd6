//! The events: one vocabulary for log, replay and wire. Members as EVENTS lists them.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::board::Place;
use super::colour::Colour;
use super::dice::{Dice, Die};
use super::ids::{Chair, GameId, Hex32, PlayerId, Version};
use super::options::Rules;
use super::piece::Piece;
use super::preset::Preset;

/// The rules version this engine writes, and the only one it knows.
pub const RULES_VERSION: u32 = 1;

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
    /// A clock ran out.
    Lapse {
        /// Whose.
        chair: Chair,
        /// What was charged, in milliseconds.
        charged_ms: u64,
        /// What that was computed from.
        basis: Box<str>,
        /// What the clock did.
        outcome: Box<str>,
    },
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

/// The members of the first event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct Created {
    /// The version of the rules the game is folded by.
    pub rules_version: u32,
    /// Every option with its value.
    pub rules: Rules,
    /// The preset the rules started from.
    pub preset: Preset,
    /// How many will play, 2 to the number of arms.
    #[cfg_attr(feature = "server", schema(minimum = 2, maximum = 8))]
    pub seats: u8,
    /// Where rolls come from.
    pub dice: DiceSource,
    /// How rolls follow from the seed, with server dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub derivation: Option<Derivation>,
    /// The commitment to the seed, with server dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<Hex32>,
    /// Who created the game.
    pub owner: PlayerId,
    /// When it starts.
    pub start_when: StartWhen,
    /// How long a promise of entropy may take to be kept, in seconds.
    pub entropy_seconds: u32,
    /// Whether the server takes an option that is the only one.
    pub take_single: bool,
    /// Whether it counts for rankings.
    pub rated: bool,
    /// The game it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

/// Where rolls come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum DiceSource {
    /// The server derives them from a committed seed.
    Server,
    /// Whoever rolls says what a real die showed.
    Manual,
}

/// How rolls follow from the seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub enum Derivation {
    /// The derivation of PROOF, first version.
    #[serde(rename = "parchis-dice/1")]
    V1,
}

/// When a game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum StartWhen {
    /// By itself, when as many sit as the game wants.
    Full,
    /// When the owner says so.
    Owner,
}

/// The game another came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct Origin {
    /// How it came from it.
    pub kind: OriginKind,
    /// The other game, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The version it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<Version>,
    /// The hash of that version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<Hex32>,
}

/// How a game came from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OriginKind {
    /// It repeats the other's events up to a version.
    Fork,
    /// It was read from a text.
    Import,
    /// The same players play again.
    Rematch,
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

/// The members of the event that ends a game; each list has one entry for each arm of the board, by chair,
/// null where nobody sat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct End {
    /// Why.
    pub reason: EndReason,
    /// The places, from 1, null where a seat has none; null without a winner.
    #[cfg_attr(feature = "server", schema(required, value_type = Option<Vec<Option<u8>>>))]
    pub places: Option<ArrayVec<Option<u8>, 8>>,
    /// The outcomes; null without a winner.
    #[cfg_attr(feature = "server", schema(required, value_type = Option<Vec<Option<Outcome>>>))]
    pub outcomes: Option<ArrayVec<Option<Outcome>, 8>>,
    /// The points won and lost; null without stakes.
    #[cfg_attr(feature = "server", schema(required, value_type = Option<Vec<Option<i64>>>))]
    pub ledger: Option<ArrayVec<Option<i64>, 8>>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Somebody won by the board.
    Won,
    /// The others left.
    LastLeft,
    /// All agreed on a draw.
    Draw,
    /// All agreed to give it up.
    Abandoned,
    /// It was cancelled before the start.
    Cancelled,
    /// A promise of entropy was not kept.
    EntropyMissing,
    /// Nobody came.
    Expired,
}

/// How a seat came out (RULES §10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Place 1.
    Won,
    /// Neither won nor lost.
    Placed,
    /// Lost.
    Lost,
}
