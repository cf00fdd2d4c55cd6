//! Every refusal and failure, as a problem document (RFC 9457).

mod code;
mod page;
mod refusal;

use std::fmt;
use std::time::Duration;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use utoipa::ToSchema;

use super::token::hushed;
use super::views::event::EventPageView;
use super::views::possible::Possible;
use crate::notation::NotationError;
use crate::play::{EventPage, Folded};
use crate::rules::ids::{Hex32, Version};
use crate::store::{Away, StoreError};

pub(super) use code::Code;
pub(super) use page::{__path_read_problem, read_problem};

/// The media type of problem documents.
pub(super) const MEDIA_TYPE: &str = "application/problem+json";

/// Seconds after which a request that met no database may be sent again.
const RETRY_AFTER: u64 = 2;

/// How much of what a client sent is repeated at most, in characters.
const ECHO: usize = 200;
/// How long a sentence of a problem is at most, in characters; ours are shorter.
const SENTENCE: usize = 2000;

/// What went wrong, and what to do about it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "type": "/problems/unknown_game",
    "title": "There is no such game",
    "status": 404,
    "code": "unknown_game",
    "detail": "Check the id in the path; GET /v1/games lists the games you may see."
}))]
#[schema(as = Problem)]
pub(super) struct Document {
    /// A page about this kind of problem.
    #[serde(rename = "type")]
    #[schema(format = "uri-reference")]
    kind: String,
    /// The kind of problem, in a few words.
    title: &'static str,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// The kind of problem, for programs; it never changes its meaning.
    code: Code,
    /// What is wrong here, and what to do.
    detail: String,
    /// The places in the request that are at fault.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    errors: Vec<Fault>,
    /// The nearest versions at which a command ends, where the one asked for is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, max_items = 2)]
    nearest: Vec<Version>,
    /// The line at which a text is no legal game, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1)]
    line: Option<usize>,
    /// The character in that line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1)]
    column: Option<usize>,
    /// What stands there; empty at the end of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    tried: Option<String>,
    /// What could stand there, in the notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<String>>,
    /// The version of the game's newest event, where a game refuses.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<Version>,
    /// The hash of that event.
    #[serde(skip_serializing_if = "Option::is_none")]
    head: Option<Hex32>,
    /// What is possible in the game now.
    #[serde(skip_serializing_if = "Option::is_none")]
    possible: Option<Possible>,
    /// What happened since the state, decision or roll that the request speaks of; where `more`, go on at `missed_at`.
    #[serde(skip_serializing_if = "Option::is_none")]
    missed: Option<EventPageView>,
    /// Where the rest of the missed events is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = "uri-reference")]
    missed_at: Option<String>,
    /// Seconds after which to send the request again.
    #[serde(skip)]
    retry_after: Option<u64>,
}

/// A place in a request that is at fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Fault {
    /// The part of the request.
    pub place: Part,
    /// Where in that part: a JSON pointer in the body, else the parameter's name.
    pub pointer: String,
    /// What is wrong there.
    pub detail: String,
}

/// A part of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RequestPart)]
pub(super) enum Part {
    /// The body.
    Body,
    /// The path.
    Path,
    /// The query.
    Query,
    /// A header.
    Header,
}

/// The error of every handler: a problem document on its way to the client.
#[derive(Clone, Debug)]
pub(super) struct Problem(Box<Document>);

impl Problem {
    /// A problem of this kind, with the advice that goes with it.
    #[must_use]
    pub(super) fn new(code: Code) -> Self {
        Self::because(code, code.advice())
    }

    /// A problem of this kind, with a sentence of its own.
    #[must_use]
    pub(super) fn because(code: Code, detail: impl Into<String>) -> Self {
        Self(Box::new(Document {
            kind: format!("/problems/{}", code.name()),
            title: code.title(),
            status: code.status().as_u16(),
            code,
            detail: brief(detail.into(), SENTENCE),
            errors: Vec::new(),
            nearest: Vec::new(),
            line: None,
            column: None,
            tried: None,
            legal: None,
            version: None,
            head: None,
            possible: None,
            missed: None,
            missed_at: None,
            retry_after: (code.status() == StatusCode::SERVICE_UNAVAILABLE).then_some(RETRY_AFTER),
        }))
    }

    /// A request that is at fault in these places.
    #[must_use]
    pub(super) fn invalid(faults: Vec<Fault>) -> Self {
        Self::faulty(Code::InvalidRequest, faults)
    }

