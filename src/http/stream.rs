//! Events as a stream: Server-Sent Events, or a JSON object a line.
//!
//! A stream holds no events of its own: it reads the log when the connection can take more. Who reads slowly is behind,
//! and is cut off by the transport where it takes nothing at all.

use std::convert::Infallible;
use std::time::Duration;

use actix_web::http::{Method, StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, stream};
use serde::Serialize;
use tokio::time::Instant;

use super::readers::Reader;
use super::telling::VARY;
use crate::play::PlayError;

/// After how many milliseconds an `EventSource` connects again.
const RETRY: &str = "retry: 1000\n\n";
/// What keeps proxies from closing a stream in which nothing happens.
const HEARTBEAT: &str = ":\n\n";

/// How a stream is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Server-Sent Events.
    Messages,
    /// JSON Lines.
    Lines,
}

/// A piece of a stream.
pub(super) struct Piece {
    /// What is sent.
    pub(super) text: String,
    /// Whether there is more at once.
    pub(super) more: bool,
    /// Whether nothing can follow.
    pub(super) over: bool,
}

/// Where the pieces of a stream come from.
pub(super) trait Source {
    /// The next piece, in this form; waits until there is one. Whoever gives up waiting may ask again.
    async fn next(&mut self, form: Form) -> Result<Piece, PlayError>;
}

/// A stream on its way to one reader.
pub(super) struct Following<S> {
    source: S,
    reader: Reader,
    /// How long to wait for another piece; for ever where nothing is said.
    patience: Option<Duration>,
    /// What was sent last, and when it came.
    last: Piece,
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

    /// The answer that a stream is; who asks for the head alone gets no body, and is told no length of one.
    pub(super) fn answer<S: Source + 'static>(
        self,
        request: &HttpRequest,
        following: Following<S>,
    ) -> HttpResponse {
        let mut answer = kept_by_nobody(StatusCode::OK);
        answer
            .content_type(self.media_type())
            .insert_header(("X-Accel-Buffering", "no"));
        if request.method() == Method::HEAD {
            answer.streaming(stream::empty::<Result<Bytes, Infallible>>())
        } else {
            answer.streaming(self.body(following))
        }
    }

    /// The answer to who has it all; it stops an `EventSource`.
    pub(super) fn nothing_more() -> HttpResponse {
        kept_by_nobody(StatusCode::NO_CONTENT).finish()
    }

    fn body<S: Source>(
        self,
        mut following: Following<S>,
    ) -> impl Stream<Item = Result<Bytes, Infallible>> {
        let first = std::mem::take(&mut following.last.text);
        let first = match self {
            Self::Messages => format!("{RETRY}{first}"),
            Self::Lines => first,
        };
        let begun = stream::iter([Ok(first.into())]);
        begun.chain(stream::unfold(following, move |mut following| async move {
            let text = following.next(self).await?;
            Some((Ok(text.into()), following))
        }))
    }
}

impl<S: Source> Following<S> {
    /// A stream that begins with this piece and goes on with what its source has after it.
    pub(super) fn new(first: Piece, source: S, reader: Reader, patience: Option<Duration>) -> Self {
        Self {
            source,
            reader,
            patience,
            last: first,
            since: Instant::now(),
        }
    }

    /// What is sent next; nothing where the stream ends.
    async fn next(&mut self, form: Form) -> Option<String> {
        let patience = self.patience.filter(|_| !self.last.more);
        let end = patience.map(|patience| self.since + patience);
        let is_over = || end.is_some_and(|end| end <= Instant::now());
        if self.last.over || is_over() {
            return None;
        }
        loop {
            let heartbeat = Instant::now() + self.reader.heartbeat;
            tokio::select! {
                () = self.reader.asked_to_go() => return None,
                next = self.source.next(form) => return self.take(next),
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

    fn take(&mut self, next: Result<Piece, PlayError>) -> Option<String> {
        match next {
            Ok(mut piece) => {
                let text = std::mem::take(&mut piece.text);
                self.last = piece;
                self.since = Instant::now();
                Some(text)
            }
            Err(error) => {
                tracing::error!(%error, "a stream ends");
                None
            }
        }
    }
}

/// An answer that no cache takes for one in another form.
fn kept_by_nobody(status: StatusCode) -> HttpResponseBuilder {
    let mut answer = HttpResponse::build(status);
    answer
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::VARY, VARY));
    answer
}

/// A message of Server-Sent Events.
pub(super) fn message(id: &str, data: &impl Serialize) -> String {
    format!("id: {id}\ndata: {}\n\n", line(data))
}

/// Something as JSON in a line.
pub(super) fn line(data: &impl Serialize) -> String {
    // Stored bytes, numbers and cursors: nothing here can fail to be written.
    serde_json::to_string(data).unwrap_or_default()
}
