//! Logs that cannot be folded: an error that names game, version and reason, and every other game goes on.

use parchis::play::{Games, PlayError};
use parchis::proof::Head;
use parchis::rules::ids::{GameId, Version};
use parchis::store::Newest;
use sqlx::Executor as _;

use crate::database::Database;
use crate::table::{ask, duel, next_act, random, server, started, table};

/// Writes one more event by hand, chained or not.
async fn write(database: &Database, games: &Games, game: GameId, body: &str, chained: bool) {
    let Newest { version, head, .. } = games
        .store()
        .newest(game)
        .await
        .expect("a head")
        .expect("a game");
    let hash = if chained {
        head.after(body)
    } else {
        Head::genesis(game)
    };
    let mut connection = database.connect().await;
    let version = i64::try_from(version.next().0).expect("small");
    let insert =
        sqlx::query("insert into events (game_id, version, body, hash) values ($1, $2, $3, $4)");
    let insert = insert
        .bind(game.0)
        .bind(version)
        .bind(body)
        .bind(hash.0.0.as_slice());
    connection
        .execute(insert)
        .await
        .expect("events can be inserted");
    let update = sqlx::query("update games set version = $2, head = $3 where game_id = $1");
    let update = update.bind(game.0).bind(version).bind(hash.0.0.as_slice());
    connection
        .execute(update)
        .await
        .expect("the row can be moved");
}

fn body(game: GameId, version: Version, rest: &str, kind: &str) -> String {
    format!(
        r#"{{"at":"2099-01-01T00:00:00.000000Z","by":"player",{rest}"command":{version},"game":"{game}","kind":"{kind}","version":{version}}}"#
    )
}

#[tokio::test]
async fn what_cannot_be_folded_is_named_and_hurts_nobody_else() {
    let (database, games) = table().await;
    let (sound, _) = started(&games, &duel()).await;
    let rest = r#""chair":0,"#;
    for (kind, chained, newer) in [
        ("levitation", true, true),
        ("finish", true, false),
        ("closed", true, false),
        ("finish", false, false),
    ] {
        let (game, _) = started(&games, &duel()).await;
        let before = games.read(game).await.expect("a game");
        let rest = if kind == "closed" { "" } else { rest };
        let text = body(game, before.version().next(), rest, kind);
        write(&database, &games, game, &text, chained).await;

        // Both who knows the game and who does not.
        for games in [&games, &server(&database, games.clock().clone())] {
            let error = games.read(game).await.expect_err(kind);
            let PlayError::Fold(error) = error else {
                panic!("{kind}: {error}")
            };
            assert_eq!(
                (error.game, error.version),
                (game, before.version().next()),
                "{kind}"
            );
            assert_eq!(error.is_newer(), newer, "{kind}: {error}");
            assert!(error.to_string().contains(&game.to_string()));
        }
    }
    let folded = games.read(sound).await.expect("it is sound");
    ask(
        &games,
        sound,
        next_act(&folded.game, &mut random(1)).expect("it goes on"),
    )
    .await;
}

#[tokio::test]
async fn garbage_is_an_error() {
    let (database, games) = table().await;
    for text in [
        "",
        "null",
        "{}",
        "{\"kind\":1}",
        "\u{1}",
        "{\"at\":\"2099",
        "[[[[[[[[[[",
    ] {
        let (game, _) = started(&games, &duel()).await;
        write(&database, &games, game, text, true).await;

        let error = games.read(game).await.expect_err(text);

        assert!(matches!(error, PlayError::Fold(_)), "{text}: {error}");
    }
}

#[tokio::test]
async fn a_seed_that_is_gone_or_changed_is_named() {
    for statement in [
        "delete from secrets",
        "update secrets set seed_sealed = '\\x00'",
        "update secrets set key_id = 'lost'",
    ] {
        let (database, games) = table().await;
        let (game, _) = started(&games, &duel()).await;
        database
            .connect()
            .await
            .execute(statement)
            .await
            .expect("secrets can be changed");
        let games = server(&database, games.clock().clone());
        let folded = games.read(game).await.expect("the log is sound");
        let roll = next_act(&folded.game, &mut random(1)).expect("a roll");

        let error = games
            .request(game, &crate::table::asking(roll))
            .await
            .expect_err(statement);

        assert!(
            matches!(error, PlayError::Sealed { .. } | PlayError::SeedMissing(_)),
            "{error}"
        );
        assert!(error.to_string().contains(&game.to_string()), "{error}");
    }
}

#[tokio::test]
async fn a_database_set_back_is_read_as_it_is() {
    let (database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;
    let before = games.read(game).await.expect("a game");
    let roll = next_act(&before.game, &mut random(1)).expect("a roll");
    ask(&games, game, roll).await;
    let back = "alter table events disable trigger events_append_only;
        delete from events where version > (select max(version) - 1 from events where body like '%\"kind\":\"roll\"%');";
    let mut connection = database.connect().await;
    connection.execute(back).await.expect("the operator may");
    let update = sqlx::query("update games set version = $1, head = $2");
    let update = update
        .bind(i64::try_from(before.version().0).expect("small"))
        .bind(before.head.0.0.as_slice());
    connection.execute(update).await.expect("the operator may");

    let now = games.read(game).await.expect("a game");

    assert_eq!((now.version(), now.head), (before.version(), before.head));
}
