//! Sitting down and getting up, invites, entropy, the start, and calling a game off.

use parchis::dice::entropy_commit;
use parchis::rules::ids::{GameId, PlayerId};
use serde_json::{Value, json};

use crate::client::Client;
use crate::secrets;
use crate::server::Server;
use crate::table::Table;
use crate::trials;

trials![
    seats_are_taken_and_left,
    an_invite_is_needed_only_to_sit_down,
    one_player_may_hold_several_seats,
    a_game_starts_by_itself_when_full,
    the_owner_starts_a_game,
    promised_entropy_is_revealed_before_the_start,
    a_game_is_called_off_before_the_start,
];

async fn seats_are_taken_and_left() {
    let server = Server::start().await;
    let settings = json!({ "preset": "league", "seats": 2, "start_when": "owner" });
    let table = Table::open(&server, 3, settings).await;
    let [owner, luis, eva] = [&table.players[0], &table.players[1], &table.players[2]];
    let sat = luis.put(&table.seat(1), json!({})).await.expect_status(200);
    let again = luis.put(&table.seat(1), json!({})).await.expect_status(200);
    assert_eq!(sat.json["events"], again.json["events"]);
    let bare = luis
        .send(reqwest::Method::PUT, &table.seat(1), None)
        .await
        .expect_status(200);
    assert_eq!(sat.json["events"], bare.json["events"]);
    let refused = eva
        .put(&table.seat(1), json!({}))
        .await
        .expect_problem(409, "seat_taken");
    assert_eq!(
        (
            &refused.json["version"],
            &refused.json["possible"]["asked"]["missing"]
        ),
        (&json!(2), &json!(1))
    );
    eva.put(&table.seat(4), json!({}))
        .await
        .expect_problem(404, "no_such_chair");
    eva.put(&table.seat(0), json!({})).await.expect_status(200);
    owner
        .put(&table.seat(2), json!({}))
        .await
        .expect_problem(409, "game_full");
    eva.delete(&table.seat(1))
        .await
        .expect_problem(403, "not_your_seat");
    let removed = owner.delete(&table.seat(1)).await.expect_status(200);
    assert_eq!(removed.json["events"][0]["actor"], json!(owner.id));
    let left = eva.delete(&table.seat(0)).await.expect_status(200);
    let again = eva.delete(&table.seat(0)).await.expect_status(200);
    assert_eq!(left.json["events"], again.json["events"]);
    eva.delete(&table.seat(3))
        .await
        .expect_problem(409, "seat_empty");
    for path in ["rolls/1", "seats/0/resignation"] {
        let path = format!("{}/{path}", table.path);
        eva.put(&path, json!({}))
            .await
            .expect_problem(409, "not_started");
    }
    let entropy = json!({ "entropy": "0".repeat(64) });
    eva.put(&format!("{}/entropy", table.seat(0)), entropy)
        .await
        .expect_problem(409, "nothing_awaited");
}

async fn an_invite_is_needed_only_to_sit_down() {
    let server = Server::start().await;
    let (ana, luis) = (server.player("Ana").await, server.player("Luis").await);
    let settings = json!({ "preset": "league", "by_invite": true });
    let created = ana.post("/v1/games", settings).await.expect_status(201);
    let path = created.header("location").expect("a location").to_owned();
    let invite = created.json["invite"].as_str().expect("an invite");
    secrets::plant(invite);
    let seat = format!("{path}/seats/0");
    luis.put(&seat, json!({}))
        .await
        .expect_problem(403, "invite_needed");
    luis.put(&seat, json!({ "invite": "guess" }))
        .await
        .expect_problem(403, "invite_needed");
    luis.put(&seat, json!({ "invite": invite }))
        .await
        .expect_status(200);
    let read = luis.get(&path).await.expect_status(200);
    assert_eq!(read.json["by_invite"], json!(true));
    let log = luis.get(&format!("{path}/events")).await.expect_status(200);
    assert!(!read.text.contains(invite) && !log.text.contains(invite));
}

async fn one_player_may_hold_several_seats() {
    let server = Server::start().await;
    let table = Table::open(&server, 1, json!({ "preset": "league", "seats": 2 })).await;
    let ana = &table.players[0];
    let one = ana.put(&table.seat(0), json!({})).await.expect_status(200);
    assert_eq!(one.json["game"]["state"]["shared_seats"], json!(false));
    let two = ana.put(&table.seat(2), json!({})).await.expect_status(200);
    assert_eq!(two.json["game"]["state"]["shared_seats"], json!(true));
    let state = table.state().await;
    ana.put(&table.roll(&state, 0), json!({}))
        .await
        .expect_status(200);
}

async fn a_game_starts_by_itself_when_full() {
    let server = Server::start().await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let state = table.state().await;
    assert_eq!(state["asked"]["kind"], "roll");
    assert!(
        state["next_roll"].as_u64() >= Some(3),
        "the server made the opening rolls"
    );
    let [owner, luis] = [&table.players[0], &table.players[1]];
    luis.put(&table.seat(3), json!({}))
        .await
        .expect_problem(409, "already_started");
    luis.delete(&table.seat(1))
        .await
        .expect_problem(409, "already_started");
    let start = format!("{}/start", table.path);
    luis.put(&start, json!({}))
        .await
        .expect_problem(403, "not_the_owner");
    owner.put(&start, json!({})).await.expect_status(200);
    owner
        .put(&format!("{}/cancellation", table.path), json!({}))
        .await
        .expect_problem(409, "already_started");
}

