//! Creating, listing and reading games.

use serde_json::json;

use crate::client::Answer;
use crate::server::Server;
use crate::table::Table;
use crate::trials;

trials![
    a_game_is_created_as_asked,
    rules_that_do_not_go_together_are_named,
    a_key_creates_one_game,
    games_are_listed_and_found_again,
    a_list_comes_in_pages,
    a_game_is_sent_once,
    an_unknown_game_is_not_found,
];

const NOBODY: &str = "/v1/games/01900000-0000-7000-8000-000000000000";

async fn a_game_is_created_as_asked() {
    let server = Server::start().await;
    let ana = server.player("Ana").await;
    let settings = json!({
        "preset": "league", "overrides": { "arms": 6, "stakes": { "capture": 1, "win": 10, "third_six": 0 } },
        "seats": 3, "dice": "manual", "start_when": "owner", "entropy_seconds": 60, "take_single": true,
        "listed": false, "by_invite": true,
    });
    let created = ana.post("/v1/games", settings).await.expect_status(201);
    assert_eq!(created.json["invite"].as_str().map(str::len), Some(32));
    let state = &created.json["game"]["state"];
    let settings = &state["settings"];
    assert_eq!(
        (&settings["rules"]["arms"], &settings["seats"]),
        (&json!(6), &json!(3))
    );
    assert_eq!(
        (&settings["manual_dice"], &settings["owner"]),
        (&json!(true), &json!(ana.id))
    );
    assert_eq!(
        (&state["phase"], &state["asked"]["missing"]),
        (&json!("seating"), &json!(3))
    );
    assert_eq!(state["ledger"], json!([null, null, null, null, null, null]));
    assert_eq!(created.json["events"][0]["kind"], "created");
    let tag = created.header("etag").expect("a tag");
    assert_eq!(
        tag,
        format!("W/\"1-{}\"", &state["head"].as_str().expect("hex")[..12])
    );
    let plain = ana
        .post("/v1/games", json!({ "preset": "classic" }))
        .await
        .expect_status(201);
    let settings = &plain.json["game"]["state"]["settings"];
    assert_eq!(
        (&settings["seats"], &settings["dice"]),
        (&json!(4), &json!("server"))
    );
    assert!(settings["commit"].is_string() && plain.json.get("invite").is_none());
}

async fn rules_that_do_not_go_together_are_named() {
    let server = Server::start().await;
    let ana = server.player("Ana").await;
    let refused = ana
        .post(
            "/v1/games",
            json!({ "preset": "rebound", "overrides": { "teams": "pairs" } }),
        )
        .await;
    let refused = refused.expect_problem(422, "rules_conflict");
    assert_eq!(
        refused.pointers(),
        ["/overrides/colours", "/overrides/teams"]
    );
    for (preset, overrides, seats) in [
        ("league", json!({}), 5),
        ("league", json!({}), 1),
        ("league", json!({ "teams": "pairs" }), 3),
    ] {
        let settings = json!({ "preset": preset, "overrides": overrides, "seats": seats });
        let refused = ana
            .post("/v1/games", settings)
            .await
            .expect_problem(422, "seat_count");
        assert_eq!(refused.pointers(), ["/seats"]);
    }
    for (settings, pointer) in [
        (json!({}), ""),
        (json!({ "preset": "house" }), "/preset"),
        (json!({ "preset": "league", "dice": "loaded" }), "/dice"),
        (
            json!({ "preset": "league", "entropy_seconds": 0 }),
            "/entropy_seconds",
        ),
        (json!({ "preset": "league", "seed": "00" }), "/seed"),
    ] {
        let refused = ana
            .post("/v1/games", settings)
            .await
            .expect_problem(422, "invalid_request");
        assert_eq!(refused.pointers(), [pointer]);
    }
    let settings = json!({ "preset": "league" });
    server
        .nobody()
        .post("/v1/games", settings)
        .await
        .expect_problem(401, "unauthorized");
}

async fn a_key_creates_one_game() {
    let server = Server::start().await;
    let (ana, luis) = (server.player("Ana").await, server.player("Luis").await);
    let settings = json!({ "preset": "league", "by_invite": true });
    let with_key = ana.clone().with("idempotency-key", "saturday-1");
    let first = with_key
        .post("/v1/games", settings.clone())
        .await
        .expect_status(201);
    let again = with_key
        .post("/v1/games", settings.clone())
        .await
        .expect_status(200);
    assert_eq!(first.json["events"], again.json["events"]);
    assert!(first.json["invite"].is_string() && again.json.get("invite").is_none());
    with_key
        .post("/v1/games", json!({ "preset": "classic" }))
        .await
        .expect_problem(422, "key_reused");
    let others = luis
        .with("idempotency-key", "saturday-1")
        .post("/v1/games", settings.clone())
        .await;
    assert_ne!(
        others.expect_status(201).json["events"],
        first.json["events"]
    );
    for (key, code) in [
        ("", "key_empty"),
        ("two words", "invalid_request"),
        (&*"k".repeat(256), "key_too_long"),
    ] {
        let nobody = server
            .nobody()
            .with_token(&format!("parchis_{}", "0".repeat(64)), "");
        for (player, status, code) in [(&ana, 422, code), (&nobody, 401, "unauthorized")] {
            let with_key = player.clone().with("idempotency-key", key);
            let refused = with_key.post("/v1/games", settings.clone()).await;
            let refused = refused.expect_problem(status, code);
            let named = refused.json["errors"][0]["pointer"] == "Idempotency-Key";
            assert_eq!(named, status == 422, "{}", refused.text);
        }
    }
    let two = ana
        .clone()
        .with("idempotency-key", "one")
        .with("idempotency-key", "two");
    let refused = two.post("/v1/games", settings.clone()).await;
    let refused = refused.expect_problem(422, "invalid_request");
    assert_eq!(refused.pointers(), ["Idempotency-Key"]);
    let longest = ana.with("idempotency-key", &"k".repeat(255));
    let created = longest.post("/v1/games", settings).await;
    created.expect_status(201);
}

