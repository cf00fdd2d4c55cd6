//! The inbox of a player: what is asked, what has changed, and what costs nothing.

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::server::Server;
use crate::table::{Table, chair};
use crate::trials;

trials![
    what_asks_comes_first_by_deadline_and_patience,
    an_inbox_that_has_not_changed_is_known,
    what_has_changed_is_shown_once_in_every_process,
    an_inbox_goes_on_as_a_feed,
    forks_ask_their_owner_for_every_seat,
    an_inbox_is_told_in_both_languages,
    what_is_no_inbox_is_refused,
];

const INBOX: &str = "/v1/players/me/inbox";

fn games(page: &Answer) -> &Vec<Value> {
    page.json["games"].as_array().expect("games")
}

fn ids(page: &Answer) -> Vec<&Value> {
    games(page).iter().map(|game| &game["game"]).collect()
}

async fn read(client: &Client, query: &str) -> Answer {
    let page = client.get(&format!("{INBOX}{query}")).await;
    page.expect_status(200)
}

async fn changed(client: &Client, seen: &Value) -> Answer {
    let seen = seen.as_str().expect("what was seen");
    read(client, &format!("?changed_since={seen}")).await
}

/// A game of two that Ana owns and sits in first, and begins; with other settings, too.
async fn duel(ana: &Client, other: &Client, settings: Value) -> Table {
    let mut new =
        json!({ "preset": "league", "seats": 2, "overrides": { "opening": "first_seat" } });
    for (name, value) in settings.as_object().into_iter().flatten() {
        new[name] = value.clone();
    }
    let created = ana.post("/v1/games", new).await.expect_status(201);
    let path = created.header("location").expect("a location").to_owned();
    let table = Table {
        path,
        players: vec![ana.clone(), other.clone()],
    };
    for (number, player) in table.players.iter().enumerate() {
        let sat = player.put(&table.seat(number), json!({})).await;
        sat.expect_status(200);
    }
    table
}

async fn what_asks_comes_first_by_deadline_and_patience() {
    let server = Server::start().await;
    let (ana, bea) = (server.player("Ana").await, server.player("Bea").await);
    let clock = |seconds: u32| json!({ "clock": { "kind": "turn", "seconds": seconds, "on_lapse": "forfeit" } });
    let open = ana.post("/v1/games", json!({ "preset": "classic" })).await;
    let open = open.expect_status(201).json["game"]["state"]["game"].clone();
    let mut tables = Vec::new();
    for settings in [
        json!({}),
        clock(7200),
        json!({ "start_when": "owner" }),
        clock(3600),
    ] {
        tables.push(duel(&ana, &bea, settings).await.state().await);
    }
    let [patient, later, start, soon] = [0, 1, 2, 3].map(|place: usize| &tables[place]["game"]);

    let page = read(&ana, "").await;

    assert_eq!(ids(&page), [soon, later, patient, start, &open]);
    let first = &games(&page)[0];
    assert_eq!(first["asks"]["kind"], "roll");
    assert_eq!(first["asks"]["chairs"], json!([0]));
    assert!(first["asks"]["since"].is_string() && first["asks"]["until"].is_string());
    let path = format!("/v1/games/{}", soon.as_str().expect("an id"));
    let state_tag = ana.get(&path).await.expect_status(200);
    assert_eq!(first["state_tag"].as_str(), state_tag.header("etag"));
    assert_eq!(first["version"], state_tag.json["state"]["version"]);
    assert_eq!(
        first["seated"],
        json!([{ "chair": 0, "player": ana.id }, { "chair": 1, "player": bea.id }])
    );
    let started = &games(&page)[3]["asks"];
    assert_eq!(
        (&started["kind"], &started["chairs"], &started["until"]),
        (&json!("start"), &json!([]), &Value::Null)
    );
    assert_eq!(games(&page)[4]["asks"], Value::Null);
    // Bea waits in all of them.
    let waiting = read(&bea, "").await;
    assert_eq!(ids(&waiting), [soon, later, patient, start]);
    assert!(games(&waiting).iter().all(|game| game["asks"].is_null()));
    assert_eq!(games(&read(&bea, "?my_turn=true").await).len(), 0);
    assert_eq!(ids(&read(&ana, "?my_turn=true").await), ids(&page)[..4]);

    for limit in [1, 2, 4, 5, 6] {
        let (mut all, mut query) = (Vec::new(), format!("?limit={limit}"));
        loop {
            let part = read(&ana, &query).await;
            assert_eq!(part.json["seen"].is_null(), query.contains("cursor"));
            all.extend(games(&part).clone());
            let Some(cursor) = part.json["next_cursor"].as_str() else {
                break;
            };
            assert_eq!(part.json["more"], true);
            query = format!("?limit={limit}&cursor={cursor}");
        }
        assert_eq!(all, *games(&page), "{limit} a page");
    }
}

