//! What a player's games ask of them: where they stand, at next to no cost, and a page of them, most urgent first.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::feed::StintColumns;
use super::list::{LAST, ListedColumns, ListedGame, games, readable};
use super::rows::Ask;
use super::{Stint, Store, StoreError};
use crate::rules::ids::{Chair, GameId, PlayerId};

/// Where a player's games stand.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Those that go on, and those that ended after a moment; first those that ended, in the order in which they did.
    pub stints: Vec<Stint>,
    /// The time now, by the clock by which they ended.
    pub now: DateTime<Utc>,
}

/// Which games of a player a page of the inbox holds.
#[derive(Clone, Copy, Debug)]
pub struct InboxFilter<'a> {
    /// Whose inbox.
    pub player: PlayerId,
    /// Only of these games.
    pub games: &'a [GameId],
    /// Only those that ask something of the player.
    pub asking: bool,
}

/// A page of an inbox.
#[derive(Clone, Debug)]
pub struct InboxPage {
    /// The games, most urgent first.
    pub games: Vec<ListedGame>,
    /// Where the next page begins; none on the last.
    pub next: Option<InboxPlace>,
}

/// A place in an inbox: just after this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InboxPlace {
    /// Whether nothing is asked of the player, which comes last.
    idle: bool,
    due_at: DateTime<Utc>,
    since: DateTime<Utc>,
    game: Uuid,
}

impl Store {
    /// Where the games of a player stand: up to `limit`, of those that are over only what ended after `since`, where
    /// nothing is said after the last `lately`. It touches one index entry and the row of each such game, and nothing
    /// of those that have long been over.
    ///
    /// # Errors
    ///
    /// When the database is away, and [`StoreError::Corrupt`] when what it holds cannot be read.
    pub async fn standings(
        &self,
        player: PlayerId,
        since: Option<(DateTime<Utc>, GameId)>,
        lately: TimeDelta,
        limit: u32,
    ) -> Result<Standings, StoreError> {
        let (since, after) = since.unzip();
        let statement = sqlx::query!(
            // The games are looked up one by one whatever the planner expects, for which the limit sees: a join may scan
            // all games.
            r#"select clock.at as "now!", members.game_id as "game_id?", members.after_version as "after_version?",
                members.until_version, nullif(members.until_at, 'infinity') as until_at,
                members.joined_at as "joined_at?", game.version as "version?", game.updated_at as "updated_at?"
            from (select now() as at) as clock
            left join members on members.player_id = $1
                and (members.until_at, members.game_id) > (coalesce($2, clock.at - $3::interval), $4)
            left join lateral (
                select version, updated_at from games where games.game_id = members.game_id limit 1
            ) as game on true
            order by members.until_at, members.game_id, members.after_version
            limit $5"#,
            player.0,
            since,
            lately as _,
            after.map_or(Uuid::nil(), |game| game.0),
            i64::from(limit),
        );
        let rows = self.run(statement.fetch_all(&self.pool)).await?;
        let now = rows.first().map_or(DateTime::UNIX_EPOCH, |row| row.now);
        let stints = rows.into_iter().filter_map(|row| {
            let columns = StintColumns {
                game: GameId(row.game_id?),
                after: row.after_version?,
                until: row.until_version,
                until_at: row.until_at,
                joined_at: row.joined_at?,
                version: row.version?,
                updated_at: row.updated_at?,
                now: row.now,
            };
            Some(columns.parse())
        });
        Ok(Standings {
            stints: stints.collect::<Result<_, _>>()?,
            now,
        })
    }

