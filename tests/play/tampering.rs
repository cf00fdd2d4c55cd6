//! Tampering in PostgreSQL, as its superuser: what was done, who finds it, and the words it is named with.

use parchis::play::{Act, Done, Games, NewGame};
use parchis::proof::{Entry, Keyring, SignedHead, Stored, Trust, verify_file};
use parchis::rules::event::{DiceSource, Event};
use parchis::rules::ids::{GameId, Version};
use sqlx::{AssertSqlSafe, Executor as _, PgConnection};

use crate::database::Database;
use crate::superuser::{chained, log, put, superuser};
use crate::table::{ask, chair, duel, keys, play, random, server_with, started, table};

/// What is done to a game.
enum Change {
    /// Its log is replaced, and its row says where the new one ends.
    Log(fn(GameId, &mut Vec<Stored>)),
    /// A statement, in which `{game}` and `{other}` stand for two sound games.
    Sql(&'static str),
}

/// Who finds it.
enum Finder {
    /// `parchis check`, at this version, or wherever it may be.
    Check(Option<u64>),
    /// `parchis check` does not, `parchis verify` does with the fingerprint of the key.
    Fingerprint,
}

use Change::{Log, Sql};
use Finder::{Check, Fingerprint};

/// What was done, who finds it, and what it is called. Row 20 is somewhere in the middle of play.
const CASES: [(&str, Change, Finder, &str); 23] = [
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
        "which is not at hand",
    ),
    (
        "the seal gone, and an import claimed",
        Sql("with gone as (delete from seals where game_id = '{game}')
            insert into imports values ('{game}', now())"),
        Fingerprint,
        "it has no seal, and no receipt covers it",
    ),
];

#[tokio::test]
async fn whatever_is_changed_in_the_database_is_named() {
    let (database, games) = table().await;
    let other = over(&games, &duel()).await.folded.id;
    let mut connection = superuser(&database).await;
    for (what, change, finder, words) in CASES {
        let game = over(&games, &duel()).await.folded.id;
        assert_eq!(complaint(&database, game).await, None, "{what}");

        make(&mut connection, &games, change, game, other).await;

        let found = complaint(&database, game).await;
        match finder {
            Check(version) => {
                let (at, said) = found.unwrap_or_else(|| panic!("{what} is not found"));
                assert!(said.contains(words), "{what}: {said}");
                assert!(
                    version.is_none_or(|version| version == at),
                    "{what}: at {at}"
                );
            }
            Fingerprint => {
                assert_eq!(found, None, "{what}");
                let said = verified(&games, game, &believer()).await;
                assert!(said.contains(words), "{what}: {said}");
            }
        }
        for table in ["events", "games", "seals"] {
            let clear = format!("delete from {table} where game_id = '{game}'");
            connection
                .execute(AssertSqlSafe(clear))
                .await
                .expect("it goes");
        }
    }
    assert_eq!(complaint(&database, other).await, None);
}

/// The operator changes a game, and signs it again with new keys that alone are published: only who kept a fingerprint or
/// a receipt can know.
#[tokio::test]
async fn keys_that_were_replaced_are_found_by_who_kept_something() {
    let (database, games) = table().await;
    let done = over(&games, &duel()).await;
    let game = done.folded.id;
    let mut connection = superuser(&database).await;
    let mut rows = log(&games, game).await;
    acted_by_a_bot(&mut rows);
    chained(game, &mut rows);
    put(&mut connection, game, &rows).await;
    let last = rows.last().expect("an event");
    let seal = others()
        .seal(game, last.version, last.hash)
        .expect("a seal");
    let again =
        sqlx::query("update seals set head = $2, key = $3, signature = $4 where game_id = $1")
            .bind(game.0)
            .bind(seal.head.0.0.as_slice())
            .bind(seal.key.0.0.as_slice())
            .bind(seal.signature.0.as_slice());
    connection.execute(again).await.expect("it is sealed again");

    let operator = server_with(&database, others());

    let audit = operator.audit(game).await.expect("an audit");
    assert!(audit.complaint.is_none(), "the operator's own word is good");
    let nobody = verified(&operator, game, &Trust::default()).await;
    assert_eq!(nobody, "consistent, origin not checked");
    let by_fingerprint = verified(&operator, game, &believer()).await;
    assert!(
        by_fingerprint.contains("which is not one that you believe"),
        "{by_fingerprint}"
    );
    let by_receipt = verified(&operator, game, &holder(done.receipt)).await;
    assert!(
        by_receipt.contains("a receipt says that this event had another hash"),
        "{by_receipt}"
    );
}

/// A tail that goes with its seal and all that stood beside it leaves no trace: PROOF says so. Who holds a receipt knows.
#[tokio::test]
async fn a_tail_that_is_gone_with_its_traces_is_missed_by_who_holds_a_receipt() {
    let (database, games) = table().await;
    let manual = NewGame {
        dice: DiceSource::Manual,
        ..duel()
    };
    let (game, players) = started(&games, &manual).await;
    play(&games, game, 30, &mut random(7)).await;
    let kept = log(&games, game).await;
    let mut connection = superuser(&database).await;
    let remember = "create table before as select * from games";
    connection.execute(remember).await.expect("a copy");
    let resign = Act::Resign {
        chair: chair(0),
        actor: players[0],
    };
    let done = ask(&games, game, resign).await;
    put(&mut connection, game, &kept).await;
    let back = "delete from seals;
        update games set status = before.status, asked = before.asked, asked_what = before.asked_what,
            asked_since = before.asked_since, updated_at = before.updated_at, end_reason = before.end_reason from before";
    connection.execute(back).await.expect("the row is put back");

    assert_eq!(
        complaint(&database, game).await,
        None,
        "nobody can know from the database"
    );
    let mut export = Vec::new();
    let fresh = fresh(&database);
    fresh.export(game, &mut export).await.expect("an export");
    let said = said_of(&export, &holder(done.receipt));
    assert!(said.contains("and the log ends before it"), "{said}");
}

/// A game with some play in it that ended because one of two left.
async fn over(games: &Games, new: &NewGame) -> Done {
    let (game, players) = started(games, new).await;
    play(games, game, 30, &mut random(7)).await;
    let resign = Act::Resign {
        chair: chair(0),
        actor: players[0],
    };
    ask(games, game, resign).await
}

async fn make(
    connection: &mut PgConnection,
    games: &Games,
    change: Change,
    game: GameId,
    other: GameId,
) {
    match change {
        Log(change) => {
            let mut rows = log(games, game).await;
            change(game, &mut rows);
            put(connection, game, &rows).await;
        }
        Sql(statement) => {
            let statement = statement.replace("{game}", &game.to_string());
            let statement = statement.replace("{other}", &other.to_string());
            let done = connection.execute(AssertSqlSafe(statement)).await;
            done.expect("the superuser may");
        }
    }
}

/// Numbers the rows from 1.
fn number(rows: &mut [Stored]) {
    for (number, row) in (1..).zip(rows) {
        row.version = Version(number);
    }
}

/// Says of the fourth roll that a bot made it.
fn acted_by_a_bot(rows: &mut [Stored]) {
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

/// A server process that remembers nothing, as the command line starts one.
fn fresh(database: &Database) -> Games {
    server_with(database, keys())
}

/// What a check of the whole database says of a game: at which version, and what.
async fn complaint(database: &Database, game: GameId) -> Option<(u64, String)> {
    let mut found = Vec::new();
    let check = fresh(database);
    let all = check.audit_all(|audit| found.extend(audit.complaint));
    all.await.expect("a check of all");
    assert!(
        found.iter().all(|complaint| complaint.game == game),
        "{found:?}"
    );
    let first = found.into_iter().next();
    first.map(|complaint| (complaint.version.0, complaint.trouble.to_string()))
}

/// What a verification of a game's proof says.
async fn verified(games: &Games, game: GameId, trust: &Trust) -> String {
    let mut file = Vec::new();
    games.prove(game, &mut file).await.expect("a proof");
    said_of(&file, trust)
}

fn said_of(file: &[u8], trust: &Trust) -> String {
    let mut said = Vec::new();
    let read = verify_file(file, &mut trust.clone(), |finding| {
        said.push(match &finding.outcome {
            Ok(_) => finding.verdict(),
            Err(wrong) => wrong.to_string(),
        });
    });
    read.expect("it can be read");
    said.join("\n")
}

fn believer() -> Trust {
    let mut trust = Trust::default();
    trust.believe(keys().published().keys[0].fingerprint);
    trust
}

fn holder(receipt: SignedHead) -> Trust {
    let mut trust = Trust::default();
    // The key that made the receipt is published somewhere else too.
    trust.believe_key(keys().published().keys[0].public_key);
    trust.hold(receipt);
    trust
}

/// Keys that took the place of the server's.
fn others() -> Keyring {
    let line = format!("secret {} 2020-01-01T00:00:00.000000Z\n", "a5".repeat(32));
    Keyring::parse(&line).expect("a key")
}
