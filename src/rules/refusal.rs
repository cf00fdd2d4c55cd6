//! Why a command is refused.

use super::event::ClockConflict;
use super::ids::{Chair, Version};
use super::options::RulesConflict;

/// A refusal: the game goes on as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The options do not go together.
    #[error("{0}")]
    Rules(#[from] RulesConflict),
    /// So many cannot play on this board.
    #[error("a board of {arms} arms seats 2 to {arms} players, in pairs all {arms}")]
    SeatCount {
        /// The arms of the board.
        arms: u8,
    },
    /// The members of the creation do not go together.
    #[error("server dice need a derivation and a commitment, manual dice have none")]
    DiceSource,
    /// There is no such clock.
    #[error("{0}")]
    Clock(#[from] ClockConflict),
    /// No clock runs for the seat.
    #[error("no clock runs for chair {0}")]
    NotOnTheClock(Chair),
    /// Somebody else's seat.
    #[error("chair {0} is another player's")]
    NotYourSeat(Chair),
    /// Only the owner may do this.
    #[error("only the owner of the game may do this")]
    NotTheOwner,
    /// The game has no such chair.
    #[error("the game has no chair {0}")]
    NoSuchChair(Chair),
    /// The chair is taken.
    #[error("chair {0} is taken")]
    SeatTaken(Chair),
    /// As many sit as will play.
    #[error("as many sit as will play")]
    Full,
    /// Nobody sits there.
    #[error("nobody sits on chair {0}")]
    SeatEmpty(Chair),
    /// Entropy needs server dice.
    #[error("a game with manual dice takes no entropy")]
    NoEntropyHere,
    /// The seat promised no entropy, or has kept its promise.
    #[error("chair {0} has no promise of entropy to keep")]
    NothingPromised(Chair),
    /// Too few sit.
    #[error("at least two must sit before a game starts, in pairs on every seat")]
    TooFewPlayers,
    /// Seats are fixed.
    #[error("the seats are fixed")]
    AlreadyClosed,
    /// Promised entropy is awaited.
    #[error("promised entropy is awaited")]
    EntropyAwaited,
    /// No promise is open.
    #[error("no promise of entropy is open")]
    NothingAwaited,
    /// The game has not started.
    #[error("the game has not started")]
    NotStarted,
    /// The game has started.
    #[error("the game has started")]
    AlreadyStarted,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// Another seat is asked.
    #[error("chair {0} is asked, which is another player's")]
    NotYourTurn(Chair),
    /// A roll must come first.
    #[error("a roll is due, not a choice")]
    RollFirst,
    /// A choice must come first.
    #[error("a choice is due, not a roll")]
    ChooseFirst,
    /// That roll cannot be made yet.
    #[error("the next roll is number {next}")]
    RollTooFar {
        /// The roll that is next.
        next: u64,
    },
    /// That roll was made.
    #[error("roll {n} was made, the next is number {next}")]
    RollMade {
        /// The roll that was asked for.
        n: u64,
        /// The roll that is next.
        next: u64,
    },
    /// The number of dice is not the rules'.
    #[error("the game is played with {0} dice")]
    DiceCount(u8),
    /// The decision is an older one.
    #[error("the decision now is {now}")]
    StaleDecision {
        /// The decision that is due.
        now: Version,
    },
    /// The decision is yet to come.
    #[error("the decision now is {now}")]
    NoSuchDecision {
        /// The decision that is due.
        now: Version,
    },
    /// The option is not among those there are.
    #[error("that is not among the options")]
    UnknownOption,
    /// The seat has left.
    #[error("chair {0} has left")]
    HasLeft(Chair),
    /// The seat has finished, and cannot leave.
    #[error("chair {0} has finished, and cannot leave")]
    HasFinished(Chair),
}

impl Refusal {
    /// The stable name of the refusal.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Rules(_) => "rules_conflict",
            Self::SeatCount { .. } => "seat_count",
            Self::DiceSource => "dice_source",
            Self::Clock(_) => "invalid_clock",
            Self::NotYourSeat(_) => "not_your_seat",
            Self::NotTheOwner => "not_the_owner",
            Self::NoSuchChair(_) => "no_such_chair",
            Self::SeatTaken(_) => "seat_taken",
            Self::Full => "game_full",
            Self::SeatEmpty(_) => "seat_empty",
            Self::NoEntropyHere => "no_entropy_here",
            Self::NothingPromised(_) => "nothing_promised",
            Self::TooFewPlayers => "too_few_players",
            Self::AlreadyClosed => "already_closed",
            Self::EntropyAwaited => "entropy_awaited",
            Self::NothingAwaited | Self::NotOnTheClock(_) => "nothing_awaited",
            Self::NotStarted => "not_started",
            Self::AlreadyStarted => "already_started",
            Self::GameOver => "game_over",
            Self::NotYourTurn(_) => "not_your_turn",
            Self::RollFirst => "roll_first",
            Self::ChooseFirst => "choose_first",
            Self::RollTooFar { .. } => "roll_too_far",
            Self::RollMade { .. } => "roll_made",
            Self::DiceCount(_) => "dice_count",
            Self::StaleDecision { .. } => "stale_decision",
            Self::NoSuchDecision { .. } => "no_such_decision",
            Self::UnknownOption => "unknown_option",
            Self::HasLeft(_) => "has_left",
            Self::HasFinished(_) => "has_finished",
        }
    }
}
