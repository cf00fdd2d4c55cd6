//! Clocks over HTTP: how they are asked for, refused and shown.

use serde_json::{Value, json};

use crate::server::Server;
use crate::table::Table;

crate::trials!(
    a_clock_is_shown_with_its_deadline,
    clocks_that_cannot_be_are_refused_by_name,
    clocks_are_read_to_the_letter,
    a_past_state_knows_no_deadline,
);

fn with(clock: &Value) -> Value {
    json!({ "preset": "league", "seats": 2, "overrides": { "opening": "first_seat" }, "clock": clock })
}

async fn a_clock_is_shown_with_its_deadline() {
    let server = Server::start().await;
    let bank = json!({ "kind": "bank", "seconds": 3600, "increment": 30, "on_lapse": "play" });
    let table = Table::seated(&server, 2, with(&bank)).await;
    let game = table.read().await.json;
    let rule = &game["state"]["settings"]["clock"];
    assert_eq!(
        (&rule["kind"], &rule["increment"], &rule["lapses"]),
        (&json!("bank"), &json!(30), &json!(3)),
        "three lapses forfeit, where nothing is said"
    );
    let clocks = game["clocks"].as_array().expect("clocks");
    let shown = |at: usize| {
        (
            &clocks[at]["chair"],
            &clocks[at]["running"],
            &clocks[at]["lapses"],
        )
    };
    assert_eq!(shown(0), (&json!(0), &json!(true), &json!(0)));
    assert_eq!(shown(1), (&json!(1), &json!(false), &json!(0)));
    assert_eq!(clocks[1]["left_ms"], 3_600_000);
    assert!(clocks[0]["left_ms"].as_u64() <= Some(3_600_000));
    assert!(game["due_at"].is_string());

    let told = table.players[0]
        .clone()
        .with("accept", "text/plain")
        .get(&format!("{}?lang=en", table.path))
        .await
        .expect_status(200);
    assert!(told.text.contains("\nDeadline: "), "{}", told.text);
}

async fn clocks_that_cannot_be_are_refused_by_name() {
    let server = Server::start().await;
    let ana = server.player("Ana").await;
    let turn = |seconds: Value, on_lapse: &str| json!({ "kind": "turn", "seconds": seconds, "on_lapse": on_lapse });
    let bank = |seconds: i64, increment: i64| json!({ "kind": "bank", "seconds": seconds, "increment": increment, "on_lapse": "forfeit" });
    let lapsing = |lapses: i64, on_lapse: &str| json!({ "kind": "turn", "seconds": 60, "on_lapse": on_lapse, "lapses": lapses });
    for (clock, pointer) in [
        (turn(json!(-1), "play"), "/clock/seconds"),
        (turn(json!(0), "forfeit"), "/clock/seconds"),
        (turn(json!(2_592_001), "forfeit"), "/clock/seconds"),
        (turn(json!(i64::MAX), "forfeit"), "/clock/seconds"),
        (bank(-60, 0), "/clock/seconds"),
        (bank(60, -1), "/clock/increment"),
        (bank(60, 604_801), "/clock/increment"),
        (lapsing(-1, "play"), "/clock/lapses"),
        (lapsing(0, "play"), "/clock/lapses"),
        (lapsing(101, "play"), "/clock/lapses"),
        (lapsing(1, "forfeit"), "/clock/lapses"),
    ] {
        let refused = ana.post("/v1/games", with(&clock)).await;
        let refused = refused.expect_problem(422, "invalid_clock");
        assert_eq!(refused.pointers(), [pointer], "{clock}");
    }
    let mut manual = with(&turn(json!(60), "play"));
    manual["dice"] = json!("manual");
    let refused = ana.post("/v1/games", manual).await;
    let refused = refused.expect_problem(422, "invalid_clock");
    assert_eq!(refused.pointers(), ["/clock/on_lapse"]);
}

async fn clocks_are_read_to_the_letter() {
    let server = Server::start().await;
    let ana = server.player("Ana").await;
    let cases = [
        ("kind", json!("sand"), "/clock/kind", "`bank`"),
        ("kind", json!(0), "/clock/kind", "a string"),
        ("seconds", json!(1.5), "/clock/seconds", "a whole number"),
        ("seconds", json!("60"), "/clock/seconds", "a whole number"),
        ("on_lapse", json!("sleep"), "/clock/on_lapse", "`forfeit`"),
        (
            "on_lapse",
            json!({ "play": null }),
            "/clock/on_lapse",
            "a string",
        ),
        ("increment", json!(3), "/clock", "no `increment`"),
        ("lapses", json!(null), "/clock/lapses", "a whole number"),
        ("more", json!(3), "/clock/more", "unknown member"),
    ];
    let changed = cases.map(|(member, value, pointer, said)| {
        let mut clock = json!({ "kind": "turn", "seconds": 60, "on_lapse": "play" });
        clock[member] = value;
        (clock, pointer, said)
    });
    let others = [
        (json!({}), "/clock", "missing member"),
        (
            json!({ "kind": "turn", "on_lapse": "play" }),
            "/clock",
            "`seconds`",
        ),
        (json!(["turn", 60, "play"]), "/clock", "an object"),
        (json!(60), "/clock", "an object"),
    ];
    for (clock, pointer, said) in changed.into_iter().chain(others) {
        let refused = ana.post("/v1/games", with(&clock)).await;
        let refused = refused.expect_problem(422, "invalid_request");
        assert_eq!(refused.pointers(), [pointer], "{clock}");
        let detail = refused.json["detail"].as_str().expect("a detail");
        assert!(detail.contains(said), "{clock}: {detail}");
    }
}

async fn a_past_state_knows_no_deadline() {
    let server = Server::start().await;
    let turn = json!({ "kind": "turn", "seconds": 60, "on_lapse": "forfeit" });
    let table = Table::seated(&server, 2, with(&turn)).await;
    let version = table.state().await["version"].clone();
    let past = table.players[0]
        .get(&format!("{}/states/{version}", table.path))
        .await
        .expect_status(200);
    for member in ["due_at", "clocks", "server_time"] {
        assert!(past.json.get(member).is_none(), "{member}");
    }
}