fn listed(answer: &Answer) -> Vec<String> {
    let games = answer.json["games"].as_array().into_iter().flatten();
    games
        .map(|game| format!("/v1/games/{}", game["game"].as_str().unwrap_or_default()))
        .collect()
}

async fn games_are_listed_and_found_again() {
    let server = Server::start().await;
    let open = Table::open(&server, 1, json!({ "preset": "league", "seats": 2 })).await;
    let playing = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let hidden = Table::open(&server, 1, json!({ "preset": "league", "listed": false })).await;
    let nobody = server.nobody();
    let all = nobody.get("/v1/games").await.expect_status(200);
    assert_eq!(listed(&all), [&*playing.path, &*open.path]);
    let only = nobody.get("/v1/games?status=open").await.expect_status(200);
    assert_eq!(listed(&only), [&*open.path]);
    let mine = hidden.players[0]
        .get("/v1/games?mine=true")
        .await
        .expect_status(200);
    assert_eq!(listed(&mine), [&*hidden.path]);
    let state = playing.state().await;
    let turn = playing
        .asked(&state)
        .get("/v1/games?my_turn=true&status=playing")
        .await;
    assert_eq!(listed(&turn), [&*playing.path]);
    assert_eq!(turn.json["games"][0]["asked"], "roll");
    let none = playing
        .other(&state)
        .get("/v1/games?my_turn=true")
        .await
        .expect_status(200);
    assert!(listed(&none).is_empty());
    hidden.read().await;
    for query in ["mine=true", "my_turn=true"] {
        let refused = nobody.get(&format!("/v1/games?{query}")).await;
        refused.expect_problem(401, "unauthorized");
    }
    for (query, name) in [
        ("status=over", "status"),
        ("limit=0", "limit"),
        ("limit=x", "limit"),
        ("mine=1", "mine"),
        ("cursor=nowhere", "cursor"),
        ("colour=red", "colour"),
    ] {
        let refused = nobody.get(&format!("/v1/games?{query}")).await;
        assert_eq!(
            refused.expect_problem(422, "invalid_request").pointers(),
            [name]
        );
    }
}

async fn a_list_comes_in_pages() {
    let server = Server::start().await;
    let ana = server.player("Ana").await;
    let mut made = Vec::new();
    for _ in 0..5 {
        let created = ana
            .post("/v1/games", json!({ "preset": "league" }))
            .await
            .expect_status(201);
        made.insert(
            0,
            created.header("location").expect("a location").to_owned(),
        );
    }
    let (mut found, mut cursor) = (Vec::new(), String::new());
    loop {
        let path = format!("/v1/games?limit=2{cursor}");
        let page = server.nobody().get(&path).await.expect_status(200);
        let tag = page.header("etag").expect("a tag");
        server
            .nobody()
            .with("if-none-match", tag)
            .get(&path)
            .await
            .expect_status(304);
        found.extend(listed(&page));
        let Some(next) = page.json["next_cursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(found, made);
}

async fn a_game_is_sent_once() {
    let server = Server::start().await;
    let table = Table::open(&server, 1, json!({ "preset": "league" })).await;
    let read = table.read().await;
    let has = table.players[0]
        .clone()
        .with("if-none-match", read.header("etag").expect("a tag"));
    has.get(&table.path).await.expect_status(304);
    table.players[0]
        .put(&table.seat(0), json!({}))
        .await
        .expect_status(200);
    let read = has.get(&table.path).await.expect_status(200);
    assert_eq!(read.json["state"]["version"], 2);
    let query = format!("{}?colour=red", table.path);
    has.get(&query).await.expect_problem(422, "invalid_request");
}

async fn an_unknown_game_is_not_found() {
    let server = Server::start().await;
    let ana = server.player("Ana").await;
    for path in [NOBODY, "/v1/games/nothing", "/v1/games/%00"] {
        for rest in ["", "/events", "/states/1"] {
            ana.get(&format!("{path}{rest}"))
                .await
                .expect_problem(404, "unknown_game");
        }
        ana.delete(&format!("{path}/seats/0"))
            .await
            .expect_problem(404, "unknown_game");
        for (rest, body) in [
            ("seats/0", json!({})),
            ("seats/0/entropy", json!({ "entropy": "0".repeat(64) })),
            ("seats/0/resignation", json!({})),
            ("start", json!({})),
            ("cancellation", json!({})),
            ("rolls/1", json!({})),
            ("choices/1", json!({ "option": "move:3:Y2" })),
        ] {
            ana.put(&format!("{path}/{rest}"), body)
                .await
                .expect_problem(404, "unknown_game");
        }
    }
}
