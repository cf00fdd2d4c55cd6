//! Tampering in PostgreSQL, as its superuser: an audit names the game and the event.

use parchis::play::{Act, Games, Trouble, Unsealed};
use parchis::proof::{Entry, Head, Stored};
use parchis::rules::ids::{GameId, Version};
use sqlx::{Executor as _, PgConnection};

use crate::database::Database;
use crate::table::{ask, chair, duel, play, random, started, table};

/// A game with server dice, over and sealed, after some play.
async fn over(games: &Games) -> GameId {
    let (game, players) = started(games, &duel()).await;
    play(games, game, 30, &mut random(7)).await;
    let resign = Act::Resign {
        chair: chair(0),
        actor: *players.first().expect("an owner"),
    };
    ask(games, game, resign).await;
    game
}

async fn log(games: &Games, game: GameId) -> Vec<Stored> {
    let log = games.store().events(game, Version(0), 10_000).await;
    log.expect("the log can be read")
}

/// Puts another log, and a row that fits it, in the place of a game's.
async fn put(connection: &mut PgConnection, game: GameId, rows: &[Stored]) {
    let delete = sqlx::query("delete from events where game_id = $1").bind(game.0);
    connection.execute(delete).await.expect("rows go");
    for row in rows {
        let insert = sqlx::query(
            "insert into events (game_id, version, body, hash) values ($1, $2, $3, $4)",
        )
        .bind(game.0)
        .bind(i64::try_from(row.version.0).expect("small"))
        .bind(row.body.as_str())
        .bind(row.hash.0.0.as_slice());
        connection.execute(insert).await.expect("rows come");
    }
    let last = rows.last().expect("an event");
    let update = sqlx::query("update games set version = $2, head = $3 where game_id = $1")
        .bind(game.0)
        .bind(i64::try_from(last.version.0).expect("small"))
        .bind(last.hash.0.0.as_slice());
    connection.execute(update).await.expect("the row is moved");
}

/// The database without its guard of the log.
async fn superuser(database: &Database) -> PgConnection {
    let mut connection = database.connect().await;
    connection
        .execute("alter table events disable trigger events_append_only")
        .await
        .expect("the guard can be switched off");
    connection
}

async fn complaint(games: &Games, game: GameId) -> Option<(Version, Trouble)> {
    let audit = games.audit(game).await.expect("an audit");
    audit
        .complaint
        .map(|complaint| (complaint.version, complaint.trouble))
}

fn chained(game: GameId, rows: &mut [Stored]) {
    let mut head = Head::genesis(game);
    for row in rows {
        head = head.after(&row.body);
        row.hash = head;
    }
}

#[tokio::test]
async fn whatever_is_changed_in_the_database_is_named() {
    type Change = fn(GameId, &mut Vec<Stored>);
    let changes: [(&str, Change); 7] = [
        ("a byte", |_, rows| {
            rows[20].body = rows[20].body.replacen("\"by\":\"p", "\"by\":\"q", 1);
        }),
        ("two swapped", |_, rows| {
            let body = rows[20].body.clone();
            rows[20].body = std::mem::replace(&mut rows[21].body, body);
        }),
        ("one dropped", |_, rows| drop(rows.remove(20))),
        ("one inserted", |_, rows| {
            let mut again = rows[20].clone();
            again.version = again.version.next();
            rows.insert(21, again);
            for (number, row) in (1..).zip(rows.iter_mut()) {
                row.version = Version(number);
            }
        }),
        ("the tail cut", |_, rows| {
            let command = Entry::parse(&rows[20].body).expect("an event").command.0;
            rows.truncate(usize::try_from(command - 1).expect("small"));
        }),
        ("the end changed, chained again", |game, rows| {
            let last = rows.len() - 2;
            rows[last].body = rows[last].body.replacen("last_left", "abandoned", 1);
            chained(game, rows);
        }),
        ("times changed, chained again", |game, rows| {
            for row in rows.iter_mut() {
                row.body = row.body.replacen("{\"at\":\"20", "{\"at\":\"21", 1);
            }
            chained(game, rows);
        }),
    ];
    let (database, games) = table().await;
    let sound = over(&games).await;
    let mut connection = superuser(&database).await;
    for (what, change) in changes {
        let game = over(&games).await;
        assert!(complaint(&games, game).await.is_none(), "{what}");
        let mut rows = log(&games, game).await;
        change(game, &mut rows);
        put(&mut connection, game, &rows).await;
        assert!(complaint(&games, game).await.is_some(), "{what}");
    }
    let mut wrong = 0;
    let count = games
        .audit_all(|audit| wrong += usize::from(audit.complaint.is_some()))
        .await
        .expect("an audit of all");
    assert_eq!((count, wrong), (8, 7));
    assert!(complaint(&games, sound).await.is_none());
}

#[tokio::test]
async fn a_seal_that_is_gone_is_a_finding() {
    let (database, games) = table().await;
    let game = over(&games).await;
    let mut connection = superuser(&database).await;
    connection
        .execute("delete from seals")
        .await
        .expect("seals go");
    let found = complaint(&games, game).await;
    assert!(matches!(found, Some((_, Trouble::NoSeal))), "{found:?}");
    connection
        .execute("insert into imports select game_id, now() from games")
        .await
        .expect("an import is claimed");
    let audit = games.audit(game).await.expect("an audit");
    assert_eq!(audit.unsealed, Some(Unsealed::Imported));
    connection
        .execute("delete from games")
        .await
        .expect("rows go");
    let mut found = Vec::new();
    let all = games.audit_all(|audit| found.extend(audit.complaint));
    assert_eq!(all.await.expect("an audit of all"), 1);
    assert!(matches!(found[0].trouble, Trouble::NoRow), "{}", found[0]);
}

#[tokio::test]
async fn a_running_game_is_audited_with_its_secret_seed() {
    let (database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;
    play(&games, game, 10, &mut random(3)).await;
    let audit = games.audit(game).await.expect("an audit");
    assert!(audit.complaint.is_none(), "{:?}", audit.complaint);
    assert!(audit.log.expect("a log").rolls_derived);
    let mut connection = superuser(&database).await;
    connection
        .execute("delete from secrets")
        .await
        .expect("secrets go");
    let found = complaint(&games, game).await;
    assert!(matches!(found, Some((_, Trouble::NoSeed))), "{found:?}");
}

#[tokio::test]
async fn a_database_that_was_set_back_gets_no_signature() {
    let (database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;
    play(&games, game, 10, &mut random(3)).await;
    let rows = log(&games, game).await;
    let command = Entry::parse(&rows[7].body).expect("an event").command.0;
    let mut connection = superuser(&database).await;
    let kept = &rows[..usize::try_from(command - 1).expect("small")];
    put(&mut connection, game, kept).await;
    let folded = games.read(game).await.expect("it can be read");
    let act = crate::table::next_act(&folded.game, &mut random(4)).expect("something is asked");
    let refused = games.request(game, &crate::table::asking(act)).await;
    assert!(
        matches!(refused, Err(parchis::play::PlayError::SetBack { .. })),
        "{refused:?}"
    );
    assert!(complaint(&games, game).await.is_some());
}
