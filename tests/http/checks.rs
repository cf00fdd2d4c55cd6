//! The order of checks: who is several things at fault hears of the first one.

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::server::Server;
use crate::table::Table;
use crate::trials;

trials![
    commands_are_checked_in_order,
    creations_are_checked_in_order,
];

/// A request that is refused by the rules, and what else is wrong with it.
#[derive(Clone)]
struct Wrong {
    method: Method,
    path: String,
    query: &'static str,
    headers: Vec<(&'static str, String)>,
    body: Value,
    nobody: bool,
}

/// What can be wrong, with the problem that it is.
type Fault = (&'static str, (u16, &'static str), fn(&mut Wrong));

const NOBODY: Fault = ("nobody", (401, "unauthorized"), |wrong| wrong.nobody = true);
const PARAMETER: Fault = ("a parameter", (422, "invalid_request"), |wrong| {
    wrong.query = "?force=true";
});
const MEMBER: Fault = ("a member", (422, "invalid_request"), |wrong| {
    wrong.body["force"] = json!(true);
});
const NO_GAME: Fault = ("no game", (404, "unknown_game"), |wrong| {
    let games = "/v1/games/".len();
    let unknown = "01900000-0000-7000-8000-000000000000";
    wrong
        .path
        .replace_range(games..games + unknown.len(), unknown);
});
const NO_TAG: Fault = ("no tag", (422, "no_version"), |wrong| {
    wrong.headers.push(("if-match", "7".to_owned()));
});
const OTHER_STATE: Fault = ("another state", (412, "precondition_failed"), |wrong| {
    let stale = "W/\"0-0123456789ab\"".to_owned();
    wrong.headers.push(("if-match", stale));
});
const NO_KEY: Fault = ("no key", (422, "key_empty"), |wrong| {
    wrong.headers.push(("idempotency-key", String::new()));
});
const USED_KEY: Fault = ("a used key", (422, "key_reused"), |wrong| {
    wrong.headers.push(("idempotency-key", "used".to_owned()));
});

impl Wrong {
    fn of(method: Method, path: &str, body: Value) -> Self {
        Self {
            method,
            path: path.to_owned(),
            query: "",
            headers: Vec::new(),
            body,
            nobody: false,
        }
    }

    async fn sent(self, by: &Client) -> Answer {
        let mut client = by.clone();
        if self.nobody {
            client = client.with_token(&format!("parchis_{}", "0".repeat(64)), "");
        }
        for (name, value) in &self.headers {
            client = client.with(name, value);
        }
        let path = format!("{}{}", self.path, self.query);
        client.send(self.method, &path, Some(self.body)).await
    }

    /// Whether two faults are in the same header, so that there is no telling them apart.
    fn is_ambiguous(&self) -> bool {
        let [(first, _), (second, _)] = self.headers.as_slice() else {
            return false;
        };
        first == second
    }
}

/// Sends a request with each two of these faults, which is refused for the first one; and with none, which the rules refuse.
async fn are_checked_in_order(by: &Client, request: &Wrong, faults: &[Fault]) {
    let rules = request.clone().sent(by).await;
    let code = rules.json["code"].as_str().expect("it is refused");
    assert!(
        faults
            .iter()
            .all(|(_, problem, _)| *problem != (rules.status, code)),
        "the rules refuse it: {}",
        rules.text
    );
    for (at, (what, problem, make)) in faults.iter().enumerate() {
        for (other, _, make_other) in faults.iter().skip(at) {
            let mut wrong = request.clone();
            make(&mut wrong);
            if other != what {
                make_other(&mut wrong);
            }
            if wrong.is_ambiguous() {
                continue;
            }
            let answer = wrong.sent(by).await;
            let found = (answer.status, answer.json["code"].as_str());
            let (status, code) = *problem;
            assert_eq!(
                found,
                (status, Some(code)),
                "{} {}: {what}, {other}: {}",
                request.method,
                request.path,
                answer.text
            );
        }
    }
}

async fn commands_are_checked_in_order() {
    let server = Server::start().await;
    let table = Table::open(&server, 2, json!({ "preset": "league" })).await;
    let (ana, eva) = (&table.players[0], &table.players[1]);
    ana.put(&table.seat(0), json!({})).await.expect_status(200);
    for (method, rest, body) in [
        (Method::PUT, "seats/0", json!({})),
        (Method::DELETE, "seats/0", json!({})),
        (
            Method::PUT,
            "seats/0/entropy",
            json!({ "entropy": "0".repeat(64) }),
        ),
        (Method::PUT, "seats/0/resignation", json!({})),
        (Method::PUT, "start", json!({})),
        (Method::PUT, "cancellation", json!({})),
        (Method::PUT, "rolls/1", json!({})),
        (Method::PUT, "choices/1", json!({ "option": "move:3:Y2" })),
    ] {
        let request = Wrong::of(method, &format!("{}/{rest}", table.path), body);
        let faults = [NOBODY, NO_TAG, PARAMETER, MEMBER, NO_GAME, OTHER_STATE];
        are_checked_in_order(eva, &request, &faults).await;
    }
    for method in [Method::PUT, Method::DELETE] {
        let request = Wrong::of(method, &format!("{}/orders", table.seat(0)), json!({}));
        are_checked_in_order(eva, &request, &[NOBODY, PARAMETER, MEMBER, NO_GAME]).await;
    }
}

async fn creations_are_checked_in_order() {
    let server = Server::start().await;
    let table = Table::open(&server, 1, json!({ "preset": "league" })).await;
    let ana = &table.players[0];
    let first = ana.clone().with("idempotency-key", "used");
    let made = first.post("/v1/games", json!({ "preset": "league" })).await;
    made.expect_status(201);
    let faults = [NOBODY, NO_KEY, PARAMETER, MEMBER, USED_KEY];
    for (path, body) in [
        ("/v1/games", json!({ "preset": "league", "seats": 1 })),
        ("/v1/imports", json!({ "notation": "no game" })),
    ] {
        let request = Wrong::of(Method::POST, path, body);
        are_checked_in_order(ana, &request, &faults).await;
    }
    let body = json!({ "version": 2 });
    let request = Wrong::of(Method::POST, &format!("{}/forks", table.path), body);
    let faults = [NOBODY, NO_KEY, PARAMETER, MEMBER, USED_KEY, NO_GAME];
    are_checked_in_order(ana, &request, &faults).await;
}
