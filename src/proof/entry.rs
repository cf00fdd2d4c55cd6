//! An event in its envelope.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::body::{self, BodyError};
use super::{canonical, instant};
use crate::rules::event::Event;
use crate::rules::ids::{GameId, Version};

/// Whose act a command was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// A player's, by a request.
    Player,
    /// The clock's.
    Clock,
    /// A standing order's.
    Order,
    /// A bot's.
    Bot,
    /// The server's own.
    Server,
}

/// One event with everything the log says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The game.
    pub game: GameId,
    /// The number of the event in its game, from 1.
    pub version: Version,
    /// The version of the first event of the command it belongs to.
    pub command: Version,
    /// When, to the microsecond; one time for a whole command.
    pub at: DateTime<Utc>,
    /// Whose act it was.
    pub by: By,
    /// What happened.
    pub event: Event,
}

/// The envelope around an event's own members.
#[derive(Serialize)]
struct Envelope<'a> {
    // By rising name, so that little is left to sort.
    at: String,
    by: By,
    command: Version,
    #[serde(flatten)]
    event: &'a Event,
    game: GameId,
    version: Version,
}

impl Entry {
    /// The canonical body (RFC 8785): the bytes that are stored and hashed.
    #[must_use]
    pub fn body(&self) -> String {
        let envelope = Envelope {
            at: instant::write(self.at),
            by: self.by,
            command: self.command,
            event: &self.event,
            game: self.game,
            version: self.version,
        };
        // No event has a key that is no string or a number that JSON lacks: nothing here can fail.
        canonical::write(&envelope).unwrap_or_default()
    }

    /// Reads a body; members it does not know are ignored.
    ///
    /// # Errors
    /// When the bytes are not canonical, when a member is missing or malformed, and apart from those, when the kind
    /// or the rules version is a newer one.
    pub fn parse(body: &str) -> Result<Self, BodyError> {
        body::parse(body)
    }
}
