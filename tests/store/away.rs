//! A database that is away, and back.

use parchis::rules::ids::Version;
use parchis::store::{Store, StoreError};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Executor as _};

use crate::database::Database;
use crate::fixture::{created, game_id};

#[tokio::test]
async fn nobody_at_the_address_is_unavailable() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    drop(taken);
    let nowhere = PgConnectOptions::new_without_pgpass()
        .host("127.0.0.1")
        .port(port);
    let no_socket = PgConnectOptions::new_without_pgpass().socket("/nowhere/at/all");

    for options in [nowhere, no_socket] {
        let store = Store::connect(options, 1);
        let error = store
            .load(game_id(), Version(0))
            .await
            .expect_err("nobody is there");
        assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
    }
}

#[tokio::test]
async fn broken_connections_are_replaced() {
    let database = Database::fresh().await;
    let store = Store::connect(database.options(), 1);
    store.migrate().await.expect("the schema applies");
    let game = game_id();
    created(&store, game).await;

    let name = database
        .options()
        .get_database()
        .expect("a name")
        .to_owned();
    let kill = format!(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}' and pid <> pg_backend_pid()"
    );
    database
        .connect()
        .await
        .execute(AssertSqlSafe(kill))
        .await
        .expect("connections can be ended");

    // The first may meet the broken connection; then the next finds a new one.
    if let Err(error) = store.newest(game).await {
        assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
    }
    assert!(store.newest(game).await.expect("it is back").is_some());
}
