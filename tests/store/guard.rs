//! PostgreSQL itself refuses to change, remove or truncate events, whoever asks.

use sqlx::Executor as _;

use crate::fixture::{created, game_id, log, store};

#[tokio::test]
async fn events_stay_whoever_asks() {
    let (database, store) = store().await;
    let game = game_id();
    created(&store, game).await;
    let before = log(&store, game).await;
    let mut connection = database.connect().await;

    for statement in [
        "update events set body = '{}'",
        "update events set version = version + 1 where false",
        "delete from events",
        "truncate events",
        "truncate games, events cascade",
        "set session_replication_role = replica; delete from events",
    ] {
        let error = connection.execute(statement).await.expect_err(statement);
        let error = error.into_database_error().expect("the database refuses");
        assert_eq!(error.code().as_deref(), Some("23001"), "{statement}");
        assert_eq!(
            error.constraint(),
            Some("events_append_only"),
            "{statement}"
        );
    }

    assert_eq!(log(&store, game).await, before);
}
