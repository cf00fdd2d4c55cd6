use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use reqwest::{Response, StatusCode};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::game::{Game, Page, parsed};
use super::log::Log;
use super::pieces::{Pieces, answered, field};
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
    random: ChaCha8Rng,
    log: Log,
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
            random,
            log: Log::new(game),
            last_id: None,
            over: false,
        }
    }

    /// Reads to the end of the game.
    pub(crate) async fn read(mut self, way: Way) -> Vec<Log> {
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
        vec![self.log]
    }

    async fn ask(&self, query: &str, form: &str) -> reqwest::Result<Response> {
        let path = self.log.game.path(&format!("/events?{query}"));
        let mut asked = self.http.get(format!("{}{path}", self.proxy.address));
        if let Some(id) = &self.last_id {
            asked = asked.header("last-event-id", id);
        }
        answered(asked.header("accept", form).send().await?)
    }

    /// A stream of messages, for as long as it goes; one that went to its end is answered without any more.
    async fn messages(&mut self) -> reqwest::Result<()> {
        let stream = self.ask("", "text/event-stream").await?;
        self.over = stream.status() == StatusCode::NO_CONTENT;
        let mut messages = Pieces::messages(stream);
        while let Some(message) = messages.next().await? {
            if let Some(data) = field(&message, "data") {
                self.take(&serde_json::from_str(data).expect("a page"));
                self.last_id = field(&message, "id").map(ToOwned::to_owned);
            }
        }
        Ok(())
    }

    /// Lines, for as long as they come; the last command may have been cut off.
    async fn lines(&mut self) -> reqwest::Result<()> {
        let last = self.log.bodies.last();
        let after = last.map_or(0, |last| parsed(last).command.0 - 1);
        let query = format!("after={after}&wait={}", self.random.random_range(0..20));
        let mut known = usize::try_from(after).unwrap();
        let mut lines = Pieces::lines(self.ask(&query, "application/x-ndjson").await?);
        while let Some(line) = lines.next().await? {
            let line: Line = serde_json::from_str(&line).expect("a line");
            match self.log.bodies.get(known) {
                Some(before) => assert_eq!(before, line.body.get()),
                None => self.log.push(line.body.get(), &line.hash),
            }
            known += 1;
        }
        self.over = self.log.is_over();
        Ok(())
    }

    /// A page, waited for.
    async fn page(&mut self) -> reqwest::Result<()> {
        let (wait, limit) = (
            self.random.random_range(0..20),
            self.random.random_range(1..50),
        );
        let query = format!("after={}&wait={wait}&limit={limit}", self.log.bodies.len());
        let page = self.ask(&query, "application/json").await?;
        self.take(&serde_json::from_str(&page.text().await?).expect("a page"));
        self.over = self.log.is_over();
        Ok(())
    }

    fn take(&mut self, page: &Page) {
        for (event, hash) in page.events.iter().zip(&page.hashes) {
            self.log.push(event.get(), hash);
        }
        assert_eq!(page.next_after, self.log.bodies.len(), "a gap or a double");
    }
}
