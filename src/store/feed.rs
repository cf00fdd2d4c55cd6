//! What of which games belongs to a player's feed.

use chrono::{DateTime, SecondsFormat, Utc};
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
    /// Since when it is the player's, by the game's log.
    pub joined_at: DateTime<Utc>,
    /// The version of the game's newest event.
    pub newest: Version,
    /// When that happened, by the game's log.
    pub moved_at: DateTime<Utc>,
    /// The time now, by the clock by which stints end.
    pub now: DateTime<Utc>,
}

/// A row of members and what its game's row says.
pub(super) struct StintColumns {
    pub(super) game: GameId,
    pub(super) after: i64,
    pub(super) until: Option<i64>,
    pub(super) until_at: Option<DateTime<Utc>>,
    pub(super) joined_at: DateTime<Utc>,
    pub(super) version: i64,
    pub(super) updated_at: DateTime<Utc>,
    pub(super) now: DateTime<Utc>,
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
            // Two walks along their indices: those that are over and were given long ago are never looked at. The games
            // are looked up one by one whatever the planner expects, for which the limit sees: a join may scan all games.
            r#"select members.game_id as "game_id!", members.after_version as "after_version!", members.until_version,
                nullif(members.until_at, 'infinity') as "until_at?", members.joined_at as "joined_at!",
                game.version as "version!", game.updated_at as "updated_at!", now() as "now!"
            from (
                select * from members where player_id = $1 and (until_at, game_id) > ($2, $3)
                union
                select * from members where player_id = $1 and game_id = any($4)
            ) as members
            cross join lateral (
                select version, updated_at from games where games.game_id = members.game_id limit 1
            ) as game
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
            let columns = StintColumns {
                game: GameId(row.game_id),
                after: row.after_version,
                until: row.until_version,
                until_at: row.until_at,
                joined_at: row.joined_at,
                version: row.version,
                updated_at: row.updated_at,
                now: row.now,
            };
            columns.parse()
        });
        stints.collect()
    }

    /// How far a game was at a moment of its log: the version of its last event up to then.
    ///
    /// A body says when its event happened after `"at":"`, which stands there once, since a quotation mark inside a text
    /// is escaped; what members may come before it are numbers and ids. All moments are written at the same length, so
    /// that they compare as texts, and a body that says none is passed over.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn version_at(
        &self,
        game: GameId,
        moment: DateTime<Utc>,
    ) -> Result<Version, StoreError> {
        let statement = sqlx::query_scalar!(
            // Backwards from the newest: what it passes by is what the reader has yet to be given.
            r#"select version from events
            where game_id = $1 and left(split_part(body, '"at":"', 2), 27) collate "C" between '0' and $2
            order by version desc limit 1"#,
            game.0,
            moment.to_rfc3339_opts(SecondsFormat::Micros, true),
        );
        let version = self.run(statement.fetch_optional(&self.pool)).await?;
        Ok(version.and_then(columns::version).unwrap_or_default())
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

    /// Since when nothing has happened in it, by the game's log.
    #[must_use]
    pub fn quiet_since(&self) -> DateTime<Utc> {
        self.joined_at.max(self.moved_at)
    }
}

impl StintColumns {
    pub(super) fn parse(self) -> Result<Stint, StoreError> {
        let stint = || {
            let until = self.until.map(columns::version);
            Some(Stint {
                game: self.game,
                after: columns::version(self.after)?,
                ended: match until {
                    Some(version) => Some((version?, self.until_at?)),
                    None => None,
                },
                joined_at: self.joined_at,
                newest: columns::version(self.version)?,
                moved_at: self.updated_at,
                now: self.now,
            })
        };
        stint().ok_or_else(|| {
            let reason = "a row of its members holds what cannot be".to_owned();
            columns::corrupt(self.game, Version(0), reason)
        })
    }
}
