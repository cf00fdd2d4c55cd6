//! Events as the interface shows them: the stored bytes, unaltered.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::proof::By;
use crate::rules::event::Event as Fact;
use crate::rules::ids::{GameId, Version};

/// A fact of a game, in its envelope. For the document only: what is sent are the stored bytes.
#[derive(Serialize, ToSchema)]
#[schema(as = Event)]
#[allow(
    dead_code,
    reason = "describes the stored bytes, which are never read into it"
)]
pub(in crate::http) struct Event {
    /// The game.
    game: GameId,
    /// The number of the event in its game, from 1 without gaps.
    version: Version,
    /// The version of the first event of the command it belongs to.
    command: Version,
    /// When, to the microsecond; one time for a whole command.
    at: DateTime<Utc>,
    /// Whose act it was.
    by: By,
    /// What happened.
    #[serde(flatten)]
    fact: Fact,
}
