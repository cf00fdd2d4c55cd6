//! Appending: one statement for one game.

use std::time::Instant;

use super::columns::{self, EventColumns, chair_numbers, end_reason_word, seat_columns, to_i64};
use super::orders::{OrderBook, Question};
use super::rows::Standing;
use super::seals::seal_columns;
use super::{Store, StoreError};
use crate::proof::{Head, SignedHead, Stored};
use crate::rules::ids::{Chair, GameId, PlayerId, Version};

/// What is appended: one or more whole commands, and what follows from them.
#[derive(Clone, Debug)]
pub struct Append {
    /// To which game.
    pub game: GameId,
    /// The newest event it was decided on.
    pub from: (Version, Head),
    /// The newest event afterwards.
    pub to: (Version, Head),
    /// The events, from the one after `from` to `to`.
    pub events: Vec<Stored>,
    /// What the game's row says afterwards.
    pub standing: Standing,
    /// What is asked afterwards of which chair, as far as a standing order can answer it.
    pub question: Option<(Chair, Question)>,
    /// The standing orders it was decided by, where it was; others by now refuse it.
    pub ordered_by: Option<OrderBook>,
    /// Chairs somebody sits on now who did not before.
    pub seated: Vec<(Chair, PlayerId)>,
    /// Chairs that are empty now and were not before.
    pub unseated: Vec<Chair>,
    /// Whether the game starts or ends by these events.
    pub turns: bool,
    /// Whether the sealed seed goes, because the events reveal it.
    pub drop_secret: bool,
    /// The seal of a game that is over by these events.
    pub seal: Option<SignedHead>,
}

/// How an append came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The events are in the log.
    Made,
    /// The events are in the log, and a standing order says what comes next.
    Ordered,
    /// Nothing was written: the game is not, or no longer, at `from`, or its orders are others.
    Conflict,
}

/// The one statement of an append: the game's row moves or nothing happens. What most appends have not, seats, secrets
/// and seals that change, a start or an end, costs a third of the statement's time even where it is empty, so that it is a variant of its own.
macro_rules! append {
    ($store:expr, $append:expr, $events:expr, $set:literal, $more:literal $(, $argument:expr)* $(,)?) => {{
        let (append, events): (&Append, EventColumns) = ($append, $events);
        let standing = &append.standing;
        let question = append.question.map(|(chair, question)| question.answers(chair));
        let ordered_by = append.ordered_by.as_ref().map(OrderBook::to_words);
        let statement = sqlx::query_scalar!(
            "with moved as (
                update games
                set version = $4, head = $5, status = $6, seated = $7, asked = $8, asked_what = $9,
                    asked_since = $10, due_at = $11, updated_at = $12,
                    ordered_at = case when orders && $16::text[] then $12::timestamptz end" + $set + "
                where game_id = $1 and version = $2 and head = $3 and ($17::text[] is null or orders <@ $17 and orders @> $17)
                returning ordered_at is not null as ordered
            ), logged as (
                insert into events (game_id, version, body, hash)
                select $1, event.version, event.body, event.hash
                from unnest($13::bigint[], $14::text[], $15::bytea[]) as event (version, body, hash)
                where exists (select 1 from moved)
            )" + $more + r#"
            select (select ordered from moved) as "ordered?""#,
            append.game.0,
            to_i64(append.from.0),
            append.from.1.0.0.as_slice(),
            to_i64(append.to.0),
            append.to.1.0.0.as_slice(),
            standing.status.word(),
            i16::from(standing.seated),
            &chair_numbers(&standing.asked),
            standing.ask.word(),
            standing.asked_since,
            standing.due_at,
            standing.updated_at,
            &events.versions,
            &events.bodies,
            &events.hashes,
            &question.unwrap_or_default(),
            ordered_by.as_deref(),
            $($argument,)*
        );
        $store.run(statement.fetch_one(&$store.pool)).await
    }};
}

