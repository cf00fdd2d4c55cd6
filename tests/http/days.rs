//! The games of a day: the index of all of them, and the proofs of those that are over.

use parchis::proof::{Finding, Head, Trust, verify_file};
use parchis::rules::ids::GameId;
use serde_json::{Value, json};
use sqlx::Executor as _;

use crate::client::{Answer, Client};
use crate::server::{Server, keys};
use crate::table::Table;
use crate::trials;

trials![
    a_day_holds_every_game_in_order,
    a_page_stays_while_games_are_added,
    a_day_that_is_none_is_refused,
    the_proofs_of_a_day_verify_as_they_come,
    proofs_that_are_broken_off_never_look_complete,
    a_page_changes_with_whatever_it_shows,
    a_row_that_cannot_be_read_keeps_no_other_game_from_anybody,
    without_a_database_there_is_no_day,
];

fn today() -> String {
    let created = uuid::Uuid::now_v7().get_timestamp().expect("a time");
    let (seconds, _) = created.to_unix();
    let seconds = i64::try_from(seconds).expect("a time");
    let now = chrono::DateTime::from_timestamp(seconds, 0).expect("a time");
    now.date_naive().to_string()
}

fn games_path() -> String {
    format!("/v1/days/{}/games", today())
}

fn proofs_path() -> String {
    format!("/v1/days/{}/proofs", today())
}

async fn cancelled(player: &Client, listed: bool) -> String {
    let new = json!({ "preset": "league", "seats": 2, "listed": listed });
    let created = player.post("/v1/games", new).await.expect_status(201);
    let path = created.header("location").expect("a location").to_owned();
    let cancel = format!("{path}/cancellation");
    player.put(&cancel, json!({})).await.expect_status(200);
    path.rsplit('/').next().expect("an id").to_owned()
}

fn entries(answer: &Answer) -> Vec<Value> {
    answer.json["games"].as_array().expect("games").clone()
}

fn found(file: &[u8]) -> Vec<Finding> {
    let mut trust = Trust::default();
    trust.believe(keys().published().keys[0].fingerprint);
    let mut found = Vec::new();
    verify_file(file, &mut trust, |finding| found.push(finding)).expect("it can be read");
    found
}

fn names(found: &[Finding]) -> Vec<String> {
    let named = found.iter().filter_map(|finding| finding.game);
    named.map(|game| game.to_string()).collect()
}

