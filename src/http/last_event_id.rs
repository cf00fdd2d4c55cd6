//! The message of a stream that a reader has last, by `Last-Event-ID`.

use actix_web::HttpRequest;

use super::etag;
use super::problem::{Code, Fault, Part, Problem};
use crate::rules::ids::Version;

/// The header's name.
pub(super) const NAME: &str = "Last-Event-ID";

/// The version and the first hex digits of the hash that the header names; none where it is absent.
pub(super) fn last_event_id(request: &HttpRequest) -> Result<Option<(Version, String)>, Problem> {
    let Some(value) = request.headers().get(NAME) else {
        return Ok(None);
    };
    let named = value.to_str().ok().and_then(etag::state);
    named.map(Some).ok_or_else(unknown)
}

/// The problem of an id that no message of the stream has.
pub(super) fn unknown() -> Problem {
    let fault = Fault::new(Part::Header, NAME, "is no id of a message of this stream");
    Problem::faulty(Code::UnknownEventId, vec![fault])
}
