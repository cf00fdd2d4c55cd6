//! Requests that are no good, whatever they ask for.

use reqwest::Method;

use crate::server::Server;
use crate::trials;

trials![
    unknown_paths_and_methods_are_problems,
    a_body_that_is_too_large_is_refused,
    a_body_that_is_not_json_by_its_header_is_refused,
    malformed_json_is_refused_with_its_place,
    a_body_is_read_to_the_letter,
    a_value_in_the_wrong_place_is_not_repeated,
    of_what_is_sent_little_is_repeated,
];

/// Operations that read a body, and need no token.
const BODIES: [&str; 3] = ["/v1/players", "/v1/rule-sets/resolution", "/v1/options"];

async fn unknown_paths_and_methods_are_problems() {
    let server = Server::start().await;
    for path in [
        "/v1",
        "/v1/nothing",
        "/v2/players",
        "/v1/players/me/x",
        "/%ff",
    ] {
        server
            .nobody()
            .get(path)
            .await
            .expect_problem(404, "not_found");
    }
    let refused = server
        .nobody()
        .send(Method::DELETE, "/v1/players", None)
        .await;
    let refused = refused.expect_problem(405, "method_not_allowed");
    assert_eq!(refused.header("allow"), Some("GET, HEAD, POST"));
    for (path, allowed) in [
        ("/openapi.json", "GET, HEAD"),
        ("/docs", "GET, HEAD"),
        ("/docs/", "GET"),
    ] {
        let refused = server.nobody().send(Method::POST, path, None).await;
        let refused = refused.expect_problem(405, "method_not_allowed");
        assert_eq!(refused.header("allow"), Some(allowed), "{path}");
    }
    server
        .nobody()
        .send(Method::PATCH, "/health/live", None)
        .await
        .expect_problem(405, "method_not_allowed");
}

async fn a_body_that_is_too_large_is_refused() {
    let server = Server::start().await;
    for path in BODIES {
        let large = format!("{{\"name\":\"{}\"}}", "x".repeat(64 * 1024));
        let body = Some(("application/json", large.into_bytes()));
        server
            .nobody()
            .raw(Method::POST, path, body)
            .await
            .expect_problem(413, "too_large");
    }
}

async fn a_body_that_is_not_json_by_its_header_is_refused() {
    let server = Server::start().await;
    for path in BODIES {
        for kind in [
            "text/plain",
            "application/xml",
            "application/x-www-form-urlencoded",
            "nonsense",
        ] {
            let body = Some((kind, b"{\"name\":\"Ana\"}".to_vec()));
            let refused = server.nobody().raw(Method::POST, path, body).await;
            refused.expect_problem(415, "unsupported_media_type");
        }
    }
    let zipped = server.nobody().with("content-encoding", "gzip");
    let body = Some(("application/json", b"{\"name\":\"Ana\"}".to_vec()));
    let refused = zipped.raw(Method::POST, "/v1/players", body).await;
    refused.expect_problem(415, "unsupported_media_type");
    let body = Some((
        "application/json; charset=utf-8",
        b"{\"name\":\"Ana\"}".to_vec(),
    ));
    server
        .nobody()
        .raw(Method::POST, "/v1/players", body)
        .await
        .expect_status(201);
}

async fn malformed_json_is_refused_with_its_place() {
    let server = Server::start().await;
    for (body, pointer, detail) in [
        ("", "", "line 1 column 0"),
        ("{", "", "line 1 column 1"),
        ("{\n\"name\": Ana}", "/name", "line 2 column 9"),
        ("{\"name\":\"Ana\"} x", "", "line 1 column"),
        ("[]", "", "expected"),
        ("{}", "", "missing member `name`"),
        ("{\"name\":1}", "/name", "expected"),
        ("{\"name\":\"Ana\",\"age\":1}", "/age", "unknown member"),
        ("{\"name\":\"Ana\",\"name\":\"Ana\"}", "", "duplicate"),
        ("\"\\ud800\"", "", ""),
    ] {
        let sent = Some(("application/json", body.as_bytes().to_vec()));
        let refused = server.nobody().raw(Method::POST, "/v1/players", sent).await;
        let refused = refused.expect_problem(422, "invalid_request");
        assert_eq!(refused.pointers(), [pointer], "{body}: {}", refused.text);
        let said = refused.json["errors"][0]["detail"]
            .as_str()
            .unwrap_or_default();
        assert!(said.contains(detail), "{body}: {said}");
    }
    let deep = "[".repeat(10_000);
    let sent = Some(("application/json", deep.into_bytes()));
    server
        .nobody()
        .raw(Method::POST, "/v1/players", sent)
        .await
        .expect_problem(422, "invalid_request");
}

