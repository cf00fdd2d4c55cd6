//! Waking readers: who follows a game learns at once what this process writes to it, and soon what others write.
//!
//! Nothing rests on it. Whoever is woken reads the log; whoever is not is found by the look that every process takes
//! once a second at the games it has readers of.

mod feed_follower;
mod follower;
mod news;
mod registry;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, Semaphore, SemaphorePermit, watch};

use super::Games;
use super::error::PlayError;
use super::folded::Folded;
use super::log::{EventPage, Logged};
use crate::rules::event::Event;
use crate::rules::ids::{GameId, PlayerId, Version};
use crate::store::Moved;

use registry::Registry;

pub use feed_follower::FeedFollower;
pub use follower::Follower;
pub use news::{announce_for_ever, listen_for_ever, recheck_for_ever, wake_for_ever};

/// How many events the readers of a game are given at once.
const PAGE: u16 = 100;

/// The readers of this process, and what other processes shall hear.
pub(super) struct Waking {
    /// Turns to read for a reader that comes or is behind: however many do at once, half the connections are left for play.
    turns: Semaphore,
    games: Arc<Registry<GameId, Followed>>,
    players: Arc<Registry<PlayerId, Watched>>,
    /// What was written here and not announced yet.
    unsaid: Mutex<HashMap<GameId, Moved>>,
    written: Notify,
}

/// A game that somebody follows here.
#[derive(Default)]
struct Followed {
    /// The newest version that was heard of.
    newest: watch::Sender<Version>,
    /// What was read last, and after which version, so that all of its readers share one reading.
    page: tokio::sync::Mutex<Option<(Version, Arc<EventPage>)>>,
}

/// A player whose feed somebody follows here.
#[derive(Default)]
struct Watched {
    /// Told when something happens in a game of the player.
    news: watch::Sender<()>,
    /// What looking showed last.
    tally: AtomicI64,
}

impl Waking {
    /// Nobody reads yet, from a database with so many connections.
    pub(super) fn new(connections: u32) -> Self {
        let turns = usize::try_from(connections / 2).unwrap_or(1).max(1);
        Self {
            turns: Semaphore::new(turns),
            games: Arc::default(),
            players: Arc::default(),
            unsaid: Mutex::default(),
            written: Notify::new(),
        }
    }

    /// Waits for a turn to read.
    pub(super) async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        // Nobody closes it.
        self.turns.acquire().await.ok()
    }

    /// Takes in what this process has written to a game, from the event after `after` on.
    pub(super) fn wrote(&self, after: Version, events: &[Logged], folded: &Folded) {
        if let Some(followed) = self.games.get(folded.id) {
            followed.offer(after, events);
        }
        let moved = Moved {
            game: folded.id,
            version: folded.version(),
            since: Some(folded.updated_at),
            players: concerned(events, folded),
        };
        self.heard_of(&moved);
        let mut unsaid = lock(&self.unsaid);
        match unsaid.entry(moved.game) {
            Entry::Occupied(mut earlier) => earlier.get_mut().join(moved),
            Entry::Vacant(none) => drop(none.insert(moved)),
        }
        drop(unsaid);
        self.written.notify_one();
    }

    /// Takes in how far a game is.
    fn heard_of(&self, moved: &Moved) {
        self.is_at(moved.game, moved.version);
        for player in &moved.players {
            if let Some(watched) = self.players.get(*player) {
                watched.news.send_replace(());
            }
        }
    }

    /// Takes in how far a game is; whether somebody follows it who did not know.
    fn is_at(&self, game: GameId, version: Version) -> bool {
        self.games.get(game).is_some_and(|followed| {
            followed.newest.send_if_modified(|newest| {
                let further = version > *newest;
                *newest = version.max(*newest);
                further
            })
        })
    }

    /// Takes in what looking at a player's games showed.
    fn looks(&self, player: PlayerId, tally: i64) {
        if let Some(watched) = self.players.get(player)
            && watched.tally.swap(tally, Ordering::Relaxed) != tally
        {
            watched.news.send_replace(());
        }
    }

    /// What is to be announced.
    fn unsaid(&self) -> Vec<Moved> {
        std::mem::take(&mut *lock(&self.unsaid))
            .into_values()
            .collect()
    }
}

/// Whose game it is, and who got up by these events.
fn concerned(events: &[Logged], folded: &Folded) -> Vec<PlayerId> {
    let mut players = folded.members();
    for logged in events {
        if let Event::Unseated { player, .. } = logged.entry.event {
            players.push(player);
        }
    }
    players
}

impl Followed {
    /// Whole commands after `after`, if there are any; who comes first reads them for all.
    async fn page(
        &self,
        games: &Games,
        game: GameId,
        after: Version,
    ) -> Result<Arc<EventPage>, PlayError> {
        let mut shared = self.page.lock().await;
        if let Some((before, page)) = &*shared
            && *before == after
        {
            return Ok(Arc::clone(page));
        }
        let page = Arc::new(games.events(game, after, PAGE).await?);
        if !page.events.is_empty() {
            *shared = Some((after, Arc::clone(&page)));
        }
        Ok(page)
    }

    /// Takes events that were just written as what the readers read next, unless one is reading.
    fn offer(&self, after: Version, events: &[Logged]) {
        if let Ok(mut shared) = self.page.try_lock() {
            let page = EventPage::of(after, events.to_vec(), false);
            *shared = Some((after, Arc::new(page)));
        }
    }
}

/// Nothing panics while it holds one of these locks.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
