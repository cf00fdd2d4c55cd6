//! The same events by every transport: pages, waiting, messages and lines.

use std::collections::BTreeMap;
use std::time::Duration;

use parchis::http::Readers;
use serde_json::{Value, json};
use sqlx::Executor as _;
use tokio::net::TcpSocket;

use crate::client::Client;
use crate::server::Server;
use crate::table::Table;
use crate::trials;
use crate::wire::{Message, Wire, body, messages};

trials![
    every_transport_carries_the_same,
    a_stream_ends_with_the_game,
    who_knows_no_chunks_gets_none,
    the_head_of_a_stream_names_no_length,
    a_reader_cut_off_at_any_byte_goes_on_without_gap_or_double,
    who_waits_is_answered_when_something_happens,
    what_another_process_writes_comes_too,
    ids_that_are_none_of_the_games_are_refused,
    waiting_has_bounds,
    places_for_readers_are_limited,
    readers_that_come_all_at_once_leave_connections_for_play,
    who_takes_nothing_is_cut_off,
    a_reader_who_goes_leaves_no_trace,
];

/// Events with their hashes, however they came.
type Events = Vec<(Value, Value)>;

/// A short game that is over.
async fn ended(server: &Server) -> Table {
    let table = Table::seated(server, 2, json!({ "preset": "league", "seats": 2 })).await;
    table.step(&table.state().await, |_| 0).await;
    let resignation = format!("{}/resignation", table.seat(0));
    let resigned = table.players[0].put(&resignation, json!({})).await;
    resigned.expect_status(200);
    table
}

fn events(page: &Value) -> Events {
    let list = |name: &str| page[name].as_array().expect("a list").clone();
    list("events").into_iter().zip(list("hashes")).collect()
}

fn of_messages(said: &[Message]) -> Events {
    said.iter()
        .flat_map(|message| events(&message.data))
        .collect()
}

fn of_lines(text: &str) -> Events {
    let lines = text.lines().map(|line| {
        let line: Value = serde_json::from_str(line).expect("JSON");
        (line["body"].clone(), line["hash"].clone())
    });
    lines.collect()
}

async fn of_pages(nobody: &Client, path: &str) -> Events {
    let (mut all, mut after) = (Events::new(), json!(0));
    loop {
        let path = format!("{path}?after={after}&limit=3");
        let page = nobody.get(&path).await.expect_status(200).json;
        all.extend(events(&page));
        after = page["next_after"].clone();
        if page["more"] == false {
            return all;
        }
    }
}

async fn every_transport_carries_the_same() {
    let server = Server::start().await;
    let table = ended(&server).await;
    let running = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let nobody = server.nobody();
    for (table, wait) in [(table, ""), (running, "?wait=0")] {
        let path = format!("{}/events", table.path);
        let pages = of_pages(&nobody, &path).await;
        assert!(pages.len() > 4);

        let accepting = |kind| nobody.clone().with("accept", kind);
        let stream = accepting("text/event-stream");
        let stream = stream.get(&format!("{path}{wait}")).await;
        let said = messages(&stream.expect_status(200).text);
        assert_eq!(of_messages(&said), pages);
        for message in said.iter().filter(|message| message.event == "message") {
            let head = message.data["hashes"].as_array().and_then(|all| all.last());
            let head = head.and_then(Value::as_str).expect("a hash");
            let id = format!("{}-{}", message.data["next_after"], &head[..12]);
            assert_eq!(message.id, id);
        }

        let lines = accepting("application/x-ndjson").get(&path).await;
        assert_eq!(of_lines(&lines.expect_status(200).text), pages);
        // Who lost the rest of a line goes on before the command of the last whole one.
        let command = &pages[pages.len() - 2].0["command"];
        let after = command.as_u64().expect("a version") - 1;
        let rest = accepting("application/x-ndjson");
        let rest = rest.get(&format!("{path}?after={after}")).await;
        let rest = of_lines(&rest.expect_status(200).text);
        let after = usize::try_from(after).expect("small");
        assert_eq!(rest, pages[after..]);
    }
}

async fn a_stream_ends_with_the_game() {
    let server = Server::start().await;
    let table = ended(&server).await;
    let path = format!("{}/events", table.path);
    let client = server.nobody().with("accept", "text/event-stream");
    let stream = client.get(&path).await.expect_status(200);
    assert_eq!(stream.header("cache-control"), Some("no-store"));
    let said = messages(&stream.text);
    let [.., before, end] = said.as_slice() else {
        panic!("{said:?}");
    };
    assert_eq!((end.event.as_str(), &end.id), ("end", &before.id));
    assert_eq!(end.data["events"], json!([]));
    // An EventSource connects again, and stops at this answer.
    let stopped = client.clone().with("last-event-id", &end.id);
    let stopped = stopped.get(&path).await.expect_status(204);
    assert_eq!(stopped.header("cache-control"), Some("no-store"));
    assert_eq!(stopped.header("vary"), stream.header("vary"));
    let lines = server.nobody().with("accept", "application/x-ndjson");
    let after = &end.data["next_after"];
    let none = lines.get(&format!("{path}?after={after}&wait=60")).await;
    assert_eq!(none.expect_status(200).text, "");
    let page = server.nobody();
    let none = page.get(&format!("{path}?after={after}&wait=60")).await;
    assert_eq!(none.expect_status(200).json["events"], json!([]));
}