async fn an_inbox_that_has_not_changed_is_known() {
    let server = Server::start().await;
    let (ana, bea) = (server.player("Ana").await, server.player("Bea").await);
    let table = duel(&ana, &bea, json!({})).await;
    let page = read(&ana, "").await;
    let tag = page.header("etag").expect("a tag");
    assert_eq!(page.header("cache-control"), Some("private, no-cache"));
    let knowing = |client: &Client, tag: &str| client.clone().with("if-none-match", tag);
    // Every process says so.
    for server in [&server, &server.another()] {
        let same = knowing(&server.same(&ana), tag).get(INBOX).await;
        let same = same.expect_status(304);
        assert_eq!(
            (same.header("etag"), same.header("vary"), same.text.as_str()),
            (Some(tag), page.header("vary"), "")
        );
    }
    let text = knowing(&ana, tag).with("accept", "text/plain");
    let text = text.get(INBOX).await.expect_status(200);
    let told = knowing(&ana, text.header("etag").expect("a tag"));
    told.with("accept", "text/plain")
        .get(INBOX)
        .await
        .expect_status(304);

    table.step(&table.state().await, |_| 0).await;

    let other = knowing(&ana, tag).get(INBOX).await.expect_status(200);
    assert_ne!(other.header("etag"), Some(tag));
    // Nothing at all is known, too.
    let nobody = server.player("Otto").await;
    let empty = read(&nobody, "").await;
    let same = knowing(&nobody, empty.header("etag").expect("a tag"));
    same.get(INBOX).await.expect_status(304);
}

async fn what_has_changed_is_shown_once_in_every_process() {
    let server = Server::start().await;
    let there = server.another();
    let (ana, bea) = (server.player("Ana").await, server.player("Bea").await);
    let first = duel(&ana, &bea, json!({})).await;
    let second = duel(&ana, &bea, json!({})).await;
    let (one, two) = (first.state().await, second.state().await);
    let seen = read(&ana, "").await.json["seen"].clone();
    let ana_there = there.same(&ana);
    assert_eq!(games(&changed(&ana_there, &seen).await).len(), 0);

    let one = first.step(&one, |_| 0).await;

    let page = changed(&ana_there, &seen).await;
    assert_eq!(ids(&page), [&one["game"]]);
    assert_eq!(games(&page)[0]["version"], one["version"]);
    assert_eq!(games(&page)[0]["gone"], false);
    let seen = page.json["seen"].clone();
    let none = changed(&ana, &seen).await;
    assert_eq!((games(&none).len(), &none.json["more"]), (0, &json!(false)));
    let known = ana
        .clone()
        .with("if-none-match", none.header("etag").expect("a tag"));
    let path = format!("{INBOX}?changed_since={}", seen.as_str().expect("it"));
    known.get(&path).await.expect_status(304);

    // What is over, what was left and what is new comes too, page by page.
    let resign = format!("{}/resignation", second.seat(1));
    bea.put(&resign, json!({})).await.expect_status(200);
    let third = bea.post("/v1/games", json!({ "preset": "league" })).await;
    let third = third.expect_status(201);
    let seat = format!("{}/seats/2", third.header("location").expect("a location"));
    ana.put(&seat, json!({})).await.expect_status(200);
    ana.delete(&seat).await.expect_status(200);
    known.get(&path).await.expect_status(200);
    let (mut came, mut seen) = (Vec::new(), seen.as_str().expect("it").to_owned());
    loop {
        let page = read(&ana, &format!("?limit=1&changed_since={seen}")).await;
        came.extend(games(&page).clone());
        page.json["seen"]
            .as_str()
            .expect("it")
            .clone_into(&mut seen);
        if page.json["more"] == false {
            break;
        }
    }
    let mut came: Vec<_> = came
        .iter()
        .map(|game| (game["game"].as_str(), &game["gone"], &game["status"]))
        .collect();
    came.sort_by_key(|(game, ..)| *game);
    let third = third.json["game"]["state"]["game"].as_str();
    let mut expected = [
        (two["game"].as_str(), &json!(true), &json!("ended")),
        (third, &json!(true), &json!("open")),
    ];
    expected.sort_by_key(|(game, ..)| *game);
    assert_eq!(came, expected);
    // The inbox itself holds none of them.
    assert_eq!(ids(&read(&ana, "").await), [&one["game"]]);
}

