//! What is asked of a game.

use super::invite::Invite;
use crate::proof::Head;
use crate::rules::choice::ChoiceId;
use crate::rules::dice::Roll;
use crate::rules::ids::{Chair, Hex32, PlayerId, Version};

/// A request to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What is asked.
    pub act: Act,
    /// The state it is asked of, where that matters to who asks.
    pub expected: Option<Expected>,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// To sit down.
    Sit {
        /// Where.
        chair: Chair,
        /// Who.
        player: PlayerId,
        /// The hash of the entropy that the player will reveal.
        entropy_commit: Option<Hex32>,
        /// The invite the player has.
        invite: Option<Invite>,
    },
    /// To get up, or to remove somebody.
    GetUp {
        /// From where.
        chair: Chair,
        /// Who asks.
        actor: PlayerId,
    },
    /// To start.
    Start {
        /// Who asks.
        actor: PlayerId,
    },
    /// To reveal promised entropy.
    Reveal {
        /// Whose.
        chair: Chair,
        /// Who asks.
        actor: PlayerId,
        /// The entropy.
        entropy: Hex32,
    },
    /// To make a roll.
    Roll {
        /// Its number.
        n: u64,
        /// What the real dice show, in a game with manual dice.
        dice: Option<Roll>,
        /// Who asks.
        actor: PlayerId,
    },
    /// To take an option.
    Choose {
        /// The decision it belongs to.
        decision: Version,
        /// Which.
        option: ChoiceId,
        /// Who asks.
        actor: PlayerId,
    },
    /// To leave for good.
    Resign {
        /// Which seat.
        chair: Chair,
        /// Who asks.
        actor: PlayerId,
    },
    /// To call the game off before it starts.
    Cancel {
        /// Who asks.
        actor: PlayerId,
    },
    /// To do what follows where something was not done in time: the clock's own act.
    Expire,
}

/// The states that a request may be meant for, each by its version and the first hex digits of its head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected(pub Vec<(Version, String)>);

impl Expected {
    /// Whether this state is one of them.
    pub(super) fn holds(&self, version: Version, head: Head) -> bool {
        let head = head.to_string();
        let is = |(expected, digits): &(Version, String)| {
            *expected == version && !digits.is_empty() && head.starts_with(digits.as_str())
        };
        self.0.iter().any(is)
    }

    /// The newest version among them.
    pub(super) fn newest(&self) -> Option<Version> {
        self.0.iter().map(|(version, _)| *version).max()
    }
}
