//! How much one may ask for, and what is said to who asks for more.

use std::num::NonZeroU32;

use clap::Parser;
use parchis::cli::Cli;
use parchis::http::{Limits, Rate};
use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::contract::COMMITTED;
use crate::server::Server;
use crate::trials;

trials![
    a_flood_of_creations_by_one_token_is_stopped,
    an_address_has_a_budget_of_its_own,
    addresses_are_believed_of_named_proxies_alone,
    who_comes_from_the_machine_itself_has_none,
    every_operation_says_when_to_go_on,
    probes_are_free,
    the_usual_budgets_are_generous,
    budgets_are_turned_off,
];

/// A budget so small that it is soon exhausted.
const SMALL: Rate = Rate {
    per_second: NonZeroU32::MIN,
    seconds: NonZeroU32::MIN,
};

fn rate(per_second: u32, seconds: u32) -> Rate {
    Rate {
        per_second: NonZeroU32::new(per_second).expect("some"),
        seconds: NonZeroU32::new(seconds).expect("some"),
    }
}

async fn limited(limits: Limits) -> Server {
    Server::start_with(|service| service.with_limits(limits)).await
}

/// By address alone; this machine is a proxy.
async fn by_address(rate: Rate) -> Server {
    let proxies = "127.0.0.1".parse().expect("an address");
    limited(Limits::new(None, Some(rate), proxies)).await
}

/// As the command line says.
async fn set(settings: &[&str]) -> Server {
    let line = [&["parchis"], settings].concat();
    let cli = Cli::try_parse_from(line).expect("settings");
    limited(cli.serve.limits.limits()).await
}

fn forwarded(client: &Client, address: &str) -> Client {
    client.clone().with("x-forwarded-for", address)
}

async fn create(player: &Client) -> Answer {
    player
        .post("/v1/games", json!({ "preset": "league" }))
        .await
}

async fn a_flood_of_creations_by_one_token_is_stopped() {
    let limits = Limits::new(Some(rate(1, 100)), None, "".parse().expect("nobody"));
    let server = limited(limits).await;
    let (ana, luis) = (server.player("Ana").await, server.player("Luis").await);
    let mut made = 0;
    let refused = loop {
        let answer = create(&ana).await;
        if answer.status != 201 {
            break answer.expect_problem(429, "too_many_requests");
        }
        made += 1;
        assert!(made < 1000, "nobody stops it");
    };
    assert!(
        made >= 5,
        "a budget of 100 holds five creations, not {made}"
    );
    let wait: u64 = refused
        .header("retry-after")
        .expect("a time")
        .parse()
        .expect("seconds");
    assert!((1..=21).contains(&wait), "{wait}");
    assert_eq!(
        refused.header("ratelimit-policy"),
        Some("\"token\";q=100;w=100")
    );
    let detail = refused.json["detail"].as_str().expect("a sentence");
    assert!(
        detail.contains("token") && detail.contains(&format!("{wait} s")),
        "{detail}"
    );
    let made = create(&luis).await.expect_status(201);
    assert_eq!(made.header("ratelimit"), Some("\"token\";r=80;t=20"));
}

async fn an_address_has_a_budget_of_its_own() {
    let server = by_address(SMALL).await;
    let nobody = server.nobody();
    let bad = nobody
        .clone()
        .with_token(&format!("parchis_{}", "0".repeat(64)), "");
    let refused = forwarded(&bad, "203.0.113.7").get("/v1/players/me").await;
    refused.expect_problem(401, "unauthorized");
    let many = exhausted(&forwarded(&bad, "203.0.113.7"), "/v1/players/me").await;
    assert!(
        many.json["detail"]
            .as_str()
            .is_some_and(|said| said.contains("address"))
    );
    let other = forwarded(&nobody, "203.0.113.8").get("/v1/games").await;
    let other = other.expect_status(200);
    assert_eq!(other.header("ratelimit"), Some("\"address\";r=0;t=1"));
    // What one subscriber has by IPv6 is one address.
    forwarded(&nobody, "2001:db8::1")
        .get("/v1/games")
        .await
        .expect_status(200);
    exhausted(&forwarded(&nobody, "2001:db8::2"), "/v1/games").await;
}

async fn addresses_are_believed_of_named_proxies_alone() {
    let proxies = "192.0.2.0/24".parse().expect("a network");
    let server = limited(Limits::new(None, Some(SMALL), proxies)).await;
    let somebody = forwarded(&server.nobody(), "203.0.113.7");
    for _ in 0..5 {
        let answer = somebody.get("/v1/games").await.expect_status(200);
        assert_eq!(answer.header("ratelimit"), None);
    }
}

async fn who_comes_from_the_machine_itself_has_none() {
    let server = by_address(SMALL).await;
    for _ in 0..5 {
        let answer = server.nobody().get("/v1/games").await.expect_status(200);
        assert_eq!(answer.header("ratelimit"), None);
    }
}

async fn every_operation_says_when_to_go_on() {
    let server = by_address(SMALL).await;
    let somebody = forwarded(&server.nobody(), "203.0.113.7");
    let document: Value = serde_json::from_str(COMMITTED).expect("JSON");
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            if operation["responses"]["429"].is_null() {
                continue;
            }
            let method = Method::from_bytes(method.to_ascii_uppercase().as_bytes());
            until_refused(&somebody, method.expect("a method"), &filled(path)).await;
        }
    }
}

async fn probes_are_free() {
    let server = by_address(SMALL).await;
    let somebody = forwarded(&server.nobody(), "203.0.113.7");
    for _ in 0..5 {
        for path in ["/health/live", "/health/ready", "/problems/internal"] {
            let answer = somebody.get(path).await.expect_status(200);
            assert_eq!(answer.header("ratelimit"), None);
        }
    }
}

async fn the_usual_budgets_are_generous() {
    let server = set(&[]).await;
    let player = server.player("Ana").await;
    let answer = player.get("/v1/players/me").await.expect_status(200);
    assert_eq!(
        answer.header("ratelimit-policy"),
        Some("\"token\";q=10000;w=10")
    );
}

async fn budgets_are_turned_off() {
    let server = set(&["--token-rate", "0", "--address-rate", "0"]).await;
    let player = server.player("Ana").await;
    let answer = player.get("/v1/players/me").await.expect_status(200);
    assert_eq!(answer.header("ratelimit"), None);
    assert_eq!(answer.header("ratelimit-policy"), None);
}

/// The answer to who asks until the budget is exhausted.
async fn exhausted(client: &Client, path: &str) -> Answer {
    until_refused(client, Method::GET, path).await
}

/// Units come in while one asks: a slow machine asks more than twice.
async fn until_refused(client: &Client, method: Method, path: &str) -> Answer {
    for _ in 0..100 {
        let answer = client.send(method.clone(), path, None).await;
        if answer.status == 429 {
            assert!(answer.header("retry-after").is_some());
            return answer.expect_problem(429, "too_many_requests");
        }
    }
    panic!("{method} {path} is never refused")
}

/// The path with something in the place of each parameter.
fn filled(path: &str) -> String {
    let parts = path.split('/');
    let parts = parts.map(|part| if part.starts_with('{') { "1" } else { part });
    parts.collect::<Vec<_>>().join("/")
}
