//! Receipts, proofs, audits and published keys.

use parchis::proof::{SignedHead, Trust, verify_file};
use serde_json::{Value, json};

use crate::client::Answer;
use crate::server::{Server, keys};
use crate::table::Table;
use crate::trials;

trials![
    keys_are_published,
    every_answer_to_a_command_has_a_receipt,
    a_finished_game_has_a_proof,
    a_running_game_has_an_audit_and_no_proof,
    what_is_not_there_has_neither,
];

/// The receipt of an answer, over the state in it.
fn receipt(answer: &Answer) -> SignedHead {
    let receipt: SignedHead =
        serde_json::from_value(answer.json["receipt"].clone()).expect("a receipt");
    let state = &answer.json["game"]["state"];
    assert_eq!(json!(receipt.version), state["version"]);
    assert_eq!(json!(receipt.head), state["head"]);
    let keys = keys();
    let key = keys.public_key(receipt.key).expect("a published key");
    assert!(key.made(&receipt));
    receipt
}

/// A game of two with server dice that one of them has left.
async fn finished(server: &Server) -> (Table, Answer) {
    let table = Table::seated(server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let mut state = table.state().await;
    for _ in 0..20 {
        state = table.step(&state, |_| 0).await;
    }
    let resign = format!("{}/resignation", table.seat(0));
    let over = table.players[0].put(&resign, json!({})).await;
    (table, over.expect_status(200))
}

async fn keys_are_published() {
    let server = Server::start().await;
    let nobody = server.nobody();
    let path = "/.well-known/parchis-keys";
    let shown = nobody.get(path).await.expect_status(200);
    assert_eq!(shown.json, json!(keys().published()));
    assert_eq!(shown.json["keys"][0]["until"], Value::Null);
    assert_eq!(
        shown.json["keys"][1]["until"],
        shown.json["keys"][0]["since"]
    );
    nobody
        .get(&format!("{path}?x=1"))
        .await
        .expect_problem(422, "invalid_request");
}

async fn every_answer_to_a_command_has_a_receipt() {
    let server = Server::start().await;
    let ana = server.player("Ana").await.with("idempotency-key", "one");
    let new = json!({ "preset": "league", "seats": 2 });
    let created = ana.post("/v1/games", new.clone()).await.expect_status(201);
    let again = ana.post("/v1/games", new).await.expect_status(200);
    assert_eq!(receipt(&created), receipt(&again));
    let (table, over) = finished(&server).await;
    receipt(&over);
    let resign = format!("{}/resignation", table.seat(0));
    let again = table.players[0].put(&resign, json!({})).await;
    assert_eq!(receipt(&again), receipt(&over));
}

async fn a_finished_game_has_a_proof() {
    let server = Server::start().await;
    let (table, over) = finished(&server).await;
    let nobody = server.nobody();
    let proof = nobody
        .get(&format!("{}/proof", table.path))
        .await
        .expect_status(200);
    assert_eq!(proof.header("content-type"), Some("application/jsonl"));
    let mut by_key = Trust::default();
    by_key.believe(keys().published().keys[0].fingerprint);
    let mut by_receipt = Trust::default();
    by_receipt.hold(receipt(&over));
    for mut trust in [by_key, by_receipt] {
        let mut valid = Vec::new();
        verify_file(proof.text.as_bytes(), &mut trust, |finding| {
            valid.push(finding.is_valid());
        })
        .expect("it can be read");
        assert_eq!(valid, [true]);
    }
    let audit = nobody
        .get(&format!("{}/audit", table.path))
        .await
        .expect_status(200);
    assert_eq!(
        (&audit.json["verdict"], &audit.json["sealing"]),
        (&json!("holds"), &json!("sealed"))
    );
    assert_eq!(audit.json["dice"], "derived");
    assert_eq!(audit.json["seal"], over.json["receipt"]);
    assert_eq!(audit.json["proof_at"], format!("{}/proof", table.path));
}

async fn a_running_game_has_an_audit_and_no_proof() {
    let server = Server::start().await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    table.until("choice").await;
    let nobody = server.nobody();
    let audit = nobody
        .get(&format!("{}/audit", table.path))
        .await
        .expect_status(200);
    assert_eq!(
        (&audit.json["verdict"], &audit.json["sealing"]),
        (&json!("holds"), &json!("not_over"))
    );
    assert_eq!(audit.json.get("proof_at"), None);
    nobody
        .get(&format!("{}/proof", table.path))
        .await
        .expect_problem(409, "not_over");
}

async fn what_is_not_there_has_neither() {
    let server = Server::start().await;
    let nobody = server.nobody();
    let away = Server::without_database();
    for what in ["proof", "audit"] {
        let path = format!("/v1/games/01900000-0000-7000-8000-000000000000/{what}");
        nobody.get(&path).await.expect_problem(404, "unknown_game");
        nobody
            .get(&format!("{path}?x=1"))
            .await
            .expect_problem(422, "invalid_request");
        let answer = away.nobody().get(&path).await;
        answer.expect_problem(503, "unavailable");
    }
}
