//! Rolling, choosing, resigning; repeating, racing, and a whole game.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::server::Server;
use crate::table::{Table, chair};
use crate::trials;

trials![
    a_roll_is_made_once_whoever_asks,
    sixty_four_rolls_at_once_are_one,
    what_is_not_due_is_refused_with_what_is,
    what_is_no_option_is_refused_with_the_options,
    a_choice_is_good_for_its_decision,
    manual_dice_show_what_is_said,
    colours_are_chosen,
    a_seat_resigns,
    a_whole_game_is_played_and_read_back,
    two_servers_play_one_game,
];

async fn two(server: &Server) -> Table {
    Table::seated(server, 2, json!({ "preset": "league", "seats": 2 })).await
}

async fn a_roll_is_made_once_whoever_asks() {
    let server = Server::start().await;
    let table = two(&server).await;
    let state = table.state().await;
    let path = table.roll(&state, 0);
    let made = table
        .asked(&state)
        .send(Method::PUT, &path, None)
        .await
        .expect_status(200);
    assert_eq!(made.json["events"][0]["kind"], "roll");
    for client in [
        table.asked(&state),
        table.other(&state),
        &server.player("Eva").await,
    ] {
        let again = client.put(&path, json!({})).await.expect_status(200);
        assert_eq!(made.json["events"], again.json["events"]);
    }
    let refused = table.asked(&state).put(&path, json!({ "dice": [1] })).await;
    assert_eq!(
        refused.expect_problem(422, "dice_source").pointers(),
        ["/dice"]
    );
}

async fn sixty_four_rolls_at_once_are_one() {
    let server = Server::start().await;
    let table = two(&server).await;
    let state = table.state().await;
    let path = table.roll(&state, 0);
    let player = table.asked(&state);
    let answers = join_all((0..64).map(|_| player.put(&path, json!({})))).await;
    for answer in &answers {
        assert_eq!(
            (answer.status, &answer.json["events"]),
            (200, &answers[0].json["events"])
        );
    }
    let events = table.players[0]
        .get(&format!("{}/events?limit=200", table.path))
        .await;
    let events = events.json["events"].as_array().expect("events").clone();
    let rolls = events
        .iter()
        .filter(|event| event["n"] == state["next_roll"])
        .count();
    assert_eq!(rolls, 1);
    for (index, event) in events.iter().enumerate() {
        assert_eq!(event["version"], json!(index + 1), "no gap and no double");
    }
}

async fn what_is_not_due_is_refused_with_what_is() {
    let server = Server::start().await;
    let table = two(&server).await;
    let state = table.until("roll").await;
    let player = table.asked(&state);
    let refused = player
        .put(&table.roll(&state, 1), json!({}))
        .await
        .expect_problem(409, "roll_too_far");
    assert_eq!(refused.json["possible"]["next_roll"], state["next_roll"]);
    assert_eq!(
        (&refused.json["version"], &refused.json["head"]),
        (&state["version"], &state["head"])
    );
    let refused = table
        .other(&state)
        .put(&table.roll(&state, 0), json!({}))
        .await;
    refused.expect_problem(409, "not_your_turn");
    let stranger = server.player("Eva").await;
    stranger
        .put(&table.roll(&state, 0), json!({}))
        .await
        .expect_problem(403, "not_your_seat");
    let option = json!({ "option": "move:3:Y2" });
    player
        .put(&table.choice(&state), option.clone())
        .await
        .expect_problem(409, "roll_first");
}

async fn what_is_no_option_is_refused_with_the_options() {
    let server = Server::start().await;
    let table = two(&server).await;
    let stranger = server.player("Eva").await;
    let state = table.until("choice").await;
    let player = table.asked(&state);
    player
        .put(&table.roll(&state, 0), json!({}))
        .await
        .expect_problem(409, "choose_first");
    let long = json!({ "option": "move:".repeat(13) });
    let refused = player.put(&table.choice(&state), long).await;
    let refused = refused.expect_problem(422, "invalid_request");
    assert_eq!(refused.pointers(), ["/option"]);
    for option in ["move:6:M4", "colour:red", "nonsense", ""] {
        let refused = player
            .put(&table.choice(&state), json!({ "option": option }))
            .await;
        let refused = refused.expect_problem(409, "unknown_option");
        assert_eq!(refused.json["possible"]["options"], state["options"]);
    }
    let option = json!({ "option": state["options"][0]["id"] });
    table
        .other(&state)
        .put(&table.choice(&state), option.clone())
        .await
        .expect_problem(409, "not_your_turn");
    stranger
        .put(&table.choice(&state), option.clone())
        .await
        .expect_problem(403, "not_your_seat");
    let later = format!(
        "{}/choices/{}",
        table.path,
        state["version"].as_u64().expect("a version") + 1
    );
    player
        .put(&later, option)
        .await
        .expect_problem(409, "no_such_decision");
}

