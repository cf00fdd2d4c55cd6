//! Readers who follow games on one server process: what one costs in memory, and how soon it learns of an event.
//!
//! `target/debug/parchis postgres -- cargo bench --bench readers` has 10,000 readers follow 2,500 games in which 50 commands
//! are made a second; server, PostgreSQL and readers share the machine. `cargo test --bench readers` does little of it, to
//! see that it works. Each reader takes the time from the `at` of an event, which is before it was written, to when it has
//! the message.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a measurement stops at the first thing that is not as it should be, and says what it found"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::mpsc;

#[path = "support/server.rs"]
mod server;

use server::Server;

/// What is measured.
struct Load {
    readers: usize,
    games: usize,
    /// Commands a second.
    rate: u32,
    seconds: u32,
}

const WHOLE: Load = Load {
    readers: 10_000,
    games: 2_500,
    rate: 50,
    seconds: 30,
};
const SMALL: Load = Load {
    readers: 80,
    games: 20,
    rate: 50,
    seconds: 2,
};

/// How many readers come at once.
const TOGETHER: usize = 64;

/// A game of two, both seats the same player's.
struct Game {
    path: String,
    state: Value,
}

/// A player who speaks to the server.
struct Player {
    http: Client,
    address: String,
    token: String,
}

#[tokio::main]
async fn main() {
    let load = if std::env::args().any(|argument| argument == "--bench") {
        WHOLE
    } else {
        SMALL
    };
    let server = Server::start();
    let player = Player::new(&server.place).await;
    let mut games = Vec::new();
    for _ in 0..load.games {
        games.push(player.begin().await);
    }
    let before = server.resident_kib();
    let (delays, arrived) = mpsc::unbounded_channel();
    follow_all(&load, &server, &games, &delays).await;
    let idle = server.resident_kib();
    let (commands, expected) = play(&load, &player, &mut games).await;
    let delays = sorted(arrived, expected).await;
    let quantile = |share: usize| delays[(delays.len() - 1) * share / 100];
    println!(
        "{} readers of {} games, {commands} commands at {} a second, {expected} messages",
        load.readers, load.games, load.rate
    );
    println!(
        "memory of the server: {before} KiB before, {idle} KiB with them, {} bytes a reader",
        idle.saturating_sub(before) * 1024 / load.readers
    );
    println!(
        "from event to reader: p50 {} ms, p99 {} ms, longest {} ms",
        quantile(50),
        quantile(99),
        quantile(100)
    );
}

/// Lets all readers come.
async fn follow_all(
    load: &Load,
    server: &Server,
    games: &[Game],
    delays: &mpsc::UnboundedSender<i64>,
) {
    let following = Arc::new(AtomicUsize::new(0));
    for number in 0..load.readers {
        let game = &games[number % games.len()];
        let path = format!("{}/events?after={}", game.path, game.state["version"]);
        let stream = follow(&server.place, &path).await;
        tokio::spawn(read(stream, delays.clone(), Arc::clone(&following)));
        // Not all at once: each looks at the log when it comes.
        while following.load(Ordering::Relaxed) + TOGETHER <= number {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    while following.load(Ordering::Relaxed) < load.readers {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Plays in one game after the other; how many commands were made, and how many messages they are.
async fn play(load: &Load, player: &Player, games: &mut [Game]) -> (usize, usize) {
    let mut ticks = tokio::time::interval(Duration::from_secs(1) / load.rate);
    let (mut commands, mut messages) = (0, 0);
    for number in 0..usize::try_from(load.rate * load.seconds).unwrap() {
        ticks.tick().await;
        let count = games.len();
        let place = number % count;
        let game = &mut games[place];
        let Some((rest, body)) = game.asked() else {
            continue;
        };
        let path = format!("{}{rest}", game.path);
        let done = player.send(Method::PUT, &path, body).await;
        game.state = done["game"]["state"].clone();
        commands += 1;
        messages += (load.readers + count - 1 - place) / count;
    }
    (commands, messages)
}

/// So many delays, the shortest first.
async fn sorted(mut arrived: mpsc::UnboundedReceiver<i64>, count: usize) -> Vec<i64> {
    let mut delays = Vec::new();
    while delays.len() < count {
        let next = tokio::time::timeout(Duration::from_secs(10), arrived.recv()).await;
        delays.push(next.expect("every message arrives").unwrap());
    }
    delays.sort_unstable();
    delays
}

impl Game {
    /// What is asked: a roll, or one of the options; nothing once it is over.
    fn asked(&self) -> Option<(String, Value)> {
        match self.state["asked"]["kind"].as_str()? {
            "roll" => Some((format!("/rolls/{}", self.state["next_roll"]), json!({}))),
            "choice" => {
                let option = &self.state["options"][0]["id"];
                let path = format!("/choices/{}", self.state["decision"]);
                Some((path, json!({ "option": option })))
            }
            _ => None,
        }
    }
}

impl Player {
    async fn new(place: &str) -> Self {
        let mut player = Self {
            http: Client::builder().no_proxy().build().unwrap(),
            address: format!("http://{place}"),
            token: String::new(),
        };
        let name = json!({ "name": "Ana" });
        let made = player.send(Method::POST, "/v1/players", name).await;
        made["token"]
            .as_str()
            .unwrap()
            .clone_into(&mut player.token);
        player
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> Value {
        let mut request = self.http.request(method, format!("{}{path}", self.address));
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        let answer = request.json(&body).send().await.unwrap();
        answer.error_for_status().unwrap().json().await.unwrap()
    }

    /// A game that has begun.
    async fn begin(&self) -> Game {
        let settings = json!({ "preset": "league", "seats": 2, "listed": false });
        let created = self.send(Method::POST, "/v1/games", settings).await;
        let id = created["game"]["state"]["game"].as_str().unwrap();
        let path = format!("/v1/games/{id}");
        let mut state = Value::Null;
        for chair in 0..2 {
            let seat = format!("{path}/seats/{chair}");
            let sat = self.send(Method::PUT, &seat, json!({})).await;
            state = sat["game"]["state"].clone();
        }
        Game { path, state }
    }
}

async fn follow(place: &str, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(place).await.unwrap();
    let request =
        format!("GET {path} HTTP/1.1\r\nhost: {place}\r\naccept: text/event-stream\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// Takes the milliseconds from the first event of each message to its arrival.
async fn read(stream: TcpStream, delays: mpsc::UnboundedSender<i64>, following: Arc<AtomicUsize>) {
    let mut lines = tokio::io::BufReader::with_capacity(1024, stream).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        if line.starts_with("retry:") {
            following.fetch_add(1, Ordering::Relaxed);
        }
        let Some(data) = line.strip_prefix("data: ") else {
            continue;
        };
        let page: Value = serde_json::from_str(data).unwrap();
        if let Some(at) = page["events"][0]["at"].as_str() {
            let at: DateTime<Utc> = at.parse().unwrap();
            let _ = delays.send((Utc::now() - at).num_milliseconds());
        }
    }
}
