//! Players and their tokens.

use serde_json::json;

use crate::server::Server;
use crate::trials;

trials![
    a_player_is_created_and_known_by_the_token,
    names_are_read_one_by_one_and_together,
    a_name_that_is_none_is_refused,
    no_token_and_a_wrong_token_are_refused,
];

async fn a_player_is_created_and_known_by_the_token() {
    let server = Server::start().await;
    let created = server
        .nobody()
        .post("/v1/players", json!({ "name": "  Marisol " }))
        .await
        .expect_status(201);
    let player = &created.json["player"];
    assert_eq!(player["name"], "Marisol");
    let id = player["id"].as_str().expect("an id");
    assert_eq!(
        created.header("location"),
        Some(format!("/v1/players/{id}").as_str())
    );
    let token = created.json["token"].as_str().expect("a token");
    let marisol = server.nobody().with_token(token, id);
    for _ in 0..2 {
        let me = marisol.get("/v1/players/me").await.expect_status(200);
        assert_eq!(&me.json, player);
        assert!(!me.text.contains(token), "a token is shown once");
    }
}

async fn names_are_read_one_by_one_and_together() {
    let server = Server::start().await;
    let (ana, luis) = (server.player("Ana").await, server.player("Luis").await);
    let read = server
        .nobody()
        .get(&format!("/v1/players/{}", ana.id))
        .await
        .expect_status(200);
    assert_eq!(read.json["name"], "Ana");
    let path = format!("/v1/players?ids={},{}", ana.id, luis.id);
    let both = server.nobody().get(&path).await.expect_status(200);
    assert_eq!(both.json["players"].as_array().map(Vec::len), Some(2));
    let missing = "/v1/players/01900000-0000-7000-8000-000000000000";
    server
        .nobody()
        .get(missing)
        .await
        .expect_problem(404, "unknown_player");
    server
        .nobody()
        .get("/v1/players/nobody")
        .await
        .expect_problem(404, "unknown_player");
    let bad = server
        .nobody()
        .get("/v1/players?ids=x")
        .await
        .expect_problem(422, "invalid_request");
    assert_eq!(bad.pointers(), ["ids"]);
    server
        .nobody()
        .get("/v1/players")
        .await
        .expect_problem(422, "invalid_request");
    let path = format!("/v1/players/{}?lang=es", ana.id);
    server
        .nobody()
        .get(&path)
        .await
        .expect_problem(422, "invalid_request");
}

async fn a_name_that_is_none_is_refused() {
    let server = Server::start().await;
    for name in ["", "   ", "a\nb", &"x".repeat(41)] {
        let refused = server
            .nobody()
            .post("/v1/players", json!({ "name": name }))
            .await;
        let refused = refused.expect_problem(422, "invalid_request");
        assert_eq!(refused.pointers(), ["/name"]);
    }
}

async fn no_token_and_a_wrong_token_are_refused() {
    let server = Server::start().await;
    let wrong = format!("parchis_{}", "0".repeat(64));
    for headers in [
        None,
        Some("Bearer x"),
        Some("Basic eDp5"),
        Some(&*format!("Bearer {wrong}")),
    ] {
        let mut client = server.nobody();
        if let Some(value) = headers {
            client = client.with("authorization", value);
        }
        let refused = client
            .get("/v1/players/me")
            .await
            .expect_problem(401, "unauthorized");
        assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
        assert!(!refused.text.contains(&wrong));
    }
    let ana = server.player("Ana").await;
    ana.get("/v1/players/me?x=1")
        .await
        .expect_problem(422, "invalid_request");
}
