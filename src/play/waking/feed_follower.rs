use std::sync::Arc;

use tokio::sync::watch;

use super::follower::AGAIN;
use super::registry::Kept;
use super::{PAGE, Watched};
use crate::play::Games;
use crate::play::error::PlayError;
use crate::play::feed::{FeedCursor, FeedPage};
use crate::rules::ids::PlayerId;
use crate::store::StoreError;

/// Somebody who follows a player's games from one command to the next, as [`Follower`](super::Follower) follows a game.
pub struct FeedFollower {
    games: Games,
    /// Keeps the sender of the news.
    _watched: Arc<Kept<PlayerId, Watched>>,
    news: watch::Receiver<()>,
    at: FeedCursor,
    /// Whether there is something to read whatever the news are.
    due: bool,
}

impl Games {
    /// Follows a player's games from a cursor on.
    #[must_use]
    pub fn follow_feed(&self, at: FeedCursor) -> FeedFollower {
        let watched = self.waking.players.take(at.player, Watched::default);
        FeedFollower {
            games: self.clone(),
            news: watched.news.subscribe(),
            _watched: watched,
            at,
            due: true,
        }
    }
}

impl FeedFollower {
    /// The commands there are now, up to so many events; maybe none.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn now(&mut self, limit: u16) -> Result<FeedPage, PlayError> {
        self.news.mark_unchanged();
        let turn = self.games.waking.turn().await;
        let page = self.games.feed(&self.at, limit).await?;
        drop(turn);
        self.due = page.more;
        self.at.clone_from(&page.cursor);
        Ok(page)
    }

    /// The commands there are now; where there are none yet, those that come next, or none when patience ends.
    ///
    /// # Errors
    ///
    /// When the games cannot be read.
    pub async fn within(
        &mut self,
        limit: u16,
        patience: impl Future<Output = ()>,
    ) -> Result<FeedPage, PlayError> {
        let page = self.now(limit).await?;
        if page.more || !page.steps.is_empty() {
            return Ok(page);
        }
        let before = self.at.clone();
        tokio::select! {
            next = self.next() => {
                let next = next?;
                let length: usize = next.steps.iter().map(|step| step.events.len()).sum();
                if length <= usize::from(limit) {
                    return Ok(next);
                }
            }
            () = patience => return Ok(page),
        }
        self.games.feed(&before, limit).await
    }

    /// The next commands; waits until there are some, also for a database that is away. Whoever gives up waiting may ask
    /// again.
    ///
    /// # Errors
    ///
    /// When the games cannot be read.
    pub async fn next(&mut self) -> Result<FeedPage, PlayError> {
        loop {
            if !self.due {
                // It ends with an error where nobody can send any more; the sender is kept.
                let _ = self.news.changed().await;
                self.due = true;
            }
            match self.now(PAGE).await {
                Ok(page) if page.steps.is_empty() => {}
                Ok(page) => return Ok(page),
                Err(PlayError::Store(StoreError::Unavailable(_))) => {
                    self.due = true;
                    tokio::time::sleep(AGAIN).await;
                }
                Err(error) => return Err(error),
            }
        }
    }
}
