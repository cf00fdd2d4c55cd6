//! Games in text: a whole one played by it, its language, its tags, and pages that are told the same for ever.

use reqwest::Method;
use serde_json::json;

use crate::client::{Answer, Client};
use crate::server::Server;
use crate::table::Table;
use crate::trials;

trials![
    a_whole_game_is_played_by_its_text,
    the_language_is_asked_for,
    text_has_a_tag_of_its_own,
    a_page_is_told_the_same_for_ever,
    an_invite_is_told_once,
];

fn reading(client: &Client, languages: &str) -> Client {
    client
        .clone()
        .with("accept", "text/plain")
        .with("accept-language", languages)
}

/// The path of the request that a text names after these words.
fn named<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    let line = text.lines().find(|line| line.starts_with(words))?;
    line.strip_prefix(words)?.split(' ').next()
}

async fn a_whole_game_is_played_by_its_text() {
    let server = Server::start().await;
    let mut players = Vec::new();
    for name in ["Ana", "Luis"] {
        players.push(reading(&server.player(name).await, "es"));
    }
    let settings = json!({ "preset": "league", "seats": 2, "take_single": true });
    let created = players[0]
        .post("/v1/games", settings)
        .await
        .expect_status(201);
    let seat = named(&created.text, "Para sentarse: PUT ").expect("where to sit down");
    let mut text = String::new();
    for (chair, player) in players.iter().enumerate() {
        let path = seat.replace("{puesto}", &chair.to_string());
        text = player.put(&path, json!({})).await.expect_status(200).text;
    }
    let asked = |text: &str, what: &str| {
        let of = |colour: &str| text.contains(&format!("\n{colour} tiene que {what}"));
        usize::from(!of("Amarillo") && of("Azul"))
    };
    let mut commands = 0;
    while !text.contains("La partida ha terminado") {
        commands += 1;
        assert!(commands < 3000, "it never ends: {text}");
        text = if let Some(path) = named(&text, "Para tirar: PUT ") {
            let player = &players[asked(&text, "tirar")];
            player.send(Method::PUT, path, None).await
        } else {
            let path = named(&text, "Para elegir: PUT ").expect("something to do");
            let options = text.lines().skip_while(|line| *line != "Opciones:").skip(1);
            let option = options.take_while(|line| line.starts_with("  ")).last();
            let id = option.and_then(|line| line.trim_start().split(' ').next());
            let player = &players[asked(&text, "elegir")];
            player.put(path, json!({ "option": id })).await
        }
        .expect_status(200)
        .text;
    }
    assert!(text.contains("Clasificación: 1 "), "{text}");
}

async fn the_language_is_asked_for() {
    let server = Server::start().await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let spoken = |answer: &Answer| answer.header("content-language").map(str::to_owned);
    let english = reading(&table.players[0], "en-GB, es;q=0.5");
    for (path, language) in [
        (table.path.clone(), "en"),
        (format!("{}?lang=es", table.path), "es"),
        (format!("{}/events", table.path), "en"),
        (format!("{}/events?lang=es&after=1", table.path), "es"),
    ] {
        let told = english.get(&path).await.expect_status(200);
        assert_eq!(spoken(&told).as_deref(), Some(language), "{path}");
    }
    let first = reading(&table.players[0], "fr").get(&table.path).await;
    assert_eq!(spoken(&first).as_deref(), Some("es"));
    let json = table.players[0]
        .get(&format!("{}?lang=en", table.path))
        .await;
    assert_eq!(
        (spoken(&json), json.header("vary")),
        (None, Some("Accept, Accept-Language"))
    );
    assert!(json.json["state"].is_object());
    let refused = english.get(&format!("{}?lang=fr", table.path)).await;
    let refused = refused.expect_problem(422, "invalid_request");
    assert_eq!(refused.pointers(), ["lang"]);
}

async fn text_has_a_tag_of_its_own() {
    let server = Server::start().await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let reader = reading(&table.players[0], "es");
    let tag = |answer: &Answer| answer.header("etag").expect("a tag").to_owned();
    let plain = tag(&table.read().await);
    let told = tag(&reader.get(&table.path).await);
    assert_ne!(plain, told);
    let knows = |tag: &str| reader.clone().with("if-none-match", tag);
    knows(&told).get(&table.path).await.expect_status(304);
    knows(&plain).get(&table.path).await.expect_status(200);
    let english = format!("{}?lang=en", table.path);
    knows(&told).get(&english).await.expect_status(200);
    // Whoever read the text may name it as the state that a command is meant for.
    let state = table.state().await;
    let player = reading(table.asked(&state), "es").with("if-match", &told);
    let path = table.roll(&state, 0);
    player
        .send(Method::PUT, &path, None)
        .await
        .expect_status(200);
    let later = reading(table.asked(&state), "es").with("if-match", &told);
    let decision = json!({ "option": "move:1:Y4" });
    let choice = format!("{}/choices/{}", table.path, state["version"]);
    later
        .put(&choice, decision)
        .await
        .expect_problem(412, "precondition_failed");
}

async fn a_page_is_told_the_same_for_ever() {
    let server = Server::start().await;
    let table = Table::seated(&server, 2, json!({ "preset": "rebound", "seats": 2 })).await;
    let reader = reading(&table.players[0], "en");
    let (early, past) = (
        format!("{}/events?limit=4", table.path),
        format!("{}/states/4", table.path),
    );
    let before = (reader.get(&early).await, reader.get(&past).await);
    let mut state = table.state().await;
    for _ in 0..12 {
        state = table.step(&state, |_| 0).await;
    }
    let after = (reader.get(&early).await, reader.get(&past).await);
    assert_eq!(
        (before.0.text, before.1.text),
        (after.0.text.clone(), after.1.text)
    );
    // Pages from any command on tell what the whole log tells, in the same language wherever that was said.
    let reader = reading(&table.players[0], "es");
    let whole = reader
        .get(&format!("{}/events?limit=200&lang=en", table.path))
        .await
        .text;
    let mut pages = String::new();
    let mut path = Some(format!("{early}&lang=en"));
    while let Some(page) = path {
        let told = reader.get(&page).await.expect_status(200).text;
        let lines = told.lines().filter(|line| line.starts_with('['));
        pages.extend(lines.map(|line| format!("{line}\n")));
        path = named(&told, "Goes on at: ").map(|next| format!("{next}&limit=4"));
    }
    assert_eq!(pages, whole);
}

async fn an_invite_is_told_once() {
    let server = Server::start().await;
    let ana = reading(&server.player("Ana").await, "en").with("idempotency-key", "evening");
    let settings = json!({ "preset": "league", "seats": 2, "by_invite": true });
    let created = ana
        .post("/v1/games", settings.clone())
        .await
        .expect_status(201);
    let invite = named(&created.text, "Invite: ")
        .expect("an invite")
        .to_owned();
    let again = ana.post("/v1/games", settings).await.expect_status(200);
    assert!(!again.text.contains(&invite), "{}", again.text);
    let path = created.header("location").expect("a location");
    let sat = ana
        .put(&format!("{path}/seats/0"), json!({ "invite": invite }))
        .await;
    assert!(
        sat.expect_status(200)
            .text
            .contains("A player takes seat 0 (yellow).")
    );
}
