use std::collections::BTreeMap;
use std::sync::Mutex;

use parchis::proof::{By, Entry, PublicKey, SignedHead};
use parchis::rules::event::Event;
use parchis::rules::ids::Version;
use reqwest::Method;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::caller::Caller;
use super::client::Answer;
use super::plan::Plan;
use super::table::Table;
use super::told::Told;

/// A game, with all that its clients have sent and were told.
pub(crate) struct Game {
    pub(crate) plan: Plan,
    pub(crate) table: Table,
    pub(crate) told: Told,
    key: PublicKey,
    /// By what names they are known, the rolls and choices that were sent.
    sent: Mutex<BTreeMap<String, Vec<Value>>>,
}

/// A page of a log.
#[derive(Deserialize)]
pub(crate) struct Page {
    pub(crate) events: Vec<Box<RawValue>>,
    pub(crate) hashes: Vec<String>,
    pub(crate) next_after: usize,
}

#[derive(Deserialize)]
struct Signed {
    receipt: SignedHead,
}

impl Game {
    /// Creates it, and both sit down.
    pub(crate) async fn begin(
        number: usize,
        plan: Plan,
        players: [&Caller; 2],
        key: PublicKey,
    ) -> Game {
        let named = [("idempotency-key", format!("game-{number}"))];
        let named = named
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()));
        let created = players[0]
            .ask(Method::POST, "/v1/games", Some(plan.settings()), &named)
            .await;
        assert!(matches!(created.status, 200 | 201), "{}", created.text);
        let id = created.json()["game"]["state"]["game"].clone();
        let game = Game {
            plan,
            table: Table {
                path: format!("/v1/games/{}", id.as_str().unwrap()),
                players: players.map(|caller| caller.client.clone()).to_vec(),
            },
            told: Told::nothing(),
            key,
            sent: Mutex::default(),
        };
        game.answered(&created);
        for (chair, caller) in players.iter().enumerate() {
            let seat = game.path(&format!("/seats/{chair}"));
            let sat = caller.ask(Method::PUT, &seat, Some(json!({})), &[]).await;
            game.answered(&sat.expect_status(200));
        }
        game
    }

    /// Something of the game.
    pub(crate) fn path(&self, rest: &str) -> String {
        format!("{}{rest}", self.table.path)
    }

    /// Takes note of a roll or choice that is going to be sent.
    pub(crate) fn send(&self, name: &str, body: &Value) {
        let mut sent = self.sent.lock().unwrap();
        sent.entry(name.to_owned()).or_default().push(body.clone());
    }

    /// Takes note of the answer to a command, and checks its receipt; the state now.
    pub(crate) fn answered(&self, answer: &Answer) -> Value {
        let state = self.told.note(answer);
        let Signed { receipt } = serde_json::from_str(&answer.text).expect("a receipt");
        assert!(self.key.made(&receipt), "{receipt:?}");
        assert_eq!(json!(receipt.game), state["game"]);
        // It may be over more than is shown, where that was signed meanwhile.
        let version = receipt.version.0;
        assert!(version >= state["version"].as_u64().unwrap(), "{receipt:?}");
        let head = receipt.head.0.to_string();
        self.told
            .note_head(usize::try_from(version).unwrap(), &head);
        state
    }

    /// Takes note of a page.
    pub(crate) fn paged(&self, page: &Page) {
        for (event, hash) in page.events.iter().zip(&page.hashes) {
            let version = parsed(event.get()).version;
            let version = usize::try_from(version.0).unwrap();
            self.told.note_event(version, event.get());
            self.told.note_head(version, hash);
        }
    }

    /// Checks a log that is whole: that it ended, and that players did in it what they have sent, and nothing else.
    pub(crate) fn is_as_sent(&self, bodies: &[String]) {
        let sent = self.sent.lock().unwrap();
        let (mut decision, mut ended) = (Version(0), false);
        for body in bodies {
            let entry = parsed(body);
            let begins = entry.version == entry.command && entry.by == By::Player;
            if let Some(name) = name(&entry.event, decision).filter(|_| begins) {
                let sent = sent.get(&name).map(Vec::as_slice).unwrap_or_default();
                let event: Value = serde_json::from_str(body).unwrap();
                let fits = sent.iter().any(|sent| fits(sent, &event));
                assert!(fits, "{name} was sent as {sent:?}, and is {body}");
            }
            if entry.event.is_decision() {
                decision = entry.version;
            }
            ended |= matches!(entry.event, Event::End(_));
        }
        assert!(ended, "{} has not ended", self.table.path);
    }
}

/// An event as it is kept.
pub(crate) fn parsed(body: &str) -> Entry {
    Entry::parse(body).expect("an event")
}

/// What a command was called that begins with this event, where it is a roll or a choice.
fn name(event: &Event, decision: Version) -> Option<String> {
    let kind = serde_json::to_value(event).unwrap();
    match kind["kind"].as_str().unwrap() {
        "roll" | "opening_roll" => Some(format!("rolls/{}", kind["n"])),
        "exit" | "move" | "colour_choice" => Some(format!("choices/{decision}")),
        _ => None,
    }
}

/// Whether an event is what was sent: these dice, or this option.
fn fits(sent: &Value, event: &Value) -> bool {
    let Some(option) = sent["option"].as_str() else {
        return sent.get("dice").is_none_or(|dice| *dice == event["dice"]);
    };
    let parts: Vec<&str> = option.split(':').collect();
    let text = |member: &str| event[member].as_str().unwrap_or_default();
    let number = |member: &str| event[member].as_u64().unwrap_or_default();
    match parts[0] {
        "colour" => text("colour") == parts[1],
        "exit" => {
            let pieces = event["pieces"].as_array().unwrap();
            let pieces: Vec<&str> = pieces.iter().filter_map(Value::as_str).collect();
            parts[2] == pieces.join("+")
        }
        "move" => text("piece") == parts[2] && parts[1].parse() == Ok(number("die")),
        "take_count" => text("piece") == parts[2] && parts[1].parse() == Ok(number("count")),
        other => panic!("no option {other}"),
    }
}
