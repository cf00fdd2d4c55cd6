//! The games of a day, in the order of their creation: what an auditor looks through.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};

use super::columns;
use super::rows::Status;
use super::{Store, StoreError};
use crate::proof::Head;
use crate::rules::event::EndReason;
use crate::rules::ids::{GameId, Hex32, Version};

/// A day, by UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day(NaiveDate);

/// A place among the games of a day: just after one of them. It does not give the game's id away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayCursor {
    created_at: DateTime<Utc>,
    genesis: Vec<u8>,
}

/// A page of the games that were created on a day, in the order of their creation.
#[derive(Clone, Debug)]
pub struct DayPage {
    /// The games.
    pub games: Vec<DatedGame>,
    /// How many more there are whose rows this release cannot read.
    pub unreadable: u16,
    /// Where the next page begins; none on the last.
    pub next: Option<DayCursor>,
}

/// What a game's row says to an auditor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatedGame {
    /// Which game.
    pub id: GameId,
    /// Whether strangers may know its id.
    pub listed: bool,
    /// The newest event.
    pub newest: (Version, Head),
    /// The commitment to the seed; none where real dice are rolled.
    pub commit: Option<Hex32>,
    /// How far it is.
    pub status: Status,
    /// Why it ended.
    pub end_reason: Option<EndReason>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When play began.
    pub started_at: Option<DateTime<Utc>>,
    /// When its newest event was made.
    pub updated_at: DateTime<Utc>,
    /// Whether there is a seal.
    pub sealed: bool,
    /// Whether it came by an import.
    pub imported: bool,
}

/// Some of the listed games of a day that are over, in the order of their creation.
#[derive(Clone, Debug)]
pub struct FinishedPage {
    /// The games.
    pub games: Vec<FinishedGame>,
    /// How many more there are whose rows this release cannot read.
    pub unreadable: u16,
    /// The place after the last of them all; none where there is none.
    pub next: Option<DayCursor>,
}

/// A finished game whose proof anybody may have.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Which game.
    pub id: GameId,
    /// Its last event.
    pub newest: (Version, Head),
}

impl Store {
    /// A page of up to `limit` of all games of a day, unlisted ones too.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn day(
        &self,
        day: Day,
        after: Option<DayCursor>,
        limit: u16,
    ) -> Result<DayPage, StoreError> {
        let after = after.unwrap_or_else(|| day.begin());
        // One more than asked for tells whether there is a next page.
        let more = i64::from(limit) + 1;
        let statement = sqlx::query!(
            r#"select game_id, version, head, status, listed, dice_commit, end_reason, created_at, started_at, updated_at,
                genesis, exists (select 1 from seals where seals.game_id = games.game_id) as "sealed!",
                exists (select 1 from imports where imports.game_id = games.game_id) as "imported!"
            from games
            where created_at >= $1 and created_at < $2 and (created_at, genesis) > ($3, $4)
            order by created_at, genesis limit $5"#,
            day.begin().created_at,
            day.end(),
            after.created_at,
            after.genesis,
            more,
        );
        let mut rows = self.run(statement.fetch_all(&self.pool)).await?;
        let full = rows.len() > usize::from(limit);
        rows.truncate(usize::from(limit));
        let last = rows.last().map(|row| DayCursor {
            created_at: row.created_at,
            genesis: row.genesis.clone(),
        });
        let mut page = DayPage {
            games: Vec::with_capacity(rows.len()),
            unreadable: 0,
            next: last.filter(|_| full),
        };
        for row in rows {
            let newest = columns::version(row.version).zip(columns::head(&row.head));
            let words =
                Status::of_word(&row.status).zip(columns::end_reason(row.end_reason.as_deref()));
            let commit = row
                .dice_commit
                .map(|bytes| columns::hex32(&bytes).ok_or(()));
            let (Some(newest), Some((status, end_reason)), Ok(commit)) =
                (newest, words, commit.transpose())
            else {
                page.unreadable = page.unreadable.saturating_add(1);
                continue;
            };
            page.games.push(DatedGame {
                id: GameId(row.game_id),
                listed: row.listed,
                newest,
                commit,
                status,
                end_reason,
                created_at: row.created_at,
                started_at: row.started_at,
                updated_at: row.updated_at,
                sealed: row.sealed,
                imported: row.imported,
            });
        }
        Ok(page)
    }

    /// Up to `limit` listed games of a day that are over, after a place.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn finished(
        &self,
        day: Day,
        after: Option<DayCursor>,
        limit: u16,
    ) -> Result<FinishedPage, StoreError> {
        let after = after.unwrap_or_else(|| day.begin());
        let statement = sqlx::query!(
            "select game_id, version, head, created_at, genesis from games
            where created_at >= $1 and created_at < $2 and (created_at, genesis) > ($3, $4)
                and listed and status = 'ended'
            order by created_at, genesis limit $5",
            day.begin().created_at,
            day.end(),
            after.created_at,
            after.genesis,
            i64::from(limit),
        );
        let rows = self.run(statement.fetch_all(&self.pool)).await?;
        let mut page = FinishedPage {
            games: Vec::with_capacity(rows.len()),
            unreadable: 0,
            next: None,
        };
        for row in rows {
            let newest = columns::version(row.version).zip(columns::head(&row.head));
            match newest {
                Some(newest) => page.games.push(FinishedGame {
                    id: GameId(row.game_id),
                    newest,
                }),
                None => page.unreadable = page.unreadable.saturating_add(1),
            }
            page.next = Some(DayCursor {
                created_at: row.created_at,
                genesis: row.genesis,
            });
        }
        Ok(page)
    }

    /// The place of a game among those of its day; none where there is no such game.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn place(&self, game: GameId) -> Result<Option<DayCursor>, StoreError> {
        let statement = sqlx::query_as!(
            DayCursor,
            "select created_at, genesis from games where game_id = $1",
            game.0
        );
        self.run(statement.fetch_optional(&self.pool)).await
    }
}

