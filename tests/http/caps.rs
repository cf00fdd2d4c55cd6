//! How much one player may have open at once.

use parchis::play::Caps;
use serde_json::json;

use crate::server::Server;
use crate::table::Table;
use crate::trials;

trials![
    who_owns_enough_games_makes_no_more,
    who_owns_enough_games_imports_one_that_is_over,
    what_was_made_is_made_again,
    who_sits_in_enough_games_sits_down_in_no_more,
    who_sits_in_too_many_games_repeats_and_mistakes_as_ever,
];

/// Two at a table, as somebody would write them.
const IMPORTED: &str = "[Preset \"league\"] [Yellow \"?\"] [Red \"?\"]";

async fn capped(games: Option<u32>, seats: Option<u32>) -> Server {
    Server::start_with(|service| service.with_caps(Caps { games, seats })).await
}

async fn who_owns_enough_games_makes_no_more() {
    let server = capped(Some(1), None).await;
    let table = Table::open(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let (owner, other) = (&table.players[0], &table.players[1]);
    let forks = format!("{}/forks", table.path);
    for refused in [
        owner.post("/v1/games", json!({ "preset": "league" })).await,
        owner.post(&forks, json!({ "version": 1 })).await,
        owner
            .post("/v1/imports", json!({ "notation": IMPORTED }))
            .await,
    ] {
        let refused = refused.expect_problem(409, "too_many_games");
        let detail = refused.json["detail"].as_str().expect("a sentence");
        assert!(detail.contains("1 unfinished"), "{detail}");
    }
    let made = other.post("/v1/games", json!({ "preset": "league" })).await;
    made.expect_status(201);
    // What is over does not count.
    let cancelled = format!("{}/cancellation", table.path);
    owner.put(&cancelled, json!({})).await.expect_status(200);
    let made = owner.post("/v1/games", json!({ "preset": "league" })).await;
    made.expect_status(201);
}

async fn who_owns_enough_games_imports_one_that_is_over() {
    let server = capped(Some(1), None).await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    table.step(&table.state().await, |_| 0).await;
    let owner = &table.players[0];
    let resignation = format!("{}/resignation", table.seat(0));
    let resigned = owner.put(&resignation, json!({})).await;
    resigned.expect_status(200);
    let notation = owner.get(&format!("{}/notation", table.path)).await.text;
    let made = owner.post("/v1/games", json!({ "preset": "league" })).await;
    made.expect_status(201);
    let refused = owner.post("/v1/imports", json!({ "notation": IMPORTED }));
    refused.await.expect_problem(409, "too_many_games");
    let imported = owner.post("/v1/imports", json!({ "notation": notation }));
    let imported = imported.await.expect_status(201).json;
    assert_eq!(imported["game"]["state"]["phase"], "ended");
}

async fn what_was_made_is_made_again() {
    let server = capped(Some(1), None).await;
    let player = server.player("Ana").await.with("idempotency-key", "one");
    let new = json!({ "preset": "league" });
    let made = player.post("/v1/games", new.clone()).await;
    let made = made.expect_status(201);
    let again = player.post("/v1/games", new).await.expect_status(200);
    let game = |answer: &crate::client::Answer| answer.json["game"]["state"]["game"].clone();
    assert_eq!(game(&made), game(&again));
}

async fn who_sits_in_enough_games_sits_down_in_no_more() {
    let server = capped(None, Some(1)).await;
    let settings = json!({ "preset": "league", "seats": 2 });
    let one = Table::open(&server, 1, settings.clone()).await;
    let other = Table::open(&server, 1, settings).await;
    let player = &one.players[0];
    for _ in 0..2 {
        let sat = player.put(&one.seat(0), json!({})).await;
        sat.expect_status(200);
    }
    let refused = player.put(&other.seat(0), json!({})).await;
    refused.expect_problem(409, "too_many_seats");
    player.delete(&one.seat(0)).await.expect_status(200);
    let sat = player.put(&other.seat(0), json!({})).await;
    sat.expect_status(200);
}

async fn who_sits_in_too_many_games_repeats_and_mistakes_as_ever() {
    let server = capped(None, Some(1)).await;
    let settings = json!({ "preset": "league", "seats": 2 });
    let table = Table::open(&server, 1, settings.clone()).await;
    let other = Table::open(&server, 1, settings).await;
    let player = &table.players[0];
    let sat = player.put(&table.seat(0), json!({})).await;
    sat.expect_status(200);
    // Who imports a game has its seats, whatever the cap.
    let import = json!({ "notation": IMPORTED });
    let imported = player.post("/v1/imports", import).await;
    imported.expect_status(201);
    let refused = player.put(&other.seat(0), json!({})).await;
    refused.expect_problem(409, "too_many_seats");
    let again = player.put(&table.seat(0), json!({})).await;
    again.expect_status(200);
    let nowhere = "/v1/games/01900000-0000-7000-8000-000000000000/seats/0";
    let unknown = player.put(nowhere, json!({})).await;
    unknown.expect_problem(404, "unknown_game");
}