async fn a_choice_is_good_for_its_decision() {
    let server = Server::start().await;
    let table = two(&server).await;
    let state = table.until("choice").await;
    let (path, option) = (
        table.choice(&state),
        json!({ "option": state["options"][0]["id"] }),
    );
    let player = table.asked(&state);
    let taken = player.put(&path, option.clone()).await.expect_status(200);
    for client in [player, table.other(&state)] {
        let again = client.put(&path, option.clone()).await.expect_status(200);
        assert_eq!(taken.json["events"], again.json["events"]);
    }
    let refused = player.put(&path, json!({ "option": "move:1:Y1" })).await;
    let refused = refused.expect_problem(409, "stale_decision");
    let missed = refused.json["missed"]["events"].as_array().expect("events");
    assert_eq!(
        missed.first(),
        taken.json["events"]
            .as_array()
            .and_then(|events| events.first())
    );
    assert_eq!(
        refused.json["possible"]["decision"],
        taken.json["game"]["state"]["decision"]
    );
}

async fn manual_dice_show_what_is_said() {
    let server = Server::start().await;
    let settings = json!({ "preset": "league", "seats": 2, "dice": "manual", "overrides": { "opening": "first_seat" } });
    let table = Table::seated(&server, 2, settings).await;
    let state = table.state().await;
    assert_eq!(
        (&state["settings"]["manual_dice"], chair(&state)),
        (&json!(true), 0)
    );
    let player = table.asked(&state);
    let path = table.roll(&state, 0);
    let refused = player
        .put(&path, json!({}))
        .await
        .expect_problem(422, "dice_source");
    assert_eq!(refused.pointers(), ["/dice"]);
    let refused = player
        .put(&path, json!({ "dice": [7] }))
        .await
        .expect_problem(422, "invalid_request");
    assert_eq!(refused.pointers(), ["/dice/0"]);
    for dice in [json!([]), json!([1, 2])] {
        let refused = player
            .put(&path, json!({ "dice": dice }))
            .await
            .expect_problem(422, "dice_count");
        assert_eq!(refused.pointers(), ["/dice"]);
    }
    let rolled = player
        .put(&path, json!({ "dice": [5] }))
        .await
        .expect_status(200);
    let option = &rolled.json["game"]["state"]["options"][0];
    assert_eq!(
        (&option["id"], &option["target"]),
        (&json!("exit:5:Y1"), &json!("5"))
    );
    let again = player
        .put(&path, json!({ "dice": [5] }))
        .await
        .expect_status(200);
    assert_eq!(rolled.json["events"], again.json["events"]);
    let refused = player
        .put(&path, json!({ "dice": [4] }))
        .await
        .expect_problem(409, "roll_made");
    let missed = refused.json["missed"]["events"].as_array().expect("events");
    assert!(missed.iter().any(|event| event["dice"] == json!([5])));
}

async fn colours_are_chosen() {
    let server = Server::start().await;
    let table = Table::seated(&server, 2, json!({ "preset": "rebound", "seats": 2 })).await;
    let state = table.state().await;
    assert_eq!(
        (&state["phase"], &state["asked"]["kind"]),
        (&json!("colours"), &json!("colour"))
    );
    assert_eq!(state["board"], Value::Null);
    let winner = chair(&state);
    let path = table.choice(&state);
    let chosen = table
        .asked(&state)
        .put(&path, json!({ "option": "colour:red" }))
        .await
        .expect_status(200);
    assert_eq!(chosen.json["events"][0]["colour"], "red");
    let state = table.until("roll").await;
    let colour = |chair: usize| &state["seats"][chair]["colour"];
    assert_eq!(
        (colour(winner), colour(1 - winner)),
        (&json!("red"), &json!("yellow"))
    );
    assert_eq!(chair(&state), winner);
}