async fn an_inbox_goes_on_as_a_feed() {
    let server = Server::start().await;
    let (ana, bea) = (server.player("Ana").await, server.player("Bea").await);
    let table = duel(&ana, &bea, json!({})).await;
    let before = table.state().await;
    let seen = read(&ana, "").await.json["seen"].clone();

    table.step(&before, |_| 0).await;

    let feed = format!(
        "/v1/players/me/events?cursor={}",
        seen.as_str().expect("it")
    );
    let feed = ana.get(&feed).await.expect_status(200).json;
    let first = feed["events"][0]["version"].as_u64();
    assert_eq!(first, before["version"].as_u64().map(|version| version + 1));
    let after = changed(&ana, &feed["cursor"]).await;
    assert_eq!(games(&after).len(), 0);
}

async fn forks_ask_their_owner_for_every_seat() {
    let server = Server::start().await;
    let (ana, bea) = (server.player("Ana").await, server.player("Bea").await);
    let table = duel(&ana, &bea, json!({})).await;
    let mut state = table.state().await;
    while chair(&state) != 1 {
        state = table.step(&state, |_| 0).await;
    }
    let eva = server.player("Eva").await;
    let fork = json!({ "version": state["version"] });
    let forked = eva.post(&format!("{}/forks", table.path), fork).await;
    let forked = forked.expect_status(201);
    let fork = &forked.json["game"]["state"]["game"];
    let imported = json!({ "notation": "[Preset \"league\"] [Yellow \"?\"] [Red \"?\"]" });
    let imported = eva.post("/v1/imports", imported).await.expect_status(201);
    let imported = &imported.json["game"]["state"]["game"];

    let page = read(&eva, "?my_turn=true").await;

    let mut found = ids(&page);
    found.sort_by_key(|game| game.as_str());
    let mut expected = [fork, imported];
    expected.sort_by_key(|game| game.as_str());
    assert_eq!(found, expected);
    let asks = |game: &Value| {
        games(&page)
            .iter()
            .find(|entry| entry["game"] == *game)
            .map(|entry| entry["asks"].clone())
    };
    let asked = asks(fork).expect("the fork");
    assert_eq!(
        (&asked["kind"], &asked["chairs"]),
        (&state["asked"]["kind"], &json!([1]))
    );
    // Those who played find their own game alone.
    for player in [&ana, &bea] {
        assert_eq!(ids(&read(player, "").await), [&state["game"]]);
    }
}

