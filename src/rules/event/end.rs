//! What the event that ends a game says.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

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

impl EndReason {
    /// Every reason.
    pub const ALL: [Self; 7] = [
        Self::Won,
        Self::LastLeft,
        Self::Draw,
        Self::Abandoned,
        Self::Cancelled,
        Self::EntropyMissing,
        Self::Expired,
    ];
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
