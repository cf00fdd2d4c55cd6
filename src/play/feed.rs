//! A player's feed: the events of all their games, in order within each game.
//!
//! There is no order over games, and none is needed: a cursor says how far it is in each game. It names, with a version,
//! only games in which something happened lately, so that its size depends on these alone, and says of all others up to
//! which moment they were given:
//!
//! - A game that goes on: all its events up to the moment, by its own log; but none where it became the player's later,
//!   since then whatever it holds has yet to be given.
//! - A stint that ended: all of it, where it ended up to another moment, by the database's clock.
//!
//! This rests on one thing: what happened more than [`QUIET`] before now can be read by everybody, whoever wrote it. Writing
//! takes seconds, and a process that slept since it decided decides again; the clocks of processes are not minutes apart;
//! outages, which may hold all writes up, do not count. So a game is named, and its version tells exactly, until nothing
//! has happened in it for so long; then no event up to the moment can turn up any more that was not given. A game that cannot
//! be read is named for as long as that lasts.
//!
//! Games are given in one order: stints that ended, by when they did, then those that go on, by id. A round takes its moment
//! when it begins and moves along that order as far as all was given; games it has passed count as given up to its moment, the
//! others up to that of the round before. So the cursor is small midway through thousands of games, too.

mod cursor;

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};

use super::Games;
use super::error::PlayError;
use super::log::Logged;
use crate::rules::ids::{GameId, PlayerId, Version};
use crate::store::{Standings, Stint, StoreError};

pub use cursor::FeedCursor;
pub(super) use cursor::Place;

/// How long after something happened it is sure that every reader can see it: far longer than writing takes, or than the
/// clocks of two processes may be apart.
pub(super) const QUIET: TimeDelta = TimeDelta::minutes(15);
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
        let now = stints.first().map(|stint| stint.now);
        giving
            .page
            .cursor
            .begin(now.and_then(|now| self.quiet(now)));
        let mut all = true;
        for stint in &stints {
            all &= giving.give(stint).await?;
            if all {
                giving.page.cursor.pass(stint);
            }
        }
        let page = &mut giving.page;
        if u32::try_from(stints.len()).is_ok_and(|read| read < MOST) {
            if all {
                page.cursor.finish();
            }
        } else {
            page.more |= page.cursor.settled > cursor.settled;
        }
        Ok(giving.page)
    }

    /// The cursor after all that has happened in a player's games.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn feed_now(&self, player: PlayerId) -> Result<FeedCursor, PlayError> {
        let standings = self.store.standings(player, None, QUIET, u32::MAX).await?;
        Ok(self.after(player, &standings))
    }

    /// The cursor after all that stands there.
    pub(super) fn after(&self, player: PlayerId, standings: &Standings) -> FeedCursor {
        let quiet = self.quiet(standings.now);
        FeedCursor::after(player, &standings.stints, (standings.now, quiet))
    }

    /// The moment up to which all that happened is there to be read, by the times of logs; none where this process does not
    /// know. It goes by the earlier of two clocks, so that one that is ahead harms nobody.
    pub(super) fn quiet(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let lived = self.pulse.lived(QUIET);
        lived.map(|lived| lived.min(now) - QUIET)
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
        let mut reached = match self.page.cursor.place(stint) {
            Place::After(version) => version,
            Place::Since(_) if self.room == 0 => {
                self.page.more = true;
                return Ok(false);
            }
            Place::Since(moment) => {
                let version = self.games.store.version_at(stint.game, moment).await?;
                self.page.cursor.reach(stint.game, version.max(stint.after));
                version.max(stint.after)
            }
        };
        while reached < end {
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
                reached = last.entry.version;
                self.page.cursor.reach(stint.game, reached);
                self.room = self.room.saturating_sub(command.len());
                self.page.steps.push(FeedStep {
                    events: command.to_vec(),
                    cursor: self.page.cursor.clone(),
                });
            }
        }
        Ok(true)
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
fn is_settled(stint: &Stint) -> bool {
    stint.ended.is_some_and(|(_, at)| at <= stint.now - QUIET)
}