async fn the_owner_starts_a_game() {
    let server = Server::start().await;
    let settings = json!({ "preset": "league", "seats": 4, "start_when": "owner" });
    let table = Table::open(&server, 2, settings).await;
    let [owner, luis] = [&table.players[0], &table.players[1]];
    let start = format!("{}/start", table.path);
    owner
        .put(&table.seat(0), json!({}))
        .await
        .expect_status(200);
    owner
        .put(&start, json!({}))
        .await
        .expect_problem(409, "too_few_players");
    luis.put(&table.seat(2), json!({})).await.expect_status(200);
    luis.put(&start, json!({}))
        .await
        .expect_problem(403, "not_the_owner");
    let started = owner.put(&start, json!({})).await.expect_status(200);
    assert_eq!(started.json["events"][0]["kind"], "start");
    let again = owner.put(&start, json!({})).await.expect_status(200);
    assert_eq!(started.json["events"], again.json["events"]);
    assert_eq!(again.json["game"]["state"]["phase"], "playing");
}

fn promise(path: &str, client: &Client, byte: u8) -> (Value, Value) {
    let game = GameId(
        path.trim_start_matches("/v1/games/")
            .parse()
            .expect("an id"),
    );
    let player = PlayerId(client.id.parse().expect("an id"));
    let mut bytes = [byte; 32];
    bytes[0] = 0xfe;
    secrets::plant_for_now(&hex::encode(bytes));
    let commit = String::from(entropy_commit(game, player, &bytes));
    (
        json!({ "entropy_commit": commit }),
        json!({ "entropy": hex::encode(bytes) }),
    )
}

async fn promised_entropy_is_revealed_before_the_start() {
    let server = Server::start().await;
    let table = Table::open(&server, 3, json!({ "preset": "league", "seats": 3 })).await;
    let [ana, luis, eva] = [&table.players[0], &table.players[1], &table.players[2]];
    let (promised, revealed) = promise(&table.path, ana, 1);
    ana.put(&table.seat(0), promised).await.expect_status(200);
    let (promised, others) = promise(&table.path, luis, 2);
    luis.put(&table.seat(1), promised).await.expect_status(200);
    eva.put(&table.seat(2), json!({})).await.expect_status(200);
    let read = table.read().await;
    let state = &read.json["state"];
    assert_eq!(
        (&state["phase"], &state["asked"]),
        (
            &json!("promising"),
            &json!({ "kind": "entropy", "chairs": [0, 1] })
        )
    );
    assert!(read.json["due_at"].is_string());
    let path = |chair: usize| format!("{}/entropy", table.seat(chair));
    ana.put(&format!("{}/rolls/1", table.path), json!({}))
        .await
        .expect_problem(409, "entropy_awaited");
    ana.put(&format!("{}/start", table.path), json!({}))
        .await
        .expect_problem(409, "entropy_awaited");
    ana.put(&table.seat(3), json!({}))
        .await
        .expect_problem(409, "already_closed");
    ana.put(&path(0), others.clone())
        .await
        .expect_problem(409, "entropy_differs");
    luis.put(&path(0), revealed.clone())
        .await
        .expect_problem(403, "not_your_seat");
    eva.put(&path(2), revealed.clone())
        .await
        .expect_problem(409, "nothing_promised");
    let refused = ana.put(&path(0), json!({ "entropy": "xyz" })).await;
    assert_eq!(
        refused.expect_problem(422, "invalid_request").pointers(),
        ["/entropy"]
    );
    let kept = ana.put(&path(0), revealed.clone()).await.expect_status(200);
    let again = ana.put(&path(0), revealed).await.expect_status(200);
    assert_eq!(kept.json["events"], again.json["events"]);
    let last = luis.put(&path(1), others).await.expect_status(200);
    assert_eq!(
        (
            &last.json["events"][0]["kind"],
            &last.json["events"][1]["kind"]
        ),
        (&json!("ready"), &json!("start"))
    );
    assert_eq!(last.json["game"]["state"]["asked"]["kind"], "roll");
}

async fn a_game_is_called_off_before_the_start() {
    let server = Server::start().await;
    let table = Table::open(&server, 2, json!({ "preset": "league" })).await;
    let path = format!("{}/cancellation", table.path);
    table.players[1]
        .put(&path, json!({}))
        .await
        .expect_problem(403, "not_the_owner");
    let off = table.players[0]
        .put(&path, json!({}))
        .await
        .expect_status(200);
    let kinds: Vec<_> = off.json["events"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|event| &event["kind"])
        .collect();
    assert_eq!(kinds, ["end", "reveal"]);
    let again = table.players[0]
        .put(&path, json!({}))
        .await
        .expect_status(200);
    assert_eq!(off.json["events"], again.json["events"]);
    table.players[1]
        .put(&table.seat(1), json!({}))
        .await
        .expect_problem(409, "game_over");
    table.players[1]
        .delete(&table.seat(1))
        .await
        .expect_problem(409, "game_over");
    table.players[0]
        .put(&format!("{}/start", table.path), json!({}))
        .await
        .expect_problem(409, "game_over");
}