async fn a_day_holds_every_game_in_order() {
    let server = Server::start().await;
    let ana = server.player("Ana").await;
    let closed = cancelled(&ana, true).await;
    let hidden: GameId = serde_json::from_value(json!(cancelled(&ana, false).await)).expect("id");
    let manual = json!({ "preset": "league", "seats": 2, "dice": "manual" });
    let manual = Table::seated(&server, 2, manual).await;

    let day = server.nobody().get(&games_path()).await.expect_status(200);

    let games = entries(&day);
    assert_eq!((games.len(), &day.json["next_cursor"]), (3, &Value::Null));
    assert_eq!(games[0]["game"], closed);
    assert_eq!(games[0]["status"], "ended");
    assert_eq!(games[0]["end_reason"], "cancelled");
    assert_eq!(
        (&games[0]["sealed"], &games[0]["started_at"]),
        (&json!(true), &Value::Null)
    );
    assert!(games[0]["ended_at"].is_string() && games[0]["commit"].is_string());
    assert_eq!(games[1]["game"], Value::Null);
    assert_eq!(games[1]["genesis"], json!(Head::genesis(hidden)));
    assert!(!day.text.contains(&hidden.to_string()));
    assert_eq!(
        manual.path,
        format!("/v1/games/{}", games[2]["game"].as_str().expect("an id"))
    );
    assert_eq!(
        (&games[2]["commit"], &games[2]["ended_at"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(
        (&games[2]["status"], &games[2]["imported"]),
        (&json!("playing"), &json!(false))
    );
    assert!(games[2]["started_at"].is_string());
    let (state, last) = (manual.state().await, games[2].clone());
    assert_eq!(
        (&state["version"], &state["head"]),
        (&last["version"], &last["head"])
    );
}

async fn a_page_stays_while_games_are_added() {
    let server = Server::start().await;
    let (ana, nobody) = (server.player("Ana").await, server.nobody());
    let mut ids = Vec::new();
    for listed in [true, false, true] {
        ids.push(cancelled(&ana, listed).await);
    }
    let path = format!("{}?limit=2", games_path());
    let first = nobody.get(&path).await.expect_status(200);
    let tag = first.header("etag").expect("a tag").to_owned();
    let cursor = first.json["next_cursor"]
        .as_str()
        .expect("a cursor")
        .to_owned();
    assert!(!first.text.contains(&ids[1]), "nothing gives an id away");
    assert!(!cursor.contains(&ids[1].replace('-', "")));
    ids.push(cancelled(&ana, true).await);

    let again = nobody.clone().with("if-none-match", &tag);
    again.get(&path).await.expect_status(304);
    let second = nobody.get(&format!("{path}&cursor={cursor}")).await;
    let second = entries(&second.expect_status(200));

    assert_eq!(second.len(), 2);
    assert_eq!(
        (&second[0]["game"], &second[1]["game"]),
        (&json!(ids[2]), &json!(ids[3]))
    );
    for (query, name) in [
        ("cursor=nowhere", "cursor"),
        ("limit=0", "limit"),
        ("day=1", "day"),
    ] {
        let refused = nobody.get(&format!("{}?{query}", games_path())).await;
        let refused = refused.expect_problem(422, "invalid_request");
        assert_eq!(refused.pointers(), [name]);
    }
}

async fn a_day_that_is_none_is_refused() {
    let server = Server::start().await;
    let nobody = server.nobody();
    for what in ["games", "proofs"] {
        for date in [
            "2026-02-30",
            "2026-2-3",
            "today",
            "20260203",
            "+2026-02-03",
            "2026-02-03T00:00:00Z",
            "0000-00-00",
            "1969-12-31",
            "9999-12-31",
            "99999999-01-01",
        ] {
            let refused = nobody.get(&format!("/v1/days/{date}/{what}")).await;
            let refused = refused.expect_problem(422, "invalid_date");
            assert_eq!(refused.pointers(), ["date"], "{date}");
        }
        for date in ["1970-01-01", "9998-12-31"] {
            let none = nobody.get(&format!("/v1/days/{date}/{what}")).await;
            none.expect_status(200);
        }
    }
}

async fn the_proofs_of_a_day_verify_as_they_come() {
    let server = Server::start().await;
    let (ana, nobody) = (server.player("Ana").await, server.nobody());
    let mut ids = Vec::new();
    for listed in [true, false, true, true] {
        ids.push(cancelled(&ana, listed).await);
    }
    ids.remove(1);
    Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;

    let all = nobody.get(&proofs_path()).await.expect_status(200);

    assert_eq!(all.header("content-type"), Some("application/x-ndjson"));
    let games = found(all.text.as_bytes());
    assert!(games.iter().all(Finding::is_valid), "{games:?}");
    assert_eq!(
        names(&games),
        ids,
        "neither hidden games nor those that go on"
    );
    let mut one_by_one = String::new();
    for id in &ids {
        let proof = nobody.get(&format!("/v1/games/{id}/proof")).await;
        one_by_one += &proof.expect_status(200).text;
    }
    assert_eq!(all.text, one_by_one, "the same as each alone");
    for (query, expected) in [
        (format!("after={}", ids[0]), &ids[1..]),
        (format!("after={}&limit=1", ids[0]), &ids[1..2]),
        ("limit=2".to_owned(), &ids[..2]),
        ("limit=4294967295".to_owned(), &ids[..]),
    ] {
        let some = nobody.get(&format!("{}?{query}", proofs_path())).await;
        let some = found(some.expect_status(200).text.as_bytes());
        assert_eq!(names(&some), expected, "{query}");
    }
    let none = nobody
        .get(&format!("{}?after={}", proofs_path(), ids[2]))
        .await;
    assert_eq!(none.expect_status(200).text, "");
    for (query, name) in [
        ("after=01900000-0000-7000-8000-000000000000", "after"),
        ("after=x", "after"),
        ("limit=0", "limit"),
        ("cursor=1", "cursor"),
    ] {
        let refused = nobody.get(&format!("{}?{query}", proofs_path())).await;
        let refused = refused.expect_problem(422, "invalid_request");
        assert_eq!(refused.pointers(), [name]);
    }
    let other = nobody
        .get(&format!("/v1/days/1970-01-01/proofs?after={}", ids[0]))
        .await;
    other.expect_problem(422, "invalid_request");
}

async fn proofs_that_are_broken_off_never_look_complete() {
    let server = Server::start().await;
    let ana = server.player("Ana").await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(cancelled(&ana, true).await);
    }
    let spoil = format!(
        "alter table events disable trigger events_append_only;
        update events set body = replace(body, 'cancelled', 'abandoned') where game_id = '{}'",
        ids[1]
    );
    let mut connection = server.database().connect().await;
    let spoil = sqlx::AssertSqlSafe(spoil);
    connection.execute(spoil).await.expect("a change");

    let (status, arrived, whole) = server.nobody().arriving(&proofs_path()).await;

    assert_eq!((status, whole), (200, false));
    let games = found(&arrived);
    let valid: Vec<bool> = games.iter().map(Finding::is_valid).collect();
    // A connection that breaks may lose what was sent last, but what comes never ends where a game does.
    let come = games.len();
    assert!(come <= 2, "{come} of two games have come");
    assert_eq!(names(&games), ids[..come]);
    let as_if_cut: Vec<bool> = (1..=come).map(|game| game < come).collect();
    assert_eq!(valid, as_if_cut);
    let rest = format!("{}?after={}", proofs_path(), ids[1]);
    let (status, arrived, whole) = server.nobody().arriving(&rest).await;
    assert_eq!((status, whole), (200, true));
    assert_eq!(names(&found(&arrived)), ids[2..]);
}

async fn a_page_changes_with_whatever_it_shows() {
    let server = Server::start().await;
    let (ana, nobody) = (server.player("Ana").await, server.nobody());
    cancelled(&ana, true).await;
    let mut connection = server.database().connect().await;
    let mut tags = Vec::new();
    for change in [
        "",
        "delete from seals",
        "insert into imports select game_id, now() from games",
        "update games set end_reason = 'boredom'",
        "update games set created_at = created_at - interval '1000 days'",
    ] {
        connection.execute(change).await.expect("a change");
        let page = nobody.get(&games_path()).await.expect_status(200);
        let tag = page.header("etag").expect("a tag").to_owned();
        let known = nobody.clone().with("if-none-match", &tag);
        known.get(&games_path()).await.expect_status(304);
        assert!(!tags.contains(&tag), "{change}: {}", page.text);
        tags.push(tag);
    }
}

async fn a_row_that_cannot_be_read_keeps_no_other_game_from_anybody() {
    let server = Server::start().await;
    let (ana, nobody) = (server.player("Ana").await, server.nobody());
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(cancelled(&ana, true).await);
    }
    let mut connection = server.database().connect().await;
    let spoil = |id: &str| {
        let spoil = format!(
            "alter table games drop constraint if exists games_head_is_sha256;
            update games set head = '' where game_id = '{id}'"
        );
        sqlx::AssertSqlSafe(spoil)
    };
    let proofs = async || {
        let proofs = nobody.get(&proofs_path()).await.expect_status(200);
        names(&found(proofs.text.as_bytes()))
    };
    for (spoilt, rest) in [(1, vec![0, 2]), (0, vec![2]), (2, vec![])] {
        let one = spoil(&ids[spoilt]);
        connection.execute(one).await.expect("a change");

        let expected: Vec<String> = rest.iter().map(|at| ids[*at].clone()).collect();
        assert_eq!(proofs().await, expected);
        let day = nobody.get(&games_path()).await.expect_status(200);
        assert_eq!(day.json["unreadable"], 3 - rest.len());
    }
}

async fn without_a_database_there_is_no_day() {
    let away = Server::without_database();
    for path in [games_path(), proofs_path()] {
        let answer = away.nobody().get(&path).await;
        answer.expect_problem(503, "unavailable");
    }
}
