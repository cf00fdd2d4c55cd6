//! The key that tells a repeated creation from a new one.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use super::problem::{Fault, Part, Problem};

const NAME: &str = "Idempotency-Key";

/// The header `Idempotency-Key`, where it is sent.
#[derive(Debug)]
pub(super) struct IdempotencyKey(pub(super) Option<String>);

impl FromRequest for IdempotencyKey {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let Some(value) = request.headers().get(NAME) else {
            return ready(Ok(Self(None)));
        };
        let plain = |key: &&str| {
            (1..=255).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
        };
        ready(match value.to_str().ok().filter(plain) {
            Some(key) => Ok(Self(Some(key.to_owned()))),
            None => Err(Problem::invalid(vec![Fault::new(
                Part::Header,
                NAME,
                "a key has 1 to 255 visible ASCII characters",
            )])),
        })
    }
}
