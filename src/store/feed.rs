//! What of which games belongs to a player's feed.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::columns;
use super::{Store, StoreError};
use crate::rules::ids::{GameId, PlayerId, Version};

/// A part of a game's log that belongs to a player's feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stint {
    /// Which game.
    pub game: GameId,
    /// The version after which it begins.
    pub after: Version,
    /// The version with which it ends, and when it ended, where it has ended.
    pub ended: Option<(Version, DateTime<Utc>)>,
    /// The version of the game's newest event.
    pub newest: Version,
    /// The time now, by the same clock.
    pub now: DateTime<Utc>,
}

impl Store {
    /// Up to `limit` stints of a player: those that ended after this moment (in the order in which they ended, those of
    /// one moment by game) and then those that go on; first of all, however long ago they ended, those of these games.
    ///
    /// # Errors
    ///
    /// When the database is away, and [`StoreError::Corrupt`] when what it holds cannot be read.
    pub async fn stints(
        &self,
        player: PlayerId,
        (after, after_game): (DateTime<Utc>, GameId),
        games: &[GameId],
        limit: u32,
    ) -> Result<Vec<Stint>, StoreError> {
        let games: Vec<Uuid> = games.iter().map(|game| game.0).collect();
        let statement = sqlx::query!(
            // Two walks along their indices: those that are over and were given long ago are never looked at. The versions
            // are looked up one by one whatever the planner expects: a join may scan all games.
            r#"select members.game_id as "game_id!", members.after_version as "after_version!", members.until_version,
                nullif(members.until_at, 'infinity') as "until_at?", now() as "now!",
                (select games.version from games where games.game_id = members.game_id) as "version!"
            from (
                select * from members where player_id = $1 and (until_at, game_id) > ($2, $3)
                union
                select * from members where player_id = $1 and game_id = any($4)
            ) as members
            order by members.until_at, members.game_id, members.after_version
            limit $5"#,
            player.0,
            after,
            after_game.0,
            &games,
            i64::from(limit),
        );
        let rows = self.run(statement.fetch_all(&self.pool)).await?;
        let stints = rows.into_iter().map(|row| {
            let stint = (row.after_version, row.until_version, row.until_at);
            Stint::of(GameId(row.game_id), stint, (row.version, row.now))
        });
        stints.collect()
    }

    /// The time, by the database's clock.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn now(&self) -> Result<DateTime<Utc>, StoreError> {
        let statement = sqlx::query_scalar!(r#"select now() as "now!""#);
        self.run(statement.fetch_one(&self.pool)).await
    }

    /// Numbers that change whenever something happens in the games of these players that go on, or ended lately.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn tallies(&self, players: &[PlayerId]) -> Result<Vec<(PlayerId, i64)>, StoreError> {
        let ids: Vec<Uuid> = players.iter().map(|player| player.0).collect();
        let statement = sqlx::query!(
            r#"select members.player_id, sum(games.version)::bigint as "tally!"
            from members join games on games.game_id = members.game_id
            where members.player_id = any($1) and members.until_at > now() - interval '1 minute'
            group by members.player_id"#,
            &ids,
        );
        let rows = self.run(statement.fetch_all(&self.pool)).await?;
        Ok(rows
            .into_iter()
            .map(|row| (PlayerId(row.player_id), row.tally))
            .collect())
    }
}

impl Stint {
    /// The version up to which it goes by now.
    #[must_use]
    pub fn end(&self) -> Version {
        self.ended.map_or(self.newest, |(version, _)| version)
    }

    /// A row of members and the version of its game.
    pub(super) fn of(
        game: GameId,
        (after, until, until_at): (i64, Option<i64>, Option<DateTime<Utc>>),
        (version, now): (i64, DateTime<Utc>),
    ) -> Result<Self, StoreError> {
        let stint = || {
            let until = until.map(columns::version);
            Some(Self {
                game,
                after: columns::version(after)?,
                ended: match until {
                    Some(version) => Some((version?, until_at?)),
                    None => None,
                },
                newest: columns::version(version)?,
                now,
            })
        };
        stint().ok_or_else(|| {
            let reason = "a row of its members holds what cannot be".to_owned();
            columns::corrupt(game, Version(0), reason)
        })
    }
}
