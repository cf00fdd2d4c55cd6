//! Commands on their way into the log: numbered, put into envelopes, chained.

use chrono::{DateTime, Utc};

use super::entry::{By, Entry};
use super::head::{Head, Stored};
use super::instant;
use crate::rules::event::Event;
use crate::rules::ids::{GameId, Version};

/// What one append will write: one or more commands of one game, all at one time.
#[derive(Clone, Debug)]
pub struct Batch {
    game: GameId,
    from: (Version, Head),
    to: (Version, Head),
    at: DateTime<Utc>,
    entries: Vec<Entry>,
    stored: Vec<Stored>,
}

impl Batch {
    /// An empty batch that follows this version and head; `at` must not be before the time of the newest event.
    #[must_use]
    pub fn new(game: GameId, from: (Version, Head), at: DateTime<Utc>) -> Self {
        Self {
            game,
            from,
            to: from,
            at: instant::whole(at),
            entries: Vec::new(),
            stored: Vec::new(),
        }
    }

    /// Adds one command with its events.
    pub fn push(&mut self, by: By, events: impl IntoIterator<Item = Event>) {
        let command = self.to.0.next();
        for event in events {
            let (version, head) = self.to;
            let version = version.next();
            let entry = Entry {
                game: self.game,
                version,
                command,
                at: self.at,
                by,
                event,
            };
            let body = entry.body();
            let hash = head.after(&body);
            self.entries.push(entry);
            self.stored.push(Stored {
                version,
                body,
                hash,
            });
            self.to = (version, hash);
        }
    }

    /// The version and head it follows.
    #[must_use]
    pub const fn from(&self) -> (Version, Head) {
        self.from
    }

    /// The version and head it leads to.
    #[must_use]
    pub const fn to(&self) -> (Version, Head) {
        self.to
    }

    /// The time of its events, to the microsecond.
    #[must_use]
    pub const fn at(&self) -> DateTime<Utc> {
        self.at
    }

    /// The events in their envelopes.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The rows to write.
    #[must_use]
    pub fn stored(&self) -> &[Stored] {
        &self.stored
    }

    /// The events in their envelopes, and the rows to write.
    #[must_use]
    pub fn into_parts(self) -> (Vec<Entry>, Vec<Stored>) {
        (self.entries, self.stored)
    }
}
