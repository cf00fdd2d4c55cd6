//! Reading one game.

use super::columns::{self, game_columns, to_i64};
use super::orders::OrderBook;
use super::rows::{GameRow, Status};
use super::{Store, StoreError};
use crate::dice::SealedSeed;
use crate::proof::{Head, Stored};
use crate::rules::ids::{GameId, Version};

/// A game as one look at the database shows it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Its row.
    pub row: GameRow,
    /// The events after the version asked for, to the newest.
    pub tail: Vec<Stored>,
    /// The seed of its dice, sealed, while it is secret.
    pub secret: Option<SealedSeed>,
    /// The standing orders of its seats.
    pub orders: OrderBook,
}

/// Where a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Newest {
    /// The version of its newest event.
    pub version: Version,
    /// The hash of its newest event.
    pub head: Head,
    /// How far it is.
    pub status: Status,
}

impl Store {
    /// A game's row, its events after `after` and its secret, in one round trip; none where there is no such game.
    ///
    /// # Errors
    ///
    /// When the database is away, and [`StoreError::Corrupt`] when what it holds cannot be read.
    pub async fn load(&self, game: GameId, after: Version) -> Result<Option<Loaded>, StoreError> {
        let statement = sqlx::query!(
            r#"select games.game_id, games.version, games.head, games.status, games.preset, games.arms,
                games.dice_count, games.dice_source, games.seats, games.seated, games.owner, games.listed,
                games.invite_hash, games.asked, games.asked_what, games.asked_since, games.due_at,
                games.created_at, games.updated_at, games.dice_commit, games.started_at, games.end_reason, games.orders,
                tail.versions as "versions!", tail.bodies as "bodies!", tail.hashes as "hashes!",
                secrets.seed_sealed as "seed_sealed?", secrets.key_id as "key_id?"
            from games
            cross join lateral (
                select coalesce(array_agg(event.version order by event.version), '{}') as versions,
                    coalesce(array_agg(event.body order by event.version), '{}') as bodies,
                    coalesce(array_agg(event.hash order by event.version), '{}') as hashes
                from (
                    select version, body, hash from events
                    where game_id = $1 and version > $2
                ) as event
            ) as tail
            left join secrets on secrets.game_id = games.game_id
            where games.game_id = $1"#,
            game.0,
            to_i64(after),
        );
        let Some(found) = self.run(statement.fetch_optional(&self.pool)).await? else {
            return Ok(None);
        };
        let columns = game_columns!(found);
        let events = found
            .versions
            .into_iter()
            .zip(found.bodies)
            .zip(found.hashes);
        let tail = columns::events(
            game,
            after,
            events.map(|((version, body), hash)| (version, body, hash)),
        )?;
        let secret = found.seed_sealed.zip(found.key_id);
        let loaded = Loaded {
            row: columns.parse()?,
            tail,
            secret: secret.map(|(bytes, key_id)| SealedSeed { key_id, bytes }),
            orders: OrderBook::of_words(found.orders),
        };
        loaded.agrees(after)?;
        Ok(Some(loaded))
    }

    /// Where a game is; none where there is no such game.
    ///
    /// # Errors
    ///
    /// When the database is away, and [`StoreError::Corrupt`] when what it holds cannot be read.
    pub async fn newest(&self, game: GameId) -> Result<Option<Newest>, StoreError> {
        let statement = sqlx::query!(
            "select version, head, status from games where game_id = $1",
            game.0
        );
        let Some(found) = self.run(statement.fetch_optional(&self.pool)).await? else {
            return Ok(None);
        };
        let (version, head) = columns::newest(game, found.version, &found.head)?;
        let column = "status";
        let status = Status::of_word(&found.status).ok_or(StoreError::Newer { game, column })?;
        Ok(Some(Newest {
            version,
            head,
            status,
        }))
    }

    /// Up to `limit` events of a game after `after`; none where there is no such game.
    ///
    /// # Errors
    ///
    /// When the database is away, and [`StoreError::Corrupt`] when what it holds cannot be read.
    pub async fn events(
        &self,
        game: GameId,
        after: Version,
        limit: u32,
    ) -> Result<Vec<Stored>, StoreError> {
        let statement = sqlx::query!(
            "select version, body, hash from events where game_id = $1 and version > $2 order by version limit $3",
            game.0,
            to_i64(after),
            i64::from(limit),
        );
        let rows = self.run(statement.fetch_all(&self.pool)).await?;
        columns::events(
            game,
            after,
            rows.into_iter()
                .map(|row| (row.version, row.body, row.hash)),
        )
    }
}

impl Loaded {
    /// Checks that the row names the newest event of the tail, or, where there is none, not less than `after`.
    fn agrees(&self, after: Version) -> Result<(), StoreError> {
        let newest = self.tail.last().map_or(after, |event| event.version);
        let row = &self.row;
        if self.tail.is_empty() && row.version <= after {
            return Ok(());
        }
        if row.version != newest {
            let reason = format!(
                "its row says version {}, its log ends at {newest}",
                row.version
            );
            return Err(columns::corrupt(row.id, newest, reason));
        }
        if self.tail.last().is_some_and(|event| event.hash != row.head) {
            let reason = "its row has another head than its log".to_owned();
            return Err(columns::corrupt(row.id, newest, reason));
        }
        Ok(())
    }
}