async fn an_inbox_is_told_in_both_languages() {
    let server = Server::start().await;
    let (ana, bea) = (server.player("Ana").await, server.player("Bea").await);
    let clock = json!({ "clock": { "kind": "turn", "seconds": 3600, "on_lapse": "forfeit" } });
    duel(&ana, &bea, clock).await;
    let left = duel(&bea, &ana, json!({})).await;
    let text = |client: &Client| client.clone().with("accept", "text/plain");
    let told = text(&ana).get(INBOX).await.expect_status(200);
    assert_eq!(told.header("content-language"), Some("es"));
    let lines: Vec<_> = told.text.lines().collect();
    assert_eq!(
        (lines[0], lines[2], lines[5]),
        ("Tus partidas", "Te toca:", "Se espera a otros:")
    );
    assert!(
        lines[3].starts_with("  tirar, puesto 0, desde 20"),
        "{}",
        told.text
    );
    assert!(lines[3].contains(", plazo 20"), "{}", told.text);
    assert!(
        lines[3].contains(" — reglas de liga, versión "),
        "{}",
        told.text
    );
    assert!(lines[6].ends_with(&left.path), "{}", told.text);
    let first = text(&ana).get(&format!("{INBOX}?lang=en&limit=1")).await;
    let first = first.expect_status(200);
    assert!(
        first
            .text
            .starts_with("Your games\n\nIt is up to you:\n  roll, seat 0, since "),
        "{}",
        first.text
    );
    let next = first
        .text
        .lines()
        .last()
        .and_then(|line| line.strip_prefix("Goes on at: "));
    let rest = text(&ana)
        .get(&format!("{}&lang=en", next.expect("a page")))
        .await;
    let rest = rest.expect_status(200);
    assert!(
        rest.text.contains("Others are awaited:\n  league rules"),
        "{}",
        rest.text
    );
    is_told_what_is_gone(&ana, &left).await;
    let nothing = text(&server.player("Otto").await).get(INBOX).await;
    assert_eq!(nothing.text, "Tus partidas\nNada.\n");
}

async fn is_told_what_is_gone(ana: &Client, left: &Table) {
    let seen = read(ana, "").await.json["seen"].clone();
    let resign = format!("{}/resignation", left.seat(1));
    ana.put(&resign, json!({})).await.expect_status(200);
    let path = format!(
        "{INBOX}?lang=en&changed_since={}",
        seen.as_str().expect("it")
    );
    let reader = ana.clone().with("accept", "text/plain");
    let told = reader.get(&path).await.expect_status(200);
    assert!(
        told.text.contains("No longer there:\n  league rules"),
        "{}",
        told.text
    );
}

async fn what_is_no_inbox_is_refused() {
    let server = Server::start().await;
    let (ana, bea) = (server.player("Ana").await, server.player("Bea").await);
    duel(&ana, &bea, json!({})).await;
    let page = read(&ana, "?limit=1").await;
    let seen = page.json["seen"].as_str().expect("it");
    let nobody = server.nobody().get(INBOX).await;
    nobody.expect_problem(401, "unauthorized");
    let place = format!("0{}", "0".repeat(64));
    for (client, query, pointer) in [
        (&ana, "changed_since=x".to_owned(), "changed_since"),
        (&ana, "changed_since=".to_owned(), "changed_since"),
        (&bea, format!("changed_since={seen}"), "changed_since"),
        (
            &ana,
            format!("changed_since={seen}&my_turn=true"),
            "my_turn",
        ),
        (
            &ana,
            format!("changed_since={seen}&cursor={place}"),
            "cursor",
        ),
        (&ana, format!("cursor={seen}"), "cursor"),
        (&ana, format!("cursor=2{}", "0".repeat(64)), "cursor"),
        (&ana, format!("cursor=0{}", "f".repeat(64)), "cursor"),
        (&ana, "cursor=é".to_owned(), "cursor"),
        (&ana, "limit=0".to_owned(), "limit"),
        (&ana, "limit=201".to_owned(), "limit"),
        (&ana, "my_turn=perhaps".to_owned(), "my_turn"),
        (&ana, "lang=fr".to_owned(), "lang"),
        (&ana, "status=open".to_owned(), "status"),
    ] {
        let refused = client.get(&format!("{INBOX}?{query}")).await;
        let refused = refused.expect_problem(422, "invalid_request");
        assert_eq!(refused.pointers(), [pointer], "{query}");
    }
}
