//! Columns: what the game tables hold, between the database's types and the typed rows.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::StoreError;
use super::rows::{Ask, Facts, GameRow, Standing, Status};
use crate::proof::{Head, Stored};
use crate::rules::board::Arms;
use crate::rules::event::{DiceSource, EndReason};
use crate::rules::ids::{Chair, GameId, Hex32, PlayerId, Version};
use crate::rules::options::DiceCount;
use crate::rules::preset::Preset;

/// A row of `games`, as the database has it.
pub(super) struct GameColumns {
    pub(super) game_id: Uuid,
    pub(super) version: i64,
    pub(super) head: Vec<u8>,
    pub(super) status: String,
    pub(super) preset: String,
    pub(super) arms: i16,
    pub(super) dice_count: i16,
    pub(super) dice_source: String,
    pub(super) seats: i16,
    pub(super) seated: i16,
    pub(super) owner: Uuid,
    pub(super) listed: bool,
    pub(super) invite_hash: Option<Vec<u8>>,
    pub(super) asked: Vec<i16>,
    pub(super) asked_what: String,
    pub(super) asked_since: DateTime<Utc>,
    pub(super) due_at: Option<DateTime<Utc>>,
    pub(super) created_at: DateTime<Utc>,
    pub(super) updated_at: DateTime<Utc>,
    pub(super) dice_commit: Option<Vec<u8>>,
    pub(super) started_at: Option<DateTime<Utc>>,
    pub(super) end_reason: Option<String>,
}

/// The columns of `games` out of the row of any query that selects them all.
macro_rules! game_columns {
    ($row:expr) => {
        $crate::store::columns::GameColumns {
            game_id: $row.game_id,
            version: $row.version,
            head: $row.head,
            status: $row.status,
            preset: $row.preset,
            arms: $row.arms,
            dice_count: $row.dice_count,
            dice_source: $row.dice_source,
            seats: $row.seats,
            seated: $row.seated,
            owner: $row.owner,
            listed: $row.listed,
            invite_hash: $row.invite_hash,
            asked: $row.asked,
            asked_what: $row.asked_what,
            asked_since: $row.asked_since,
            due_at: $row.due_at,
            created_at: $row.created_at,
            updated_at: $row.updated_at,
            dice_commit: $row.dice_commit,
            started_at: $row.started_at,
            end_reason: $row.end_reason,
        }
    };
}
pub(super) use game_columns;

