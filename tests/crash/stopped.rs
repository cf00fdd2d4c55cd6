//! Asked to stop in the middle of requests.

use std::fs;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;
use sqlx::Connection as _;

use super::process::{alive, pid_of, try_pid_of, until};
use super::program::Program;
use super::table::Table;
use super::temporary::Temporary;
use super::told::Told;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_in_flight_finishes_and_postgresql_is_stopped_cleanly() {
    let data = Temporary::new("stopped");
    let server = Program::start(&data.path(), None);
    let table = Table::started(server.address(), 2).await;
    let state = table.state(server.address()).await;
    let postgres = pid_of(&data);

    // Somebody holds the game's row, so that the rolls cannot finish.
    let folder = data.path().join("run");
    let url = format!(
        "postgres://parchis@localhost/parchis?host={}",
        folder.display()
    );
    let mut holder = sqlx::PgConnection::connect(&url).await.unwrap();
    let mut watcher = sqlx::PgConnection::connect(&url).await.unwrap();
    let mut held = holder.begin().await.unwrap();
    sqlx::query("select 1 from games for update")
        .execute(&mut *held)
        .await
        .unwrap();
    let rolls: Vec<_> = (0..4)
        .map(|_| {
            let (table, state) = (table.clone(), state.clone());
            let address = server.address().to_owned();
            tokio::spawn(async move { table.step(&address, &state).await })
        })
        .collect();
    let mut waiting = 0_i64;
    while waiting < 4 {
        waiting = sqlx::query_scalar(
            "select count(*) from pg_stat_activity where wait_event_type = 'Lock'",
        )
        .fetch_one(&mut watcher)
        .await
        .unwrap();
    }
    watcher.close().await.unwrap();

    let place = server.address().strip_prefix("http://").unwrap().to_owned();
    server.terminate();
    until("nobody new gets in", || TcpStream::connect(&place).is_err());
    assert!(rolls.iter().all(|roll| !roll.is_finished()), "cut off");
    held.rollback().await.unwrap();
    holder.close().await.unwrap();
    let told = Told::nothing();
    for roll in rolls {
        let answer = roll.await.unwrap().expect("an answer");
        told.note(&answer.expect_status(200));
    }
    let (ended, output) = server.ended();
    assert_eq!(ended.code(), Some(0), "{output}");
    assert!(!alive(postgres) && try_pid_of(&data).is_none());
    let log = fs::read_to_string(data.path().join("postgres.log")).unwrap();
    let last = log.lines().last().unwrap_or_default();
    assert!(last.contains("database system is shut down"), "{log}");

    let server = Program::start(&data.path(), None);
    told.holds(server.address(), &table).await;
    let state = table.state(server.address()).await;
    table
        .step(server.address(), &state)
        .await
        .unwrap()
        .expect_status(200);
    server.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_drains_says_so_and_serves_until_it_closes() {
    let data = Temporary::new("drained");
    let server = Program::start_with(&data.path(), &["--shutdown-delay", "600"]);
    let table = Table::started(server.address(), 2).await;
    let told = Told::nothing();
    let ready = format!("{}/health/ready", server.address());
    let nobody = super::client::Client::nobody();
    nobody.get(&ready).await.expect_status(200);

    server.terminate();
    let mut answer = nobody.get(&ready).await;
    while answer.status == 200 {
        answer = nobody.get(&ready).await;
    }
    assert_eq!(answer.json()["code"], "draining", "{}", answer.text);
    assert!(answer.is_away(), "{}", answer.text);
    let live = format!("{}/health/live", server.address());
    nobody.get(&live).await.expect_status(200);
    let mut state = table.state(server.address()).await;
    for _ in 0..10 {
        let answer = table.step(server.address(), &state).await.unwrap();
        state = told.note(&answer.expect_status(200));
    }
    let events = table.at(server.address(), "/events");
    let stream = reqwest::Client::builder().no_proxy().build().unwrap();
    let stream = stream.get(&events).header("accept", "text/event-stream");
    let mut stream = stream.send().await.unwrap();
    assert_eq!(stream.headers()["connection"], "close");
    assert!(stream.chunk().await.unwrap().is_some());

    // Whoever asks twice is in a hurry.
    let begun = Instant::now();
    let output = tokio::task::spawn_blocking(|| server.stop()).await.unwrap();
    assert!(begun.elapsed() < Duration::from_mins(1), "{output}");
    while stream.chunk().await.expect("a stream that ends").is_some() {}
    let server = Program::start(&data.path(), None);
    told.holds(server.address(), &table).await;
    server.stop();
}

#[test]
fn a_server_stops_when_the_delay_is_over() {
    let data = Temporary::new("delayed");
    let server = Program::start_with(&data.path(), &["--shutdown-delay", "1"]);
    let begun = Instant::now();
    server.stop();
    assert!(begun.elapsed() >= Duration::from_secs(1));
}

#[tokio::test]
async fn a_server_that_waits_for_nothing_stops_at_once() {
    let data = Temporary::new("idle");
    let server = Program::start(&data.path(), None);
    let url = format!("{}/v1/players", server.address());
    let nobody = super::client::Client::nobody();
    nobody
        .post(&url, json!({ "name": "Ana" }))
        .await
        .expect_status(201);
    // The client keeps its connection open.
    let begun = Instant::now();
    server.stop();
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn streams_end_when_the_server_stops() {
    let data = Temporary::new("streams");
    let server = Program::start(&data.path(), None);
    let table = Table::started(server.address(), 2).await;
    let events = table.at(server.address(), "/events");
    let nobody = reqwest::Client::builder().no_proxy().build().unwrap();
    let stream = nobody.get(&events).header("accept", "text/event-stream");
    let mut stream = stream.send().await.unwrap();
    assert!(stream.chunk().await.unwrap().is_some());
    let newest = table.state(server.address()).await["version"].clone();
    let waiting = nobody.get(format!("{events}?after={newest}&wait=60"));
    let waiting = tokio::spawn(waiting.send());

    let begun = Instant::now();
    tokio::task::spawn_blocking(|| server.stop()).await.unwrap();
    assert!(begun.elapsed() < Duration::from_secs(5));
    while stream.chunk().await.expect("a stream that ends").is_some() {}
    // It came before the end, or so late that it is told to come again, or did not come in any more.
    if let Ok(page) = waiting.await.unwrap() {
        if page.status() == 503 {
            assert!(page.headers().contains_key("retry-after"));
        } else {
            let page: serde_json::Value = page.json().await.unwrap();
            assert_eq!(page["events"], json!([]), "{page}");
        }
    }
}
