use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use parchis::proof::{Head, Verifier};
use parchis::rules::ids::{GameId, Hex32};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::watch;

use super::client::Answer;
use super::table::Table;

/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_mins(1);

/// All that clients were told about one game.
pub(crate) struct Told {
    said: Mutex<Said>,
    answers: watch::Sender<usize>,
}

#[derive(Clone, Default)]
struct Said {
    events: BTreeMap<usize, String>,
    heads: BTreeMap<usize, String>,
}

#[derive(Deserialize)]
struct Page {
    events: Vec<Box<RawValue>>,
    hashes: Vec<Hex32>,
    next_after: usize,
    more: bool,
}

impl Told {
    pub(crate) fn nothing() -> Told {
        Told {
            said: Mutex::default(),
            answers: watch::Sender::new(0),
        }
    }

    /// Takes note of what a command was answered with; the state now.
    pub(crate) fn note(&self, answer: &Answer) -> Value {
        let done = answer.done();
        for event in &done.events {
            let version = number(&serde_json::from_str::<Value>(event.get()).unwrap()["version"]);
            self.note_event(version, event.get());
        }
        let state = &done.game["state"];
        self.note_state(state);
        self.answers.send_modify(|answers| *answers += 1);
        state.clone()
    }

    /// Takes note of an event.
    pub(crate) fn note_event(&self, version: usize, body: &str) {
        let mut said = self.said.lock().unwrap();
        let before = said.events.insert(version, body.to_owned());
        assert!(
            before.as_deref().is_none_or(|before| before == body),
            "event {version} was {before:?}, and is now {body}"
        );
    }

    /// Takes note of a state.
    pub(crate) fn note_state(&self, state: &Value) {
        self.note_head(
            number(&state["version"]),
            state["head"].as_str().expect("a head"),
        );
    }

    /// Takes note of the hash of an event.
    pub(crate) fn note_head(&self, version: usize, head: &str) {
        let mut said = self.said.lock().unwrap();
        let before = said.heads.insert(version, head.to_owned());
        assert!(before.is_none_or(|before| before == head), "two heads");
    }

    /// How many commands were answered.
    pub(crate) fn answers(&self) -> usize {
        *self.answers.borrow()
    }

    /// Waits for so many more answers.
    pub(crate) async fn more(&self, answers: usize) {
        let goal = self.answers() + answers;
        let mut heard = self.answers.subscribe();
        let reached = heard.wait_for(|answers| *answers >= goal);
        let waited = tokio::time::timeout(PATIENCE, reached).await;
        waited.expect("the game does not go on").unwrap();
    }

    /// Checks that the log at a server holds all of it, byte for byte, without gap or double, and by the rules; that log.
    pub(crate) async fn holds(&self, address: &str, table: &Table) -> Vec<String> {
        let said = self.said.lock().unwrap().clone();
        let id = table.path.strip_prefix("/v1/games/").unwrap();
        let mut verifier = Verifier::new(GameId(id.parse().unwrap()));
        let (mut bodies, mut hashes) = (Vec::new(), Vec::new());
        loop {
            let rest = format!("/events?after={}&limit=200", bodies.len());
            let page = table.read(address, &rest).await;
            let page: Page = serde_json::from_str(&page.text).unwrap();
            for (event, hash) in page.events.iter().zip(page.hashes) {
                verifier.push(event.get(), Head(hash)).expect("a sound log");
                bodies.push(event.get().to_owned());
                hashes.push(hash.to_string());
            }
            assert_eq!(page.next_after, bodies.len(), "a gap or a double");
            if !page.more {
                break;
            }
        }
        verifier.finish().expect("a sound log");
        each_roll_once(&bodies);
        for (version, body) in &said.events {
            assert_eq!(bodies.get(version - 1), Some(body), "event {version}");
        }
        for (version, head) in &said.heads {
            assert_eq!(hashes.get(version - 1), Some(head), "head {version}");
        }
        bodies
    }
}

fn each_roll_once(bodies: &[String]) {
    let mut due = 1;
    for body in bodies {
        let event: Value = serde_json::from_str(body).unwrap();
        if let Some(n) = event["n"].as_u64() {
            assert_eq!(n, due, "{body}");
            due += 1;
        }
    }
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a number")).unwrap()
}
