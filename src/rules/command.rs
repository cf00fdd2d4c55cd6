//! What players, the clock and the server ask of a game.

use super::choice::ChoiceId;
use super::dice::Roll;
use super::event::{Created, Lapse};
use super::ids::{Chair, Hex32, PlayerId, Version};

/// A command: what one request or one act of the server asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Create the game.
    Create(Box<Created>),
    /// Sit down; closes or starts a game that starts when full.
    Sit {
        /// Where.
        chair: Chair,
        /// Who.
        player: PlayerId,
        /// The hash of the entropy that the player will reveal.
        entropy_commit: Option<Hex32>,
    },
    /// Get up, or be removed by the owner.
    GetUp {
        /// From where.
        chair: Chair,
        /// Who asks.
        actor: PlayerId,
    },
    /// Start, by the owner.
    Start {
        /// Who asks.
        actor: PlayerId,
    },
    /// Reveal promised entropy; that it fits the promise is checked before.
    Reveal {
        /// Whose.
        chair: Chair,
        /// Who asks.
        actor: PlayerId,
        /// The entropy.
        entropy: Hex32,
    },
    /// Make the next roll.
    Roll {
        /// Its number.
        n: u64,
        /// What it shows.
        dice: Roll,
        /// Who asks; none for the server.
        actor: Option<PlayerId>,
    },
    /// Take an option.
    Choose {
        /// The decision it belongs to.
        decision: Version,
        /// Which.
        option: ChoiceId,
        /// Who asks; none for the server.
        actor: Option<PlayerId>,
    },
    /// Leave for good.
    Resign {
        /// Which seat.
        chair: Chair,
        /// Who asks.
        actor: PlayerId,
    },
    /// Repeat that a seat's clock ran out, where the players are only quoted.
    Forfeit {
        /// Which seat.
        chair: Chair,
    },
    /// Call the game off before it starts, by the owner.
    Cancel {
        /// Who asks.
        actor: PlayerId,
    },
    /// Say what a clock does, and do what follows from it; how much time there was is checked before.
    Lapse(Box<Lapse>),
    /// End a game whose promised entropy did not come in time.
    EntropyMissing,
}
