//! The games of a day as the interface shows them.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::summary::StatusView;
use crate::proof::Head;
use crate::rules::event::EndReason;
use crate::rules::ids::{GameId, Hex32, Version};
use crate::store::{DatedGame, Day, DayPage, Status};

/// A page of the games that were created on a day, in that order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DayPage)]
pub(in crate::http) struct DayView {
    /// The day, by UTC.
    date: NaiveDate,
    /// The games.
    games: Vec<DatedView>,
    /// How many more there are on this page that a newer server wrote, and that this one cannot read.
    unreadable: u16,
    /// Where the next page begins, as `cursor`; null on the last.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// What an auditor sees of a game without reading its log.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DatedGame)]
struct DatedView {
    /// Which game; null for one that is not listed.
    #[schema(required)]
    game: Option<GameId>,
    /// The head of its log before the first event. It follows from the id alone, and does not give it away.
    genesis: Head,
    /// The commitment to the seed of its dice, which covers the id; null where the players say what real dice show.
    #[schema(required)]
    commit: Option<Hex32>,
    /// How far it is.
    status: StatusView,
    /// When it was created.
    created_at: DateTime<Utc>,
    /// When play began; null where it has not.
    #[schema(required)]
    started_at: Option<DateTime<Utc>>,
    /// When it ended; null where it has not.
    #[schema(required)]
    ended_at: Option<DateTime<Utc>>,
    /// Why it ended; null where it has not.
    #[schema(required)]
    end_reason: Option<EndReason>,
    /// The version of its newest event.
    version: Version,
    /// The hash of that event.
    head: Head,
    /// Whether its end is sealed.
    sealed: bool,
    /// Whether it was played elsewhere, and came by an import of its log.
    imported: bool,
}

impl DayView {
    /// A page.
    pub(in crate::http) fn of(day: Day, page: DayPage) -> Self {
        Self {
            date: day.date(),
            games: page.games.into_iter().map(DatedView::from).collect(),
            unreadable: page.unreadable,
            next_cursor: page.next.map(|cursor| cursor.to_string()),
        }
    }
}

impl From<DatedGame> for DatedView {
    fn from(game: DatedGame) -> Self {
        let (version, head) = game.newest;
        let over = game.status == Status::Ended;
        Self {
            game: game.listed.then_some(game.id),
            genesis: Head::genesis(game.id),
            commit: game.commit,
            status: StatusView::from(game.status),
            created_at: game.created_at,
            started_at: game.started_at,
            ended_at: over.then_some(game.updated_at),
            end_reason: game.end_reason,
            version,
            head,
            sealed: game.sealed,
            imported: game.imported,
        }
    }
}
