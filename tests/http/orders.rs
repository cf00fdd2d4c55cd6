//! Standing orders over HTTP: put, read, taken back, refused, and obeyed.

use serde_json::{Value, json};

use crate::client::Client;
use crate::server::Server;
use crate::table::Table;
use crate::trials;

trials![
    orders_are_put_read_and_taken_back,
    a_game_of_orders_plays_itself_after_the_answer,
    orders_of_others_and_impossible_ones_are_refused,
    policies_are_listed,
];

fn orders(table: &Table, chair: usize) -> String {
    format!("{}/orders", table.seat(chair))
}

fn nothing() -> Value {
    json!({ "roll": false, "forced": false })
}

async fn orders_are_put_read_and_taken_back() {
    let server = Server::start().await;
    let settings = json!({ "preset": "league", "seats": 2, "start_when": "owner" });
    let table = Table::seated(&server, 2, settings).await;
    let (ana, path) = (&table.players[0], orders(&table, 0));
    let read = async || ana.get(&path).await.expect_status(200).json;
    assert_eq!(read().await, nothing());
    let wanted = json!({ "roll": true, "forced": false, "policy": "cautious" });
    for _ in 0..2 {
        let put = ana
            .put(&path, json!({ "roll": true, "policy": "cautious" }))
            .await;
        assert_eq!(put.expect_status(200).json, wanted);
    }
    let kept = ana.get(&path).await.expect_status(200);
    assert_eq!(
        (&kept.json, kept.header("cache-control")),
        (&wanted, Some("no-store"))
    );
    // What was read can be put; what is left out is not ordered.
    ana.put(&path, kept.json.clone()).await.expect_status(200);
    let put = ana.put(&path, json!({ "forced": true })).await;
    assert_eq!(put.expect_status(200).json["roll"], false);
    for _ in 0..2 {
        let dropped = ana.delete(&path).await.expect_status(200);
        assert_eq!(dropped.json, nothing());
    }
    assert_eq!(read().await, nothing());
}

async fn a_game_of_orders_plays_itself_after_the_answer() {
    let server = Server::start().await;
    let table = Table::seated(&server, 4, json!({ "preset": "league" })).await;
    let everything = json!({ "roll": true, "forced": true, "policy": "capture" });
    for (chair, player) in table.players.iter().enumerate() {
        let put = player.put(&orders(&table, chair), everything.clone()).await;
        put.expect_status(200);
    }
    let before = table.state().await;
    assert_eq!(
        before["asked"]["kind"], "roll",
        "the answer does not wait for the game"
    );
    while server.sweep().await > 0 {}
    let state = table.state().await;
    assert_eq!(state["phase"], "ended");
    let after = &before["version"];
    let page = format!("{}/events?after={after}", table.path);
    let page = table.players[0].get(&page).await.expect_status(200);
    let events = page.json["events"].as_array().expect("events");
    assert!(
        events.iter().all(|event| event["by"] == "order"),
        "{}",
        page.text
    );
    let told = table.players[0].clone().with("accept", "text/plain");
    let path = format!("{}/events?after={after}&lang=en", table.path);
    let told = told.get(&path).await.expect_status(200);
    let marked = |line: &str| line.ends_with("(by order).");
    assert!(
        told.text
            .lines()
            .filter(|line| line.starts_with('['))
            .all(marked),
        "{}",
        told.text
    );
}

async fn orders_of_others_and_impossible_ones_are_refused() {
    let server = Server::start().await;
    let settings = json!({ "preset": "league", "seats": 2, "dice": "manual" });
    let table = Table::seated(&server, 2, settings).await;
    let [ana, luis] = [&table.players[0], &table.players[1]];
    let path = orders(&table, 0);
    let all = async |client: &Client, path: &str, status, code| {
        client.get(path).await.expect_problem(status, code);
        client
            .put(path, json!({}))
            .await
            .expect_problem(status, code);
        client.delete(path).await.expect_problem(status, code);
    };
    all(&server.nobody(), &path, 401, "unauthorized").await;
    all(luis, &path, 403, "not_your_orders").await;
    all(ana, &orders(&table, 2), 409, "seat_empty").await;
    let unknown = "/v1/games/0198c0de-0000-7000-8000-000000000001/seats/0/orders";
    all(ana, unknown, 404, "unknown_game").await;
    for body in [
        json!({ "policy": "clever" }),
        json!({ "policy": null }),
        json!({ "roll": 1 }),
        json!({ "dice": [1] }),
        json!([]),
    ] {
        ana.put(&path, body)
            .await
            .expect_problem(422, "invalid_request");
    }
    all(ana, &format!("{path}?now=1"), 422, "invalid_request").await;
    let roll = ana.put(&path, json!({ "roll": true })).await;
    let roll = roll.expect_problem(422, "rolled_by_hand");
    assert_eq!(roll.json["errors"][0]["pointer"], "/roll");
    ana.put(&path, json!({ "policy": "first" }))
        .await
        .expect_status(200);

    let plain = Some(("text/plain", b"{}".to_vec()));
    for method in [reqwest::Method::PUT, reqwest::Method::DELETE] {
        let refused = ana.raw(method.clone(), &path, plain.clone()).await;
        refused.expect_problem(415, "unsupported_media_type");
        let large = Some(("application/json", vec![b' '; 70_000]));
        let refused = ana.raw(method, &path, large).await;
        refused.expect_problem(413, "too_large");
    }
    let resign = format!("{}/resignation", table.seat(0));
    ana.put(&resign, json!({})).await.expect_status(200);
    let over = ana.put(&path, json!({ "policy": "first" })).await;
    over.expect_problem(409, "game_over");
    ana.delete(&path).await.expect_status(200);
}

async fn policies_are_listed() {
    let server = Server::start().await;
    let list = server.nobody().get("/v1/policies").await.expect_status(200);
    let policies = list.json["policies"].as_array().expect("policies");
    let names: Vec<_> = policies.iter().map(|entry| &entry["policy"]).collect();
    assert_eq!(names, ["first", "forward", "capture", "cautious"]);
    assert!(
        policies
            .iter()
            .all(|entry| entry["es"].is_string() && entry["en"].is_string())
    );
    let refused = server.nobody().get("/v1/policies?of=me").await;
    refused.expect_problem(422, "invalid_request");
}
