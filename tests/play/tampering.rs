//! Tampering in PostgreSQL, as its superuser: what was done, who finds it, and the words it is named with.

mod cases;

use parchis::play::{Act, Done, Games, NewGame};
use parchis::proof::{Keyring, SignedHead, Trust, verify_file};
use parchis::rules::event::DiceSource;
use parchis::rules::ids::GameId;
use sqlx::{AssertSqlSafe, Executor as _, PgConnection};

use self::cases::{CASES, Change, Finder, acted_by_a_bot};
use crate::database::Database;
use crate::superuser::{chained, log, put, superuser};
use crate::table::{ask, chair, duel, keys, play, random, server_with, started, table};

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
            Finder::Check(version) => {
                let (at, said) = found.unwrap_or_else(|| panic!("{what} is not found"));
                assert!(said.contains(words), "{what}: {said}");
                assert!(
                    version.is_none_or(|version| version == at),
                    "{what}: at {at}"
                );
            }
            Finder::Fingerprint => {
                assert_eq!(found, None, "{what}");
                let said = verified(&games, game, &believer()).await;
                assert!(said.contains(words), "{what}: {said}");
            }
        }
        for table in ["events", "games", "seals", "seats", "members"] {
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
    let remember =
        "create table before as select * from games; create table whose as select * from members";
    connection.execute(remember).await.expect("a copy");
    let resign = Act::Resign {
        chair: chair(0),
        actor: players[0],
    };
    let done = ask(&games, game, resign).await;
    put(&mut connection, game, &kept).await;
    let back = "delete from seals; delete from members; insert into members select * from whose;
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
        Change::Log(change) => {
            let mut rows = log(games, game).await;
            change(game, &mut rows);
            put(connection, game, &rows).await;
        }
        Change::Sql(statement) => {
            let statement = statement.replace("{game}", &game.to_string());
            let statement = statement.replace("{other}", &other.to_string());
            let done = connection.execute(AssertSqlSafe(statement)).await;
            done.expect("the superuser may");
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
