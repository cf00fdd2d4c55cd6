use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use super::registry::Kept;
use super::{Followed, PAGE};
use crate::play::Games;
use crate::play::error::PlayError;
use crate::play::log::EventPage;
use crate::rules::ids::{GameId, Version};
use crate::store::StoreError;

/// After how long a database that was away is asked again.
pub(super) const AGAIN: Duration = Duration::from_secs(1);

/// Somebody who follows a game from one command to the next. It holds no connection to the database and no events: who
/// takes them slowly is behind, and nothing else.
pub struct Follower {
    games: Games,
    followed: Arc<Kept<GameId, Followed>>,
    news: watch::Receiver<Version>,
    at: Version,
    /// Whether the log is to be read whatever the news are.
    due: bool,
}

impl Games {
    /// Follows a game from the end of a command on.
    #[must_use]
    pub fn follow(&self, game: GameId, after: Version) -> Follower {
        let followed = self.waking.games.take(game, Followed::default);
        Follower {
            games: self.clone(),
            news: followed.newest.subscribe(),
            followed,
            at: after,
            due: true,
        }
    }

    /// A page of events after `after`, as [`events`](Self::events) gives it; where there are none yet, once there are, or
    /// an empty one when patience ends. Patience is asked for where there is something to wait for, and may be refused.
    ///
    /// # Errors
    ///
    /// As [`events`](Self::events), and where patience is refused.
    pub async fn events_within<E: From<PlayError>>(
        &self,
        game: GameId,
        after: Version,
        limit: u16,
        patience: impl Future<Output = Result<(), E>>,
    ) -> Result<EventPage, E> {
        let mut follower = self.follow(game, after);
        let page = follower.now(limit).await?;
        if page.over || !page.events.is_empty() {
            return Ok(page);
        }
        tokio::select! {
            next = follower.next() => {
                let next = next?;
                if next.events.len() > usize::from(limit) {
                    return Ok(self.events(game, after, limit).await?);
                }
                Ok(EventPage::clone(&next))
            }
            refused = patience => refused.map(|()| page),
        }
    }

    /// How many games are followed in this process.
    #[must_use]
    pub fn followed(&self) -> usize {
        self.waking.games.keys().len()
    }
}

impl Follower {
    /// The commands there are now, up to so many events; maybe none.
    ///
    /// # Errors
    ///
    /// As [`Games::events`].
    pub async fn now(&mut self, limit: u16) -> Result<EventPage, PlayError> {
        self.news.mark_unchanged();
        let turn = self.games.waking.turn().await;
        let page = self.games.events(self.followed.key(), self.at, limit);
        let page = page.await?;
        drop(turn);
        (self.at, self.due) = (page.next, page.more);
        Ok(page)
    }

    /// The next commands; waits until there are some, also for a database that is away. Whoever gives up waiting may ask
    /// again.
    ///
    /// # Errors
    ///
    /// When the log cannot be read.
    pub async fn next(&mut self) -> Result<Arc<EventPage>, PlayError> {
        loop {
            let read = if self.due {
                self.now(PAGE).await.map(Arc::new)
            } else if *self.news.borrow_and_update() > self.at {
                self.shared().await
            } else {
                self.news().await;
                continue;
            };
            match read {
                Ok(page) if page.events.is_empty() => self.news().await,
                Ok(page) => return Ok(page),
                Err(PlayError::Store(StoreError::Unavailable(_))) => {
                    self.due = true;
                    tokio::time::sleep(AGAIN).await;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// The commands that all readers are woken for.
    async fn shared(&mut self) -> Result<Arc<EventPage>, PlayError> {
        let page = self
            .followed
            .page(&self.games, self.followed.key(), self.at);
        let page = page.await?;
        (self.at, self.due) = (page.next, page.more);
        Ok(page)
    }

    /// Waits until something was heard of.
    async fn news(&mut self) {
        // It ends with an error where nobody can send any more; the sender lives as long as this follower does.
        let _ = self.news.changed().await;
    }
}