impl Store {
    /// Appends to a game, or does nothing.
    ///
    /// # Errors
    ///
    /// When the database is away (then the events may or may not be in the log: deciding again tells), and
    /// [`StoreError::Corrupt`] when the log holds events beyond the game's row.
    pub async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let (game, from) = (append.game, append.from.0);
        let started = Instant::now();
        let outcome = self.append_statement(&append).await;
        self.meter.appended(started.elapsed());
        match outcome {
            Ok(Some(false)) => Ok(Appended::Made),
            Ok(Some(true)) => Ok(Appended::Ordered),
            Ok(None) => Ok(self.conflict()),
            Err(error) if error.lost_a_race() => Ok(self.conflict()),
            Err(error) if error.violates("seals_pkey") => {
                tracing::error!(%game, version = from.0, "corruption: a game that goes on has a seal");
                let reason = "a game that goes on has a seal".to_owned();
                Err(columns::corrupt(game, from.next(), reason))
            }
            Err(error) if error.violates("events_pkey") => {
                tracing::error!(%game, version = from.0, "corruption: the log holds events beyond the game's row");
                Err(columns::corrupt(
                    game,
                    from.next(),
                    "the log holds events beyond the game's row".to_owned(),
                ))
            }
            Err(error) => Err(error),
        }
    }

    fn conflict(&self) -> Appended {
        self.meter.conflicts.inc();
        Appended::Conflict
    }

    /// Whether an order says what comes next; nothing where nothing was written.
    #[expect(
        clippy::too_many_lines,
        reason = "one statement with its arguments, one a line"
    )]
    async fn append_statement(&self, append: &Append) -> Result<Option<bool>, StoreError> {
        let events = EventColumns::of(&append.events);
        let changes = append.turns || append.drop_secret || append.seal.is_some();
        if append.seated.is_empty() && append.unseated.is_empty() && !changes {
            return append!(self, append, events, "", "");
        }
        let (chairs, players) = seat_columns(&append.seated);
        let (version, head, key, signature) = seal_columns(append.seal.as_ref());
        append!(
            self,
            append,
            events,
            // Who gets up leaves no orders to whoever sits down next.
            ", started_at = $26, end_reason = $27, orders = array(
                select word from unnest(orders) as word where split_part(word, ':', 1)::smallint <> all($20::smallint[])
            )",
            ", sat as (
                insert into seats (game_id, chair, player_id)
                select $1, seat.chair, seat.player_id
                from unnest($18::smallint[], $19::uuid[]) as seat (chair, player_id)
                where exists (select 1 from moved)
                on conflict (game_id, chair) do update set player_id = excluded.player_id
            ), emptied as (
                delete from seats
                where game_id = $1 and chair = any($20::smallint[]) and exists (select 1 from moved)
            ), disclosed as (
                delete from secrets
                where game_id = $1 and $21 and exists (select 1 from moved)
            ), sealed as (
                insert into seals (game_id, version, head, key, signature)
                select $1, seal.version, seal.head, seal.key, seal.signature
                from (values ($22::bigint, $23::bytea, $24::bytea, $25::bytea)) as seal (version, head, key, signature)
                where seal.version is not null and exists (select 1 from moved)
            ), joined as (
                insert into members (game_id, player_id, after_version, joined_at)
                select distinct $1::uuid, sat.player_id, coalesce(
                    (select max(until_version) from members where game_id = $1 and player_id = sat.player_id), 0
                ), $12::timestamptz
                from unnest($19::uuid[]) as sat (player_id)
                where exists (select 1 from moved) and not exists (
                    select 1 from members
                    where game_id = $1 and player_id = sat.player_id and until_version is null
                )
            ), parted as (
                update members set until_version = $4, until_at = clock_timestamp()
                where game_id = $1 and until_version is null and exists (select 1 from moved) and (
                    $27::text is not null or player_id in (
                        select player_id from seats where game_id = $1 and chair = any($20::smallint[])
                        except select player_id from seats where game_id = $1 and chair <> all($20::smallint[])
                        except select owner from games where game_id = $1
                    )
                )
            )",
            &chairs,
            &players,
            &chair_numbers(&append.unseated),
            append.drop_secret,
            version,
            head,
            key,
            signature,
            append.standing.started_at,
            append.standing.end_reason.map(end_reason_word),
        )
    }
}
