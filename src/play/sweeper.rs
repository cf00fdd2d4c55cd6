//! What the server does by itself: what follows where something was not done in time, and what standing orders say.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::Notify;

use super::Games;
use super::error::PlayError;
use crate::rules::ids::GameId;
use crate::store::{Doer, StoreError};

/// How often the server looks.
const EVERY: Duration = Duration::from_secs(1);
/// How long after an outage deadlines are moved.
const JUST: TimeDelta = TimeDelta::minutes(1);
/// How many games it asks the database for at once.
const MOST: u16 = 100;

impl Games {
    /// Acts by itself in every game in which something is due, first what the clock does, then what is ordered; how many
    /// there were. Any process may do so, what is due is done once.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn sweep(&self) -> Result<usize, PlayError> {
        Ok(self.sweep_clocks().await? + self.sweep_orders().await?)
    }

    /// Does what the clock does.
    async fn sweep_clocks(&self) -> Result<usize, PlayError> {
        self.beat().await?;
        self.meter.sweeps.inc();
        let now = self.clock.now();
        let outage = self.pulse.unmoved().filter(|ended| now - *ended < JUST);
        // Right after an outage every deadline moves, also those that are yet to come.
        let until = outage.map_or(now, |_| DateTime::<Utc>::MAX_UTC);
        let seen = self.sweep_due(Doer::Clock, until).await?;
        if let Some(ended) = outage {
            self.pulse.has_moved(ended);
        }
        Ok(seen)
    }

    /// Does what is ordered. Of a game that goes on by orders alone one batch is done, so that all get on alike.
    async fn sweep_orders(&self) -> Result<usize, PlayError> {
        self.sweep_due(Doer::Order, self.clock.now()).await
    }

    async fn sweep_due(&self, doer: Doer, until: DateTime<Utc>) -> Result<usize, PlayError> {
        let (mut seen, mut after) = (0, None);
        loop {
            let due = self.store.due(doer, until, after, MOST).await?;
            for game in &due {
                self.sweep_one(doer, game.id).await?;
            }
            seen += due.len();
            self.meter
                .due
                .inc_by(u64::try_from(due.len()).unwrap_or_default());
            // Whatever stays due, because it cannot be folded, keeps none of the others waiting.
            after = due.last().copied();
            if due.len() < usize::from(MOST) {
                return Ok(seen);
            }
        }
    }

    async fn sweep_one(&self, doer: Doer, game: GameId) -> Result<(), PlayError> {
        let done = match doer {
            Doer::Clock => self.expire(game).await,
            Doer::Order => self.obey(game).await,
        };
        match done {
            Err(PlayError::Store(error @ StoreError::Unavailable(_))) => Err(error.into()),
            Err(error) if !self.complained.contains_key(&game) => {
                tracing::warn!(%game, %error, "the server could not act by itself");
                self.complained.insert(game, ());
                Ok(())
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

/// Says once a second that the server lives, and does what is due, what is ordered also whenever an order says what comes
/// next, until it is dropped. All that goes on side by side: however much is ordered, no clock waits for it, and a server
/// that has much to do is not taken for one that is away.
pub async fn sweep_for_ever(games: Games) {
    let never = Notify::new();
    tokio::join!(
        for_ever("live", &never, || games.beat()),
        for_ever("let the clocks act", &never, || games.sweep_clocks()),
        for_ever("obey orders", &games.awake, || games.sweep_orders()),
    );
}

/// Does something once a second, and whenever it is woken.
async fn for_ever<T, F>(what: &str, awake: &Notify, work: impl Fn() -> F)
where
    F: Future<Output = Result<T, PlayError>>,
{
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut away = false;
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = awake.notified() => {}
        }
        match work().await {
            Ok(_) => away = false,
            Err(error) if away => {
                tracing::debug!(%error, what, "the server still cannot act by itself");
            }
            Err(error) => {
                tracing::warn!(%error, what, "the server cannot act by itself");
                away = true;
            }
        }
    }
}