    /// The SHA-256 of the ids and versions of a player's games that go on, by id: one row, however many there are.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn print_of_games(&self, player: PlayerId) -> Result<Vec<u8>, StoreError> {
        let statement = sqlx::query_scalar!(
            // Looked up one by one, as the standings are.
            r#"select sha256(coalesce(
                string_agg(uuid_send(members.game_id) || int8send(game.version), '' order by members.game_id), ''
            )) as "print!"
            from members
            cross join lateral (select version from games where games.game_id = members.game_id limit 1) as game
            where members.player_id = $1 and members.until_at = 'infinity'"#,
            player.0,
        );
        self.run(statement.fetch_one(&self.pool)).await
    }

    /// A page of up to `limit` games: first those that ask something of the player, then the others; each by deadline, the
    /// soonest first, and by how long they have waited. Those whose rows cannot be read are left out, and logged.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn inbox(
        &self,
        filter: InboxFilter<'_>,
        after: Option<InboxPlace>,
        limit: u16,
    ) -> Result<InboxPage, StoreError> {
        let ids: Vec<Uuid> = filter.games.iter().map(|game| game.0).collect();
        let after = after.unwrap_or(InboxPlace::START);
        let mut games = games!(
            self,
            "cross join lateral (
                select not (
                    games.owner = $2 and games.asked_what = 'start' or exists (
                        select from seats where seats.game_id = games.game_id
                            and seats.player_id = $2 and seats.chair = any(games.asked)
                    )
                ) as idle, coalesce(games.due_at, $3) as due_at
            ) as place
            where games.game_id = any($1) and not (place.idle and $4)
                and (place.idle, place.due_at, games.asked_since, games.game_id) > ($5, $6, $7, $8)
            order by place.idle, place.due_at, games.asked_since, games.game_id limit $9",
            &ids,
            filter.player.0,
            LAST,
            filter.asking,
            after.idle,
            after.due_at,
            after.since,
            after.game,
            i64::from(limit) + 1,
        );
        let full = games.len() > usize::from(limit);
        games.truncate(usize::from(limit));
        let last = games.last();
        let next = last.map(|last| InboxPlace::of(filter.player, last));
        Ok(InboxPage {
            games: readable(games),
            next: next.filter(|_| full),
        })
    }
}

impl ListedGame {
    /// What the game asks of a player: for which of their chairs, or, to start it, for none.
    #[must_use]
    pub fn asks(&self, player: PlayerId) -> Option<Vec<Chair>> {
        let standing = &self.row.standing;
        let starts = self.row.facts.owner == player && standing.ask == Ask::Start;
        let theirs = self.seats.iter().filter(|(_, sitting)| *sitting == player);
        let chairs: Vec<Chair> = theirs
            .map(|(chair, _)| *chair)
            .filter(|chair| standing.asked.contains(chair))
            .collect();
        (starts || !chairs.is_empty()).then_some(chairs)
    }
}

impl InboxPlace {
    /// Before every game.
    const START: Self = Self {
        idle: false,
        due_at: DateTime::UNIX_EPOCH,
        since: DateTime::UNIX_EPOCH,
        game: Uuid::nil(),
    };

    /// The place of a game, as the statement orders them.
    fn of(player: PlayerId, columns: &ListedColumns) -> Self {
        let game = &columns.game;
        let starts = game.owner == player.0 && game.asked_what == Ask::Start.word();
        let mut seats = columns.chairs.iter().zip(&columns.players);
        let asked =
            seats.any(|(chair, sitting)| *sitting == player.0 && game.asked.contains(chair));
        Self {
            idle: !(starts || asked),
            due_at: game.due_at.unwrap_or(LAST),
            since: game.asked_since,
            game: game.game_id,
        }
    }
}

impl fmt::Display for InboxPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{:016x}{:016x}{}",
            u8::from(self.idle),
            self.due_at.timestamp_micros(),
            self.since.timestamp_micros(),
            self.game.simple()
        )
    }
}

impl FromStr for InboxPlace {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let moment = |text: &str| {
            let micros = i64::from_str_radix(text, 16).ok()?;
            let moment = DateTime::from_timestamp_micros(micros)?;
            (DateTime::UNIX_EPOCH..=LAST)
                .contains(&moment)
                .then_some(moment)
        };
        let parse = || {
            let (idle, rest) = text.split_at_checked(1)?;
            let (due_at, rest) = rest.split_at_checked(16)?;
            let (since, game) = rest.split_at_checked(16)?;
            Some(Self {
                idle: match idle {
                    "0" => false,
                    "1" => true,
                    _ => return None,
                },
                due_at: moment(due_at)?,
                since: moment(since)?,
                game: Uuid::try_parse(game).ok()?,
            })
        };
        parse().ok_or("is no cursor of the inbox")
    }
}
