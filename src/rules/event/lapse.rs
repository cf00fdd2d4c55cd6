//! What the event of a clock says: that it ran out, or that an outage of the server is left out of it.

use serde::{Deserialize, Serialize};

use crate::rules::ids::{Chair, Version};

/// A clock ran out, or an outage is left out of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct Lapse {
    /// Whose.
    pub chair: Chair,
    /// What is charged to the seat, in milliseconds: all it had, or 0 for an outage.
    pub charged_ms: u64,
    /// What that was computed from.
    pub basis: Basis,
    /// What the clock did.
    pub outcome: LapseOutcome,
}

/// What a charge was computed from, in whole milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct Basis {
    /// The event since whose time the seat's clock runs.
    pub asked: Version,
    /// How long that was ago.
    pub elapsed_ms: u64,
    /// How much of it was outages, as far as they are left out so far.
    pub excused_ms: u64,
    /// What the seat had when its clock began to run.
    pub allowance_ms: u64,
    /// The outages that this event leaves out; absent where it leaves out none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "server", schema(required = false))]
    pub outages: Vec<Outage>,
}

/// A time in which no process of the server could act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct Outage {
    /// How long after the clock began to run it began, in milliseconds.
    pub after_ms: u64,
    /// How long it lasted, in milliseconds.
    pub lasted_ms: u64,
}

/// What a clock did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum LapseOutcome {
    /// The server plays for the seat until its turn is over.
    Played,
    /// The seat leaves.
    Forfeited,
    /// Nothing: an outage is charged to nobody, and the clock runs on.
    Excused,
}
