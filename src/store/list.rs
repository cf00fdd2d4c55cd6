//! Lists of games, newest first, and what the clock looks for.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::columns::{self, GameColumns};
use super::rows::{GameRow, Status};
use super::{Store, StoreError};
use crate::rules::ids::{Chair, GameId, PlayerId, Version};

/// Later than anything: where the first page begins, and as far as a cursor may reach.
pub(super) const LAST: DateTime<Utc> =
    DateTime::from_timestamp(253_402_300_799, 0).expect("the end of year 9999");

/// Which games a list holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Whose.
    pub of: Of,
    /// Only those that are so far.
    pub status: Option<Status>,
}

/// Whose games a list holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Everybody's that are listed.
    Listed,
    /// Those where this player sits or that this player owns.
    Player(PlayerId),
    /// Those where this player is asked now.
    Turn(PlayerId),
}

/// A place in a list: just after this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    created_at: DateTime<Utc>,
    game: Uuid,
}

/// Who acts in a game by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doer {
    /// The clock, where something was not done in time.
    Clock,
    /// A standing order.
    Order,
}

/// A game in which the clock or a standing order acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// When.
    pub at: DateTime<Utc>,
    /// Which game.
    pub id: GameId,
}

/// A page of a list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The games, newest first.
    pub games: Vec<ListedGame>,
    /// Where the next page begins; none on the last.
    pub next: Option<Cursor>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// Its row.
    pub row: GameRow,
    /// Who sits where, by chair.
    pub seats: Vec<(Chair, PlayerId)>,
}

/// A game's columns and its seats'.
pub(super) struct ListedColumns {
    pub(super) game: GameColumns,
    pub(super) chairs: Vec<i16>,
    pub(super) players: Vec<Uuid>,
}

/// Runs a query for listed games: the columns are the same, what follows `from games` differs.
macro_rules! games {
    ($store:expr, $tail:literal, $($argument:expr),+ $(,)?) => {{
        let statement = sqlx::query!(
            r#"select games.game_id, games.version, games.head, games.status, games.preset, games.arms,
                games.dice_count, games.dice_source, games.seats, games.seated, games.owner, games.listed,
                games.invite_hash, games.asked, games.asked_what, games.asked_since, games.due_at,
                games.created_at, games.updated_at, games.dice_commit, games.started_at, games.end_reason,
                array(select chair from seats where seats.game_id = games.game_id order by chair) as "chairs!",
                array(select player_id from seats where seats.game_id = games.game_id order by chair) as "players!"
            from games "# + $tail,
            $($argument),+
        );
        let rows = $store.run(statement.fetch_all(&$store.pool)).await?;
        rows.into_iter()
            .map(|row| $crate::store::list::ListedColumns {
                game: $crate::store::columns::game_columns!(row),
                chairs: row.chairs,
                players: row.players,
            })
            .collect::<Vec<_>>()
    }};
}
pub(super) use games;

impl Store {
    /// A page of up to `limit` games, newest first; those whose rows cannot be read are left out, and logged.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn list(
        &self,
        filter: Filter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Listed, StoreError> {
        let after = after.unwrap_or(Cursor {
            created_at: LAST,
            game: Uuid::max(),
        });
        // One more than asked for tells whether there is a next page.
        let more = i64::from(limit) + 1;
        let mut games = match filter.of {
            Of::Listed => self.listed(filter.status, after, more).await?,
            Of::Player(player) => self.of_player(player, filter.status, after, more).await?,
            Of::Turn(player) => self.of_turn(player, filter.status, after, more).await?,
        };
        let full = games.len() > usize::from(limit);
        games.truncate(usize::from(limit));
        let last = games.last().map(|columns| Cursor {
            created_at: columns.game.created_at,
            game: columns.game.game_id,
        });
        Ok(Listed {
            games: readable(games),
            next: last.filter(|_| full),
        })
    }

    async fn listed(
        &self,
        status: Option<Status>,
        after: Cursor,
        limit: i64,
    ) -> Result<Vec<ListedColumns>, StoreError> {
        // Two statements, so that each is one walk along its index.
        Ok(if let Some(status) = status {
            games!(
                self,
                "where listed and status = $1 and (created_at, game_id) < ($2, $3)
                order by created_at desc, game_id desc limit $4",
                status.word(),
                after.created_at,
                after.game,
                limit,
            )
        } else {
            games!(
                self,
                "where listed and (created_at, game_id) < ($1, $2)
                order by created_at desc, game_id desc limit $3",
                after.created_at,
                after.game,
                limit,
            )
        })
    }

