//! A player's feed: the events of all their games, in order within each game.
//!
//! There is no order over games, and none is needed: a cursor says how far it is in each game that goes on, and up to
//! when those that are over were given. Whatever several processes write at once, in whatever order it becomes visible, a
//! game that a reader has seen is in the cursor, with a version, until all of it was given. Time decides one thing only,
//! after which moment games can have ended that no reader has seen before; it is the database's time, and lies a minute
//! back, far longer than a game that is over can have been there unseen.

mod cursor;

use std::collections::BTreeSet;

use chrono::TimeDelta;

use super::Games;
use super::error::PlayError;
use super::log::Logged;
use crate::rules::ids::{GameId, PlayerId, Version};
use crate::store::{Stint, StoreError};

pub use cursor::FeedCursor;

/// How long after the end of a game it is sure that every reader can see it.
pub(super) const SETTLED: TimeDelta = TimeDelta::minutes(1);
/// How many games a page looks at; nobody has more that go on.
pub(super) const MOST: u32 = 10_000;

/// A command of one of a player's games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedStep {
    /// Its events.
    pub events: Vec<Logged>,
    /// Where the feed goes on after it.
    pub cursor: FeedCursor,
}

/// Whole commands of a player's games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedPage {
    /// The commands.
    pub steps: Vec<FeedStep>,
    /// Where the feed goes on.
    pub cursor: FeedCursor,
    /// Whether there is more now.
    pub more: bool,
}

impl Games {
    /// What a player's games hold after a cursor: up to `limit` events, more only where the first command alone has more.
    ///
    /// # Errors
    ///
    /// When the database is away. A game that cannot be read keeps none of the others back; it keeps its place in the
    /// cursor, so that it comes once it can be read.
    pub async fn feed(&self, cursor: &FeedCursor, limit: u16) -> Result<FeedPage, PlayError> {
        let games: Vec<_> = cursor.reached.keys().copied().collect();
        let stints = self
            .store
            .stints(cursor.player, cursor.settled, &games, MOST);
        let stints = stints.await?;
        let mut giving = Giving {
            games: self,
            room: usize::from(limit.max(1)),
            left_out: BTreeSet::new(),
            page: FeedPage {
                steps: Vec::new(),
                cursor: cursor.clone(),
                more: false,
            },
        };
        let mut settled = true;
        for stint in &stints {
            settled &= giving.give(stint).await? && is_settled(stint);
            if settled {
                giving.page.cursor.settle(stint);
            }
        }
        let page = &mut giving.page;
        let all = u32::try_from(stints.len()).is_ok_and(|read| read < MOST);
        page.more |= !all && page.cursor.settled > cursor.settled;
        Ok(giving.page)
    }

    /// The cursor after all that has happened in a player's games.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn feed_now(&self, player: PlayerId) -> Result<FeedCursor, PlayError> {
        let now = self.store.now().await?;
        let mut cursor = FeedCursor::since(player, now - SETTLED);
        let stints = self.store.stints(player, cursor.settled, &[], u32::MAX);
        for stint in stints.await? {
            cursor.reach(stint.game, stint.end());
        }
        Ok(cursor)
    }
}

/// A page in the making.
struct Giving<'a> {
    games: &'a Games,
    room: usize,
    left_out: BTreeSet<GameId>,
    page: FeedPage,
}

impl Giving<'_> {
    /// Gives what is left of a stint, as far as there is room; whether nothing is left that can be read.
    async fn give(&mut self, stint: &Stint) -> Result<bool, PlayError> {
        let end = stint.end();
        if self.left_out.contains(&stint.game) {
            return Ok(true);
        }
        loop {
            let reached = self.page.cursor.reached(stint);
            if reached >= end {
                return Ok(true);
            }
            // What belongs to it before this stint comes first.
            if self.room == 0 || reached < stint.after {
                self.page.more = true;
                return Ok(false);
            }
            let room = u16::try_from(self.room).unwrap_or(u16::MAX);
            let read = match self.games.events(stint.game, reached, room).await {
                Ok(read) => read,
                Err(error @ PlayError::Store(StoreError::Unavailable(_))) => return Err(error),
                Err(error) => {
                    self.leave_out(stint.game, reached, &error);
                    return Ok(true);
                }
            };
            if read.events.is_empty() {
                return Ok(false);
            }
            let commands = read
                .events
                .chunk_by(|one, next| one.entry.command == next.entry.command);
            for command in commands {
                let Some(last) = command.last().filter(|last| last.entry.version <= end) else {
                    return Ok(true);
                };
                self.page.cursor.reach(stint.game, last.entry.version);
                self.room = self.room.saturating_sub(command.len());
                self.page.steps.push(FeedStep {
                    events: command.to_vec(),
                    cursor: self.page.cursor.clone(),
                });
            }
        }
    }

    /// Leaves a game out that cannot be read after a version, and keeps its place.
    fn leave_out(&mut self, game: GameId, reached: Version, error: &PlayError) {
        if matches!(error, PlayError::InsideCommand { .. }) {
            // No cursor of ours says so.
            tracing::debug!(%error, %game, "a game is left out of a feed");
        } else {
            tracing::warn!(%error, %game, "a game is left out of a feed");
        }
        self.page.cursor.reach(game, reached);
        self.left_out.insert(game);
    }
}

/// Whether a stint ended so long ago that no other can turn up before it.
pub(super) fn is_settled(stint: &Stint) -> bool {
    stint.ended.is_some_and(|(_, at)| at <= stint.now - SETTLED)
}
