use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use reqwest::{Response, StatusCode};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::game::{Game, Page, parsed};
use super::proxy::Proxy;

/// How a log is read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    Messages,
    Lines,
    Pages,
}

/// Somebody who reads a game's log while it is written, through all that happens to connections.
pub(crate) struct Reader {
    http: reqwest::Client,
    proxy: Arc<Proxy>,
    game: Arc<Game>,
    random: ChaCha8Rng,
    /// The log so far.
    pub(crate) read: Vec<String>,
    last_id: Option<String>,
    over: bool,
}

#[derive(Deserialize)]
struct Line {
    body: Box<RawValue>,
    hash: String,
}

impl Way {
    /// The way of a reader.
    pub(crate) const fn of(number: usize) -> Way {
        match number % 3 {
            0 => Way::Messages,
            1 => Way::Lines,
            _ => Way::Pages,
        }
    }
}

impl Reader {
    pub(crate) fn new(proxy: &Arc<Proxy>, game: &Arc<Game>, random: ChaCha8Rng) -> Reader {
        Reader {
            http: reqwest::Client::builder().no_proxy().build().unwrap(),
            proxy: Arc::clone(proxy),
            game: Arc::clone(game),
            random,
            read: Vec::new(),
            last_id: None,
            over: false,
        }
    }

    /// Reads to the end of the game.
    pub(crate) async fn read(mut self, way: Way) -> (Arc<Game>, Vec<String>) {
        while !self.over {
            let read = match way {
                Way::Messages => self.messages().await,
                Way::Lines => self.lines().await,
                Way::Pages => self.page().await,
            };
            if read.is_err() {
                self.proxy.tally.count("readers cut off");
            }
        }
        (self.game, self.read)
    }

    async fn ask(&self, query: &str, form: &str) -> reqwest::Result<Response> {
        let path = self.game.path(&format!("/events?{query}"));
        let asked = self.http.get(format!("{}{path}", self.proxy.address));
        let asked = asked.header("accept", form);
        let answer = match &self.last_id {
            Some(id) => asked.header("last-event-id", id).send().await?,
            None => asked.send().await?,
        };
        let status = answer.status();
        assert!(
            status.is_success() || status == StatusCode::SERVICE_UNAVAILABLE,
            "{status}"
        );
        Ok(answer)
    }

    /// A stream of messages, for as long as it goes; one that went to its end is answered without any more.
    async fn messages(&mut self) -> reqwest::Result<()> {
        let mut stream = self.ask("", "text/event-stream").await?;
        self.over = stream.status() == StatusCode::NO_CONTENT;
        let mut text = Vec::new();
        while let Some(part) = stream.chunk().await? {
            text.extend_from_slice(&part);
            while let Some(end) = text.windows(2).position(|two| two == b"\n\n") {
                let message: Vec<u8> = text.drain(..end + 2).collect();
                self.message(str::from_utf8(&message).unwrap());
            }
        }
        Ok(())
    }

    fn message(&mut self, message: &str) {
        for line in message.lines() {
            if let Some(id) = line.strip_prefix("id: ") {
                self.last_id = Some(id.to_owned());
            } else if let Some(data) = line.strip_prefix("data: ") {
                self.take(&serde_json::from_str(data).expect("a page"));
            }
        }
    }

    /// Lines, for as long as they come; the last one may be cut off.
    async fn lines(&mut self) -> reqwest::Result<()> {
        let after = self
            .read
            .last()
            .map_or(0, |last| parsed(last).command.0 - 1);
        let query = format!("after={after}&wait={}", self.random.random_range(0..20));
        let mut known = usize::try_from(after).unwrap();
        let mut stream = self.ask(&query, "application/x-ndjson").await?;
        let mut text = Vec::new();
        while let Some(part) = stream.chunk().await? {
            text.extend_from_slice(&part);
            while let Some(end) = text.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = text.drain(..=end).collect();
                let line: Line = serde_json::from_slice(&line).expect("a line");
                match self.read.get(known) {
                    Some(before) => assert_eq!(before, line.body.get()),
                    None => self.push(line.body.get(), &line.hash),
                }
                known += 1;
            }
        }
        self.over = self.is_over();
        Ok(())
    }

    /// A page, waited for.
    async fn page(&mut self) -> reqwest::Result<()> {
        let (wait, limit) = (
            self.random.random_range(0..20),
            self.random.random_range(1..50),
        );
        let query = format!("after={}&wait={wait}&limit={limit}", self.read.len());
        let page = self.ask(&query, "application/json").await?;
        if page.status() == StatusCode::OK {
            self.take(&serde_json::from_str(&page.text().await?).expect("a page"));
            self.over = self.is_over();
        }
        Ok(())
    }

    fn take(&mut self, page: &Page) {
        for (event, hash) in page.events.iter().zip(&page.hashes) {
            self.push(event.get(), hash);
        }
        assert_eq!(page.next_after, self.read.len(), "a gap or a double");
    }

    fn push(&mut self, body: &str, hash: &str) {
        self.read.push(body.to_owned());
        let version = parsed(body).version.0;
        assert_eq!(
            usize::try_from(version).unwrap(),
            self.read.len(),
            "a gap or a double"
        );
        self.game.told.note_event(self.read.len(), body);
        self.game.told.note_head(self.read.len(), hash);
    }

    /// Whether the last command read ends the game.
    fn is_over(&self) -> bool {
        let kind = |body: &String| {
            serde_json::from_str::<serde_json::Value>(body).unwrap()["kind"].clone()
        };
        self.read
            .iter()
            .rev()
            .take(2)
            .any(|body| kind(body) == "end")
    }
}