impl Day {
    /// The date.
    #[must_use]
    pub const fn date(self) -> NaiveDate {
        self.0
    }

    /// Its first moment, before which none of its games stands.
    fn begin(self) -> DayCursor {
        DayCursor {
            created_at: self.0.and_time(NaiveTime::MIN).and_utc(),
            genesis: Vec::new(),
        }
    }

    /// The first moment of the day after.
    fn end(self) -> DateTime<Utc> {
        self.0.succ_opt().map_or(DateTime::<Utc>::MAX_UTC, |next| {
            next.and_time(NaiveTime::MIN).and_utc()
        })
    }

    /// Whether a place is among the games of this day.
    #[must_use]
    pub fn holds(self, place: &DayCursor) -> bool {
        place.created_at.date_naive() == self.0
    }
}

impl FromStr for Day {
    type Err = &'static str;

    /// Reads `YYYY-MM-DD`, from 1970 to 9998.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let plain = |byte: u8| byte.is_ascii_digit() || byte == b'-';
            let written = text.len() == 10 && text.bytes().all(plain);
            let date: NaiveDate = written.then(|| text.parse().ok()).flatten()?;
            let first = NaiveDate::from_ymd_opt(1970, 1, 1)?;
            let last = NaiveDate::from_ymd_opt(9998, 12, 31)?;
            (first..=last).contains(&date).then_some(Self(date))
        };
        read().ok_or("is no day, which reads YYYY-MM-DD, from 1970-01-01 to 9998-12-31")
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for DayCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = self.created_at.timestamp_micros();
        write!(f, "{micros:016x}{}", hex::encode(&self.genesis))
    }
}

impl FromStr for DayCursor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (micros, genesis) = text.split_at_checked(16)?;
            let micros = u64::from_str_radix(micros, 16).ok()?;
            let created_at = DateTime::from_timestamp_micros(micros.try_into().ok()?)?;
            let genesis = hex::decode(genesis).ok()?;
            (genesis.len() == 32).then_some(Self {
                created_at,
                genesis,
            })
        };
        read().ok_or("is no cursor of this list")
    }
}
