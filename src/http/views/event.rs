//! Events as the interface shows them: the stored bytes, unaltered.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::play::{EventPage, FeedPage, Logged};
use crate::proof::{By, Head};
use crate::rules::event::Event as Fact;
use crate::rules::ids::{GameId, Hex32, Version};

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

/// Whole commands of a game, in order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = EventPage)]
pub(in crate::http) struct EventPageView {
    /// The events.
    #[schema(value_type = Vec<Event>)]
    events: Vec<Box<RawValue>>,
    /// The hash of each event in the chain, in the same order.
    hashes: Vec<Hex32>,
    /// The version after which the next page begins; also where to look again for what comes.
    next_after: Version,
    /// Whether the game holds events after this page.
    more: bool,
}

/// Whole commands of a player's games, in order within each game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = FeedPage)]
pub(in crate::http) struct FeedPageView {
    /// The events; each says of which game it is.
    #[schema(value_type = Vec<Event>)]
    events: Vec<Box<RawValue>>,
    /// The hash of each event in the chain of its game, in the same order.
    hashes: Vec<Hex32>,
    /// Where the feed goes on after these events.
    cursor: String,
    /// Whether there are more now.
    more: bool,
}

/// The stored bytes of events. What the log holds is JSON, or reading it has failed before.
pub(in crate::http) fn bodies(events: &[Logged]) -> Vec<Box<RawValue>> {
    events.iter().filter_map(body).collect()
}

fn body(logged: &Logged) -> Option<Box<RawValue>> {
    RawValue::from_string(logged.stored.body.clone()).ok()
}

impl EventPageView {
    /// A page of the log.
    pub(in crate::http) fn of(page: &EventPage) -> Self {
        Self {
            next_after: page.next,
            more: page.more,
            ..Self::with(&page.events)
        }
    }

    /// A page for each command of a page, with the version and the hash of its last event.
    pub(in crate::http) fn commands(
        page: &EventPage,
    ) -> impl Iterator<Item = (Version, Head, Self)> {
        let commands = page
            .events
            .chunk_by(|one, next| one.entry.command == next.entry.command);
        commands.filter_map(|command| {
            let last = &command.last()?.stored;
            let shown = Self {
                next_after: last.version,
                more: page.more || last.version < page.next,
                ..Self::with(command)
            };
            Some((last.version, last.hash, shown))
        })
    }

    fn with(events: &[Logged]) -> Self {
        Self {
            events: bodies(events),
            hashes: events.iter().map(|logged| logged.stored.hash.0).collect(),
            ..Self::empty(Version(0))
        }
    }

    /// No events after a version.
    pub(in crate::http) const fn empty(after: Version) -> Self {
        Self {
            events: Vec::new(),
            hashes: Vec::new(),
            next_after: after,
            more: false,
        }
    }
}

impl FeedPageView {
    /// A page of a feed.
    pub(in crate::http) fn of(page: &FeedPage) -> Self {
        let events = page.steps.iter().flat_map(|step| &step.events);
        Self::with(events, page.cursor.to_string(), page.more)
    }

    /// A page for each command of a page, with the cursor after it.
    pub(in crate::http) fn steps(page: &FeedPage) -> impl Iterator<Item = (String, Self)> {
        let count = page.steps.len();
        (1..).zip(&page.steps).map(move |(place, step)| {
            let cursor = step.cursor.to_string();
            let more = page.more || place < count;
            (cursor.clone(), Self::with(step.events.iter(), cursor, more))
        })
    }

    fn with<'a>(events: impl Iterator<Item = &'a Logged>, cursor: String, more: bool) -> Self {
        let (events, hashes) = events
            .filter_map(|logged| Some((body(logged)?, logged.stored.hash.0)))
            .unzip();
        Self {
            events,
            hashes,
            cursor,
            more,
        }
    }
}
