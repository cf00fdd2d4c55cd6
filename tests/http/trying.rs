//! Choices that are only tried: what they would bring about, and that nothing happens.

use serde_json::{Value, json};

use crate::server::Server;
use crate::table::Table;
use crate::trials;

trials![
    a_choice_is_tried_and_nothing_happens,
    what_would_be_refused_is,
    a_tried_end_keeps_the_seed,
];

/// The events without what follows from the time.
fn facts(answer: &Value) -> Vec<Value> {
    let events = answer["events"].as_array().expect("events").clone();
    let timeless = |mut event: Value| {
        event["at"] = Value::Null;
        event
    };
    events.into_iter().map(timeless).collect()
}

async fn a_choice_is_tried_and_nothing_happens() {
    let server = Server::start().await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let state = table.until("choice").await;
    let path = table.choice(&state);
    let dry = format!("{path}?dry_run=true");
    let chosen = json!({ "option": state["options"][0]["id"] });
    let player = table.asked(&state);
    let before = table.read().await;

    let tried = player.put(&dry, chosen.clone()).await.expect_status(200);
    let again = player.put(&dry, chosen.clone()).await.expect_status(200);

    assert_eq!(facts(&tried.json), facts(&again.json));
    assert!(tried.json.get("receipt").is_none());
    assert_eq!(tried.header("etag"), before.header("etag"));
    assert_eq!(
        table.state().await,
        before.json["state"],
        "nothing happened"
    );
    let told = player.clone().with("accept", "text/plain");
    let told = told.put(&format!("{dry}&lang=en"), chosen.clone()).await;
    assert!(told.expect_status(200).text.starts_with("Only tried:\n["));

    let plain = format!("{path}?dry_run=false");
    let done = player.put(&plain, chosen.clone()).await.expect_status(200);
    assert_eq!(facts(&done.json), facts(&tried.json));
    for member in ["version", "phase", "asked", "board", "options"] {
        let (then, now) = (&tried.json["game"]["state"], &done.json["game"]["state"]);
        assert_eq!(then[member], now[member], "{member}");
    }
    // What was made is answered, as a repetition is.
    let made = player.put(&dry, chosen).await.expect_status(200);
    assert_eq!(made.json["events"], done.json["events"]);
}

async fn what_would_be_refused_is() {
    let server = Server::start().await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let state = table.until("choice").await;
    let dry = format!("{}?dry_run=true", table.choice(&state));
    let chosen = json!({ "option": state["options"][0]["id"] });
    let (player, other) = (table.asked(&state), table.other(&state));
    let refused = other.put(&dry, chosen.clone()).await;
    refused.expect_problem(409, "not_your_turn");
    let refused = player.put(&dry, json!({ "option": "move:1:M4" })).await;
    refused.expect_problem(409, "unknown_option");
    let stale = player.clone().with("if-match", "W/\"1-0123456789ab\"");
    let refused = stale.put(&dry, chosen.clone()).await;
    refused.expect_problem(412, "precondition_failed");
    let refused = server.nobody().put(&dry, chosen.clone()).await;
    refused.expect_problem(401, "unauthorized");
    let maybe = format!("{}?dry_run=maybe", table.choice(&state));
    let refused = player.put(&maybe, chosen).await;
    assert_eq!(
        refused.expect_problem(422, "invalid_request").pointers(),
        ["dry_run"]
    );
}

async fn a_tried_end_keeps_the_seed() {
    let server = Server::start().await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let mut state = table.state().await;
    let mut ends = 0;
    while state["phase"] != "ended" {
        for option in state["options"].as_array().expect("options").clone() {
            let dry = format!("{}?dry_run=true", table.choice(&state));
            let chosen = json!({ "option": option["id"] });
            let tried = table
                .asked(&state)
                .put(&dry, chosen)
                .await
                .expect_status(200);
            assert!(!tried.text.contains("reveal") && !tried.text.contains("\"seed\""));
            ends += usize::from(tried.json["game"]["state"]["phase"] == "ended");
        }
        state = table.step(&state, |options| options - 1).await;
    }
    assert!(ends > 0, "the end was tried before it was made");
}
