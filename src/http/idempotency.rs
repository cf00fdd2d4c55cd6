//! The key that tells a repeated creation from a new one.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::HeaderValue;
use actix_web::{FromRequest, HttpRequest};

use super::problem::{Code, Fault, Part, Problem};

const NAME: &str = "Idempotency-Key";
/// The longest key, in bytes.
const LONGEST: usize = 255;

/// The header `Idempotency-Key`, where it is sent.
#[derive(Debug)]
pub(super) struct IdempotencyKey(pub(super) Option<String>);

impl FromRequest for IdempotencyKey {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let mut sent = request.headers().get_all(NAME).map(HeaderValue::as_bytes);
        let read = match (sent.next(), sent.next()) {
            (Some(_), Some(_)) => Err(wrong(Code::InvalidRequest, "send one key alone")),
            (first, _) => first.map(key).transpose(),
        };
        ready(read.map(Self))
    }
}

/// Reads a key.
fn key(bytes: &[u8]) -> Result<String, Problem> {
    match str::from_utf8(bytes) {
        Ok("") => Err(wrong(Code::KeyEmpty, "a key has at least 1 character")),
        _ if bytes.len() > LONGEST => {
            Err(wrong(Code::KeyTooLong, "a key has at most 255 characters"))
        }
        Ok(key) if bytes.iter().all(u8::is_ascii_graphic) => Ok(key.to_owned()),
        Ok(_) | Err(_) => Err(wrong(
            Code::InvalidRequest,
            "a key has visible ASCII characters alone",
        )),
    }
}

fn wrong(code: Code, detail: &str) -> Problem {
    Problem::faulty(code, vec![Fault::new(Part::Header, NAME, detail)])
}
