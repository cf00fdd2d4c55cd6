//! Players and their tokens.

use std::fmt;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Store, StoreError};
use crate::rules::ids::PlayerId;

/// The SHA-256 of a bearer token.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(..)")
    }
}

/// A player, as others see one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The id, as in events.
    pub id: PlayerId,
    /// The display name.
    pub name: String,
    /// When the player came.
    pub created_at: DateTime<Utc>,
}

impl Store {
    /// Adds a player with one token.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn create_player(&self, player: &Player, token: TokenHash) -> Result<(), StoreError> {
        let statement = sqlx::query!(
            "with made as (
                insert into players (player_id, name, created_at) values ($1, $2, $3)
            )
            insert into tokens (hash, player_id, created_at) values ($4, $1, $3)",
            player.id.0,
            player.name,
            player.created_at,
            token.0.as_slice(),
        );
        self.run(statement.execute(&self.pool)).await?;
        Ok(())
    }

    /// The player whose token has this hash.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn player_by_token(&self, token: TokenHash) -> Result<Option<Player>, StoreError> {
        let statement = sqlx::query!(
            "select players.player_id, players.name, players.created_at
            from tokens join players on players.player_id = tokens.player_id
            where tokens.hash = $1",
            token.0.as_slice(),
        );
        let row = self.run(statement.fetch_optional(&self.pool)).await?;
        Ok(row.map(|row| Player {
            id: PlayerId(row.player_id),
            name: row.name,
            created_at: row.created_at,
        }))
    }

    /// Those of these players that there are, in no order.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn players(&self, ids: &[PlayerId]) -> Result<Vec<Player>, StoreError> {
        let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
        let statement = sqlx::query!(
            "select player_id, name, created_at from players where player_id = any($1)",
            &ids,
        );
        let rows = self.run(statement.fetch_all(&self.pool)).await?;
        let players = rows.into_iter();
        Ok(players
            .map(|row| Player {
                id: PlayerId(row.player_id),
                name: row.name,
                created_at: row.created_at,
            })
            .collect())
    }
}
