//! Events in pages, and past states.

use serde_json::json;

use crate::server::Server;
use crate::table::Table;
use crate::trials;

trials![
    pages_hold_whole_commands,
    a_full_page_changes_its_tag_when_more_follows,
    a_page_begins_at_the_end_of_a_command,
    states_are_at_the_ends_of_commands
];

async fn pages_hold_whole_commands() {
    let server = Server::start().await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let path = format!("{}/events", table.path);
    let nobody = server.nobody();
    let all = nobody.get(&path).await.expect_status(200);
    let tag = all.header("etag").expect("a tag");
    nobody
        .clone()
        .with("if-none-match", tag)
        .get(&path)
        .await
        .expect_status(304);
    assert_eq!(all.header("cache-control"), Some("no-cache"));
    let first = nobody
        .get(&format!("{path}?limit=1"))
        .await
        .expect_status(200);
    assert_eq!(
        (&first.json["next_after"], &first.json["more"]),
        (&json!(1), &json!(true))
    );
    assert!(
        first
            .header("cache-control")
            .is_some_and(|keep| keep.contains("immutable"))
    );
    // The last to sit down starts the game: two events, one command.
    let sat = nobody
        .get(&format!("{path}?after=2&limit=1"))
        .await
        .expect_status(200);
    let kinds: Vec<_> = sat.json["events"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|event| &event["kind"])
        .collect();
    assert_eq!(kinds, ["seated", "start"]);
}

async fn a_full_page_changes_its_tag_when_more_follows() {
    let server = Server::start().await;
    let table = Table::open(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let path = format!("{}/events?limit=1", table.path);
    let last = server.nobody().get(&path).await.expect_status(200);
    assert_eq!(last.json["more"], false);

    let sat = table.players[0].put(&table.seat(0), json!({})).await;
    sat.expect_status(200);

    let client = server
        .nobody()
        .with("if-none-match", last.header("etag").expect("a tag"));
    let followed = client.get(&path).await.expect_status(200);
    assert_eq!(
        (&followed.json["more"], &followed.json["events"]),
        (&json!(true), &last.json["events"])
    );
}

async fn a_page_begins_at_the_end_of_a_command() {
    let server = Server::start().await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let path = format!("{}/events", table.path);
    let nobody = server.nobody();
    let inside = nobody
        .get(&format!("{path}?after=3"))
        .await
        .expect_problem(422, "inside_command");
    assert_eq!(inside.json["nearest"], json!([2, 4]));
    for after in [999, u64::MAX >> 1, u64::MAX] {
        nobody
            .get(&format!("{path}?after={after}"))
            .await
            .expect_problem(404, "beyond_end");
    }
    for (query, name) in [
        ("after=-1", "after"),
        ("limit=201", "limit"),
        ("from=1", "from"),
    ] {
        let refused = nobody.get(&format!("{path}?{query}")).await;
        assert_eq!(
            refused.expect_problem(422, "invalid_request").pointers(),
            [name]
        );
    }
}

async fn states_are_at_the_ends_of_commands() {
    let server = Server::start().await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let state = |version: u64| format!("{}/states/{version}", table.path);
    let nobody = server.nobody();
    let first = nobody.get(&state(1)).await.expect_status(200);
    assert_eq!(
        (&first.json["phase"], &first.json["version"]),
        (&json!("seating"), &json!(1))
    );
    assert!(
        first
            .header("cache-control")
            .is_some_and(|keep| keep.contains("immutable"))
    );
    let tag = first.header("etag").expect("a tag");
    nobody
        .clone()
        .with("if-none-match", tag)
        .get(&state(1))
        .await
        .expect_status(304);
    nobody
        .get(&state(3))
        .await
        .expect_problem(422, "inside_command");
    let started = nobody.get(&state(4)).await.expect_status(200);
    assert_eq!(started.json["phase"], "opening");
    let now = table.state().await;
    let beyond = nobody.get(&state(999)).await;
    let beyond = beyond.expect_problem(404, "beyond_end");
    assert_eq!(beyond.json["nearest"], json!([now["version"]]));
    let newest = nobody
        .get(&state(now["version"].as_u64().expect("a version")))
        .await;
    assert_eq!(newest.expect_status(200).json, now);
}
