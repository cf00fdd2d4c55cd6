//! A game with its players, and who is asked.

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::server::Server;

/// A game and those who sit in it, by chair.
pub struct Table {
    /// The game's path.
    pub path: String,
    /// The players, by chair; the first one owns the game.
    pub players: Vec<Client>,
}

impl Table {
    /// A game that nobody has sat down in.
    pub async fn open(server: &Server, players: usize, settings: Value) -> Self {
        let mut all = Vec::new();
        for number in 0..players {
            all.push(server.player(&format!("Player {number}")).await);
        }
        let created = all[0].post("/v1/games", settings).await.expect_status(201);
        let path = created.header("location").expect("a location").to_owned();
        Self { path, players: all }
    }

    /// A game in which everybody sits, which starts by it if it starts when full.
    pub async fn seated(server: &Server, players: usize, settings: Value) -> Self {
        let table = Self::open(server, players, settings).await;
        for (chair, player) in table.players.iter().enumerate() {
            player
                .put(&table.seat(chair), json!({}))
                .await
                .expect_status(200);
        }
        table
    }

    /// A chair's path.
    pub fn seat(&self, chair: usize) -> String {
        format!("{}/seats/{chair}", self.path)
    }

    /// The game now.
    pub async fn read(&self) -> Answer {
        self.players[0].get(&self.path).await.expect_status(200)
    }

    /// The state now.
    pub async fn state(&self) -> Value {
        self.read().await.json["state"].clone()
    }

    /// The client of the seat that is asked.
    pub fn asked(&self, state: &Value) -> &Client {
        &self.players[chair(state)]
    }

    /// A client that sits, and is not asked.
    pub fn other(&self, state: &Value) -> &Client {
        &self.players[(chair(state) + 1) % self.players.len()]
    }

    /// The path of the roll that is due, or of one after it.
    pub fn roll(&self, state: &Value, later: u64) -> String {
        let n = state["next_roll"].as_u64().expect("a number");
        format!("{}/rolls/{}", self.path, n + later)
    }

    /// The path of the decision now.
    pub fn choice(&self, state: &Value) -> String {
        format!("{}/choices/{}", self.path, state["decision"])
    }

    /// Does what is asked: rolls, or takes the option that `pick` gives of so many. The state afterwards.
    pub async fn step(&self, state: &Value, pick: impl Fn(usize) -> usize) -> Value {
        let player = self.asked(state);
        let done = match state["asked"]["kind"].as_str() {
            Some("roll") => player.put(&self.roll(state, 0), json!({})).await,
            Some("choice" | "colour") => {
                let options = state["options"].as_array().expect("options");
                let option = &options[pick(options.len())]["id"];
                player
                    .put(&self.choice(state), json!({ "option": option }))
                    .await
            }
            other => panic!("nothing to do: {other:?}"),
        };
        done.expect_status(200).json["game"]["state"].clone()
    }

    /// Plays until a choice is due that has options of this kind.
    pub async fn until(&self, kind: &str) -> Value {
        let mut state = self.state().await;
        while state["asked"]["kind"] != kind {
            state = self.step(&state, |_| 0).await;
        }
        state
    }
}

/// The chair that is asked.
pub fn chair(state: &Value) -> usize {
    let chair = state["asked"]["chair"]
        .as_u64()
        .unwrap_or_else(|| panic!("nobody: {state}"));
    usize::try_from(chair).expect("small")
}
