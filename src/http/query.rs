//! Query parameters: unknown ones are refused, every fault named.

use std::future::{Ready, ready};
use std::str::FromStr;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use serde::de::DeserializeOwned;

use super::body::without_value;
use super::problem::{Code, Fault, Part, Problem};

/// The query of a request.
#[derive(Debug)]
pub(super) struct Query<T>(pub T);

/// The query of an operation that takes none.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NoParameters {}

/// A place in a list, as a cursor names it.
#[derive(Debug, serde::Deserialize)]
#[serde(try_from = "String", bound = "C: FromStr<Err = &'static str>")]
pub(super) struct PageCursor<C>(pub(super) C);

impl<C: FromStr<Err = &'static str>> TryFrom<String> for PageCursor<C> {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(Self)
    }
}

/// How many entries a page has at most: 1 to 200.
#[derive(Clone, Copy, Debug, serde::Deserialize)]
#[serde(try_from = "u16")]
pub(super) struct PageSize(pub(super) u16);

impl Default for PageSize {
    fn default() -> Self {
        Self(100)
    }
}

impl TryFrom<u16> for PageSize {
    type Error = &'static str;

    fn try_from(size: u16) -> Result<Self, Self::Error> {
        (1..=200)
            .contains(&size)
            .then_some(Self(size))
            .ok_or("must be 1 to 200")
    }
}

/// How long to wait for an event: 0 to 60 seconds.
#[derive(Clone, Copy, Debug, serde::Deserialize)]
#[serde(try_from = "u16")]
pub(super) struct Wait(pub(super) Duration);

impl TryFrom<u16> for Wait {
    type Error = &'static str;

    fn try_from(seconds: u16) -> Result<Self, Self::Error> {
        (0..=60)
            .contains(&seconds)
            .then(|| Self(Duration::from_secs(seconds.into())))
            .ok_or("must be 0 to 60 seconds")
    }
}

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(parse(request.query_string()).map(Self))
    }
}

fn parse<T: DeserializeOwned>(query: &str) -> Result<T, Problem> {
    let pairs = form_urlencoded::parse(query.as_bytes());
    serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(pairs)).map_err(|error| {
        let path = error.path().to_string();
        let name = if path == "." { String::new() } else { path };
        let text = error.inner().to_string();
        let code = if name == "wait" && !text.starts_with("unknown") {
            Code::InvalidWait
        } else {
            Code::InvalidRequest
        };
        let detail = in_digits(&without_value(&text)).replace("member", "parameter");
        Problem::faulty(code, vec![Fault::new(Part::Query, name, detail)])
    })
}

/// What a parser of numbers says, in the words of a reader.
fn in_digits(text: &str) -> &str {
    match text {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "must be a whole number, in digits alone"
        }
        "number too large to fit in target type" => "must be a smaller number",
        other => other,
    }
}
