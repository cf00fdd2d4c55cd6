//! A game's row in types that cannot be wrong, and the step from columns to it.

use chrono::{DateTime, Utc};

use crate::proof::Head;
use crate::rules::board::Arms;
use crate::rules::event::{Created, DiceSource, EndReason};
use crate::rules::ids::{Chair, GameId, Hex32, PlayerId, Version};
use crate::rules::options::DiceCount;
use crate::rules::preset::Preset;

/// An enum that a column holds as a word.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$value_doc])* $value),+ }

        impl $name {
            /// The word in the column.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$value => $word),+ }
            }

            /// What the word in the column says.
            pub(super) fn of_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$value),)+ _ => None }
            }
        }
    };
}

words! {
    /// How far a game is.
    Status {
        /// Players may sit down and get up.
        Open = "open",
        /// Seats are fixed, promised entropy is awaited.
        Closed = "closed",
        /// It is played, opening rolls included.
        Playing = "playing",
        /// It is over.
        Ended = "ended",
    }
}
words! {
    /// What is asked now.
    Ask {
        /// Nothing.
        Nothing = "nothing",
        /// That players sit down.
        Players = "players",
        /// That the owner starts.
        Start = "start",
        /// That promised entropy is revealed.
        Entropy = "entropy",
        /// A roll.
        Roll = "roll",
        /// A colour.
        Colour = "colour",
        /// One of the options.
        Choice = "choice",
    }
}

/// What a game's row says that never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The preset the rules started from.
    pub preset: Preset,
    /// Arms of the board.
    pub arms: Arms,
    /// Dice of a roll.
    pub dice: DiceCount,
    /// Where rolls come from.
    pub dice_source: DiceSource,
    /// The commitment to the seed, where the server rolls.
    pub commit: Option<Hex32>,
    /// How many will play.
    pub seats: u8,
    /// Who created it.
    pub owner: PlayerId,
    /// Whether strangers find it in a list.
    pub listed: bool,
    /// The SHA-256 of the code needed to sit down, where one is.
    pub invite_hash: Option<Hex32>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
}

impl Facts {
    /// What follows from the first event, and what stands beside it.
    #[must_use]
    pub const fn of(created: &Created, listed: bool, created_at: DateTime<Utc>) -> Self {
        Self {
            preset: created.preset,
            arms: created.rules.arms,
            dice: created.rules.dice,
            dice_source: created.dice,
            commit: created.commit,
            seats: created.seats,
            owner: created.owner,
            listed,
            invite_hash: None,
            created_at,
        }
    }
}

/// What a game's row says that follows from its newest event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// How far it is.
    pub status: Status,
    /// How many sit.
    pub seated: u8,
    /// Which chairs are asked.
    pub asked: Vec<Chair>,
    /// For what.
    pub ask: Ask,
    /// Since when.
    pub asked_since: DateTime<Utc>,
    /// When the clock acts.
    pub due_at: Option<DateTime<Utc>>,
    /// When the newest event was made.
    pub updated_at: DateTime<Utc>,
    /// When play began.
    pub started_at: Option<DateTime<Utc>>,
    /// Why it ended; it did with its newest event.
    pub end_reason: Option<EndReason>,
}

/// A game's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Which game.
    pub id: GameId,
    /// The version of its newest event.
    pub version: Version,
    /// The hash of its newest event.
    pub head: Head,
    /// What never changes.
    pub facts: Facts,
    /// What follows from the newest event.
    pub standing: Standing,
}
