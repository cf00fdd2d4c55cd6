//! Migrations, by several processes at once.

use parchis::store::{Store, StoreError};
use sqlx::Executor as _;

use crate::database::Database;
use crate::fixture::{created, game_id};

#[tokio::test(flavor = "multi_thread")]
async fn eight_at_once_migrate_once() {
    let database = Database::fresh().await;
    let migrations = (0..8).map(|_| {
        let store = Store::connect(database.options(), 2);
        tokio::spawn(async move { store.migrate().await })
    });

    for migration in migrations.collect::<Vec<_>>() {
        migration
            .await
            .expect("no migration panics")
            .expect("each succeeds");
    }

    created(&Store::connect(database.options(), 1), game_id()).await;
}

#[tokio::test]
async fn an_older_release_says_so() {
    let database = Database::fresh().await;
    let store = Store::connect(database.options(), 2);
    store.migrate().await.expect("the schema applies");
    let newer =
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
        values (99990101000000, 'newer', true, '', 0)";
    database
        .connect()
        .await
        .execute(newer)
        .await
        .expect("the record can be written");

    let error = store
        .migrate()
        .await
        .expect_err("a newer schema is refused");

    assert!(matches!(error, StoreError::Schema(_)), "{error}");
    assert!(error.to_string().contains("99990101000000"), "{error}");
}
