//! What the superuser of PostgreSQL can do to a game.

use parchis::play::Games;
use parchis::proof::{Head, Stored};
use parchis::rules::ids::{GameId, Version};
use sqlx::{Executor as _, PgConnection};

use crate::database::Database;

/// The database without its guard of the log.
pub async fn superuser(database: &Database) -> PgConnection {
    let mut connection = database.connect().await;
    connection
        .execute("alter table events disable trigger events_append_only")
        .await
        .expect("the guard can be switched off");
    connection
}

/// The whole log of a game.
pub async fn log(games: &Games, game: GameId) -> Vec<Stored> {
    let log = games.store().events(game, Version(0), 10_000).await;
    log.expect("the log can be read")
}

/// Puts another log, and a row that fits it, in the place of a game's.
pub async fn put(connection: &mut PgConnection, game: GameId, rows: &[Stored]) {
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

/// Makes all hashes fit again.
pub fn chained(game: GameId, rows: &mut [Stored]) {
    let mut head = Head::genesis(game);
    for row in rows {
        head = head.after(&row.body);
        row.hash = head;
    }
}
