//! What a polling client costs: an inbox with nothing new, beside other calls with a token.
//!
//! `target/debug/parchis postgres -- cargo bench --bench inbox` times requests of one connection, one after another; server,
//! PostgreSQL and client share the machine. `cargo test --bench inbox` does a few of them, to see that it works. The player
//! has ten games that go on and a hundred that have long been over.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a measurement stops at the first thing that is not as it should be, and says what it found"
)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _, PgConnection};

#[expect(dead_code, reason = "another benchmark weighs its memory")]
#[path = "support/server.rs"]
mod server;

use server::Server;

const INBOX: &str = "/v1/players/me/inbox";

/// A connection to the server, kept open.
struct Wire {
    stream: BufReader<TcpStream>,
    token: Option<String>,
}

/// What came back.
struct Answer {
    status: u16,
    tag: String,
    body: Vec<u8>,
}

/// A call that is timed.
struct Call {
    name: &'static str,
    path: String,
    /// The tag of what the client has.
    known: Option<String>,
    took: Vec<Duration>,
}

fn main() {
    let rounds = if std::env::args().any(|argument| argument == "--bench") {
        5000
    } else {
        3
    };
    let server = Server::start();
    let mut wire = Wire::connect(&server.place);
    let made = wire.post("/v1/players", &json!({ "name": "Ana" }));
    wire.token = made["token"].as_str().map(str::to_owned);
    for _ in 0..100 {
        let path = duel(&mut wire);
        wire.put(&format!("{path}/seats/0/resignation"));
    }
    settle();
    let games: Vec<String> = (0..10).map(|_| duel(&mut wire)).collect();

    let inbox = wire.get(INBOX, None);
    let shown: Value = serde_json::from_slice(&inbox.body).unwrap();
    assert_eq!(shown["games"].as_array().map(Vec::len), Some(games.len()));
    let seen = shown["seen"].as_str().unwrap();
    let feed = format!("/v1/players/me/events?cursor={seen}");
    let changed = format!("{INBOX}?changed_since={seen}");
    let mut calls = Vec::new();
    for (name, path, known) in [
        ("inbox, nothing new", INBOX, true),
        ("inbox, nothing new since a cursor", &changed, true),
        ("inbox, whole", INBOX, false),
        ("feed, nothing new", &feed, false),
        ("a game, nothing new", &games[0], true),
        (
            "games where it is my turn, nothing new",
            "/v1/games?my_turn=true",
            true,
        ),
        (
            "my games, nothing new",
            "/v1/games?mine=true&limit=10",
            true,
        ),
        ("who I am, from memory", "/v1/players/me", false),
    ] {
        let known = known.then(|| wire.get(path, None).tag);
        calls.push(Call {
            name,
            path: path.to_owned(),
            known,
            took: Vec::new(),
        });
    }
    for _ in 0..rounds {
        time(&mut calls, &mut wire);
    }
    let first = calls[0].median();
    for call in &mut calls {
        let median = call.median();
        let ratio = median.as_secs_f64() / first.as_secs_f64();
        println!("{:42} {:6} µs  {ratio:5.2}", call.name, median.as_micros());
    }
}

/// Has all that is over have ended long ago, as most of it has for whoever polls.
#[tokio::main]
async fn settle() {
    let database = std::env::var("DATABASE_URL").unwrap();
    let mut connection = PgConnection::connect(&database).await.unwrap();
    let statement =
        "update members set until_at = until_at - interval '1 day' where until_version is not null";
    connection.execute(statement).await.unwrap();
    connection.execute("vacuum analyze").await.unwrap();
}

/// Makes every call once, in turns, so that whatever else the machine does falls on all of them.
fn time(calls: &mut [Call], wire: &mut Wire) {
    for call in calls {
        let start = Instant::now();
        let answer = wire.get(&call.path, call.known.as_deref());
        call.took.push(start.elapsed());
        let expected = if call.known.is_some() { 304 } else { 200 };
        assert_eq!(answer.status, expected, "{}", call.name);
    }
}

/// A game of two that goes on, both seats the same player's.
fn duel(wire: &mut Wire) -> String {
    let settings = json!({ "preset": "league", "seats": 2, "listed": false });
    let created = wire.post("/v1/games", &settings);
    let game = created["game"]["state"]["game"].as_str().unwrap();
    let path = format!("/v1/games/{game}");
    for chair in 0..2 {
        wire.put(&format!("{path}/seats/{chair}"));
    }
    path
}

impl Call {
    fn median(&mut self) -> Duration {
        self.took.sort_unstable();
        self.took[self.took.len() / 2]
    }
}

impl Wire {
    fn connect(place: &str) -> Self {
        let stream = TcpStream::connect(place).unwrap();
        stream.set_nodelay(true).unwrap();
        Self {
            stream: BufReader::new(stream),
            token: None,
        }
    }

    fn get(&mut self, path: &str, known: Option<&str>) -> Answer {
        let known = known.map(|tag| format!("if-none-match: {tag}\r\n"));
        self.send("GET", path, &known.unwrap_or_default(), "")
    }

    fn post(&mut self, path: &str, body: &Value) -> Value {
        self.write("POST", path, body)
    }

    fn put(&mut self, path: &str) {
        self.write("PUT", path, &json!({}));
    }

    fn write(&mut self, method: &str, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let about = format!(
            "content-type: application/json\r\ncontent-length: {}\r\n",
            body.len()
        );
        let answer = self.send(method, path, &about, &body);
        assert!(answer.status < 300, "{method} {path}: {}", answer.status);
        serde_json::from_slice(&answer.body).unwrap()
    }

    fn send(&mut self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let token = self.token.as_ref();
        let token = token.map(|token| format!("authorization: Bearer {token}\r\n"));
        let token = token.unwrap_or_default();
        let request =
            format!("{method} {path} HTTP/1.1\r\nhost: parchis\r\n{token}{headers}\r\n{body}");
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        let status = self.line().split(' ').nth(1).unwrap().parse().unwrap();
        let (mut tag, mut length) = (String::new(), 0);
        loop {
            let line = self.line();
            match line.split_once(": ") {
                None => break,
                Some(("etag", value)) => value.clone_into(&mut tag),
                Some(("content-length", value)) => length = value.parse().unwrap(),
                Some(_) => {}
            }
        }
        // What is not sent has a length, too.
        let mut body = vec![0; if status == 304 { 0 } else { length }];
        self.stream.read_exact(&mut body).unwrap();
        Answer { status, tag, body }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }
}
