//! What is paid (RULES §11).

use serde::{Deserialize, Serialize};

/// What is paid, in points (RULES §11); each at most [`Points::MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Stakes {
    /// For each captured piece, and for each piece not in the goal at the end.
    pub capture: Points,
    /// By every other player to the winner.
    pub win: Points,
    /// By the roller of a third six to the winner.
    pub third_six: Points,
}

/// An amount of a stake: 0 to 1,000,000,000.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(try_from = "u32", into = "u32")]
#[cfg_attr(feature = "server", schema(minimum = 0, maximum = 1_000_000_000))]
pub struct Points(u32);

impl Points {
    /// The highest stake, so that no ledger comes near 2⁵³.
    pub const MOST: u32 = 1_000_000_000;

    /// The amount.
    #[must_use]
    pub const fn amount(self) -> u32 {
        self.0
    }
}

impl From<Points> for u32 {
    fn from(points: Points) -> Self {
        points.0
    }
}

impl TryFrom<u32> for Points {
    type Error = &'static str;

    fn try_from(amount: u32) -> Result<Self, Self::Error> {
        if amount <= Self::MOST {
            Ok(Self(amount))
        } else {
            Err("must be at most 1000000000")
        }
    }
}
