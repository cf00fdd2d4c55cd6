//! Reading games: as they are now, and in lists.

use std::sync::Arc;

use super::Games;
use super::error::PlayError;
use super::folded::Folded;
use crate::rules::ids::{GameId, Version};
use crate::store::{Cursor, Day, DayCursor, DayPage, Filter, Listed, OrderBook};

impl Games {
    /// A game as it is now.
    ///
    /// # Errors
    ///
    /// [`PlayError::NoGame`]; and when the database is away or the log cannot be folded.
    pub async fn read(&self, game: GameId) -> Result<Arc<Folded>, PlayError> {
        self.refresh(game, self.folded.get(&game)).await
    }

    /// A page of up to `limit` games, newest first.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn list(
        &self,
        filter: Filter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Listed, PlayError> {
        Ok(self.store.list(filter, after, limit).await?)
    }

    /// A page of up to `limit` of all games that were created on a day, in that order.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn day(
        &self,
        day: Day,
        after: Option<DayCursor>,
        limit: u16,
    ) -> Result<DayPage, PlayError> {
        Ok(self.store.day(day, after, limit).await?)
    }

    /// A game as the database has it now, by way of what is known of it.
    pub(super) async fn refresh(
        &self,
        game: GameId,
        known: Option<Arc<Folded>>,
    ) -> Result<Arc<Folded>, PlayError> {
        Ok(self.refresh_with_orders(game, known).await?.0)
    }

    /// The same, with the standing orders of its seats.
    pub(super) async fn refresh_with_orders(
        &self,
        game: GameId,
        known: Option<Arc<Folded>>,
    ) -> Result<(Arc<Folded>, OrderBook), PlayError> {
        if let Some(known) = known {
            let loaded = self.store.load(game, known.version()).await?;
            let mut loaded = loaded.ok_or(PlayError::NoGame(game))?;
            let orders = std::mem::take(&mut loaded.orders);
            let to = (loaded.row.version, loaded.row.head);
            if loaded.tail.is_empty() && to == (known.version(), known.head) {
                self.meter.hits.inc();
                return Ok((known, orders));
            }
            let mut folded = Folded::clone(&known);
            let folding = self.folding(loaded.tail.len(), move || {
                let caught_up = folded.catch_up(loaded.tail, to, loaded.secret);
                caught_up.map(|()| folded)
            });
            if let Ok(folded) = folding.await? {
                return Ok((self.keep(folded), orders));
            }
            // The database was set back to an older backup, or it is corrupt; the whole log tells which.
            self.folded.invalidate(&game);
        }
        let loaded = self.store.load(game, Version(0)).await?;
        let mut loaded = loaded.ok_or(PlayError::NoGame(game))?;
        let orders = std::mem::take(&mut loaded.orders);
        let folding = self.folding(loaded.tail.len(), move || Folded::whole(game, loaded));
        Ok((self.keep(folding.await??), orders))
    }

    /// Folds so many events, and counts that.
    async fn folding<T: Send + 'static>(
        &self,
        events: usize,
        fold: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PlayError> {
        let meter = self.meter.clone();
        let fold = move || meter.folding(events, fold);
        self.bench.work(events, fold).await
    }

    fn keep(&self, folded: Folded) -> Arc<Folded> {
        let folded = Arc::new(folded);
        self.remember(&folded);
        folded
    }
}