async fn a_seat_resigns() {
    let server = Server::start().await;
    let table = Table::seated(&server, 3, json!({ "preset": "league", "seats": 3 })).await;
    let resign = |chair: usize| format!("{}/resignation", table.seat(chair));
    table.players[0]
        .put(&resign(1), json!({}))
        .await
        .expect_problem(403, "not_your_seat");
    table.players[0]
        .put(&resign(3), json!({}))
        .await
        .expect_problem(409, "seat_empty");
    let left = table.players[1]
        .put(&resign(1), json!({}))
        .await
        .expect_status(200);
    let again = table.players[1]
        .put(&resign(1), json!({}))
        .await
        .expect_status(200);
    assert_eq!(left.json["events"], again.json["events"]);
    assert_eq!(again.json["game"]["state"]["seats"][1]["left"], json!(true));
    let over = table.players[2]
        .put(&resign(2), json!({}))
        .await
        .expect_status(200);
    let state = &over.json["game"]["state"];
    assert_eq!(
        (&state["phase"], &state["end_reason"]),
        (&json!("ended"), &json!("last_left"))
    );
    assert_eq!(state["places"], json!([1, 3, 2, null]));
    assert_eq!(state["outcomes"], json!(["won", "lost", "lost", null]));
    let path = format!("{}/rolls/{}", table.path, state["next_roll"]);
    table.players[0]
        .put(&path, json!({}))
        .await
        .expect_problem(409, "game_over");
    table.players[0]
        .put(&resign(0), json!({}))
        .await
        .expect_problem(409, "game_over");
    let path = format!("{}/choices/{}", table.path, state["decision"]);
    table.players[0]
        .put(&path, json!({ "option": "move:1:Y1" }))
        .await
        .expect_problem(409, "game_over");
}

async fn a_whole_game_is_played_and_read_back() {
    let server = Server::start().await;
    let overrides = json!({ "stakes": { "capture": 1, "win": 5, "third_six": 1 } });
    let settings =
        json!({ "preset": "league", "seats": 2, "overrides": overrides, "take_single": true });
    let table = Table::seated(&server, 2, settings).await;
    let mut state = table.state().await;
    let mut seen = Vec::new();
    while state["phase"] != "ended" {
        seen.push(state.clone());
        // The last option moves the highest piece, so that games end soon.
        state = table.step(&state, |options| options - 1).await;
    }
    assert_eq!(
        (&state["end_reason"], &state["asked"]["kind"]),
        (&json!("won"), &json!("nobody"))
    );
    let sum: i64 = state["ledger"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_i64)
        .sum();
    assert_eq!(sum, 0);
    for then in seen.iter().step_by(20) {
        let path = format!("{}/states/{}", table.path, then["version"]);
        let read = server.nobody().get(&path).await.expect_status(200);
        assert_eq!(&read.json, then);
    }
    let mut after = 0;
    let mut kinds = Vec::new();
    loop {
        let path = format!("{}/events?after={after}&limit=50", table.path);
        let page = server.nobody().get(&path).await.expect_status(200);
        kinds.extend(
            page.json["events"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|event| event["kind"].clone()),
        );
        after = page.json["next_after"].as_u64().expect("a version");
        if page.json["more"] == json!(false) {
            assert_eq!(
                page.json["hashes"]
                    .as_array()
                    .and_then(|hashes| hashes.last()),
                Some(&state["head"])
            );
            break;
        }
    }
    assert_eq!(
        (kinds.first(), kinds.last()),
        (Some(&json!("created")), Some(&json!("reveal")))
    );
    assert_eq!(json!(kinds.len()), state["version"]);
    let last = format!("{}/events?after={}", table.path, state["version"]);
    server.nobody().get(&last).await.expect_status(200);
}

async fn two_servers_play_one_game() {
    let server = Server::start().await;
    let other = server.another();
    let table = two(&server).await;
    let there = Table {
        path: table.path.clone(),
        players: table
            .players
            .iter()
            .map(|player| other.same(player))
            .collect(),
    };
    let mut state = table.state().await;
    for turn in 0..60 {
        let at = if turn % 2 == 0 { &there } else { &table };
        assert_eq!(at.state().await, state);
        state = at.step(&state, |_| 0).await;
    }
}
