//! Pictures of games and of empty boards.

use parchis::http::Studio;
use resvg::usvg::roxmltree::Document;
use serde_json::json;

use crate::client::{Answer, Client};
use crate::server::Server;
use crate::table::Table;
use crate::trials;

trials![
    a_state_is_drawn_as_svg,
    a_picture_is_told_in_both_languages,
    an_empty_board_is_drawn,
    a_picture_of_nothing_is_refused,
    a_state_is_painted_as_png,
    an_empty_board_is_painted,
    a_replay_is_filmed,
    a_replay_out_of_bounds_is_refused,
    pictures_never_starve_play,
];

/// The text of an element of a well-formed picture.
fn told(answer: &Answer, element: &str) -> String {
    let document = Document::parse(&answer.text).expect("XML");
    let found = document
        .descendants()
        .find(|node| node.has_tag_name(element));
    found
        .and_then(|node| node.text())
        .expect("a text")
        .to_owned()
}

/// A game in which a piece has just come out, and its newest version.
async fn begun(server: &Server) -> (Table, u64) {
    let table = Table::seated(server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let state = table.until("choice").await;
    let state = table.step(&state, |_| 0).await;
    let version = state["version"].as_u64().expect("a version");
    (table, version)
}

async fn draw(client: &Client, table: &Table, version: u64, query: &str) -> Answer {
    let path = format!("{}/states/{version}/picture.svg{query}", table.path);
    client.get(&path).await
}

async fn a_state_is_drawn_as_svg() {
    let server = Server::start().await;
    let (table, version) = begun(&server).await;
    let nobody = server.nobody();
    let picture = draw(&nobody, &table, version, "").await.expect_status(200);
    assert_eq!(picture.header("content-type"), Some("image/svg+xml"));
    let confined = "default-src 'none'; style-src 'unsafe-inline'";
    assert_eq!(picture.header("content-security-policy"), Some(confined));
    let kept = picture
        .header("cache-control")
        .expect("how long it is kept");
    assert!(kept.contains("immutable"), "{kept}");
    assert!(picture.text.contains("prefers-color-scheme"));
    let tag = picture.header("etag").expect("a tag");
    let again = nobody.clone().with("if-none-match", tag);
    let again = draw(&again, &table, version, "").await.expect_status(304);
    assert_eq!(again.header("etag"), Some(tag));
    let dark = draw(&nobody, &table, version, "?theme=dark").await;
    assert!(!dark.text.contains("prefers-color-scheme"));
    assert_ne!(dark.header("etag"), Some(tag));
}

async fn a_picture_is_told_in_both_languages() {
    let server = Server::start().await;
    let (table, version) = begun(&server).await;
    let nobody = server.nobody();
    let spanish = draw(&nobody, &table, version, "").await.expect_status(200);
    assert_eq!(spanish.header("content-language"), Some("es"));
    assert!(told(&spanish, "title").starts_with("Tablero de parchís de 4 brazos"));
    assert!(told(&spanish, "desc").contains("Fichas:"));
    let english = nobody.clone().with("accept-language", "en");
    let english = draw(&english, &table, version, "").await;
    assert_eq!(english.header("content-language"), Some("en"));
    assert!(told(&english, "desc").contains("Pieces:"));
    let named = draw(&nobody, &table, version, "?lang=en").await;
    assert_eq!(named.text, english.text);
}

async fn an_empty_board_is_drawn() {
    let server = Server::start().await;
    let nobody = server.nobody();
    for arms in [4, 6, 8] {
        let path = format!("/v1/boards/{arms}/picture.svg");
        let board = nobody.get(&path).await.expect_status(200);
        assert_eq!(board.header("content-type"), Some("image/svg+xml"));
        let title = told(&board, "title");
        assert_eq!(title, format!("Tablero de parchís de {arms} brazos"));
        let page = nobody.get(&format!("{path}?paper=a4")).await;
        assert!(page.expect_status(200).text.contains("width=\"210mm\""));
        let tag = board.header("etag").expect("a tag");
        let again = nobody.clone().with("if-none-match", tag).get(&path).await;
        again.expect_status(304);
    }
    for path in [
        "/v1/boards/5/picture.svg",
        "/v1/boards/four/picture.svg",
        "/v1/boards/4/picture.svg?theme=pink",
        "/v1/boards/4/picture.svg?width=9",
    ] {
        let refused = nobody.get(path).await;
        refused.expect_problem(422, "invalid_request");
    }
}

async fn a_picture_of_nothing_is_refused() {
    let server = Server::start().await;
    let (table, version) = begun(&server).await;
    let nobody = server.nobody();
    let beyond = draw(&nobody, &table, version + 1, "").await;
    let beyond = beyond.expect_problem(404, "beyond_end");
    assert_eq!(beyond.json["nearest"], json!([version]));
    for inside in [0, version - 1] {
        let path = format!("{}/states/{inside}", table.path);
        let state = nobody.get(&path).await;
        let picture = draw(&nobody, &table, inside, "").await;
        assert_eq!(picture.status, state.status, "{inside}");
        assert_eq!(picture.json["code"], state.json["code"]);
    }
    let stranger = draw(&nobody, &table, version, "?colour=red").await;
    stranger.expect_problem(422, "invalid_request");
    let nowhere = "/v1/games/01900000-0000-7000-8000-000000000000/states/1/picture.svg";
    let unknown = nobody.get(nowhere).await;
    unknown.expect_problem(404, "unknown_game");
    let away = Server::without_database();
    let away = away.nobody().get(nowhere).await;
    away.expect_problem(503, "unavailable");
}

/// The width and height that the header of a PNG says.
fn size(png: &Answer) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png.bytes[at..at + 4].try_into().expect("four"));
    assert!(png.bytes.starts_with(b"\x89PNG"));
    (number(16), number(20))
}