    /// A problem of this kind, at fault in these places.
    #[must_use]
    pub(super) fn faulty(code: Code, faults: Vec<Fault>) -> Self {
        let mut problem = Self::new(code);
        if let Some(first) = faults.first() {
            problem.0.detail = brief(format!("{}: {}", first.label(), first.detail), SENTENCE);
        }
        problem.0.errors = faults;
        problem
    }

    /// A budget of this kind that is exhausted, for so long.
    #[must_use]
    pub(super) fn too_many_requests(budget: &str, wait: Duration) -> Self {
        let seconds = wait.as_secs().saturating_add(1);
        let detail = format!(
            "The budget of this {budget} is exhausted; go on in {seconds} s, and more slowly."
        );
        let mut problem = Self::because(Code::TooManyRequests, detail);
        problem.0.retry_after = Some(seconds);
        problem
    }

    /// The same, at fault in these places.
    fn at(mut self, faults: Vec<Fault>) -> Self {
        self.0.errors = faults;
        self
    }

    /// The same, with the versions that are nearest to the one asked for.
    fn near(mut self, versions: impl IntoIterator<Item = Version>) -> Self {
        self.0.nearest.extend(versions);
        self
    }

    /// A text that is no legal game.
    #[must_use]
    fn misread(error: NotationError) -> Self {
        let detail = format!(
            "Line {}, column {}: {}.",
            error.line, error.column, error.objection
        );
        let mut problem = Self::because(Code::IllegalNotation, detail);
        problem.0.line = Some(error.line);
        problem.0.column = Some(error.column);
        problem.0.tried = Some(echo(&error.tried));
        problem.0.legal = Some(error.legal);
        problem
    }

    /// The same, with what there is to know of the game that refuses.
    fn about(mut self, folded: &Folded, missed: Option<&EventPage>) -> Self {
        let after = missed.filter(|page| page.more).map(|page| page.next);
        self.0.version = Some(folded.version());
        self.0.head = Some(folded.head.0);
        self.0.possible = Some(Possible::of(&folded.game));
        self.0.missed =
            Some(missed.map_or_else(|| EventPageView::empty(folded.version()), EventPageView::of));
        self.0.missed_at =
            after.map(|after| format!("/v1/games/{}/events?after={after}", folded.id));
        self
    }
}

impl Fault {
    /// A fault in a part of the request.
    #[must_use]
    pub(super) fn new(place: Part, pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        Self {
            place,
            // A member or parameter may be anything, a token in the wrong place too.
            pointer: echo(&pointer.into()),
            detail: brief(detail.into(), SENTENCE),
        }
    }

    fn label(&self) -> String {
        let part = match self.place {
            Part::Body => "body",
            Part::Path => "path parameter",
            Part::Query => "query parameter",
            Part::Header => "header",
        };
        if self.pointer.is_empty() {
            part.to_owned()
        } else {
            format!("{part} {}", self.pointer)
        }
    }
}

/// What a client sent as it may stand in a problem: its beginning, and nothing that looks like a token.
fn echo(sent: &str) -> String {
    brief(hushed(sent), ECHO)
}

/// A text, cut where it is longer than so many characters.
fn brief(mut text: String, most: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(most) {
        text.truncate(end);
        text.push('…');
    }
    text
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.code.name(), self.0.detail)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.0.code.status()
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        response.insert_header((header::CONTENT_TYPE, MEDIA_TYPE));
        response.insert_header((header::CACHE_CONTROL, "no-store"));
        if self.status_code() == StatusCode::UNAUTHORIZED {
            response.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
        }
        if let Some(seconds) = self.0.retry_after {
            response.insert_header((header::RETRY_AFTER, seconds));
        }
        response.body(serde_json::to_vec(&*self.0).unwrap_or_default())
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        let code = match error {
            StoreError::Unavailable(Away::ReadOnly) => Code::ReadOnly,
            StoreError::Unavailable(Away::Full) => Code::StorageFull,
            StoreError::Unavailable(
                Away::Unreachable | Away::Busy | Away::Silent | Away::Says(_),
            ) => Code::Unavailable,
            StoreError::Corrupt { .. } => Code::CorruptGame,
            StoreError::Newer { .. } => Code::NewerVersion,
            StoreError::Refused { .. } | StoreError::Schema(_) | StoreError::Driver(_) => {
                Code::Internal
            }
        };
        tracing::error!(%error, code = code.name(), "the store failed");
        Self::new(code)
    }
}
