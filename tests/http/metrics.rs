//! What an operator watches, and where it is written down.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::num::NonZeroU32;

use parchis::http::{Limits, Rate, Service, serve_metrics};
use serde_json::json;

use crate::server::Server;
use crate::table::Table;
use crate::trials;

trials![
    every_metric_is_written_down,
    what_happens_is_counted_by_routes_alone,
    announcements_are_timed,
    they_are_not_served_to_the_world,
];

const OPERATING: &str = include_str!("../../docs/OPERATING.md");

/// A server, and what its metrics are read from.
async fn watched(limits: Limits) -> (Server, Service) {
    let mut kept = None;
    let server = Server::start_with(|service| {
        let service = service.with_limits(limits);
        kept = Some(service.clone());
        service
    });
    let server = server.await;
    (server, kept.expect("a service"))
}

/// A budget for each address that holds one request; this machine is a proxy.
fn small() -> Limits {
    let one = NonZeroU32::MIN;
    let rate = Rate {
        per_second: one,
        seconds: one,
    };
    Limits::new(None, Some(rate), "127.0.0.1".parse().expect("an address"))
}

/// Somebody asks for more than that.
async fn exhaust(server: &Server) {
    let stranger = server.nobody().with("x-forwarded-for", "203.0.113.7");
    let create = || stranger.post("/v1/players", json!({ "name": "Zoe" }));
    // The first one takes all there is.
    create().await.expect_status(201);
    create().await.expect_problem(429, "too_many_requests");
}

/// The metrics of a service, as they are read.
async fn metrics(service: &Service) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let read = async {
        let answer = reqwest::get(format!("http://{address}/metrics")).await;
        let answer = answer.expect("an answer");
        let kind = answer.headers()["content-type"]
            .to_str()
            .expect("text")
            .to_owned();
        assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
        answer.text().await.expect("text")
    };
    tokio::select! {
        ended = serve_metrics(listener, service.clone()) => panic!("{ended:?}"),
        text = read => text,
    }
}

async fn every_metric_is_written_down() {
    let (server, service) = watched(small()).await;
    exhaust(&server).await;
    let text = metrics(&service).await;
    let exposed: BTreeSet<(&str, &str)> = text
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '))
        .collect();
    let written: BTreeSet<(&str, &str)> = OPERATING
        .lines()
        .filter_map(|line| line.strip_prefix("| `parchis_")?.split_once("` | "))
        .filter_map(|(name, rest)| Some((name, rest.split_once(" |")?.0)))
        .collect();
    let exposed: BTreeSet<_> = exposed
        .iter()
        .filter_map(|(name, kind)| Some((name.strip_prefix("parchis_")?, *kind)))
        .collect();
    assert_eq!(
        exposed, written,
        "the table in docs/OPERATING.md names others than there are"
    );
    assert!(text.ends_with("# EOF\n"), "{text}");
}

async fn what_happens_is_counted_by_routes_alone() {
    let (server, service) = watched(small()).await;
    let table = Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
    let state = table.state().await;
    table.step(&state, |_| 0).await;
    server
        .nobody()
        .get("/v1/nothing/at/all")
        .await
        .expect_status(404);
    exhaust(&server).await;

    let text = metrics(&service).await;
    for line in [
        "parchis_requests_total{method=\"PUT\",route=\"/v1/games/{game}/rolls/{n}\",status=\"2xx\"} 1",
        "parchis_requests_total{method=\"POST\",route=\"/v1/players\",status=\"4xx\"} 1",
        "parchis_requests_total{method=\"GET\",route=\"\",status=\"4xx\"} 1",
        "parchis_limited_requests_total{budget=\"address\"} 1",
        "parchis_append_seconds_count 3",
        "parchis_append_conflicts_total 0",
        "parchis_readers 0",
    ] {
        assert!(
            text.lines().any(|there| there == line),
            "{line} is not in\n{text}"
        );
    }
    let game = table.path.rsplit('/').next().expect("an id");
    let player = table.players[0].id.as_str();
    for secret in [game, player, "Zoe", "203.0.113.7", "nothing/at/all"] {
        assert!(!text.contains(secret), "{secret} is in the metrics");
    }
}

async fn announcements_are_timed() {
    let (server, service) = watched(Limits::default()).await;
    // Whatever was said before it listens is not heard.
    loop {
        Table::seated(&server, 2, json!({ "preset": "league", "seats": 2 })).await;
        let text = metrics(&service).await;
        let heard = "parchis_waking_lag_seconds_count ";
        let heard = text.lines().find_map(|line| line.strip_prefix(heard));
        if heard.expect("a count") != "0" {
            break;
        }
    }
    let text = metrics(&service).await;
    assert!(text.contains("parchis_waking_lag_seconds_bucket{le=\"2.0\"}"));
    let waits = "parchis_connection_wait_seconds_count ";
    let waits = text.lines().find_map(|line| line.strip_prefix(waits));
    assert_ne!(waits.expect("a count"), "0", "{text}");
}

async fn they_are_not_served_to_the_world() {
    let server = Server::start().await;
    let answer = server.nobody().get("/metrics").await;
    answer.expect_problem(404, "not_found");
}
