//! Games as texts over HTTP: written, and imported to be looked at and played on.

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::Client;
use crate::server::Server;
use crate::table::Table;
use crate::trials;

trials![
    a_game_is_written_and_imported,
    what_a_hand_writes_is_imported_and_played_on,
    a_text_is_imported_once_for_a_key,
    what_is_no_legal_game_is_refused_by_its_place,
    what_is_no_import_is_refused
];

/// Two at a table, as somebody would write them.
const BY_HAND: &str = "[Preset \"league\"] [Yellow \"?\"] [Red \"?\"]\nY: 3 R: 4\n1. R: 5 R1";

async fn text(client: &Client, game: &str) -> String {
    let shown = client.get(&format!("{game}/notation")).await;
    let shown = shown.expect_status(200);
    assert_eq!(
        shown.header("content-type"),
        Some("text/plain; charset=utf-8")
    );
    shown.text
}

/// The events of a game from its start on, without envelopes.
async fn played(client: &Client, game: &str) -> Vec<Value> {
    let (mut events, mut after) = (Vec::new(), 0);
    loop {
        let page = format!("{game}/events?after={after}&limit=200");
        let page = client.get(&page).await.expect_status(200).json;
        events.extend(page["events"].as_array().expect("events").clone());
        after = page["next_after"].as_u64().expect("a version");
        if page["more"] != true {
            break;
        }
    }
    let start = |event: &Value| event["kind"] == "start";
    let mut events: Vec<Value> = events
        .into_iter()
        .skip_while(|event| !start(event))
        .collect();
    for event in &mut events {
        let event = event.as_object_mut().expect("an event");
        for member in [
            "game",
            "version",
            "command",
            "at",
            "by",
            "hash",
            "transcript",
        ] {
            event.remove(member);
        }
    }
    events.retain(|event| event["kind"] != "reveal");
    events
}

async fn a_game_is_written_and_imported() {
    let server = Server::start().await;
    let settings = json!({ "preset": "league", "seats": 2 });
    let table = Table::seated(&server, 2, settings).await;
    let mut state = table.state().await;
    for _ in 0..60 {
        state = table.step(&state, |_| 0).await;
    }
    let eva = server.player("Eva").await;
    for over in [false, true] {
        if over {
            let resign = format!("{}/resignation", table.seat(0));
            table.players[0]
                .put(&resign, json!({}))
                .await
                .expect_status(200);
        }
        let path = format!("{}/notation", table.path);
        let shown = eva.get(&path).await.expect_status(200);
        let keep = shown.header("cache-control").expect("how long to keep it");
        assert_eq!(keep.contains("immutable"), over);
        let tag = shown.header("etag").expect("a tag").to_owned();
        let known = eva.clone().with("if-none-match", &tag);
        known.get(&path).await.expect_status(304);

        let imported = eva
            .post("/v1/imports", json!({ "notation": shown.text }))
            .await;
        let imported = imported.expect_status(201);

        let copy = imported.header("location").expect("a location");
        assert_eq!(played(&eva, copy).await, played(&eva, &table.path).await);
        let settings = &imported.json["game"]["state"]["settings"];
        assert_eq!(
            settings["origin"],
            json!({ "kind": "import", "game": state["game"] })
        );
        assert_eq!(
            (&settings["rated"], &settings["owner"]),
            (&json!(false), &json!(eva.id))
        );
        let moves = |text: String| text.split_once("\n\n").map(|(_, moves)| moves.to_owned());
        let again = moves(text(&eva, copy).await).expect("moves");
        let without_times: String = moves(shown.text)
            .expect("moves")
            .lines()
            .map(timeless)
            .collect();
        assert_eq!(
            again.lines().map(timeless).collect::<String>(),
            without_times
        );
        let audit = eva.get(&format!("{copy}/audit")).await.expect_status(200);
        assert_eq!(audit.json["verdict"], "holds");
    }
}

/// A line of moves without its times.
fn timeless(line: &str) -> String {
    let parts = line
        .split(" {")
        .map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
    parts.chain(["\n"]).collect()
}