async fn a_body_is_read_to_the_letter() {
    let server = Server::start().await;
    let league = r#""preset":"league""#;
    for (path, body, pointer) in [
        ("/v1/players", r#"["Ana"]"#.to_owned(), ""),
        ("/v1/players", r#"{"name":null}"#.to_owned(), "/name"),
        (
            "/v1/rule-sets/resolution",
            r#"["league",{}]"#.to_owned(),
            "",
        ),
        (
            "/v1/rule-sets/resolution",
            r#"{"preset":{"league":null}}"#.to_owned(),
            "/preset",
        ),
        (
            "/v1/rule-sets/resolution",
            format!(r#"{{{league},"overrides":[6]}}"#),
            "/overrides",
        ),
        (
            "/v1/rule-sets/resolution",
            format!(r#"{{{league},"overrides":null}}"#),
            "/overrides",
        ),
        (
            "/v1/rule-sets/resolution",
            format!(r#"{{{league},"overrides":{{"arms":null}}}}"#),
            "/overrides/arms",
        ),
        (
            "/v1/rule-sets/resolution",
            format!(r#"{{{league},"overrides":{{"stakes":[1,2,3]}}}}"#),
            "/overrides/stakes",
        ),
        (
            "/v1/rule-sets/resolution",
            format!(r#"{{{league},"overrides":{{"barriers":{{"exits":null}}}}}}"#),
            "/overrides/barriers",
        ),
        (
            "/v1/options",
            format!(r#"{{{league},"position":"","roll":null}}"#),
            "/roll",
        ),
        (
            "/v1/options",
            format!(r#"{{{league},"position":"","roll":[null]}}"#),
            "/roll/0",
        ),
    ] {
        let sent = Some(("application/json", body.clone().into_bytes()));
        let refused = server.nobody().raw(Method::POST, path, sent).await;
        let refused = refused.expect_problem(422, "invalid_request");
        assert_eq!(refused.pointers(), [pointer], "{body}: {}", refused.text);
        assert!(!refused.text.contains("struct "), "{}", refused.text);
    }
}

async fn a_value_in_the_wrong_place_is_not_repeated() {
    let server = Server::start().await;
    let secret = format!("parchis_{}", "5".repeat(64));
    for body in [
        format!("{{\"preset\":\"{secret}\"}}"),
        format!("\"{secret}\""),
        format!("{{\"preset\":\"league\",\"overrides\":\"{secret}\"}}"),
        format!("{{\"preset\":\"league\",\"overrides\":{{\"arms\":\"{secret}\"}}}}"),
    ] {
        let sent = Some(("application/json", body.into_bytes()));
        let refused = server
            .nobody()
            .raw(Method::POST, "/v1/rule-sets/resolution", sent)
            .await;
        let refused = refused.expect_problem(422, "invalid_request");
        assert!(!refused.text.contains(&secret), "{}", refused.text);
    }
}

async fn of_what_is_sent_little_is_repeated() {
    let server = Server::start().await;
    let ana = server.player("Ana").await;
    let (long, longer) = ("ñ".repeat(20_000), "x".repeat(1_000_000));
    let token = format!("parchis_{}", "5".repeat(64));
    for (path, body) in [
        ("/v1/players", format!("{{\"name\":\"Ana\",\"{long}\":1}}")),
        ("/v1/players", format!("{{\"name\":\"{long}\"}}")),
        ("/v1/games", format!("{{\"preset\":\"{long}\"}}")),
        (
            "/v1/games",
            format!("{{\"preset\":\"league\",\"overrides\":{{\"{long}\":1}}}}"),
        ),
        (
            "/v1/options",
            format!("{{\"preset\":\"league\",\"position\":\"{long}\"}}"),
        ),
        ("/v1/imports", format!("{{\"{longer}\":1}}")),
        ("/v1/imports", format!("{{\"notation\":\"{longer}\"}}")),
        (
            "/v1/imports",
            format!("{{\"notation\":\"[Preset \\\"{longer}\\\"]\"}}"),
        ),
        (
            "/v1/imports",
            format!("{{\"notation\":\"\",\"{}{token}\":1}}", "y".repeat(150)),
        ),
    ] {
        let sent = Some(("application/json", body.into_bytes()));
        let refused = ana.raw(Method::POST, path, sent).await.expect_status(422);
        assert!(refused.text.len() < 2_000, "{path}: {}", refused.text.len());
        assert!(!refused.text.contains("555"), "{path}: {}", refused.text);
    }
    // An operation without parameters repeats none either.
    for name in [&token, "wait, expected 555"] {
        let refused = ana.get(&format!("/v1/policies?{name}=1")).await;
        let refused = refused.expect_problem(422, "invalid_request");
        let detail = refused.json["errors"][0]["detail"].as_str();
        assert_eq!(detail, Some("unknown parameter; there are none"));
    }
    let refused = ana.get(&format!("/v1/games?{}=1", "x".repeat(8_000))).await;
    let refused = refused.expect_problem(422, "invalid_request");
    assert!(refused.text.len() < 2_000, "{}", refused.text.len());
}
