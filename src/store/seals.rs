//! Seals of finished games, and what explains that one is missing.

use super::columns::{self, to_i64};
use super::{Store, StoreError};
use crate::proof::{Fingerprint, Signature, SignedHead};
use crate::rules::ids::{GameId, Hex32, Version};

/// What there is beside a game's log to say whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sealing {
    /// The seal, where there is one.
    pub seal: Option<SignedHead>,
    /// Whether the game came by an import.
    pub imported: bool,
}

impl Store {
    /// The seal of a game, if it has one.
    ///
    /// # Errors
    ///
    /// When the database is away, and [`StoreError::Corrupt`] when what it holds cannot be read.
    pub async fn sealing(&self, game: GameId) -> Result<Sealing, StoreError> {
        let statement = sqlx::query!(
            r#"select seals.version as "version?", seals.head as "head?", seals.key as "key?",
                seals.signature as "signature?", imports.game_id is not null as "imported!"
            from (values ($1::uuid)) as wanted (game_id)
            left join seals on seals.game_id = wanted.game_id
            left join imports on imports.game_id = wanted.game_id"#,
            game.0,
        );
        let found = self.run(statement.fetch_one(&self.pool)).await?;
        let columns = found.version.zip(found.head);
        let columns = columns.zip(found.key.zip(found.signature));
        let seal = columns.map(|((version, head), (key, signature))| {
            let read = || {
                Some(SignedHead {
                    game,
                    head: columns::head(&head)?,
                    key: Fingerprint(Hex32(key.try_into().ok()?)),
                    signature: Signature(signature.try_into().ok()?),
                    version: columns::version(version)?,
                })
            };
            let cannot = || "its seal cannot be read".to_owned();
            read().ok_or_else(|| columns::corrupt(game, Version(0), cannot()))
        });
        Ok(Sealing {
            seal: seal.transpose()?,
            imported: found.imported,
        })
    }

    /// The ids of up to `limit` games after `after`, by id: also of those of which only some trace is left, rows without
    /// events or events, seats or members without a row.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn game_ids(
        &self,
        after: Option<GameId>,
        limit: u16,
    ) -> Result<Vec<GameId>, StoreError> {
        let statement = sqlx::query_scalar!(
            r#"with recursive logged (game_id) as (
                (select game_id from events where $1::uuid is null or game_id > $1 order by game_id limit 1)
                union all
                select (select events.game_id from events where events.game_id > logged.game_id order by game_id limit 1)
                from logged where logged.game_id is not null
            )
            (
                select game_id as "game_id!" from games where $1::uuid is null or game_id > $1
                union
                select game_id from (select game_id from logged where game_id is not null limit $2) as first
                union
                select game_id from seals where $1::uuid is null or game_id > $1
                union
                select game_id from members where $1::uuid is null or game_id > $1
                union
                select game_id from seats where $1::uuid is null or game_id > $1
            )
            order by 1 limit $2"#,
            after.map(|game| game.0),
            i64::from(limit),
        );
        let found = self.run(statement.fetch_all(&self.pool)).await?;
        Ok(found.into_iter().map(GameId).collect())
    }
}

/// The columns of a seal: version, head, key and signature.
pub(super) type SealColumns<'a> = (
    Option<i64>,
    Option<&'a [u8]>,
    Option<&'a [u8]>,
    Option<&'a [u8]>,
);

/// A seal as columns hold it.
pub(super) fn seal_columns(seal: Option<&SignedHead>) -> SealColumns<'_> {
    (
        seal.map(|seal| to_i64(seal.version)),
        seal.map(|seal| seal.head.0.0.as_slice()),
        seal.map(|seal| seal.key.0.0.as_slice()),
        seal.map(|seal| seal.signature.0.as_slice()),
    )
}
