use std::collections::BTreeMap;
use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use reqwest::Response;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::caller::Caller;
use super::game::{Game, parsed};
use super::log::Log;
use super::pieces::{Pieces, answered, field};

/// A player who follows all their games at once, through all that happens to connections.
pub(crate) struct Feed {
    http: reqwest::Client,
    caller: Caller,
    random: ChaCha8Rng,
    /// The logs so far, by the ids of their games.
    logs: BTreeMap<String, Log>,
    cursor: Option<String>,
}

/// A page of a feed.
#[derive(Deserialize)]
struct Page {
    events: Vec<Box<RawValue>>,
    hashes: Vec<String>,
    cursor: String,
}

impl Feed {
    /// The feed of a player of these games.
    pub(crate) fn new<'a>(
        caller: &Caller,
        games: impl Iterator<Item = &'a Arc<Game>>,
        random: ChaCha8Rng,
    ) -> Feed {
        let id = |game: &Game| game.table.path.trim_start_matches("/v1/games/").to_owned();
        Feed {
            http: reqwest::Client::builder().no_proxy().build().unwrap(),
            caller: caller.clone(),
            random,
            logs: games.map(|game| (id(game), Log::new(game))).collect(),
            cursor: None,
        }
    }

    /// Reads to the end of the last game, now as a stream and now in pages.
    pub(crate) async fn read(mut self) -> Vec<Log> {
        while !self.is_over() {
            let read = if self.random.random() {
                self.messages().await
            } else {
                self.page().await
            };
            if read.is_err() {
                self.caller.proxy.tally.count("readers cut off");
            }
        }
        self.logs.into_values().collect()
    }

    async fn messages(&mut self) -> reqwest::Result<()> {
        let stream = self.ask("", "text/event-stream").await?;
        let mut messages = Pieces::messages(stream);
        while let Some(message) = messages.next().await? {
            if let Some(data) = field(&message, "data") {
                self.take(data);
                assert_eq!(field(&message, "id"), self.cursor.as_deref());
            }
            if self.is_over() {
                break;
            }
        }
        Ok(())
    }

    async fn page(&mut self) -> reqwest::Result<()> {
        let (wait, limit) = (
            self.random.random_range(0..20),
            self.random.random_range(1..50),
        );
        let cursor = self
            .cursor
            .as_ref()
            .map(|cursor| format!("&cursor={cursor}"));
        let query = format!("wait={wait}&limit={limit}{}", cursor.unwrap_or_default());
        let page = self.ask(&query, "application/json").await?;
        self.take(&page.text().await?);
        Ok(())
    }

    async fn ask(&self, query: &str, form: &str) -> reqwest::Result<Response> {
        let url = format!("{}/v1/players/me/events?{query}", self.caller.proxy.address);
        let asked = self.http.get(url).bearer_auth(self.caller.client.token());
        let mut asked = asked.header("accept", form);
        if let Some(cursor) = self.cursor.as_ref().filter(|_| query.is_empty()) {
            asked = asked.header("last-event-id", cursor);
        }
        answered(asked.send().await?)
    }

    fn take(&mut self, page: &str) {
        let page: Page = serde_json::from_str(page).expect("a page");
        for (event, hash) in page.events.iter().zip(&page.hashes) {
            let game = parsed(event.get()).game.to_string();
            let log = self.logs.get_mut(&game).expect("a game of the player's");
            log.push(event.get(), hash);
        }
        self.cursor = Some(page.cursor);
    }

    fn is_over(&self) -> bool {
        self.logs.values().all(Log::is_over)
    }
}
