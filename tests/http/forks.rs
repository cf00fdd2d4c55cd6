//! Forks over HTTP: made, refused, played on by their owner.

use reqwest::Method;
use serde_json::{Value, json};

use crate::server::Server;
use crate::table::Table;
use crate::trials;

trials![
    a_fork_goes_on_from_any_command,
    a_fork_is_made_once_for_a_key,
    what_cannot_be_forked_is_refused
];

/// A game of two, some way on.
async fn table(server: &Server) -> (Table, Value) {
    let settings = json!({ "preset": "league", "seats": 2, "take_single": true });
    let table = Table::seated(server, 2, settings).await;
    let mut state = table.state().await;
    for _ in 0..20 {
        state = table.step(&state, |_| 0).await;
    }
    (table, state)
}

async fn a_fork_goes_on_from_any_command() {
    let server = Server::start().await;
    let (table, then) = table(&server).await;
    let eva = server.player("Eva").await;
    let path = format!("{}/forks", table.path);
    let version = &then["version"];

    let forked = eva.post(&path, json!({ "version": version })).await;
    let forked = forked.expect_status(201);

    let state = &forked.json["game"]["state"];
    let settings = &state["settings"];
    assert_eq!(settings["origin"]["kind"], "fork");
    assert_eq!(settings["origin"]["game"], then["game"]);
    assert_eq!(settings["origin"]["version"], *version);
    assert_eq!(settings["origin"]["hash"], then["head"]);
    assert_eq!(
        (&settings["manual_dice"], &settings["rated"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(settings["owner"], eva.id);
    for member in ["board", "asked", "next_roll", "options", "phase", "seats"] {
        let quoted = |state: &Value| match member {
            // A promise of entropy is not repeated.
            "seats" => state["seats"][0]["player"].clone(),
            _ => state[member].clone(),
        };
        assert_eq!(quoted(state), quoted(&then), "{member}");
    }
    let events = forked.json["events"].as_array().expect("events");
    assert_eq!(events.len(), 1, "the first command alone");
    assert_eq!(forked.json["game"]["listed"], false);
    let fork = forked.header("location").expect("a location");
    let found = eva.get("/v1/games?my_turn=true").await.expect_status(200);
    assert_eq!(found.json["games"][0]["game"], state["game"]);
    let quoted = &table.players[0];
    let mine = quoted.get("/v1/games?mine=true").await.expect_status(200);
    assert_eq!(mine.json["games"].as_array().map(Vec::len), Some(1));
    let stranger = server.player("Otto").await;
    let (roll, dice) = (
        format!("{fork}/rolls/{}", state["next_roll"]),
        json!({ "dice": [3] }),
    );
    if state["asked"]["kind"] == "roll" {
        let refused = stranger.put(&roll, dice.clone()).await;
        refused.expect_problem(403, "not_your_seat");
        eva.put(&roll, dice).await.expect_status(200);
    }
    let resigned = eva
        .put(&format!("{fork}/seats/1/resignation"), json!({}))
        .await;
    let over = resigned.expect_status(200);
    assert_eq!(over.json["game"]["state"]["phase"], "ended");
    let audit = eva.get(&format!("{fork}/audit")).await.expect_status(200);
    assert_eq!(
        (&audit.json["verdict"], &audit.json["sealing"]),
        (&json!("holds"), &json!("sealed"))
    );
    assert_eq!(table.state().await, then, "the original is not touched");
}

async fn a_fork_is_made_once_for_a_key() {
    let server = Server::start().await;
    let (table, then) = table(&server).await;
    let eva = server.player("Eva").await.with("idempotency-key", "one");
    let path = format!("{}/forks", table.path);
    let new = json!({ "version": then["version"], "listed": true });

    let first = eva.post(&path, new.clone()).await.expect_status(201);
    let again = server.same(&eva).post(&path, new).await.expect_status(200);

    assert_eq!(first.header("location"), again.header("location"));
    assert_eq!(first.json["events"], again.json["events"]);
    let listed = eva.get("/v1/games").await.expect_status(200);
    let fork = &first.json["game"]["state"]["game"];
    assert!(
        listed.json["games"]
            .as_array()
            .is_some_and(|games| games.iter().any(|game| game["game"] == *fork))
    );
    let other = eva.post(&path, json!({ "version": 1 })).await;
    other.expect_problem(422, "key_reused");
    let told = server.player("Ida").await.with("accept", "text/plain");
    let told = told
        .post(&path, json!({ "version": then["version"] }))
        .await;
    assert!(told.expect_status(201).text.contains("Parchís"));
}

async fn what_cannot_be_forked_is_refused() {
    let server = Server::start().await;
    let (table, then) = table(&server).await;
    let eva = server.player("Eva").await;
    let path = format!("{}/forks", table.path);
    let at = |version: u64| json!({ "version": version });
    let newest = then["version"].as_u64().expect("a version");

    let inside = eva.post(&path, at(3)).await;
    let inside = inside.expect_problem(422, "inside_command");
    assert_eq!(inside.json["nearest"].as_array().map(Vec::len), Some(2));
    for version in [0, newest + 1, u64::MAX] {
        let refused = eva.post(&path, at(version)).await;
        assert!([404, 422].contains(&refused.status), "{}", refused.text);
        let nearest = if version == 0 { 1 } else { newest };
        assert_eq!(refused.json["nearest"], json!([nearest]));
    }
    let nowhere = "/v1/games/01900000-0000-7000-8000-000000000000/forks";
    eva.post(nowhere, at(1))
        .await
        .expect_problem(404, "unknown_game");
    let nobody = server.nobody().post(&path, at(1)).await;
    nobody.expect_problem(401, "unauthorized");
    for (body, pointer) in [
        (json!({}), ""),
        (json!({ "version": "1" }), "/version"),
        (json!({ "version": 1.5 }), "/version"),
        (json!({ "version": 1, "owner": eva.id }), "/owner"),
    ] {
        let refused = eva.post(&path, body).await;
        let refused = refused.expect_problem(422, "invalid_request");
        assert_eq!(refused.pointers(), [pointer]);
    }
    let large = Some(("application/json", vec![b' '; 70_000]));
    let refused = eva.raw(Method::POST, &path, large).await;
    refused.expect_problem(413, "too_large");
    let text = Some(("text/plain", b"{\"version\":1}".to_vec()));
    let refused = eva.raw(Method::POST, &path, text).await;
    refused.expect_problem(415, "unsupported_media_type");
}