async fn who_knows_no_chunks_gets_none() {
    let server = Server::start().await;
    let path = format!("{}/events", ended(&server).await.path);
    let accept = "accept: application/x-ndjson\r\nconnection: keep-alive\r\n\r\n";
    let old = format!("GET {path} HTTP/1.0\r\n{accept}");
    let (head, lines) = Wire::say(server.place(), &old).await;
    assert!(!head.contains("transfer-encoding"), "{head}");
    assert_eq!(of_lines(&lines), of_pages(&server.nobody(), &path).await);
}

async fn the_head_of_a_stream_names_no_length() {
    let server = Server::start().await;
    let path = format!("{}/events", ended(&server).await.path);
    let accept = "accept: text/event-stream\r\nconnection: close\r\n\r\n";
    let asked = format!("HEAD {path} HTTP/1.1\r\nhost: parchis\r\n{accept}");
    let (head, body) = Wire::say(server.place(), &asked).await;
    assert!(head.contains("text/event-stream"), "{head}");
    assert!(!head.contains("content-length"), "{head}");
    assert_eq!(body, "");
}

async fn a_reader_cut_off_at_any_byte_goes_on_without_gap_or_double() {
    let server = Server::start().await;
    let table = ended(&server).await;
    let path = format!("{}/events?limit=2", table.path);
    let place = server.place();
    let raw = Wire::follow(place, &path, None).await.read(1 << 20).await;
    let whole = messages(&body(&raw));
    let end = whole.last().expect("a message").id.clone();
    let mut rests = BTreeMap::from([(Some(end), Vec::new())]);
    for cut in 0..raw.len() {
        let came = Wire::follow(place, &path, None).await.read(cut).await;

        let mut said = messages(&body(&came));
        let last = said.last().map(|last| last.id.clone());
        if !rests.contains_key(&last) {
            let wire = Wire::follow(place, &path, last.as_deref()).await;
            let rest = messages(&body(&wire.read(1 << 20).await));
            rests.insert(last.clone(), rest);
        }
        said.extend_from_slice(&rests[&last]);
        said.retain(|message| message.event == "message");
        assert_eq!(said, whole[..whole.len() - 1], "cut at {cut}");
    }
    assert!(rests.len() > 5, "cut after few messages");
}

async fn who_waits_is_answered_when_something_happens() {
    let server = Server::start().await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let state = table.state().await;
    let path = format!("{}/events?after={}&wait=60", table.path, state["version"]);
    let nobody = server.nobody();
    let text = server.nobody().with("accept", "text/plain");
    let (page, told, state) = tokio::join!(
        nobody.get(&path),
        text.get(&path),
        table.step(&state, |_| 0)
    );
    let page = page.expect_status(200).json;
    assert_eq!(page["next_after"], state["version"]);
    assert_eq!(page["events"][0]["kind"], "roll");
    assert!(told.expect_status(200).text.starts_with('['));

    let path = format!("{}/events?after={}&wait=1", table.path, state["version"]);
    let page = nobody.get(&path).await.expect_status(200);
    assert_eq!(page.json["events"], json!([]));
    assert_eq!(page.json["next_after"], state["version"]);
}

async fn what_another_process_writes_comes_too() {
    let server = Server::start().await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let elsewhere = server.another();
    let path = format!("{}/events", table.path);
    let mut wire = Wire::follow(elsewhere.place(), &path, None).await;
    let mut state = table.state().await;
    let mut said = Vec::new();
    for _ in 0..5 {
        state = table.step(&state, |_| 0).await;
        let version = state["version"].as_u64().expect("a version");
        said = wire.until(version).await;
    }
    assert_eq!(of_messages(&said), of_pages(&server.nobody(), &path).await);
}

async fn ids_that_are_none_of_the_games_are_refused() {
    let server = Server::start().await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let other = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let path = format!("{}/events", table.path);
    let ids = |pages: &Events| {
        let id = |(event, hash): &(Value, Value)| {
            let hash = hash.as_str().expect("a hash");
            format!("{}-{}", event["version"], &hash[..12])
        };
        pages.iter().map(id).collect::<Vec<_>>()
    };
    let nobody = server.nobody();
    let own = ids(&of_pages(&nobody, &path).await);
    let others = ids(&of_pages(&nobody, &format!("{}/events", other.path)).await);
    let stream = |id: &str| {
        let client = nobody.clone().with("accept", "text/event-stream");
        client.with("last-event-id", id)
    };
    let future = format!("999{}", own[0]);
    // The third event lies inside the command that starts the game.
    for id in ["", "x", "7", &future, &others[0], &others[1], &own[2]] {
        let refused = stream(id).get(&path).await;
        refused.expect_problem(422, "unknown_event_id");
    }
    let wait = format!("{path}?wait=0");
    let resumed = stream(&own[1]).get(&wait).await.expect_status(200);
    assert_eq!(messages(&resumed.text)[0].data["events"][0]["version"], 3);
    let nowhere = "/v1/games/00000000-0000-0000-0000-000000000000/events";
    let refused = stream(&own[1]).get(nowhere).await;
    refused.expect_problem(404, "unknown_game");
    // Only streams have ids.
    let page = nobody.clone().with("last-event-id", "x").get(&path).await;
    page.expect_status(200);
}