    async fn of_player(
        &self,
        player: PlayerId,
        status: Option<Status>,
        after: Cursor,
        limit: i64,
    ) -> Result<Vec<ListedColumns>, StoreError> {
        Ok(games!(
            self,
            "where game_id in (
                select seats.game_id from seats where seats.player_id = $1
                union select owned.game_id from games as owned where owned.owner = $1
            ) and ($2::text is null or status = $2) and (created_at, game_id) < ($3, $4)
            order by created_at desc, game_id desc limit $5",
            player.0,
            status.map(Status::word),
            after.created_at,
            after.game,
            limit,
        ))
    }

    async fn of_turn(
        &self,
        player: PlayerId,
        status: Option<Status>,
        after: Cursor,
        limit: i64,
    ) -> Result<Vec<ListedColumns>, StoreError> {
        Ok(games!(
            self,
            "where game_id in (
                select members.game_id from members join games as played on played.game_id = members.game_id
                where members.player_id = $1 and members.until_at = 'infinity' and (
                    played.owner = $1 and played.asked_what = 'start' or exists (
                        select from seats where seats.game_id = members.game_id and seats.player_id = $1
                            and seats.chair = any(played.asked)
                    )
                )
            ) and ($2::text is null or status = $2) and (created_at, game_id) < ($3, $4)
            order by created_at desc, game_id desc limit $5",
            player.0,
            status.map(Status::word),
            after.created_at,
            after.game,
            limit,
        ))
    }

    /// Up to `limit` games in which the clock, or an order, acts by `now`, the longest due first, from the one after
    /// `after` on.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn due(
        &self,
        doer: Doer,
        now: DateTime<Utc>,
        after: Option<Due>,
        limit: u16,
    ) -> Result<Vec<Due>, StoreError> {
        let after = after.unwrap_or(Due {
            at: DateTime::UNIX_EPOCH,
            id: GameId(Uuid::nil()),
        });
        let statement = sqlx::query!(
            r#"select game_id, least(due_at, ordered_at) as "due_at!" from games
            where (due_at is not null or ordered_at is not null) and least(due_at, ordered_at) <= $1
                and (least(due_at, ordered_at), game_id) > ($2, $3)
                and case when $5 then due_at else ordered_at end <= $1
            order by least(due_at, ordered_at), game_id limit $4"#,
            now,
            after.at,
            after.id.0,
            i64::from(limit),
            doer == Doer::Clock,
        );
        let rows = self.run(statement.fetch_all(&self.pool)).await?;
        Ok(rows
            .into_iter()
            .map(|row| Due {
                at: row.due_at,
                id: GameId(row.game_id),
            })
            .collect())
    }
}

/// Games without those that this release cannot read, as a newer one may have made them.
pub(super) fn readable(games: Vec<ListedColumns>) -> Vec<ListedGame> {
    let left_out = |error: &StoreError| tracing::error!(%error, "a game is left out of a list");
    games
        .into_iter()
        .filter_map(|columns| columns.parse().inspect_err(left_out).ok())
        .collect()
}

impl ListedColumns {
    fn parse(self) -> Result<ListedGame, StoreError> {
        let row = self.game.parse()?;
        let chairs = columns::chairs(&self.chairs).ok_or_else(|| {
            columns::corrupt(
                row.id,
                Version(0),
                "it has a chair that cannot be".to_owned(),
            )
        })?;
        let players = self.players.into_iter().map(PlayerId);
        Ok(ListedGame {
            row,
            seats: chairs.into_iter().zip(players).collect(),
        })
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:016x}{}",
            self.created_at.timestamp_micros(),
            self.game.simple()
        )
    }
}

impl FromStr for Cursor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let (micros, game) = text.split_at_checked(16)?;
            let micros = i64::from_str_radix(micros, 16).ok()?;
            let created_at = DateTime::from_timestamp_micros(micros)?;
            let within = (DateTime::UNIX_EPOCH..=LAST).contains(&created_at);
            let game = Uuid::try_parse(game).ok()?;
            within.then_some(Self { created_at, game })
        };
        parse().ok_or("is no cursor of this list")
    }
}
