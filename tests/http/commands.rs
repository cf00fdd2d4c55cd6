//! What every command has in common: who may, what it may hold, and which state it is meant for.

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::Client;
use crate::server::Server;
use crate::table::Table;
use crate::trials;

trials![
    a_command_needs_a_token,
    a_command_takes_no_unknown_parameter_or_member,
    a_body_is_small_and_json,
    a_command_may_be_meant_for_one_state,
    a_tag_that_is_no_version_is_refused_once_the_token_is_good,
    numbers_in_the_path_are_numbers,
];

/// Every command of a game: method, path and a body that it takes.
fn commands(path: &str) -> [(Method, String, Value); 8] {
    [
        (Method::PUT, format!("{path}/seats/0"), json!({})),
        (Method::DELETE, format!("{path}/seats/0"), json!({})),
        (
            Method::PUT,
            format!("{path}/seats/0/entropy"),
            json!({ "entropy": "0".repeat(64) }),
        ),
        (
            Method::PUT,
            format!("{path}/seats/0/resignation"),
            json!({}),
        ),
        (Method::PUT, format!("{path}/start"), json!({})),
        (Method::PUT, format!("{path}/cancellation"), json!({})),
        (Method::PUT, format!("{path}/rolls/1"), json!({})),
        (
            Method::PUT,
            format!("{path}/choices/1"),
            json!({ "option": "move:3:Y2" }),
        ),
    ]
}

async fn table(server: &Server) -> (String, Client) {
    let mut table = Table::open(server, 1, json!({ "preset": "league" })).await;
    (table.path, table.players.remove(0))
}

async fn a_command_needs_a_token() {
    let server = Server::start().await;
    let (path, _) = table(&server).await;
    for (method, path, body) in commands(&path) {
        let refused = server.nobody().send(method, &path, Some(body)).await;
        refused.expect_problem(401, "unauthorized");
    }
}

async fn a_command_takes_no_unknown_parameter_or_member() {
    let server = Server::start().await;
    let (path, ana) = table(&server).await;
    for (method, path, mut body) in commands(&path) {
        let query = format!("{path}?force=true");
        let refused = ana.send(method.clone(), &query, Some(body.clone())).await;
        assert_eq!(
            refused.expect_problem(422, "invalid_request").pointers(),
            ["force"]
        );
        body["force"] = json!(true);
        let refused = ana.send(method, &path, Some(body)).await;
        assert_eq!(
            refused.expect_problem(422, "invalid_request").pointers(),
            ["/force"]
        );
    }
}

async fn a_body_is_small_and_json() {
    let server = Server::start().await;
    let (path, ana) = table(&server).await;
    let creation = (
        Method::POST,
        "/v1/games".to_owned(),
        json!({ "preset": "league" }),
    );
    for (method, path, body) in commands(&path).into_iter().chain([creation]) {
        let text = body.to_string().into_bytes();
        let refused = ana
            .raw(method.clone(), &path, Some(("text/plain", text)))
            .await;
        refused.expect_problem(415, "unsupported_media_type");
        let large = vec![b' '; 65 * 1024];
        let refused = ana
            .raw(method, &path, Some(("application/json", large)))
            .await;
        refused.expect_problem(413, "too_large");
    }
}

async fn a_command_may_be_meant_for_one_state() {
    let server = Server::start().await;
    let (path, ana) = table(&server).await;
    let stale = ana.clone().with("if-match", "W/\"0-0123456789ab\"");
    for (method, path, body) in commands(&path) {
        let refused = stale.send(method, &path, Some(body)).await;
        let refused = refused.expect_problem(412, "precondition_failed");
        assert_eq!(
            (
                &refused.json["version"],
                &refused.json["missed"]["events"][0]["kind"]
            ),
            (&json!(1), &json!("created"))
        );
        assert_eq!(refused.json["possible"]["asked"]["kind"], "players");
    }
    let beyond = "\"x\", W/\"18446744073709551615-0123456789ab\"";
    let stale = ana.clone().with("if-match", beyond);
    let refused = stale.put(&format!("{path}/seats/0"), json!({})).await;
    refused.expect_problem(412, "precondition_failed");
    let tag = ana
        .get(&path)
        .await
        .header("etag")
        .expect("a tag")
        .to_owned();
    let meant = ana.clone().with("if-match", &tag);
    meant
        .put(&format!("{path}/seats/0"), json!({}))
        .await
        .expect_status(200);
    // What was made is answered, whatever state it was meant for.
    meant
        .put(&format!("{path}/seats/0"), json!({}))
        .await
        .expect_status(200);
    meant
        .put(&format!("{path}/seats/1"), json!({}))
        .await
        .expect_problem(412, "precondition_failed");
    let any = ana.clone().with("if-match", "*");
    any.put(&format!("{path}/seats/1"), json!({}))
        .await
        .expect_status(200);
}

async fn a_tag_that_is_no_version_is_refused_once_the_token_is_good() {
    let server = Server::start().await;
    let (path, ana) = table(&server).await;
    let unknown = format!("parchis_{}", "0".repeat(64));
    let nobody = server.nobody().with_token(&unknown, "");
    for (method, path, body) in commands(&path) {
        for tag in ["", "W/\"-1-0123456789ab\"", "\u{f1}", "\"1-\"", "7"] {
            let refused = ana.clone().with("if-match", tag);
            let refused = refused
                .send(method.clone(), &path, Some(body.clone()))
                .await;
            let refused = refused.expect_problem(422, "no_version");
            assert_eq!(refused.pointers(), ["If-Match"], "{tag}");
        }
        let first = nobody.clone().with("if-match", "7");
        let refused = first.send(method, &path, Some(body)).await;
        refused.expect_problem(401, "unauthorized");
    }
}

async fn numbers_in_the_path_are_numbers() {
    let server = Server::start().await;
    let (path, ana) = table(&server).await;
    for (rest, name) in [
        ("seats/8", "chair"),
        ("seats/-1", "chair"),
        ("seats/01", "chair"),
        ("seats/x/resignation", "chair"),
        ("rolls/0", "n"),
        ("rolls/9007199254740992", "n"),
        ("rolls/1.5", "n"),
    ] {
        let refused = ana.put(&format!("{path}/{rest}"), json!({})).await;
        assert_eq!(
            refused.expect_problem(422, "invalid_request").pointers(),
            [name]
        );
    }
    let choice = json!({ "option": "move:3:Y2" });
    let refused = ana.put(&format!("{path}/choices/now"), choice).await;
    assert_eq!(
        refused.expect_problem(422, "invalid_request").pointers(),
        ["decision"]
    );
    let refused = ana.get(&format!("{path}/states/now")).await;
    assert_eq!(
        refused.expect_problem(422, "invalid_request").pointers(),
        ["version"]
    );
}
