//! Replays over HTTP: frames, what they show, their pages, tags and refusals.

use serde_json::{Value, json};

use crate::server::Server;
use crate::table::Table;
use crate::trials;

trials![
    a_frame_shows_what_a_command_changed,
    frames_run_both_ways_and_in_pages,
    what_is_past_may_be_kept_for_ever,
    a_replay_is_told_in_both_languages,
    what_is_no_frame_is_refused_with_the_nearest
];

/// A game of the README: yellow captures blue with the seventh roll.
async fn table(server: &Server) -> Table {
    let settings = json!({
        "preset": "league", "seats": 2, "dice": "manual", "overrides": { "opening": "first_seat" },
    });
    let table = Table::seated(server, 2, settings).await;
    for (die, option) in [
        (5, "exit:5:Y1"),
        (5, "exit:5:B1"),
        (6, "move:6:Y1"),
        (6, "move:6:Y1"),
        (4, "move:4:Y1"),
        (1, "move:1:B1"),
        (2, "move:2:Y1"),
    ] {
        let state = table.state().await;
        let rolled = table
            .asked(&state)
            .put(&table.roll(&state, 0), json!({ "dice": [die] }))
            .await;
        let state = rolled.expect_status(200).json["game"]["state"].clone();
        let chosen = table
            .asked(&state)
            .put(&table.choice(&state), json!({ "option": option }))
            .await;
        chosen.expect_status(200);
    }
    table
}