async fn a_state_is_painted_as_png() {
    let server = Server::start().await;
    let (table, version) = begun(&server).await;
    let nobody = server.nobody();
    let path = format!("{}/states/{version}/picture.png", table.path);
    let small = nobody.get(&format!("{path}?width=64&theme=dark")).await;
    let small = small.expect_status(200);
    assert_eq!(small.header("content-type"), Some("image/png"));
    assert_eq!(size(&small), (64, 64));
    let tag = small.header("etag").expect("a tag");
    let again = nobody.clone().with("if-none-match", tag);
    let again = again.get(&format!("{path}?width=64&theme=dark")).await;
    again.expect_status(304);
    for query in [
        "width=63",
        "width=2481",
        "width=99999",
        "theme=auto",
        "lang=es",
    ] {
        let refused = nobody.get(&format!("{path}?{query}")).await;
        refused.expect_problem(422, "invalid_request");
    }
    let beyond = format!("{}/states/{}/picture.png", table.path, version + 1);
    let beyond = nobody.get(&beyond).await;
    beyond.expect_problem(404, "beyond_end");
}

async fn an_empty_board_is_painted() {
    let server = Server::start().await;
    let nobody = server.nobody();
    let board = nobody.get("/v1/boards/6/picture.png?width=96").await;
    let board = board.expect_status(200);
    assert_eq!(size(&board), (96, 96));
    let page = nobody
        .get("/v1/boards/6/picture.png?width=210&paper=a4")
        .await;
    let (width, height) = size(&page.expect_status(200));
    assert!(width == 210 && height.abs_diff(297) <= 1, "{height}");
    let tag = board.header("etag").expect("a tag");
    let again = nobody.clone().with("if-none-match", tag);
    let again = again.get("/v1/boards/6/picture.png?width=96").await;
    again.expect_status(304);
    let wide = nobody.get("/v1/boards/6/picture.png?width=5000").await;
    let wide = wide.expect_problem(422, "invalid_request");
    assert!(wide.text.contains("64 to 2480"), "{}", wide.text);
}

