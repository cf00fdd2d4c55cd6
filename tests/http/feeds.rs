//! The feed of a player, by every transport.

use parchis::http::Readers;
use serde_json::{Value, json};

use crate::client::Client;
use crate::server::Server;
use crate::table::Table;
use crate::trials;
use crate::wire::{Wire, messages};

trials![
    every_transport_carries_the_same_feed,
    a_feed_is_followed_from_now_on,
    cursors_that_are_none_of_the_feeds_are_refused,
    followers_of_feeds_are_limited,
];

const FEED: &str = "/v1/players/me/events";

/// Two games of one player, in one of which something has happened.
async fn two_games(server: &Server) -> (Table, Client) {
    let settings = json!({ "preset": "league", "seats": 2 });
    let table = Table::seated(server, 2, settings.clone()).await;
    table.step(&table.state().await, |_| 0).await;
    let ana = table.players[0].clone();
    ana.post("/v1/games", settings).await.expect_status(201);
    (table, ana)
}

fn list(page: &Value, name: &str) -> Vec<Value> {
    page[name].as_array().expect("a list").clone()
}

/// The events of pages with their hashes.
fn events<'a>(pages: impl IntoIterator<Item = &'a Value>) -> Vec<(Value, Value)> {
    let pages = pages.into_iter();
    pages
        .flat_map(|page| list(page, "events").into_iter().zip(list(page, "hashes")))
        .collect()
}

async fn every_transport_carries_the_same_feed() {
    let server = Server::start().await;
    let (table, ana) = two_games(&server).await;
    let (mut pages, mut query) = (Vec::new(), "?limit=2".to_owned());
    loop {
        let page = ana.get(&format!("{FEED}{query}")).await.expect_status(200);
        query = format!(
            "?limit=2&cursor={}",
            page.json["cursor"].as_str().expect("a cursor")
        );
        let more = page.json["more"] == true;
        pages.push(page.json);
        if !more {
            break;
        }
    }
    let all = events(&pages);
    let whole = ana.get(&format!("{}/events", table.path)).await.json;
    let of_table: Vec<_> = all
        .iter()
        .filter(|(event, _)| event["game"] == whole["events"][0]["game"])
        .cloned()
        .collect();
    assert_eq!(of_table, events([&whole]));
    assert_eq!(all.len(), of_table.len() + 1);

    let accepting = |kind| ana.clone().with("accept", kind);
    let path = format!("{FEED}?wait=0");
    let stream = accepting("text/event-stream").get(&path).await;
    let said = messages(&stream.expect_status(200).text);
    assert_eq!(events(said.iter().map(|message| &message.data)), all);
    let lines = accepting("application/x-ndjson").get(FEED).await;
    let lines = lines.expect_status(200).text;
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(events(&lines), all);

    // After any message or line it goes on without gap or double.
    for (place, message) in said.iter().enumerate() {
        assert_eq!(message.data["cursor"], json!(message.id));
        let rest = accepting("text/event-stream").with("last-event-id", &message.id);
        let rest = rest.get(&path).await.expect_status(200);
        let rest = messages(&rest.text);
        let data = |message: &crate::wire::Message| message.data.clone();
        let whole: Vec<_> = said[..=place].iter().chain(&rest).map(data).collect();
        assert_eq!(events(&whole), all);
        let path = format!("{FEED}?cursor={}", message.id);
        let rest = ana.get(&path).await.expect_status(200).json;
        assert_eq!(events(whole[..=place].iter().chain([&rest])), all);
    }
}

async fn a_feed_is_followed_from_now_on() {
    let server = Server::start().await;
    let (table, ana) = two_games(&server).await;
    let elsewhere = server.another();
    let start = format!("{FEED}?cursor=now");
    let now = ana.get(&start).await.expect_status(200).json;
    assert_eq!(now["events"], json!([]));
    let cursor = now["cursor"].as_str().expect("a cursor");
    let path = format!("{FEED}?cursor={cursor}&wait=60");
    let there = elsewhere.same(&ana);
    let state = table.state().await;
    let (page, state) = tokio::join!(there.get(&path), table.step(&state, |_| 0));
    let page = page.expect_status(200).json;
    let versions = list(&page, "events");
    let newest = versions.last().map(|event| &event["version"]);
    assert_eq!(newest, Some(&state["version"]));
    let path = format!(
        "{FEED}?cursor={}&wait=1",
        page["cursor"].as_str().expect("a cursor")
    );
    let none = there.get(&path).await.expect_status(200).json;
    assert_eq!(none["events"], json!([]));
}

async fn cursors_that_are_none_of_the_feeds_are_refused() {
    let server = Server::start().await;
    let (_, ana) = two_games(&server).await;
    let page = ana.get(FEED).await.expect_status(200).json;
    let cursor = page["cursor"].as_str().expect("a cursor");
    let bea = server.player("Bea").await;
    for (client, cursor) in [
        (&bea, cursor),
        (&ana, "x"),
        (&ana, ""),
        (&ana, &cursor[1..]),
    ] {
        let refused = client.get(&format!("{FEED}?cursor={cursor}")).await;
        let refused = refused.expect_problem(422, "invalid_request");
        assert_eq!(refused.pointers(), ["cursor"]);
        let stream = client.clone().with("accept", "text/event-stream");
        let refused = stream.with("last-event-id", cursor).get(FEED).await;
        refused.expect_problem(422, "unknown_event_id");
    }
    for (query, code) in [
        ("wait=61", "invalid_wait"),
        ("limit=0", "invalid_request"),
        ("after=1", "invalid_request"),
    ] {
        let refused = ana.get(&format!("{FEED}?{query}")).await;
        refused.expect_problem(422, code);
    }
    let nobody = server.nobody().get(FEED).await;
    nobody.expect_problem(401, "unauthorized");
}

async fn followers_of_feeds_are_limited() {
    let readers = Readers::new(1);
    let server = Server::for_readers(readers.clone()).await;
    let (table, ana) = two_games(&server).await;
    let mut wire = Wire::follow(server.place(), &format!("{}/events", table.path), None).await;
    wire.until(1).await;
    let waiting = ana.get(&format!("{FEED}?wait=1")).await;
    waiting.expect_problem(503, "too_many_readers");
    let stream = ana.clone().with("accept", "text/event-stream");
    let refused = stream.get(FEED).await;
    refused.expect_problem(503, "too_many_readers");
    ana.get(FEED).await.expect_status(200);
}
