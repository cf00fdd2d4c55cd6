//! What can be done to a game in PostgreSQL, and who finds it.

use parchis::proof::{Entry, Stored};
use parchis::rules::event::Event;
use parchis::rules::ids::{GameId, Version};

use crate::superuser::chained;

/// What is done to a game.
pub enum Change {
    /// Its log is replaced, and its row says where the new one ends.
    Log(fn(GameId, &mut Vec<Stored>)),
    /// A statement, in which `{game}` and `{other}` stand for two sound games.
    Sql(&'static str),
}

/// Who finds it.
pub enum Finder {
    /// `parchis check`, at this version, or wherever it may be.
    Check(Option<u64>),
    /// `parchis check` does not, `parchis verify` does with the fingerprint of the key.
    Fingerprint,
}

use Change::{Log, Sql};
use Finder::{Check, Fingerprint};

/// What was done, who finds it, and what it is called. Row 20 is somewhere in the middle of play.
pub const CASES: [(&str, Change, Finder, &str); 30] = [
    (
        "a byte of an event, which is still one",
        Log(|_, rows| rows[20].body = rows[20].body.replacen(".000000Z", ".000001Z", 1)),
        Check(Some(21)),
        "the hash does not follow from its bytes and the hash before",
    ),
    (
        "a byte of an event, which is none any more",
        Log(|_, rows| rows[20].body = rows[20].body.replacen("{\"at\"", "{\"at!", 1)),
        Check(Some(21)),
        "not canonical at byte",
    ),
    (
        "a byte of a hash",
        Log(|_, rows| rows[20].hash.0.0[9] ^= 1),
        Check(Some(21)),
        "the hash does not follow from its bytes and the hash before",
    ),
    (
        "two events swapped",
        Log(|_, rows| {
            rows.swap(20, 21);
            number(rows);
        }),
        Check(Some(21)),
        "version 22 stands in its place",
    ),
    (
        "an event dropped in the middle",
        Log(|_, rows| drop(rows.remove(20))),
        Check(Some(21)),
        "the log has event 22 in its place",
    ),
    (
        "an event dropped, the others numbered again",
        Log(|_, rows| {
            rows.remove(20);
            number(rows);
        }),
        Check(Some(21)),
        "version 22 stands in its place",
    ),
    (
        "an event inserted",
        Log(|_, rows| {
            rows.insert(21, rows[20].clone());
            number(rows);
        }),
        Check(Some(22)),
        "version 21 stands in its place",
    ),
    (
        "the tail cut",
        Sql("delete from events where game_id = '{game}' and version > 20"),
        Check(Some(20)),
        "its log ends at 20",
    ),
    (
        "the tail cut, and the row moved back",
        Log(|_, rows| {
            let command = Entry::parse(&rows[20].body).expect("an event").command;
            rows.retain(|row| row.version < command);
        }),
        Check(Some(0)),
        "it is running and its sealed seed is missing",
    ),
    (
        "all events gone",
        Sql("delete from events where game_id = '{game}'"),
        Check(Some(0)),
        "its log ends at 0",
    ),
    (
        "the row gone",
        Sql("delete from games where game_id = '{game}'"),
        Check(Some(0)),
        "its row is missing",
    ),
    (
        "the row rewritten: how far it is",
        Sql("update games set status = 'playing' where game_id = '{game}'"),
        Check(Some(0)),
        "its row does not say what follows from its log",
    ),
    (
        "the row rewritten: why it ended",
        Sql("update games set end_reason = 'won' where game_id = '{game}'"),
        Check(Some(0)),
        "its row does not say what follows from its log",
    ),
    (
        "the row rewritten: what was committed to",
        Sql("update games set dice_commit = sha256('x') where game_id = '{game}'"),
        Check(Some(0)),
        "its row does not say what follows from its log",
    ),
    (
        "a seat gone",
        Sql("delete from seats where game_id = '{game}' and chair = 1"),
        Check(Some(0)),
        "its seats do not say who sits where by its log",
    ),
    (
        "a seat another player's",
        Sql("update seats set player_id = gen_random_uuid() where game_id = '{game}' and chair = 1"),
        Check(Some(0)),
        "its seats do not say who sits where by its log",
    ),
    (
        "a member gone",
        Sql("delete from members where game_id = '{game}' and player_id in (
            select player_id from seats where game_id = '{game}' and chair = 1)"),
        Check(Some(0)),
        "its members do not say whose it is from when to when by its log",
    ),
    (
        "a member added",
        Sql("insert into members (game_id, player_id, after_version) values ('{game}', gen_random_uuid(), 0)"),
        Check(Some(0)),
        "its members do not say whose it is from when to when by its log",
    ),
    (
        "a member's time shortened at its beginning",
        Sql("update members set after_version = 1 where game_id = '{game}' and player_id in (
            select player_id from seats where game_id = '{game}' and chair = 1)"),
        Check(Some(0)),
        "its members do not say whose it is from when to when by its log",
    ),
    (
        "a member's time shortened at its end",
        Sql("update members set until_version = until_version - 1 where game_id = '{game}'"),
        Check(Some(0)),
        "its members do not say whose it is from when to when by its log",
    ),
    (
        "all but the members gone",
        Sql("with logged as (delete from events where game_id = '{game}'),
                sealed as (delete from seals where game_id = '{game}'),
                sat as (delete from seats where game_id = '{game}')
            delete from games where game_id = '{game}'"),
        Check(Some(0)),
        "its row is missing",
    ),
    (
        "the row rewritten: where the log ends",
        Sql("update games set head = sha256('x') where game_id = '{game}'"),
        Check(None),
        "its row has another head than its log",
    ),
    (
        "the result changed, all chained again",
        Log(|game, rows| {
            let end = rows.len() - 2;
            rows[end].body = rows[end].body.replacen("last_left", "abandoned", 1);
            chained(game, rows);
        }),
        Check(None),
        "the rules lead to other events than these",
    ),
    (
        "a roll changed, all chained again",
        Log(|game, rows| {
            let is_roll = |row: &&mut Stored| row.body.contains("\"kind\":\"roll\"");
            let roll = rows.iter_mut().filter(is_roll).nth(3).expect("a roll");
            let (before, after) = roll.body.split_once("\"dice\":[").expect("dice");
            let (face, after) = after.split_at(1);
            let face = face.parse::<u8>().expect("a face") % 6 + 1;
            roll.body = format!("{before}\"dice\":[{face}{after}");
            chained(game, rows);
        }),
        Check(None),
        "does not follow from the seed",
    ),
    (
        "who acted changed, which is as legal, all chained again",
        Log(|game, rows| {
            acted_by_a_bot(rows);
            chained(game, rows);
        }),
        Check(None),
        "and the game ends elsewhere",
    ),
    (
        "the seal gone",
        Sql("delete from seals where game_id = '{game}'"),
        Check(None),
        "it is over and has no seal",
    ),
    (
        "the seals of two games swapped",
        Sql("update seals set version = other.version, head = other.head, signature = other.signature
            from seals as other where seals.game_id = '{game}' and other.game_id = '{other}'"),
        Check(None),
        "and the game ends elsewhere",
    ),
    (
        "the signature of another game's seal",
        Sql("update seals set signature = other.signature
            from seals as other where seals.game_id = '{game}' and other.game_id = '{other}'"),
        Check(None),
        "the seal is not a signature by the key it names",
    ),
    (
        "the seal by a key that nobody published",
        Sql("update seals set key = sha256('x') where game_id = '{game}'"),
        Check(None),
        "which is not among the signing keys",
    ),
    (
        "the seal gone, and an import claimed",
        Sql("with gone as (delete from seals where game_id = '{game}')
            insert into imports values ('{game}', now())"),
        Fingerprint,
        "it has no seal, and no receipt covers it",
    ),
];

/// Numbers the rows from 1.
fn number(rows: &mut [Stored]) {
    for (number, row) in (1..).zip(rows) {
        row.version = Version(number);
    }
}

/// Says of the fourth roll that a bot made it.
pub fn acted_by_a_bot(rows: &mut [Stored]) {
    let entries: Vec<Entry> = rows
        .iter()
        .map(|row| Entry::parse(&row.body).expect("an event"))
        .collect();
    let mut rolls = entries
        .iter()
        .filter(|entry| matches!(entry.event, Event::Roll { .. }));
    let command = rolls.nth(3).expect("a roll").command;
    for (row, entry) in rows.iter_mut().zip(&entries) {
        if entry.command == command {
            row.body = row.body.replacen("\"by\":\"player\"", "\"by\":\"bot\"", 1);
        }
    }
}
