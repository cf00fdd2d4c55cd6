//! Versions mixed during an upgrade: what an older process says of what a newer one wrote, and that all else goes on.

use parchis::proof::Head;
use parchis::rules::ids::Hex32;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Executor as _, PgConnection};

use super::backup::play;
use super::database::Database;
use super::full::says;
use super::program::Program;
use super::table::Table;
use super::temporary::Temporary;
use super::told::Told;

/// What a newer release makes of the schema.
const MIGRATION: &str = "
    alter table games add column mood text not null default 'merry', drop constraint games_status_known;
    alter table players add column mood text;
    create table moods (game_id uuid primary key, mood text not null);
    insert into _sqlx_migrations (version, description, success, checksum, execution_time)
    values (99990101000000, 'moods', true, '', 0)";

fn id(table: &Table) -> &str {
    table.path.rsplit('/').next().unwrap()
}

/// Gives the row of a game words that only a newer release knows, and a time that is over.
async fn write_words(database: &mut PgConnection, table: &Table) {
    let id = id(table);
    let words = format!(
        "update games set status = 'dreaming', asked_what = 'dream', due_at = '2026-01-01Z' where game_id = '{id}'"
    );
    let done = database.execute(AssertSqlSafe(words)).await.unwrap();
    assert_eq!(done.rows_affected(), 1);
}

/// Appends an event to a game that only a newer release knows, and a time that is over.
async fn write_event(database: &mut PgConnection, table: &Table, state: &Value) {
    let (id, version) = (id(table), state["version"].as_u64().unwrap() + 1);
    let head: Hex32 = serde_json::from_value(state["head"].clone()).unwrap();
    let body = format!(
        r#"{{"at":"2126-01-01T00:00:00.000000Z","by":"player","command":{version},"game":"{id}","kind":"dream","version":{version}}}"#
    );
    let head = Head(head).after(&body).0;
    for statement in [
        format!(
            "insert into events (game_id, version, body, hash) values ('{id}', {version}, '{body}', '\\x{head}')"
        ),
        format!(
            "update games set version = {version}, head = '\\x{head}', due_at = '2026-01-01Z' where game_id = '{id}'"
        ),
    ] {
        let done = database.execute(AssertSqlSafe(statement)).await.unwrap();
        assert_eq!(done.rows_affected(), 1);
    }
}

/// Lets both seats of a game play by orders, and waits for its end.
pub(crate) async fn play_by_orders(address: &str, table: &Table) {
    let orders = json!({ "roll": true, "forced": true, "policy": "cautious" });
    for (chair, player) in table.players.iter().enumerate() {
        let url = table.at(address, &format!("/seats/{chair}/orders"));
        player.put(&url, orders.clone()).await.expect_status(200);
    }
    while table.state(address).await["phase"] != "ended" {}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_process_goes_on_beside_a_newer_one() {
    let (data, database) = (Temporary::new("older"), Database::fresh().await);
    let url = database.url();
    let [server, newer] = [(); 2].map(|()| Program::start(&data.path(), Some(&url)));
    let (here, there) = (server.address(), newer.address());
    let known = Table::started(here, 2).await;
    let [words, event] = [
        Table::of(here, known.players.clone()).await,
        Table::of(here, known.players.clone()).await,
    ];
    let told = Told::nothing();
    play(here, &known, &told).await;
    let before = [words.state(here).await, event.state(here).await];

    // The other process stands for the newer one: what it writes is given words and a kind of event that are new.
    let step = words.step(there, &before[0]).await.unwrap();
    step.expect_status(200);
    let mut connection = database.connect().await;
    connection.execute(MIGRATION).await.unwrap();
    write_words(&mut connection, &words).await;
    write_event(&mut connection, &event, &before[1]).await;

    // Of these two games it says that it does not know them, whatever it remembers of them.
    for (table, state) in [(&words, &before[0]), (&event, &before[1])] {
        for rest in ["", "/frames", "/notation"] {
            let answer = table.players[0].get(&table.at(here, rest)).await;
            assert!(says(&answer, "newer_version"), "{rest}: {}", answer.text);
        }
        let answer = table.step(here, state).await.unwrap();
        assert!(says(&answer, "newer_version"), "{}", answer.text);
        let seat = table.at(here, "/seats/0/resignation");
        let answer = table.players[0].put(&seat, json!({})).await;
        assert!(says(&answer, "newer_version"), "{}", answer.text);
    }
    let after = event.at(here, &format!("/events?after={}", before[1]["version"]));
    let answer = event.players[0].get(&after).await;
    assert!(says(&answer, "newer_version"), "{}", answer.text);
    // Everything else goes on, with and without a request.
    for path in [
        "/v1/games",
        "/v1/players/me/inbox",
        "/v1/players/me/events",
        "/health/ready",
    ] {
        let answer = known.players[0].get(&format!("{here}{path}")).await;
        let answer = answer.expect_status(200);
        assert!(!answer.text.contains("dream"), "{}", answer.text);
    }
    play(here, &known, &told).await;
    let another = Table::started(here, 2).await;
    play(here, &another, &Told::nothing()).await;
    play_by_orders(here, &known).await;
    told.holds(here, &known).await;

    let late = Program::begin(&data.path(), Some(&url), "info").given_up();
    assert!(
        late.contains("99990101000000") && late.contains("run the newer release"),
        "{late}"
    );
    server.stop();
    newer.stop();
}