async fn waiting_has_bounds() {
    let server = Server::start().await;
    let table = Table::open(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    for wait in ["61", "9999", "-1", "1.5", "x", ""] {
        let path = format!("{}/events?wait={wait}", table.path);
        let refused = server.nobody().get(&path).await;
        let refused = refused.expect_problem(422, "invalid_wait");
        assert_eq!(refused.pointers(), ["wait"]);
    }
}

async fn places_for_readers_are_limited() {
    let readers = Readers::new(1);
    let server = Server::for_readers(readers.clone()).await;
    let table = Table::open(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let path = format!("{}/events", table.path);
    let mut wire = Wire::follow(server.place(), &path, None).await;
    wire.until(1).await;
    assert_eq!(readers.count(), 1);
    let nobody = server.nobody();
    let stream = nobody.clone().with("accept", "text/event-stream");
    let refused = stream.get(&path).await;
    assert!(refused.header("retry-after").is_some());
    refused.expect_problem(503, "too_many_readers");
    let waiting = nobody.get(&format!("{path}?after=1&wait=60")).await;
    waiting.expect_problem(503, "too_many_readers");
    // Who need not wait needs no place.
    nobody.get(&path).await.expect_status(200);
    let there = nobody.get(&format!("{path}?wait=60")).await;
    there.expect_status(200);
    let nowhere = "/v1/games/01900000-0000-7000-8000-000000000000/events?wait=60";
    let unknown = nobody.get(nowhere).await;
    unknown.expect_problem(404, "unknown_game");
}

async fn readers_that_come_all_at_once_leave_connections_for_play() {
    const WAITING: &str = "select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'";
    let server = Server::start().await;
    let table = ended(&server).await;
    let mut connection = server.database().connect().await;
    // Until this ends, nobody can read an event.
    let lock = "begin; lock table events in access exclusive mode";
    connection.execute(lock).await.expect("the log is locked");
    let readers = (0..40).map(|_| {
        let reader = server.nobody().with("accept", "text/event-stream");
        let path = format!("{}/events", table.path);
        tokio::spawn(async move { reader.get(&path).await })
    });
    let readers: Vec<_> = readers.collect();
    let mut waiting = 0_i64;
    while waiting < 2 {
        let looked = sqlx::query_scalar(WAITING).fetch_one(&mut connection);
        waiting = looked.await.expect("a look");
    }

    let player = format!("/v1/players/{}", table.players[0].id);
    for _ in 0..20 {
        server.nobody().get(&player).await.expect_status(200);
    }

    connection.execute("rollback").await.expect("it ends");
    for reader in readers {
        let told = reader.await.expect("a reader").expect_status(200);
        assert!(told.text.contains("event: end"), "{}", told.text);
    }
}

async fn who_takes_nothing_is_cut_off() {
    let readers = Readers::default().with_stall(Duration::from_millis(300));
    let server = Server::for_readers(readers.clone()).await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let mut state = table.state().await;
    for _ in 0..40 {
        state = table.step(&state, |_| 0).await;
    }
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(2048).expect("it can be small");
    let path = format!("{}/events", table.path);
    let wire = Wire::follow_on(socket, server.place(), &path, None).await;
    count_is(&readers, 1).await;
    count_is(&readers, 0).await;
    drop(wire);
}

async fn a_reader_who_goes_leaves_no_trace() {
    let readers = Readers::default().with_heartbeat(Duration::from_millis(5));
    let server = Server::for_readers(readers.clone()).await;
    let table = Table::open(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let path = format!("{}/events", table.path);
    let mut wires = Vec::new();
    for _ in 0..20 {
        let mut wire = Wire::follow(server.place(), &path, None).await;
        wire.until(1).await;
        wires.push(wire);
    }
    assert_eq!(readers.count(), 20);
    drop(wires);
    count_is(&readers, 0).await;
}

/// Waits until there are so many readers.
async fn count_is(readers: &Readers, count: usize) {
    let so = async {
        let mut ticks = tokio::time::interval(Duration::from_millis(5));
        while readers.count() != count {
            ticks.tick().await;
        }
    };
    let in_time = tokio::time::timeout(Duration::from_mins(1), so).await;
    assert!(in_time.is_ok(), "{} readers, not {count}", readers.count());
}
