use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use super::client::{Answer, Client};

/// How long a database may be away.
const PATIENCE: Duration = Duration::from_mins(1);

/// A game and those who sit in it, by chair.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) path: String,
    pub(crate) players: Vec<Client>,
}

impl Table {
    /// A game of so many that has started.
    pub(crate) async fn started(address: &str, seats: usize) -> Table {
        let mut players = Vec::new();
        for _ in 0..seats {
            players.push(Client::new_player(address).await);
        }
        Table::of(address, players).await
    }

    /// A game of these players that has started.
    pub(crate) async fn of(address: &str, players: Vec<Client>) -> Table {
        let settings = json!({ "preset": "league", "seats": players.len() });
        let url = format!("{address}/v1/games");
        let created = players[0].post(&url, settings).await.expect_status(201);
        let id = created.json()["game"]["state"]["game"].clone();
        let path = format!("/v1/games/{}", id.as_str().expect("an id"));
        let table = Table { path, players };
        for (chair, player) in table.players.iter().enumerate() {
            let seat = table.at(address, &format!("/seats/{chair}"));
            player.put(&seat, json!({})).await.expect_status(200);
        }
        table
    }

    /// Something of the game, at a server.
    pub(crate) fn at(&self, address: &str, rest: &str) -> String {
        format!("{address}{}{rest}", self.path)
    }

    /// The state now.
    pub(crate) async fn state(&self, address: &str) -> Value {
        self.read(address, "").await.json()["state"].clone()
    }

    /// Reads something of the game, waiting for a database that is away.
    pub(crate) async fn read(&self, address: &str, rest: &str) -> Answer {
        let begun = Instant::now();
        loop {
            let answer = self.players[0].get(&self.at(address, rest)).await;
            if !answer.is_away() {
                return answer.expect_status(200);
            }
            assert!(begun.elapsed() < PATIENCE, "{}", answer.text);
        }
    }

    /// Does what the state asks for: rolls, or takes the last option, which moves the highest piece.
    pub(crate) async fn step(
        &self,
        address: &str,
        state: &Value,
    ) -> Result<Answer, reqwest::Error> {
        let asked = &state["asked"];
        let chair = asked["chair"].as_u64().expect("somebody is asked");
        let player = &self.players[usize::try_from(chair).unwrap()];
        let (rest, body) = if asked["kind"] == "roll" {
            (format!("/rolls/{}", state["next_roll"]), json!({}))
        } else {
            let options = state["options"].as_array().expect("options");
            let option = &options.last().expect("an option")["id"];
            let rest = format!("/choices/{}", state["decision"]);
            (rest, json!({ "option": option }))
        };
        player
            .send(Method::PUT, &self.at(address, &rest), Some(body))
            .await
    }
}
