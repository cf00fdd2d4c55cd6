//! The clock: ends games whose promised entropy did not come in time.

use std::time::Duration;

use super::Games;
use super::error::PlayError;
use crate::rules::ids::GameId;
use crate::store::StoreError;

/// How often the clock looks.
const EVERY: Duration = Duration::from_secs(1);
/// How many games it asks the database for at once.
const MOST: u16 = 100;

impl Games {
    /// Lets the clock act in every game in which it is due; how many there were. Any process may do so, what is due is
    /// done once.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn sweep(&self) -> Result<usize, PlayError> {
        let now = self.clock.now();
        let (mut seen, mut after) = (0, None);
        loop {
            let due = self.store.due(now, after, MOST).await?;
            for game in &due {
                self.sweep_one(game.id).await?;
            }
            seen += due.len();
            // Whatever stays due, because it cannot be folded, keeps none of the others waiting.
            after = due.last().copied();
            if due.len() < usize::from(MOST) {
                return Ok(seen);
            }
        }
    }

    async fn sweep_one(&self, game: GameId) -> Result<(), PlayError> {
        match self.expire(game).await {
            Err(PlayError::Store(error @ StoreError::Unavailable(_))) => Err(error.into()),
            Err(error) if !self.complained.contains_key(&game) => {
                tracing::warn!(%game, %error, "the clock could not act");
                self.complained.insert(game, ());
                Ok(())
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

/// Sweeps once a second, until it is dropped.
pub async fn sweep_for_ever(games: Games) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut away = false;
    loop {
        ticks.tick().await;
        match games.sweep().await {
            Ok(_) => away = false,
            Err(error) if away => tracing::debug!(%error, "the clock still cannot look"),
            Err(error) => {
                tracing::warn!(%error, "the clock cannot look");
                away = true;
            }
        }
    }
}
