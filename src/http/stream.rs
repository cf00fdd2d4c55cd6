//! The log of a game as a stream: Server-Sent Events, or a JSON object a line.
//!
//! A stream holds no events of its own: it reads the log when the connection can take more. Who reads slowly is behind,
//! and is cut off by the transport where it takes nothing at all.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::{Method, header};
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, stream};
use tokio::time::Instant;

use super::etag;
use super::readers::Reader;
use super::telling::VARY;
use super::views::event::EventPageView;
use crate::play::{EventPage, Follower, PlayError};

/// After how many milliseconds an `EventSource` connects again.
const RETRY: &str = "retry: 1000\n\n";
/// What keeps proxies from closing a stream in which nothing happens.
const HEARTBEAT: &str = ":\n\n";

/// How a stream is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Server-Sent Events: a message a command.
    Messages,
    /// JSON Lines: an event a line, as in an export.
    Lines,
}

/// A game's log on its way to one reader.
pub(super) struct Following {
    follower: Follower,
    reader: Reader,
    /// How long to wait for another command; for ever where nothing is said.
    patience: Option<Duration>,
    /// What was sent last, and when it came.
    page: Arc<EventPage>,
    since: Instant,
}

impl Form {
    /// The media type.
    const fn media_type(self) -> &'static str {
        match self {
            Self::Messages => "text/event-stream",
            Self::Lines => "application/x-ndjson",
        }
    }

    /// How long to wait for news where nothing is said: messages come for ever, lines are what there is.
    pub(super) const fn patience(self) -> Option<Duration> {
        match self {
            Self::Messages => None,
            Self::Lines => Some(Duration::ZERO),
        }
    }

    /// The answer that a stream is; who asks for the head alone gets no body.
    pub(super) fn answer(self, request: &HttpRequest, following: Following) -> HttpResponse {
        let mut answer = HttpResponse::Ok();
        answer
            .content_type(self.media_type())
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .insert_header((header::VARY, VARY))
            .insert_header(("X-Accel-Buffering", "no"));
        if request.method() == Method::HEAD {
            answer.finish()
        } else {
            answer.streaming(self.body(following))
        }
    }

    fn body(self, following: Following) -> impl Stream<Item = Result<Bytes, Infallible>> {
        let told = match self {
            Self::Messages => RETRY.to_owned() + &self.told(&following.page),
            Self::Lines => self.told(&following.page),
        };
        let begun = stream::iter([Ok(told.into())]);
        begun.chain(stream::unfold(following, move |mut following| async move {
            let told = following.next(self).await?;
            Some((Ok(told.into()), following))
        }))
    }

    /// A page, as it is sent.
    fn told(self, page: &EventPage) -> String {
        match self {
            Self::Messages => messages(page),
            Self::Lines => page
                .events
                .iter()
                .map(|logged| logged.stored.line() + "\n")
                .collect(),
        }
    }
}

impl Following {
    /// A log that begins with this page and goes on with what a follower finds after it.
    pub(super) fn new(
        page: EventPage,
        follower: Follower,
        reader: Reader,
        patience: Option<Duration>,
    ) -> Self {
        Self {
            follower,
            reader,
            patience,
            page: Arc::new(page),
            since: Instant::now(),
        }
    }

    /// What is sent next; nothing where the stream ends.
    async fn next(&mut self, form: Form) -> Option<String> {
        let patience = self.patience.filter(|_| !self.page.more);
        let end = patience.map(|patience| self.since + patience);
        let is_over = || end.is_some_and(|end| end <= Instant::now());
        if self.page.over || is_over() {
            return None;
        }
        loop {
            let heartbeat = Instant::now() + self.reader.heartbeat;
            tokio::select! {
                () = self.reader.asked_to_go() => return None,
                next = self.follower.next() => return self.take(form, next),
                () = tokio::time::sleep_until(end.unwrap_or(heartbeat).min(heartbeat)) => {}
            }
            if is_over() {
                return None;
            }
            if form == Form::Messages {
                return Some(HEARTBEAT.to_owned());
            }
        }
    }

    fn take(&mut self, form: Form, next: Result<Arc<EventPage>, PlayError>) -> Option<String> {
        match next {
            Ok(page) => {
                self.page = page;
                self.since = Instant::now();
                Some(form.told(&self.page))
            }
            Err(error) => {
                tracing::error!(%error, "a stream ends");
                None
            }
        }
    }
}

/// A message a command, each a page of its own; and one that says so where nothing can follow.
fn messages(page: &EventPage) -> String {
    let mut told = String::new();
    let mut last = None;
    for (version, head, command) in EventPageView::commands(page) {
        let id = etag::id(version, &head.0.0);
        told.push_str(&message(&id, &command));
        last = Some(id);
    }
    if let Some(id) = last.filter(|_| page.over) {
        told.push_str("event: end\n");
        told.push_str(&message(&id, &EventPageView::empty(page.next)));
    }
    told
}

fn message(id: &str, page: &EventPageView) -> String {
    // Stored bytes and numbers, in one line: nothing here can fail to be written.
    let data = serde_json::to_string(page).unwrap_or_default();
    format!("id: {id}\ndata: {data}\n\n")
}
