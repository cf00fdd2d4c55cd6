//! A database that is there, and takes nothing.

use serde_json::json;
use sqlx::{AssertSqlSafe, Executor as _};

use crate::client::Answer;
use crate::database::Database;
use crate::server::Server;
use crate::table::Table;
use crate::trials;

trials![
    a_database_that_only_reads_is_read_on,
    a_disk_that_is_full_loses_nothing,
];

/// How often one asks while connections that are gone are found out.
const TRIES: usize = 50;

async fn run(database: &Database, statements: &[&str]) {
    let mut connection = database.connect().await;
    for statement in statements {
        let statement = AssertSqlSafe((*statement).to_owned());
        connection.execute(statement).await.expect("a statement");
    }
}

/// Whether the database only reads from now on, for all who use it.
async fn reads_only(database: &Database, only: bool) {
    let options = database.options();
    let name = options.get_database().expect("a name");
    let set = format!("alter database {name} set default_transaction_read_only = {only}");
    let cut = "select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()";
    run(
        database,
        &["set default_transaction_read_only = off", &set, cut],
    )
    .await;
}

/// The roll that is due, once the server has found out how its database is.
async fn rolled(table: &Table) -> Answer {
    let state = loop_until(async || table.players[0].get(&table.path).await, 200).await;
    let state = state.json["state"].clone();
    let roll = table.roll(&state, 0);
    for _ in 0..TRIES {
        let answer = table.asked(&state).put(&roll, json!({})).await;
        if answer.json["code"] != "unavailable" {
            return answer;
        }
    }
    panic!("the database does not come back")
}

async fn loop_until(ask: impl AsyncFn() -> Answer, status: u16) -> Answer {
    for _ in 0..TRIES {
        let answer = ask().await;
        if answer.status == status {
            return answer;
        }
    }
    panic!("{status} is never answered")
}

async fn a_database_that_only_reads_is_read_on() {
    let server = Server::start().await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let before = table.state().await["version"].clone();
    reads_only(server.database(), true).await;

    let refused = rolled(&table).await.expect_problem(503, "read_only");
    assert_eq!(refused.header("retry-after"), Some("2"));
    assert_eq!(table.state().await["version"], before);
    let ready = server.nobody().get("/health/ready").await;
    assert_eq!(ready.expect_status(200).json["status"], "read_only");
    let player = server
        .nobody()
        .post("/v1/players", json!({ "name": "Ana" }))
        .await;
    player.expect_problem(503, "read_only");

    reads_only(server.database(), false).await;
    rolled(&table).await.expect_status(200);
}

/// The database says what it says of a full disk; a real one needs a disk.
async fn a_disk_that_is_full_loses_nothing() {
    let server = Server::start().await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let before = table.state().await["version"].clone();
    let full = [
        "create function no_room() returns trigger language plpgsql as
            $$begin raise exception 'No space left on device' using errcode = 'disk_full'; end$$",
        "create trigger no_room before insert on events execute function no_room()",
    ];
    run(server.database(), &full).await;

    let refused = rolled(&table).await.expect_problem(503, "storage_full");
    assert_eq!(refused.header("retry-after"), Some("2"));
    assert_eq!(table.state().await["version"], before);

    run(server.database(), &["drop trigger no_room on events"]).await;
    rolled(&table).await.expect_status(200);
}