async fn what_a_hand_writes_is_imported_and_played_on() {
    let server = Server::start().await;
    let eva = server.player("Eva").await;
    let imported = eva
        .post("/v1/imports", json!({ "notation": BY_HAND }))
        .await;
    let imported = imported.expect_status(201);
    assert_eq!(imported.json["game"]["listed"], false);
    let state = &imported.json["game"]["state"];
    assert_eq!(state["settings"]["origin"], json!({ "kind": "import" }));
    assert_eq!(state["board"]["line"], "Y:h,h,h,h/R:39,h,h,h Y 0 - -");
    let game = imported.header("location").expect("a location");
    let roll = eva
        .put(&format!("{game}/rolls/4"), json!({ "dice": [2] }))
        .await;
    roll.expect_status(200);
    assert!(text(&eva, game).await.contains("\n2. Y: 2 pass"));
    let told = eva.clone().with("accept", "text/plain");
    let told = told
        .post("/v1/imports", json!({ "notation": BY_HAND }))
        .await;
    assert!(told.expect_status(201).text.contains("Parchís"));
}

async fn a_text_is_imported_once_for_a_key() {
    let server = Server::start().await;
    let eva = server.player("Eva").await.with("idempotency-key", "one");
    let new = json!({ "notation": BY_HAND, "listed": true });
    let first = eva
        .post("/v1/imports", new.clone())
        .await
        .expect_status(201);
    let again = server.same(&eva).post("/v1/imports", new).await;
    let again = again.expect_status(200);
    assert_eq!(first.header("location"), again.header("location"));
    let other = json!({ "notation": BY_HAND });
    let other = eva.post("/v1/imports", other).await;
    other.expect_problem(422, "key_reused");
}

async fn what_is_no_legal_game_is_refused_by_its_place() {
    let server = Server::start().await;
    let eva = server.player("Eva").await;
    let notation = format!("{BY_HAND}\n2. Y: 5 Y2 h-5");
    let refused = eva
        .post("/v1/imports", json!({ "notation": notation }))
        .await;
    let refused = refused.expect_problem(422, "illegal_notation").json;
    assert_eq!(
        (&refused["line"], &refused["column"]),
        (&json!(4), &json!(9))
    );
    assert_eq!(refused["tried"], "Y2 h-5");
    assert_eq!(refused["legal"], json!(["Y1 h-5"]));
    let empty = eva.post("/v1/imports", json!({ "notation": "" })).await;
    let empty = empty.expect_problem(422, "illegal_notation").json;
    assert_eq!((&empty["line"], &empty["tried"]), (&json!(1), &json!("")));
}

async fn what_is_no_import_is_refused() {
    let server = Server::start().await;
    let eva = server.player("Eva").await;
    let path = "/v1/imports";
    for (body, pointer) in [
        (json!({}), ""),
        (json!({ "notation": 7 }), "/notation"),
        (json!({ "notation": BY_HAND, "owner": eva.id }), "/owner"),
    ] {
        let refused = eva.post(path, body).await;
        let refused = refused.expect_problem(422, "invalid_request");
        assert_eq!(refused.pointers(), [pointer]);
    }
    // Nobody has a five, and so it goes on.
    let endless = BY_HAND.replace("5 R1", "1") + &" 1".repeat(20_000);
    let refused = eva.post(path, json!({ "notation": endless })).await;
    let refused = refused.expect_problem(422, "invalid_request");
    assert_eq!(refused.pointers(), ["/notation"]);
    let nobody = server
        .nobody()
        .post(path, json!({ "notation": BY_HAND }))
        .await;
    nobody.expect_problem(401, "unauthorized");
    let large = Some(("application/json", vec![b' '; 1024 * 1024 + 1]));
    let refused = eva.raw(Method::POST, path, large).await;
    let refused = refused.expect_problem(413, "too_large");
    assert_eq!(refused.json["detail"], "Send at most 1048576 bytes.");
    let plain = Some(("text/plain", BY_HAND.as_bytes().to_vec()));
    let refused = eva.raw(Method::POST, path, plain).await;
    refused.expect_problem(415, "unsupported_media_type");
    let nowhere = "/v1/games/01900000-0000-7000-8000-000000000000/notation";
    eva.get(nowhere).await.expect_problem(404, "unknown_game");
    let asked = eva.get(&format!("{nowhere}?x=1")).await;
    asked.expect_problem(422, "invalid_request");
}
