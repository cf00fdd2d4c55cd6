//! Waking readers: who follows a game learns at once what this process writes to it, and soon what others write.
//!
//! Nothing rests on it. Whoever is woken reads the log; whoever is not is found by the look that every process takes
//! once a second at the games it has readers of.

mod follower;
mod news;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::{Notify, watch};

use super::Games;
use super::error::PlayError;
use super::folded::Folded;
use super::log::{EventPage, Logged};
use crate::rules::ids::{GameId, Version};
use crate::store::Moved;

pub use follower::Follower;
pub use news::{announce_for_ever, listen_for_ever, recheck_for_ever, wake_for_ever};

/// How many events the readers of a game are given at once.
const PAGE: u16 = 100;

/// The readers of this process, and what other processes shall hear.
#[derive(Default)]
pub(super) struct Waking {
    followed: Mutex<HashMap<GameId, Weak<Followed>>>,
    /// What was written here and not announced yet.
    unsaid: Mutex<HashMap<GameId, Moved>>,
    written: Notify,
}

/// A game that somebody follows here.
struct Followed {
    game: GameId,
    waking: Arc<Waking>,
    /// The newest version that was heard of.
    newest: watch::Sender<Version>,
    /// What was read last, and after which version, so that all of its readers share one reading.
    page: tokio::sync::Mutex<Option<(Version, Arc<EventPage>)>>,
}

impl Waking {
    /// The game, with those who follow it already.
    fn follow(self: &Arc<Self>, game: GameId) -> Arc<Followed> {
        let mut followed = lock(&self.followed);
        if let Some(known) = followed.get(&game).and_then(Weak::upgrade) {
            return known;
        }
        let new = Arc::new(Followed {
            game,
            waking: Arc::clone(self),
            newest: watch::Sender::new(Version(0)),
            page: tokio::sync::Mutex::default(),
        });
        followed.insert(game, Arc::downgrade(&new));
        new
    }

    /// Takes in what this process has written to a game, from the event after `after` on.
    pub(super) fn wrote(&self, after: Version, events: &[Logged], folded: &Folded) {
        let followed = lock(&self.followed).get(&folded.id).and_then(Weak::upgrade);
        if let Some(followed) = followed {
            followed.offer(after, events);
            followed.heard_of(folded.version());
        }
        let moved = Moved {
            game: folded.id,
            version: folded.version(),
            players: folded.members(),
        };
        lock(&self.unsaid).insert(folded.id, moved);
        self.written.notify_one();
    }

    /// Takes in how far a game is.
    fn heard_of(&self, game: GameId, version: Version) {
        let followed = lock(&self.followed).get(&game).and_then(Weak::upgrade);
        if let Some(followed) = followed {
            followed.heard_of(version);
        }
    }

    /// The games that are followed here.
    fn games(&self) -> Vec<GameId> {
        lock(&self.followed).keys().copied().collect()
    }

    /// What is to be announced.
    fn unsaid(&self) -> Vec<Moved> {
        std::mem::take(&mut *lock(&self.unsaid))
            .into_values()
            .collect()
    }
}

impl Followed {
    fn heard_of(&self, version: Version) {
        self.newest.send_if_modified(|newest| {
            let further = version > *newest;
            *newest = version.max(*newest);
            further
        });
    }

    /// Whole commands after `after`, if there are any; who comes first reads them for all.
    async fn page(&self, games: &Games, after: Version) -> Result<Arc<EventPage>, PlayError> {
        let mut shared = self.page.lock().await;
        if let Some((before, page)) = &*shared
            && *before == after
        {
            return Ok(Arc::clone(page));
        }
        let page = Arc::new(games.events(self.game, after, PAGE).await?);
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

impl Drop for Followed {
    fn drop(&mut self) {
        // Meanwhile somebody may follow the game anew.
        if let Entry::Occupied(known) = lock(&self.waking.followed).entry(self.game)
            && known.get().strong_count() == 0
        {
            known.remove();
        }
    }
}

/// Nothing panics while it holds one of these locks.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
