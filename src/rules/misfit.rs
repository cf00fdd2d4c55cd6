//! Why an event does not fit a state.

use super::board::Place;
use super::ids::Chair;
use super::piece::Piece;

/// An event that does not fit the state it should be applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// The game is in another phase.
    #[error("the game is not where this event could happen")]
    Phase,
    /// The game follows rules of another version.
    #[error("rules version {0} is not known")]
    RulesVersion(u32),
    /// The members do not go together.
    #[error("the event's members do not go together")]
    Members,
    /// Another chair would be next.
    #[error("it is not chair {0}'s turn")]
    NotItsTurn(Chair),
    /// No clock runs for the chair.
    #[error("no clock runs for chair {0}")]
    NotOnTheClock(Chair),
    /// Nobody sits there, or somebody does.
    #[error("chair {0} is not as the event says")]
    Seat(Chair),
    /// Rolls are numbered without gaps.
    #[error("the next roll is number {next}")]
    RollNumber {
        /// The number that is next.
        next: u64,
    },
    /// The number of dice is not the rules'.
    #[error("the game is not played with so many dice")]
    DiceCount,
    /// The piece stands elsewhere.
    #[error("{piece} is not at {place}")]
    PieceElsewhere {
        /// The piece.
        piece: Piece,
        /// Where the event has it.
        place: Place,
    },
    /// The piece is not of the colour that moves.
    #[error("{0} is not to move")]
    NotTheMover(Piece),
    /// The piece can never be there.
    #[error("{piece} cannot be at {place}")]
    NoSuchPlace {
        /// The piece.
        piece: Piece,
        /// Where the event has it.
        place: Place,
    },
    /// The dice are not in hand.
    #[error("these dice are not in hand")]
    DiceNotInHand,
    /// The count is not the oldest pending one, or not one of the rules.
    #[error("a count of {0} is not due")]
    CountNotDue(u8),
    /// The penalty is not due, or not for this piece.
    #[error("this penalty is not due")]
    PenaltyNotDue,
}
