//! Request bodies: JSON, at most 64 KiB where nothing else is said, every fault named by its place.

mod literal;

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderMap};
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use serde_path_to_error::{Path, Segment};
use tokio::time::timeout;

use self::literal::Literal;
use super::problem::{Code, Fault, Part, Problem};

/// The largest body that is read where an operation takes no larger one, in bytes.
pub(super) const LARGEST: usize = 64 * 1024;

/// How long a body may take to come, so that nobody holds a connection for ever.
const PATIENCE: Duration = Duration::from_secs(30);

/// A JSON body that must be there, of at most so many bytes.
#[derive(Debug)]
pub(super) struct Body<T, const MOST: usize = LARGEST>(pub T);

/// A JSON body that may be left out, which gives the default.
#[derive(Debug)]
pub(super) struct MaybeBody<T>(pub T);

/// The body of a command that needs none: nothing at all, or `{}`.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// A text of at most so many characters; never printed, since it may be a secret.
#[derive(serde::Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Text<const MOST: usize>(pub(super) String);

impl<const MOST: usize> TryFrom<String> for Text<MOST> {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.chars().count() <= MOST {
            Ok(Self(text))
        } else {
            Err(format!("at most {MOST} characters"))
        }
    }
}

type Reading<T> = Pin<Box<dyn Future<Output = Result<T, Problem>>>>;

impl<T: DeserializeOwned + 'static, const MOST: usize> FromRequest for Body<T, MOST> {
    type Error = Problem;
    type Future = Reading<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let read = read(request.clone(), payload.take(), MOST);
        Box::pin(async move { parse(&read.await?).map(Self) })
    }
}

impl<T: DeserializeOwned + Default + 'static> FromRequest for MaybeBody<T> {
    type Error = Problem;
    type Future = Reading<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let read = read(request.clone(), payload.take(), LARGEST);
        Box::pin(async move {
            let bytes = read.await?;
            if bytes.is_empty() {
                Ok(Self(T::default()))
            } else {
                parse(&bytes).map(Self)
            }
        })
    }
}

/// The whole body, its headers checked if there is any.
async fn read(
    request: HttpRequest,
    payload: Payload,
    most: usize,
) -> Result<web::BytesMut, Problem> {
    if declared_length(request.headers()).is_some_and(|length| length > most) {
        return Err(too_large(most));
    }
    let bytes = gather(payload, most, PATIENCE).await?;
    if bytes.is_empty() || is_json(&request) {
        Ok(bytes)
    } else {
        Err(Problem::new(Code::UnsupportedMediaType))
    }
}

/// All bytes, where they come in time.
async fn gather(
    mut payload: Payload,
    most: usize,
    patience: Duration,
) -> Result<web::BytesMut, Problem> {
    let gathered = timeout(patience, async {
        let mut bytes = web::BytesMut::new();
        while let Some(chunk) = payload.next().await {
            let chunk = chunk.map_err(|_| broken_off())?;
            if bytes.len() + chunk.len() > most {
                return Err(too_large(most));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    });
    gathered.await.unwrap_or_else(|_| Err(broken_off()))
}

fn too_large(most: usize) -> Problem {
    Problem::because(Code::TooLarge, format!("Send at most {most} bytes."))
}

fn broken_off() -> Problem {
    let said = "the body broke off; send it again";
    Problem::invalid(vec![Fault::new(Part::Body, "", said)])
}

fn declared_length(headers: &HeaderMap) -> Option<usize> {
    headers
        .get(header::CONTENT_LENGTH)?
        .to_str()
        .ok()?
        .parse()
        .ok()
}

fn is_json(request: &HttpRequest) -> bool {
    let plain = request
        .headers()
        .get(header::CONTENT_ENCODING)
        .is_none_or(|encoding| encoding.as_bytes().eq_ignore_ascii_case(b"identity"));
    plain
        && request
            .content_type()
            .eq_ignore_ascii_case("application/json")
}

/// Reads JSON, naming the place of the first fault.
///
/// # Errors
///
/// A problem `invalid_request`.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(Literal::new(&mut json)).map_err(|error| {
        let pointer = pointer(error.path());
        fault(pointer, error.inner())
    })?;
    json.end().map_err(|error| fault(String::new(), &error))?;
    Ok(value)
}

fn fault(pointer: String, error: &serde_json::Error) -> Problem {
    let place = format!("line {} column {}", error.line(), error.column());
    let text = error.to_string();
    let text = text
        .rsplit_once(" at line ")
        .map_or(text.as_str(), |(text, _)| text);
    let detail = match error.classify() {
        serde_json::error::Category::Data => without_value(text),
        serde_json::error::Category::Syntax
        | serde_json::error::Category::Eof
        | serde_json::error::Category::Io => format!("not JSON: {text} at {place}"),
    };
    Problem::invalid(vec![Fault::new(Part::Body, pointer, detail)])
}

/// A message without the value it speaks of, which may be a secret in the wrong place.
pub(super) fn without_value(text: &str) -> String {
    let said = [
        "invalid type: ",
        "invalid value: ",
        "invalid length ",
        "unknown variant ",
    ];
    let is_unknown = text.starts_with("unknown field ");
    if is_unknown && text.ends_with(", there are no fields") {
        return "unknown member; there are none".to_owned();
    }
    match text.rsplit_once(", expected ") {
        Some((_, expected)) if said.iter().any(|said| text.starts_with(said)) => {
            format!("expected {}", in_json(expected))
        }
        Some((_, expected)) if is_unknown => format!("unknown member; expected {expected}"),
        Some(_) | None => text
            .replace("missing field", "missing member")
            .replace("duplicate field", "duplicate member"),
    }
}

/// What a reader expects, in the words of JSON.
fn in_json(expected: &str) -> &str {
    match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" => "a whole number from 0",
        "i64" => "a whole number",
        other if other.starts_with("struct ") => "an object",
        other => other,
    }
}

/// A path as a JSON pointer (RFC 6901).
fn pointer(path: &Path) -> String {
    let mut pointer = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => {
                pointer.push('/');
                pointer.push_str(&index.to_string());
            }
            Segment::Map { key } => {
                pointer.push('/');
                pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
            }
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    pointer
}

#[cfg(test)]
mod tests {
    use futures_util::stream;

    use super::*;

    #[test]
    fn what_is_expected_is_said_in_a_readers_words() {
        let told = without_value("invalid value: integer `-1`, expected u64");
        assert_eq!(told, "expected a whole number from 0");
    }

    #[tokio::test]
    async fn a_body_that_does_not_come_is_not_waited_for_for_ever() {
        let payload = Payload::Stream {
            payload: stream::pending().boxed_local(),
        };
        let refused = gather(payload, LARGEST, Duration::ZERO).await;
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains("broke off"), "{refused}");
    }
}