async fn a_replay_is_filmed() {
    let server = Server::start().await;
    let (table, version) = begun(&server).await;
    let nobody = server.nobody();
    let path = format!("{}/replay.gif", table.path);
    let film = nobody.get(&format!("{path}?width=64")).await;
    let film = film.expect_status(200);
    assert_eq!(film.header("content-type"), Some("image/gif"));
    assert!(film.bytes.starts_with(b"GIF89a"));
    assert_eq!(film.header("cache-control"), Some("no-cache"));
    let last = format!("{path}?width=64&first={version}&last={version}&delay=100&theme=dark");
    let last = nobody.get(&last).await.expect_status(200);
    let kept = last.header("cache-control").expect("how long it is kept");
    assert!(kept.contains("immutable"), "{kept}");
    let tag = film.header("etag").expect("a tag");
    let again = nobody.clone().with("if-none-match", tag);
    let again = again.get(&format!("{path}?width=64")).await;
    again.expect_status(304);
}

async fn a_replay_out_of_bounds_is_refused() {
    let server = Server::start().await;
    let (table, version) = begun(&server).await;
    let nobody = server.nobody();
    let path = format!("{}/replay.gif", table.path);
    for query in [
        "width=481",
        "width=0",
        "delay=10",
        "delay=60000",
        "first=0x1",
        "theme=auto",
        &format!("first={version}&last=1"),
    ] {
        let refused = nobody.get(&format!("{path}?{query}")).await;
        refused.expect_problem(422, "invalid_request");
    }
    for member in ["first", "last"] {
        let beyond = format!("{path}?{member}={}", version + 1);
        let beyond = nobody.get(&beyond).await;
        beyond.expect_problem(404, "beyond_end");
        let inside = nobody.get(&format!("{path}?{member}=3")).await;
        let inside = inside.expect_problem(422, "inside_command");
        assert!(inside.json["nearest"].is_array());
    }
    let nowhere = "/v1/games/01900000-0000-7000-8000-000000000000";
    let away = Server::without_database();
    for what in ["replay.gif", "states/1/picture.png"] {
        let path = format!("{nowhere}/{what}");
        let unknown = nobody.get(&path).await;
        unknown.expect_problem(404, "unknown_game");
        let away = away.nobody().get(&path).await;
        away.expect_problem(503, "unavailable");
    }
}

/// Every place to draw is taken, and nobody may wait.
async fn pictures_never_starve_play() {
    let server = Server::start_with(|service| service.with_studio(Studio::new(0, 0))).await;
    let (table, version) = begun(&server).await;
    let nobody = server.nobody();
    // No game is looked for before there is room.
    let nowhere = "/v1/games/01900000-0000-7000-8000-000000000000";
    for path in [
        format!("{}/states/{version}/picture.png", table.path),
        format!("{}/replay.gif", table.path),
        format!("{nowhere}/states/1/picture.png"),
        format!("{nowhere}/replay.gif"),
        "/v1/boards/4/picture.png".to_owned(),
    ] {
        let full = nobody.get(&path).await;
        let full = full.expect_problem(503, "studio_full");
        assert!(full.header("retry-after").is_some());
    }
    let drawn = draw(&nobody, &table, version, "").await;
    drawn.expect_status(200);
    // Neither does who waits for ever to be drawn.
    let server = Server::start_with(|service| service.with_studio(Studio::new(0, 1))).await;
    let (table, version) = begun(&server).await;
    let path = format!("{}/states/{version}/picture.png", table.path);
    let waiting = server.nobody();
    let play = async {
        let mut state = table.state().await;
        for _ in 0..10 {
            state = table.step(&state, |_| 0).await;
        }
    };
    tokio::select! {
        biased;
        answer = waiting.get(&path) => panic!("drawn without a place: {answer:?}"),
        () = play => {}
    }
}
