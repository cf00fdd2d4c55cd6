//! Importing whole logs: many games in one transaction, their events through PostgreSQL's binary `COPY`.

use chrono::{DateTime, Utc};
use sqlx::{Postgres, Transaction};
use uuid::Uuid;

use super::columns::{
    self, chair_numbers, dice_source_word, end_reason_word, seat_columns, to_i64,
};
use super::company::{Company, member_columns};
use super::copy::EventCopy;
use super::rows::{Facts, Standing};
use super::{Store, StoreError};
use crate::proof::{Head, Stored};
use crate::rules::ids::{GameId, Version};

/// Over TCP every `COPY` costs tens of milliseconds, so that a few large ones are better than one for each game; a bound
/// keeps the memory of a huge file small.
const CHUNK: usize = 4 << 20;

/// A game with its whole log, checked.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Which game.
    pub id: GameId,
    /// Its events, from the first.
    pub events: Vec<Stored>,
    /// What never changes.
    pub facts: Facts,
    /// What follows from its events.
    pub standing: Standing,
    /// Who sits, and whose it was.
    pub company: Company,
    /// When it is imported.
    pub imported_at: DateTime<Utc>,
}

/// What the database has of a game that is to be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// No such game.
    Unknown,
    /// The game, with this hash at the version asked for.
    At(Head),
    /// The game, and it is not that far yet.
    Shorter,
}

/// An import in the making; nothing of it is there before [`finish`](Self::finish).
pub struct Import {
    transaction: Transaction<'static, Postgres>,
    events: EventCopy,
}

impl Store {
    /// Begins an import.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn import(&self) -> Result<Import, StoreError> {
        let transaction = self.run(self.pool.begin()).await?;
        Ok(Import {
            transaction,
            events: EventCopy::new(),
        })
    }
}

impl Import {
    /// What the database has of a game at a version, by which the same events are known: the hash covers all before it.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn known(&mut self, game: GameId, version: Version) -> Result<Known, StoreError> {
        match self.look(game, version).await? {
            // Its events may be those gathered here, of a file that holds it twice.
            Known::Shorter if !self.events.is_empty() => {
                self.flush().await?;
                self.look(game, version).await
            }
            known @ (Known::Unknown | Known::At(_) | Known::Shorter) => Ok(known),
        }
    }

    async fn look(&mut self, game: GameId, version: Version) -> Result<Known, StoreError> {
        let statement = sqlx::query_scalar!(
            r#"select events.hash as "hash?" from games
            left join events on events.game_id = games.game_id and events.version = $2
            where games.game_id = $1"#,
            game.0,
            to_i64(version),
        );
        match statement.fetch_optional(&mut *self.transaction).await? {
            None => Ok(Known::Unknown),
            Some(None) => Ok(Known::Shorter),
            Some(Some(hash)) => columns::head(&hash).map(Known::At).ok_or_else(|| {
                columns::corrupt(game, version, "its hash has not 32 bytes".to_owned())
            }),
        }
    }

    /// Adds a game that is not there.
    ///
    /// # Errors
    ///
    /// When the database is away, or refuses because the game has come meanwhile.
    pub async fn add(&mut self, game: &Imported) -> Result<(), StoreError> {
        self.game(game).await?;
        for event in &game.events {
            self.events.push(game.id, event)?;
        }
        if self.events.len() >= CHUNK {
            self.flush().await?;
        }
        Ok(())
    }

    /// Makes all of it there at once.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses; then nothing of it is there.
    pub async fn finish(mut self) -> Result<(), StoreError> {
        self.flush().await?;
        self.transaction.commit().await?;
        Ok(())
    }

    /// Sends the events gathered so far.
    async fn flush(&mut self) -> Result<(), StoreError> {
        if self.events.is_empty() {
            return Ok(());
        }
        let statement =
            "copy events (game_id, version, body, hash) from stdin with (format binary)";
        let mut copy = self.transaction.copy_in_raw(statement).await?;
        match copy.send(self.events.take()).await {
            Ok(_) => copy.finish().await.map(drop)?,
            Err(error) => {
                // The first error is the one that tells; the transaction is lost either way.
                let _ = copy.abort("the rows could not be sent").await;
                return Err(error.into());
            }
        }
        Ok(())
    }

    /// The rows of a game beside its events.
    #[expect(
        clippy::too_many_lines,
        reason = "one statement with its arguments, one a line"
    )]
    async fn game(&mut self, game: &Imported) -> Result<(), StoreError> {
        let newest = game.events.last().ok_or_else(|| {
            columns::corrupt(
                game.id,
                Version(0),
                "a log without events is no game".to_owned(),
            )
        })?;
        let (chairs, players): (Vec<i16>, Vec<Uuid>) = seat_columns(&game.company.seats);
        let (members, afters, untils) = member_columns(&game.company.members);
        let (facts, standing) = (&game.facts, &game.standing);
        let statement = sqlx::query!(
            "with made as (
                insert into games (game_id, version, head, status, preset, arms, dice_count, dice_source, seats, seated,
                    owner, listed, asked, asked_what, asked_since, due_at, created_at, updated_at, dice_commit, started_at,
                    end_reason)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $22, $23, $24)
            ), noted as (
                insert into imports (game_id, imported_at) values ($1, $21)
            ), joined as (
                insert into members (game_id, player_id, after_version, until_version, until_at, joined_at)
                select $1, member.player_id, member.after, member.until,
                    -- Who came back has two; each has its own place in the order of ends.
                    case when member.until is null then 'infinity'
                        else $18::timestamptz - ($2 - member.until) * interval '1 microsecond' end,
                    $21::timestamptz
                from unnest($25::uuid[], $26::bigint[], $27::bigint[]) as member (player_id, after, until)
            )
            insert into seats (game_id, chair, player_id)
            select $1, seat.chair, seat.player_id
            from unnest($19::smallint[], $20::uuid[]) as seat (chair, player_id)",
            game.id.0,
            to_i64(newest.version),
            newest.hash.0.0.as_slice(),
            standing.status.word(),
            facts.preset.name(),
            i16::from(facts.arms.number()),
            i16::from(facts.dice.number()),
            dice_source_word(facts.dice_source),
            i16::from(facts.seats),
            i16::from(standing.seated),
            facts.owner.0,
            facts.listed,
            &chair_numbers(&standing.asked),
            standing.ask.word(),
            standing.asked_since,
            standing.due_at,
            facts.created_at,
            standing.updated_at,
            &chairs,
            &players,
            game.imported_at,
            facts.commit.as_ref().map(|commit| commit.0.as_slice()),
            standing.started_at,
            standing.end_reason.map(end_reason_word),
            &members,
            &afters,
            &untils as _,
        );
        statement.execute(&mut *self.transaction).await?;
        Ok(())
    }
}
