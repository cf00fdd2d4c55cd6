//! A server, a game that is played on it, and who plays.

use serde_json::{Value, json};

use crate::database::Database;
use crate::server::Server;

/// A game on a server of its own.
pub struct Stage {
    server: Server,
    _database: Database,
    http: reqwest::Client,
    tokens: Vec<String>,
    /// The game's id.
    pub game: String,
    /// The state now.
    pub state: Value,
}

impl Stage {
    /// A server and two players named Ana and Luis, without a game.
    async fn open() -> Self {
        let database = Database::fresh().await;
        let server = Server::start(&database.url());
        let mut stage = Self {
            server,
            _database: database,
            http: reqwest::Client::new(),
            tokens: Vec::new(),
            game: String::new(),
            state: Value::Null,
        };
        for name in ["Ana", "Luis"] {
            let made = stage
                .send(
                    reqwest::Method::POST,
                    "/v1/players",
                    json!({ "name": name }),
                    None,
                )
                .await;
            stage
                .tokens
                .push(made["token"].as_str().unwrap().to_owned());
        }
        stage
    }

    /// A game that has just begun, of two players named Ana and Luis.
    pub async fn begun(settings: Value) -> Self {
        let mut stage = Self::open().await;
        stage.create("/v1/games", settings).await;
        for chair in 0..2 {
            stage.put(&format!("seats/{chair}"), json!({}), chair).await;
        }
        stage
    }

    /// A game with the server's dice that ends early: one of the two resigns.
    pub async fn finished() -> Self {
        let mut stage = Self::begun(json!({ "preset": "league", "seats": 2 })).await;
        for _ in 0..60 {
            stage.step().await;
        }
        stage.put("seats/1/resignation", json!({}), 1).await;
        stage
    }

    /// A game as a text tells it.
    pub async fn imported(notation: &str) -> Self {
        let mut stage = Self::open().await;
        let text = json!({ "notation": notation });
        stage.create("/v1/imports", text).await;
        stage
    }

    async fn create(&mut self, path: &str, body: Value) {
        let made = self.send(reqwest::Method::POST, path, body, Some(0)).await;
        let id = made["game"]["state"]["game"].as_str();
        id.unwrap().clone_into(&mut self.game);
    }

    /// Does what is asked: rolls, or takes the last option.
    pub async fn step(&mut self) {
        let state = self.state.clone();
        let chair = usize::try_from(state["asked"]["chair"].as_u64().unwrap()).unwrap();
        if state["asked"]["kind"] == "roll" {
            let roll = format!("rolls/{}", state["next_roll"]);
            self.put(&roll, json!({}), chair).await;
        } else {
            let choice = format!("choices/{}", state["decision"]);
            let option = &state["options"].as_array().unwrap().last().unwrap()["id"];
            self.put(&choice, json!({ "option": option }), chair).await;
        }
    }

    async fn put(&mut self, rest: &str, body: Value, chair: usize) {
        let path = format!("/v1/games/{}/{rest}", self.game);
        let done = self
            .send(reqwest::Method::PUT, &path, body, Some(chair))
            .await;
        self.state = done["game"]["state"].clone();
    }

    /// The address of a page of this server.
    pub fn address(&self, path: &str) -> String {
        format!("{}{path}", self.server.address())
    }

    /// The address of the replay page, with what comes after it.
    pub fn page(&self, rest: &str) -> String {
        self.address(&format!("/games/{}{rest}", self.game))
    }

    /// An answer, as it comes.
    pub async fn get(&self, path: &str) -> reqwest::Response {
        self.http.get(self.address(path)).send().await.unwrap()
    }

    /// The lines of the log in words.
    pub async fn told(&self, language: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let mut next = Some(format!(
            "/v1/games/{}/events?limit=200&lang={language}",
            self.game
        ));
        while let Some(path) = next.take() {
            let request = self
                .http
                .get(self.address(&path))
                .header("accept", "text/plain");
            let text = request.send().await.unwrap().text().await.unwrap();
            for line in text.lines() {
                match line.split_once("] ") {
                    Some((_, sentence)) => lines.push(sentence.to_owned()),
                    None => next = line.split_once(": ").map(|(_, path)| path.to_owned()),
                }
            }
        }
        lines
    }

    /// The proof.
    pub async fn proof(&self) -> String {
        let path = format!("/v1/games/{}/proof", self.game);
        self.get(&path).await.text().await.unwrap()
    }

    async fn send(
        &self,
        method: reqwest::Method,
        path: &str,
        body: Value,
        chair: Option<usize>,
    ) -> Value {
        let mut request = self.http.request(method, self.address(path)).json(&body);
        if let Some(chair) = chair {
            request = request.bearer_auth(&self.tokens[chair]);
        }
        let answer = request.send().await.unwrap();
        let (status, text) = (answer.status(), answer.text().await.unwrap());
        assert!(status.is_success(), "{path}: {text}");
        serde_json::from_str(&text).unwrap()
    }
}
