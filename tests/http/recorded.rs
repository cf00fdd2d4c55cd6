//! Games recorded by an independent engine, played again over HTTP with manual dice: the same options in the same
//! order, the same positions, the same result.

use std::io::{BufRead, BufReader};

use flate2::read::GzDecoder;
use serde_json::{Value, json};

use crate::client::Client;
use crate::server::Server;
use crate::trials;

trials![presets_play_as_recorded, random_rules_play_as_recorded];

/// Longer games are replayed without HTTP, where they take less time.
const LONGEST: usize = 300;
const COLOURS: [&str; 8] = [
    "yellow",
    "blue",
    "red",
    "green",
    "purple",
    "orange",
    "turquoise",
    "magenta",
];
const LETTERS: &str = "YBRGPOTM";

async fn presets_play_as_recorded() {
    let games = read(include_bytes!("../vectors/presets.jsonl.gz"));
    // Three games of each preset: the first will do.
    replay(games.iter().step_by(3)).await;
}

async fn random_rules_play_as_recorded() {
    let games = read(include_bytes!("../vectors/random.jsonl.gz"));
    let short = |game: &&Value| {
        game["steps"]
            .as_array()
            .is_some_and(|steps| steps.len() < LONGEST)
    };
    replay(games.iter().filter(short)).await;
}

fn read(packed: &'static [u8]) -> Vec<Value> {
    let lines = BufReader::new(GzDecoder::new(packed)).lines();
    lines
        .map(|line| serde_json::from_str(&line.expect("text")).expect("JSON"))
        .collect()
}

async fn replay(games: impl Iterator<Item = &Value>) {
    let server = Server::start().await;
    let phone = server.player("Everybody").await;
    let mut played = 0;
    for game in games {
        Replay::start(&phone, game).await.play(game).await;
        played += 1;
    }
    assert!(played >= 5, "only {played} games");
}

/// A recorded game on its way, all seats around one phone.
struct Replay<'a> {
    phone: &'a Client,
    path: String,
    state: Value,
}

impl<'a> Replay<'a> {
    async fn start(phone: &'a Client, game: &Value) -> Self {
        let seats = game["seats"].as_array().expect("seats");
        let settings = json!({
            "preset": "league", "overrides": game["options"], "seats": seats.len(), "dice": "manual",
        });
        let created = phone.post("/v1/games", settings).await.expect_status(201);
        let path = created.header("location").expect("a location").to_owned();
        let mut state = Value::Null;
        for chair in seats.iter().map(|recorded| seated(game, recorded)) {
            let sat = phone
                .put(&format!("{path}/seats/{chair}"), json!({}))
                .await
                .expect_status(200);
            state = sat.json["game"]["state"].clone();
        }
        Self { phone, path, state }
    }

    async fn play(mut self, game: &Value) {
        let seed = &game["seed"];
        let mut positions = game["positions"].as_array().into_iter().flatten();
        let mut options = game["options_at"].as_array().into_iter().flatten();
        for step in game["steps"].as_array().expect("steps") {
            let state = &self.state;
            let (rest, body) = if let Some(dice) = step.get("roll") {
                if let Some(line) = state["board"].get("line") {
                    assert_eq!(Some(line), positions.next(), "game {seed}");
                }
                (
                    format!("rolls/{}", state["next_roll"]),
                    json!({ "dice": dice }),
                )
            } else if let Some(index) = step["choose"].as_u64() {
                let shown: Vec<Value> = list(&state["options"]).map(as_recorded).collect();
                let expected = options.next().expect("options");
                assert_eq!(
                    &Value::Array(shown),
                    expected,
                    "game {seed} at {}",
                    state["board"]["line"]
                );
                let chosen = list(&state["options"]).nth(usize::try_from(index).expect("small"));
                let chosen = chosen.expect("an option");
                (
                    format!("choices/{}", state["decision"]),
                    json!({ "option": chosen["id"] }),
                )
            } else if let Some(letter) = step["colour"].as_str() {
                let option = format!("colour:{}", colour(letter));
                (
                    format!("choices/{}", state["decision"]),
                    json!({ "option": option }),
                )
            } else {
                (
                    format!("seats/{}/resignation", self.chair(game, &step["resign"])),
                    json!({}),
                )
            };
            let done = self.phone.put(&format!("{}/{rest}", self.path), body).await;
            self.state = done.expect_status(200).json["game"]["state"].clone();
        }
        assert_eq!(self.state["phase"], "ended", "game {seed}");
        self.compare(game);
    }

    /// The chair of who resigns: a colour's letter, or a chair while chairs have no colours.
    fn chair(&self, game: &Value, leaver: &Value) -> u64 {
        let Some(letter) = leaver.as_str() else {
            return seated(game, leaver);
        };
        let seat = list(&self.state["seats"]).find(|seat| seat["colour"] == colour(letter));
        seat.and_then(|seat| seat["chair"].as_u64())
            .expect("a seat")
    }

    fn compare(&self, game: &Value) {
        let by_colour = |values: &Value| {
            let seats = list(&self.state["seats"]);
            let value = |seat: &Value| {
                let chair =
                    usize::try_from(seat["chair"].as_u64().expect("a chair")).expect("small");
                (letter(&seat["colour"]), values[chair].clone())
            };
            Value::Object(seats.map(value).collect())
        };
        let result = &game["result"];
        assert_eq!(
            by_colour(&self.state["places"]),
            result["places"],
            "game {}",
            game["seed"]
        );
        if result["ledger"].is_object() {
            assert_eq!(
                by_colour(&self.state["ledger"]),
                result["ledger"],
                "game {}",
                game["seed"]
            );
        }
    }
}

/// The chair of a recorded seat: chairs that get colours later are counted without gaps here, and not there.
fn seated(game: &Value, recorded: &Value) -> u64 {
    let number = recorded.as_u64().expect("a number");
    if game["options"]["colours"] == "by_seat" {
        return number;
    }
    let before = list(&game["seats"]).filter(|seat| seat.as_u64() < Some(number));
    u64::try_from(before.count()).expect("small")
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn colour(letter: &str) -> &'static str {
    COLOURS[LETTERS.find(letter).expect("a colour's letter")]
}

fn letter(colour: &Value) -> String {
    let arm = COLOURS
        .iter()
        .position(|name| colour == name)
        .expect("a colour");
    LETTERS[arm..=arm].to_owned()
}

/// An option as the other engine writes it.
fn as_recorded(option: &Value) -> Value {
    let captures = option.get("captured").cloned().unwrap_or_default();
    match option["kind"].as_str() {
        Some("exit") => json!({
            "kind": "exit", "pieces": option["pieces"], "dice": option["dice"], "from": "h",
            "to": option["target"], "crushes": option["crushed"],
        }),
        Some("move") => json!({
            "kind": "move", "piece": option["piece"], "dice": [option["die"]], "by": option["steps"],
            "from": option["origin"], "to": option["target"], "captures": captures,
        }),
        Some("take_count") => json!({
            "kind": "count", "piece": option["piece"], "by": option["count"],
            "from": option["origin"], "to": option["target"], "captures": captures,
        }),
        other => panic!("no such kind of option: {other:?}"),
    }
}
