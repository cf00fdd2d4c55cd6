//! Probes, request ids and the pages about problems.

use crate::server::Server;
use crate::trials;

trials![
    probes_answer,
    a_server_that_is_about_to_stop_is_not_ready,
    a_request_id_is_echoed_if_it_is_plain,
    every_code_has_a_page
];

async fn probes_answer() {
    let server = Server::start().await;
    for path in ["/health/live", "/health/ready"] {
        let answer = server.nobody().get(path).await.expect_status(200);
        assert_eq!(answer.json["status"], "ok");
        let path = format!("{path}?x=1");
        server
            .nobody()
            .get(&path)
            .await
            .expect_problem(422, "invalid_request");
    }
}

async fn a_server_that_is_about_to_stop_is_not_ready() {
    let server = Server::start_with(|service| {
        service.drain();
        service
    });
    let server = server.await;
    let nobody = server.nobody();
    let answer = nobody.get("/health/ready").await;
    let answer = answer.expect_problem(503, "draining");
    assert_eq!(answer.header("retry-after"), Some("2"));
    for path in ["/health/live", "/v1/games"] {
        let answer = nobody.get(path).await.expect_status(200);
        assert_eq!(answer.header("connection"), Some("close"));
    }
}

async fn a_request_id_is_echoed_if_it_is_plain() {
    let server = Server::start().await;
    let id = |answer: &crate::client::Answer| {
        answer.header("x-request-id").unwrap_or_default().to_owned()
    };
    let sent = server
        .nobody()
        .with("x-request-id", "abc-1.2_3")
        .get("/health/live")
        .await;
    assert_eq!(id(&sent), "abc-1.2_3");
    let token = format!("parchis_{}", "0".repeat(64));
    for bad in ["", "a b", "x\"y", &"z".repeat(65), &token] {
        let made = server
            .nobody()
            .with("x-request-id", bad)
            .get("/health/live")
            .await;
        assert_ne!(id(&made), bad);
    }
}

async fn every_code_has_a_page() {
    let server = Server::start().await;
    let document: serde_json::Value =
        serde_json::from_str(crate::contract::COMMITTED).expect("JSON");
    let codes = document["components"]["schemas"]["ProblemCode"]["enum"]
        .as_array()
        .expect("codes");
    for code in codes {
        let code = code.as_str().expect("a name");
        let page = server
            .nobody()
            .get(&format!("/problems/{code}"))
            .await
            .expect_status(200);
        assert!(page.text.contains(code));
    }
    server
        .nobody()
        .get("/problems/nothing")
        .await
        .expect_problem(404, "not_found");
    server
        .nobody()
        .get("/problems/internal?x=1")
        .await
        .expect_problem(422, "invalid_request");
}