async fn frames(server: &Server, table: &Table, query: &str) -> Value {
    let path = format!("{}/frames?{query}", table.path);
    server.nobody().get(&path).await.expect_status(200).json
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

fn versions(page: &Value) -> Vec<u64> {
    let frames = list(&page["frames"]).iter();
    frames
        .filter_map(|frame| frame["version"].as_u64())
        .collect()
}

async fn a_frame_shows_what_a_command_changed() {
    let server = Server::start().await;
    let table = table(&server).await;

    let page = frames(&server, &table, "of=capture&lang=en").await;

    let [capture] = list(&page["frames"]).as_slice() else {
        panic!("one capture: {page}");
    };
    assert_eq!(
        (&capture["command"], &capture["version"]),
        (&json!(19), &json!(21))
    );
    assert_eq!(capture["events"][1]["kind"], "capture");
    assert_eq!(
        capture["changes"]["pieces"],
        json!([
            { "piece": "Y1", "origin": "21", "target": "23" },
            { "piece": "B1", "origin": "23", "target": "h" },
        ])
    );
    let now = table.state().await;
    for member in ["board", "phase", "asked", "head"] {
        assert_eq!(capture[member], now[member], "{member}");
    }
    let told = capture["told"].as_str().expect("a sentence");
    assert!(told.contains("Yellow") && told.contains("23"), "{told}");
    let all = frames(&server, &table, "").await;
    let begun = list(&all["frames"])
        .iter()
        .find(|frame| frame["version"] == 5);
    let changes = &begun.expect("a start")["changes"];
    assert_eq!(
        changes["phase"],
        json!({ "before": "seating", "after": "playing" })
    );
    assert_eq!(changes["turn"], json!({ "before": null, "after": 0 }));
    let resigned = table.players[1]
        .put(&format!("{}/resignation", table.seat(1)), json!({}))
        .await;
    resigned.expect_status(200);
    let page = frames(&server, &table, "of=leave").await;
    assert_eq!(page["frames"][0]["phase"], "ended");
    assert_eq!(
        page["frames"][0]["changes"]["pieces"],
        json!([
            { "piece": "B1", "origin": "h", "target": null },
            { "piece": "B2", "origin": "h", "target": null },
            { "piece": "B3", "origin": "h", "target": null },
            { "piece": "B4", "origin": "h", "target": null },
        ])
    );
}

async fn frames_run_both_ways_and_in_pages() {
    let server = Server::start().await;
    let table = table(&server).await;
    let all = frames(&server, &table, "").await;
    let forwards = versions(&all);
    assert_eq!((forwards.first(), forwards.last()), (Some(&1), Some(&21)));
    assert_eq!(all["next_first"], Value::Null);

    let mut backwards = versions(&frames(&server, &table, "first=21&last=1").await);
    backwards.reverse();
    assert_eq!(backwards, forwards);
    let some = frames(&server, &table, "first=6&last=10").await;
    assert_eq!(versions(&some), [6, 7, 8, 9, 10]);
    let page = frames(&server, &table, "first=6&last=10&limit=2").await;
    assert_eq!(
        (versions(&page), &page["next_first"]),
        (vec![6, 7], &json!(8))
    );
    let page = frames(&server, &table, "first=10&last=6&limit=2").await;
    assert_eq!(
        (versions(&page), &page["next_first"]),
        (vec![10, 9], &json!(8))
    );
    let back = frames(&server, &table, "first=21&last=1&of=exit&limit=1").await;
    assert_eq!((versions(&back), &back["next_first"]), (vec![9], &json!(8)));
    let none = frames(&server, &table, "of=penalty").await;
    assert_eq!(
        (versions(&none), &none["next_first"]),
        (vec![], &Value::Null)
    );
}

async fn what_is_past_may_be_kept_for_ever() {
    let server = Server::start().await;
    let table = table(&server).await;
    let nobody = server.nobody();
    for (query, immutable) in [
        ("", false),
        ("?limit=3", true),
        ("?last=21", true),
        ("?first=21&last=1", true),
    ] {
        let path = format!("{}/frames{query}", table.path);
        let answer = nobody.get(&path).await.expect_status(200);
        let keep = answer.header("cache-control").expect("how long");
        assert_eq!(keep.contains("immutable"), immutable, "{query}");
        assert_eq!(answer.header("vary"), Some("Accept, Accept-Language"));
        assert!(!answer.text.contains("Player 0"), "no names");
        let known = nobody
            .clone()
            .with("if-none-match", answer.header("etag").expect("a tag"));
        known.get(&path).await.expect_status(304);
        let english = known.with("accept-language", "en").get(&path).await;
        english.expect_status(200);
    }
}

async fn a_replay_is_told_in_both_languages() {
    let server = Server::start().await;
    let table = table(&server).await;
    let path = format!("{}/frames?first=17&limit=2", table.path);
    let reader = server.nobody().with("accept", "text/plain");
    for (language, words) in [("es", "Sigue en"), ("en", "Goes on at")] {
        let told = reader.get(&format!("{path}&lang={language}")).await;
        let told = told.expect_status(200);
        assert_eq!(told.header("content-language"), Some(language));
        assert!(
            told.text.contains("[17]") && told.text.contains("Y:21,h,h,h/B:23,h,h,h"),
            "{}",
            told.text
        );
        let next = told.text.lines().last().expect("a line");
        let (word, next) = next.split_once(": ").expect("a link");
        assert_eq!(word, words);
        let rest = reader.get(next).await.expect_status(200);
        assert!(rest.text.contains("[21]"), "{}", rest.text);
    }
    let json = server
        .nobody()
        .with("accept-language", "en")
        .get(&path)
        .await;
    let told = &json.expect_status(200).json["frames"][0]["told"];
    assert!(
        told.as_str().is_some_and(|told| told.contains("Blue")),
        "{told}"
    );
}

async fn what_is_no_frame_is_refused_with_the_nearest() {
    let server = Server::start().await;
    let table = table(&server).await;
    let nobody = server.nobody();
    for query in ["first=4", "last=4", "first=21&last=4"] {
        let refused = nobody.get(&format!("{}/frames?{query}", table.path)).await;
        let refused = refused.expect_problem(422, "inside_command");
        assert_eq!(refused.json["nearest"], json!([2, 5]), "{query}");
    }
    let refused = nobody.get(&format!("{}/frames?first=0", table.path)).await;
    let refused = refused.expect_problem(422, "inside_command");
    assert_eq!(refused.json["nearest"], json!([1]));
    for query in ["first=22", "last=22", "first=18446744073709551615"] {
        let refused = nobody.get(&format!("{}/frames?{query}", table.path)).await;
        let refused = refused.expect_problem(404, "beyond_end");
        assert_eq!(refused.json["nearest"], json!([21]), "{query}");
    }
    for (query, pointer) in [
        ("first=-1", "first"),
        ("of=victory", "of"),
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("lang=fr", "lang"),
        ("after=3", "after"),
    ] {
        let refused = nobody.get(&format!("{}/frames?{query}", table.path)).await;
        let refused = refused.expect_problem(422, "invalid_request");
        assert_eq!(refused.pointers(), [pointer]);
    }
    let nowhere = "/v1/games/01900000-0000-7000-8000-000000000000/frames";
    nobody
        .get(nowhere)
        .await
        .expect_problem(404, "unknown_game");
}
