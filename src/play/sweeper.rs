//! What the server does by itself: what follows where something was not done in time, and what standing orders say.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::Games;
use super::error::PlayError;
use crate::rules::ids::GameId;
use crate::store::StoreError;

/// How often the server looks.
const EVERY: Duration = Duration::from_secs(1);
/// How long after an outage deadlines are moved.
const JUST: TimeDelta = TimeDelta::minutes(1);
/// How many games it asks the database for at once.
const MOST: u16 = 100;

impl Games {
    /// Acts by itself in every game in which something is due; how many there were. Any process may do so, what is due is
    /// done once. Of a game that goes on by orders alone one batch is done, so that all get on alike.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn sweep(&self) -> Result<usize, PlayError> {
        self.beat().await?;
        self.meter.sweeps.inc();
        let now = self.clock.now();
        let outage = self.pulse.unmoved().filter(|ended| now - *ended < JUST);
        // Right after an outage every deadline moves, also those that are yet to come.
        let until = outage.map_or(now, |_| DateTime::<Utc>::MAX_UTC);
        let (mut seen, mut after) = (0, None);
        loop {
            let due = self.store.due(until, after, MOST).await?;
            for game in &due {
                self.sweep_one(game.id).await?;
            }
            seen += due.len();
            self.meter
                .due
                .inc_by(u64::try_from(due.len()).unwrap_or_default());
            // Whatever stays due, because it cannot be folded, keeps none of the others waiting.
            after = due.last().copied();
            if due.len() < usize::from(MOST) {
                break;
            }
        }
        if let Some(ended) = outage {
            self.pulse.has_moved(ended);
        }
        Ok(seen)
    }

    /// Does what is due in a game: first what the clock does, then what is ordered.
    async fn act_by_itself(&self, game: GameId) -> Result<(), PlayError> {
        self.expire(game).await?;
        self.obey(game).await
    }

    async fn sweep_one(&self, game: GameId) -> Result<(), PlayError> {
        match self.act_by_itself(game).await {
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

/// Sweeps once a second, and whenever an order says what comes next, until it is dropped.
pub async fn sweep_for_ever(games: Games) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut away = false;
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = games.awake.notified() => {}
        }
        match games.sweep().await {
            Ok(_) => away = false,
            Err(error) if away => {
                tracing::debug!(%error, "the server still cannot look for what is due");
            }
            Err(error) => {
                tracing::warn!(%error, "the server cannot look for what is due");
                away = true;
            }
        }
    }
}
