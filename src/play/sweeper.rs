//! The clock: ends games whose promised entropy did not come in time.

use std::time::Duration;

use super::Games;
use super::error::PlayError;

/// How often the clock looks.
const EVERY: Duration = Duration::from_secs(1);
/// How many games it sees to in one go; a full one is followed by the next at once.
const MOST: u16 = 100;

impl Games {
    /// Lets the clock act in every game in which it is due; how many there were. Any process may do so, what is due is
    /// done once.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn sweep(&self) -> Result<usize, PlayError> {
        let due = self.store.due(self.clock.now(), MOST).await?;
        for game in &due {
            // A game that cannot be folded keeps none of the others waiting.
            if let Err(error) = self.expire(*game).await
                && !self.complained.contains_key(game)
            {
                tracing::warn!(%game, %error, "the clock could not act");
                self.complained.insert(*game, ());
            }
        }
        Ok(due.len())
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
