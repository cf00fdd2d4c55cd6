use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use reqwest::Method;
use serde_json::{Value, json};

use super::caller::Caller;
use super::client::Answer;
use super::game::Game;

/// How long somebody waits before looking again, at most, in milliseconds.
const PAUSE: u64 = 200;

/// A seat of a game, and who plays it.
pub(crate) struct Seat {
    pub(crate) caller: Caller,
    pub(crate) game: Arc<Game>,
    pub(crate) chair: usize,
    pub(crate) random: ChaCha8Rng,
}

impl Seat {
    /// Plays to the end, following this game alone.
    pub(crate) async fn play(mut self) {
        self.order().await;
        let mut state = self.state().await;
        while let Some(waiting) = self.turn(state).await {
            state = self.wait(&waiting).await;
        }
    }

    /// Says what the server shall do, where the plan has it do something.
    pub(crate) async fn order(&self) {
        if let Some(orders) = &self.game.plan.orders[self.chair] {
            let path = self.game.path(&format!("/seats/{}/orders", self.chair));
            let put = self
                .caller
                .ask(Method::PUT, &path, Some(orders.clone()), &[])
                .await;
            assert!(matches!(put.status, 200 | 409), "{}", put.text);
        }
    }

    /// Does what is asked, for as long as it is; the state in which others are asked. None where the game is over, or its
    /// player walks away from the clock.
    pub(crate) async fn turn(&mut self, mut state: Value) -> Option<Value> {
        while state["phase"] != "ended" {
            let enough = state["version"].as_u64().unwrap() >= self.game.plan.enough;
            let leaves = enough && self.game.plan.leaver == self.chair;
            if leaves && self.game.plan.clock.is_some() {
                return None;
            }
            let asked = state["asked"]["chair"] == json!(self.chair);
            let answer = match state["asked"]["kind"].as_str().unwrap() {
                _ if leaves => {
                    let path = self
                        .game
                        .path(&format!("/seats/{}/resignation", self.chair));
                    self.caller.ask(Method::PUT, &path, None, &[]).await
                }
                "roll" if asked => self.roll(&state).await,
                "choice" | "colour" if asked => self.choose(&state).await,
                _ => return Some(state),
            };
            state = self.after(answer).await;
        }
        None
    }

    async fn roll(&mut self, state: &Value) -> Answer {
        let body = if self.game.plan.manual {
            let dice = (0..self.game.plan.dice()).map(|_| self.random.random_range(1..=6));
            json!({ "dice": dice.collect::<Vec<u8>>() })
        } else {
            json!({})
        };
        let name = format!("rolls/{}", state["next_roll"]);
        self.command(state, &name, body).await
    }

    async fn choose(&mut self, state: &Value) -> Answer {
        let options = state["options"].as_array().unwrap();
        let name = format!("choices/{}", state["decision"]);
        if self.random.random_ratio(1, 10) {
            let tried = options.choose(&mut self.random).unwrap();
            let path = self.game.path(&format!("/{name}?dry_run=true"));
            let body = Some(json!({ "option": tried["id"] }));
            let tried = self.caller.ask(Method::PUT, &path, body, &[]).await;
            assert!(matches!(tried.status, 200 | 409), "{}", tried.text);
        }
        // The last one moves the piece that is furthest.
        let option = if self.random.random_ratio(3, 4) {
            options.last()
        } else {
            options.choose(&mut self.random)
        };
        let body = json!({ "option": option.unwrap()["id"] });
        self.command(state, &name, body).await
    }

    /// Sends a command, at times for this state alone.
    async fn command(&mut self, state: &Value, name: &str, body: Value) -> Answer {
        self.game.send(name, &body);
        let path = self.game.path(&format!("/{name}"));
        let tag = tag(state);
        let meant = [("if-match", tag.as_str())];
        let headers = if self.random.random_ratio(1, 4) {
            &meant[..]
        } else {
            &[]
        };
        self.caller
            .ask(Method::PUT, &path, Some(body), headers)
            .await
    }

    /// The state after a command, which only somebody else's act can have been in the way of.
    async fn after(&self, answer: Answer) -> Value {
        if answer.status == 200 {
            return self.game.answered(&answer);
        }
        assert!(matches!(answer.status, 409 | 412), "{}", answer.text);
        self.caller.proxy.tally.count("commands refused");
        let problem = answer.json();
        self.game.told.note_state(&problem);
        if problem.get("missed").is_some() {
            let missed = serde_json::from_value(problem["missed"].clone());
            self.game.paged(&missed.expect("a page"));
        }
        let state = self.state().await;
        let restless = self.game.plan.is_restless() || state["phase"] == "ended";
        assert!(restless, "{}: {}", self.game.table.path, answer.text);
        state
    }

    /// The state now.
    pub(crate) async fn state(&self) -> Value {
        self.shown(&self.caller.get(&self.game.path("")).await)
    }

    fn shown(&self, answer: &Answer) -> Value {
        let state = answer.json()["state"].clone();
        self.game.told.note_state(&state);
        state
    }

    /// Waits until there may be something new, for the next events or by asking again and again; the state then.
    async fn wait(&mut self, state: &Value) -> Value {
        if self.random.random() {
            let path = format!("/events?after={}&wait=10", state["version"]);
            let page = self.caller.get(&self.game.path(&path)).await;
            self.game
                .paged(&serde_json::from_str(&page.text).expect("a page"));
            return self.state().await;
        }
        let tag = tag(state);
        let known = [("if-none-match", tag.as_str())];
        let path = self.game.path("");
        loop {
            let answer = self.caller.ask(Method::GET, &path, None, &known).await;
            if answer.status != 304 {
                return self.shown(&answer);
            }
            let pause = self.random.random_range(0..PAUSE);
            tokio::time::sleep(Duration::from_millis(pause)).await;
        }
    }
}

/// The entity tag of a state.
fn tag(state: &Value) -> String {
    let head = state["head"].as_str().unwrap();
    format!("W/\"{}-{}\"", state["version"], &head[..12])
}
