//! Waking readers: notifications between server processes, and the look that makes up for those that are lost.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use uuid::Uuid;

use super::columns;
use super::{ACQUIRE, Store, StoreError};
use crate::rules::ids::{GameId, PlayerId, Version};

/// Where processes tell each other what they wrote.
const CHANNEL: &str = "parchis_events";
/// Bytes of the longest notification; the database takes less than 8000.
const LONGEST: usize = 7900;

/// A game that has come further.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    /// Which game.
    pub game: GameId,
    /// The version of its newest event.
    pub version: Version,
    /// When the first of the events was made that are announced together, where the process that announces them says so.
    #[serde(default)]
    pub since: Option<DateTime<Utc>>,
    /// Whose game it is: its owner, and who sits or sat there.
    pub players: Vec<PlayerId>,
}

impl Moved {
    /// Takes in that the game has come further still.
    pub fn join(&mut self, later: Self) {
        self.version = self.version.max(later.version);
        self.since = self.since.or(later.since);
        for player in later.players {
            if !self.players.contains(&player) {
                self.players.push(player);
            }
        }
    }
}

/// What a listener hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// These games have come further.
    Moved(Vec<Moved>),
    /// The connection was lost and made anew: something may have been missed.
    Gap,
}

/// One connection that hears what other processes write.
pub struct Listener {
    inner: PgListener,
}

impl Store {
    /// Tells every process that games have come further; those that are not listening hear nothing.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn notify(&self, moved: &[Moved]) -> Result<(), StoreError> {
        let payloads = payloads(moved);
        let statement = sqlx::query!(
            "select pg_notify($1, payload) from unnest($2::text[]) as payload",
            CHANNEL,
            &payloads,
        );
        self.run(statement.execute(&self.pool)).await?;
        Ok(())
    }

    /// Listens to what processes write from now on, on a connection of its own.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn listen(&self) -> Result<Listener, StoreError> {
        let options = PgConnectOptions::clone(&self.pool.connect_options());
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .max_lifetime(None)
            .idle_timeout(None)
            .acquire_timeout(ACQUIRE)
            .connect_lazy_with(options);
        let mut inner = self.run(PgListener::connect_with(&pool)).await?;
        inner.ignore_pool_close_event(true);
        self.run(inner.listen(CHANNEL)).await?;
        Ok(Listener { inner })
    }

    /// How far these games are; those that are not there are left out.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn versions(&self, games: &[GameId]) -> Result<Vec<(GameId, Version)>, StoreError> {
        let ids: Vec<Uuid> = games.iter().map(|game| game.0).collect();
        let statement = sqlx::query!(
            "select game_id, version from games where game_id = any($1)",
            &ids,
        );
        let rows = self.run(statement.fetch_all(&self.pool)).await?;
        let typed = |row: (Uuid, i64)| Some((GameId(row.0), columns::version(row.1)?));
        Ok(rows
            .into_iter()
            .filter_map(|row| typed((row.game_id, row.version)))
            .collect())
    }
}

impl Listener {
    /// Waits for what is heard next.
    ///
    /// # Errors
    ///
    /// When the connection is lost and no other can be made.
    pub async fn next(&mut self) -> Result<Heard, StoreError> {
        let Some(notification) = self.inner.try_recv().await? else {
            return Ok(Heard::Gap);
        };
        // Whatever this release cannot read, as a newer one may say it, is as good as lost.
        Ok(serde_json::from_str(notification.payload()).map_or(Heard::Gap, Heard::Moved))
    }
}

/// As few notifications as say it all, each a list in JSON.
fn payloads(moved: &[Moved]) -> Vec<String> {
    let mut payloads: Vec<String> = Vec::new();
    // Ids and numbers: nothing here can fail to be written.
    for one in moved
        .iter()
        .filter_map(|one| serde_json::to_string(one).ok())
    {
        match payloads.last_mut() {
            Some(last) if last.len() + one.len() < LONGEST => {
                last.push(',');
                last.push_str(&one);
            }
            Some(_) | None => payloads.push(format!("[{one}")),
        }
    }
    for payload in &mut payloads {
        payload.push(']');
    }
    payloads
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notifications_hold_all_and_are_short_enough() {
        let id = |number: u128| Uuid::from_u128(u128::MAX - number);
        let moved: Vec<Moved> = (0..200)
            .map(|number| Moved {
                game: GameId(id(number)),
                version: Version((1 << 53) - 1),
                since: Some(DateTime::<Utc>::MAX_UTC),
                players: (0..number % 17).map(id).map(PlayerId).collect(),
            })
            .collect();
        let payloads = payloads(&moved);
        assert!(payloads.iter().all(|payload| payload.len() < 8000));
        let read = payloads.iter().flat_map(|payload| {
            let read: Vec<Moved> = serde_json::from_str(payload).unwrap();
            read
        });
        assert_eq!(read.collect::<Vec<_>>(), moved);
    }
}