/// Why a row cannot be typed, with the column.
enum Unfit {
    /// No release writes such a value.
    Value(&'static str),
    /// A word that this release does not know, as a newer one may write it.
    Word(&'static str),
}

impl GameColumns {
    /// The typed row.
    pub(super) fn parse(self) -> Result<GameRow, StoreError> {
        let game = GameId(self.game_id);
        self.typed(game).map_err(|unfit| match unfit {
            Unfit::Value(column) => corrupt(
                game,
                Version(0),
                format!("column {column} of its row holds what cannot be"),
            ),
            Unfit::Word(column) => StoreError::Newer { game, column },
        })
    }

    /// The typed row, or the column at fault.
    fn typed(self, id: GameId) -> Result<GameRow, Unfit> {
        Ok(GameRow {
            id,
            version: version(self.version).ok_or(Unfit::Value("version"))?,
            head: head(&self.head).ok_or(Unfit::Value("head"))?,
            facts: Facts {
                preset: preset(&self.preset).ok_or(Unfit::Word("preset"))?,
                arms: small(self.arms)
                    .and_then(|arms| Arms::try_from(arms).ok())
                    .ok_or(Unfit::Value("arms"))?,
                dice: small(self.dice_count)
                    .and_then(|dice| DiceCount::try_from(dice).ok())
                    .ok_or(Unfit::Value("dice_count"))?,
                dice_source: dice_source(&self.dice_source).ok_or(Unfit::Word("dice_source"))?,
                commit: hash(self.dice_commit, "dice_commit")?,
                seats: small(self.seats).ok_or(Unfit::Value("seats"))?,
                owner: PlayerId(self.owner),
                listed: self.listed,
                invite_hash: hash(self.invite_hash, "invite_hash")?,
                created_at: self.created_at,
            },
            standing: Standing {
                status: Status::of_word(&self.status).ok_or(Unfit::Word("status"))?,
                seated: small(self.seated).ok_or(Unfit::Value("seated"))?,
                asked: chairs(&self.asked).ok_or(Unfit::Value("asked"))?,
                ask: Ask::of_word(&self.asked_what).ok_or(Unfit::Word("asked_what"))?,
                asked_since: self.asked_since,
                due_at: self.due_at,
                updated_at: self.updated_at,
                started_at: self.started_at,
                end_reason: end_reason(self.end_reason.as_deref())
                    .ok_or(Unfit::Word("end_reason"))?,
            },
        })
    }
}

fn hash(bytes: Option<Vec<u8>>, column: &'static str) -> Result<Option<Hex32>, Unfit> {
    let read = |bytes: Vec<u8>| hex32(&bytes).ok_or(Unfit::Value(column));
    bytes.map(read).transpose()
}

/// Events as the columns of one `unnest`.
#[derive(Default)]
pub(super) struct EventColumns {
    pub(super) versions: Vec<i64>,
    pub(super) bodies: Vec<String>,
    pub(super) hashes: Vec<Vec<u8>>,
}

impl EventColumns {
    /// The columns of these events.
    pub(super) fn of(events: &[Stored]) -> Self {
        let mut columns = Self::default();
        for event in events {
            columns.versions.push(to_i64(event.version));
            columns.hashes.push(event.hash.0.0.to_vec());
            columns.bodies.push(event.body.clone());
        }
        columns
    }
}

/// Seats as the columns of one `unnest`.
pub(super) fn seat_columns(seats: &[(Chair, PlayerId)]) -> (Vec<i16>, Vec<Uuid>) {
    seats
        .iter()
        .map(|(chair, player)| (i16::from(chair.number()), player.0))
        .unzip()
}

/// Chairs as a column holds them.
pub(super) fn chair_numbers(chairs: &[Chair]) -> Vec<i16> {
    chairs
        .iter()
        .map(|chair| i16::from(chair.number()))
        .collect()
}

/// Events read from the database, which must follow `after` without a gap.
pub(super) fn events(
    game: GameId,
    after: Version,
    rows: impl IntoIterator<Item = (i64, String, Vec<u8>)>,
) -> Result<Vec<Stored>, StoreError> {
    let mut expected = after;
    let mut events = Vec::new();
    for (number, body, hash) in rows {
        expected = expected.next();
        let found = version(number);
        if found != Some(expected) {
            return Err(corrupt(
                game,
                expected,
                format!("the log has event {number} in its place"),
            ));
        }
        let hash = self::head(&hash)
            .ok_or_else(|| corrupt(game, expected, "its hash has not 32 bytes".to_owned()))?;
        events.push(Stored {
            version: expected,
            body,
            hash,
        });
    }
    Ok(events)
}

/// A version as a column holds it; the canonical form keeps integers under 2⁵³, so it always fits.
pub(super) fn to_i64(version: Version) -> i64 {
    i64::try_from(version.0).unwrap_or(i64::MAX)
}

/// A version from a column.
pub(super) fn version(number: i64) -> Option<Version> {
    u64::try_from(number).ok().map(Version)
}

/// A head from a column.
pub(super) fn head(bytes: &[u8]) -> Option<Head> {
    hex32(bytes).map(Head)
}

/// The newest event of a game from the columns of its row.
pub(super) fn newest(
    game: GameId,
    number: i64,
    bytes: &[u8],
) -> Result<(Version, Head), StoreError> {
    version(number).zip(head(bytes)).ok_or_else(|| {
        let reason = "its row holds a version or a head that cannot be";
        corrupt(game, Version(0), reason.to_owned())
    })
}

/// Chairs from a column.
pub(super) fn chairs(numbers: &[i16]) -> Option<Vec<Chair>> {
    numbers
        .iter()
        .map(|number| small(*number).and_then(Chair::new))
        .collect()
}

/// An error that names the game, the version and what is wrong there.
pub(super) fn corrupt(game: GameId, version: Version, reason: String) -> StoreError {
    StoreError::Corrupt {
        game,
        version,
        reason,
    }
}

/// The word of a source of dice.
pub(super) const fn dice_source_word(source: DiceSource) -> &'static str {
    match source {
        DiceSource::Server => "server",
        DiceSource::Manual => "manual",
    }
}

fn dice_source(word: &str) -> Option<DiceSource> {
    [DiceSource::Server, DiceSource::Manual]
        .into_iter()
        .find(|source| dice_source_word(*source) == word)
}

/// The word of the reason of an end.
pub(super) const fn end_reason_word(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Won => "won",
        EndReason::LastLeft => "last_left",
        EndReason::Draw => "draw",
        EndReason::Abandoned => "abandoned",
        EndReason::Cancelled => "cancelled",
        EndReason::EntropyMissing => "entropy_missing",
        EndReason::Expired => "expired",
    }
}

/// The reason of an end from a column, where there is one; nothing where its word is unknown.
#[expect(
    clippy::option_option,
    reason = "no word, and a word that is not known, are two things"
)]
pub(super) fn end_reason(word: Option<&str>) -> Option<Option<EndReason>> {
    let Some(word) = word else {
        return Some(None);
    };
    EndReason::ALL
        .into_iter()
        .find(|reason| end_reason_word(*reason) == word)
        .map(Some)
}

fn preset(word: &str) -> Option<Preset> {
    Preset::ALL.into_iter().find(|preset| preset.name() == word)
}

/// A hash from a column.
pub(super) fn hex32(bytes: &[u8]) -> Option<Hex32> {
    bytes.try_into().ok().map(Hex32)
}

fn small(number: i16) -> Option<u8> {
    u8::try_from(number).ok()
}
