//! What the first event of a game says.

use serde::{Deserialize, Serialize};

use super::clock::ClockRule;
use crate::rules::ids::{GameId, Hex32, PlayerId, Version};
use crate::rules::options::Rules;
use crate::rules::preset::Preset;

/// The rules version this engine writes, and the only one it knows.
pub const RULES_VERSION: u32 = 1;

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
    /// How much time the seats have; absent where there is no clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockRule>,
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
