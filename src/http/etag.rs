//! Entity tags: a game at a version with a head, and lists of such.

use actix_web::dev::Payload;
use actix_web::http::{StatusCode, header};
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fmt::Display;
use std::future::{Ready, ready};

use super::problem::{Code, Fault, Part, Problem};
use crate::play::{EventPage, Expected};
use crate::rules::ids::{GameId, Version};
use crate::words::language::Language;

/// How long what never changes may be kept.
pub(super) const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// What may change is asked for anew.
pub(super) const ASK_ANEW: &str = "no-cache";

/// The states that `If-Match` names; none where it is absent, or takes any.
#[derive(Debug)]
pub(super) struct IfMatch(pub(super) Option<Expected>);

impl FromRequest for IfMatch {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(expected(request).map(Self))
    }
}

/// The states that `If-Match` names: at least one, where it is sent and does not take any.
fn expected(request: &HttpRequest) -> Result<Option<Expected>, Problem> {
    let named = named(request, &header::IF_MATCH);
    if !request.headers().contains_key(header::IF_MATCH) || named.contains(&"*") {
        return Ok(None);
    }
    let states: Vec<_> = named.iter().filter_map(|tag| state(tag)).collect();
    if states.is_empty() {
        let detail = "send the ETag of a game as it was answered";
        let fault = Fault::new(Part::Header, "If-Match", detail);
        return Err(Problem::faulty(Code::NoVersion, vec![fault]));
    }
    Ok(Some(Expected(states)))
}

/// The tag of a game's state, `W/"<version>-<first 12 hex digits of the head>"`.
pub(super) fn of_game(version: Version, head: &[u8; 32]) -> String {
    format!("W/\"{}\"", id(version, head))
}

/// What stands in that tag.
pub(super) fn id(version: Version, head: &[u8; 32]) -> String {
    let digits: String = hex::encode(head).chars().take(12).collect();
    format!("{version}-{digits}")
}

/// The tag of a page of events: where it ends, and whether more have come since, which a page that is full does not show
/// otherwise.
pub(super) fn of_page(page: &EventPage) -> String {
    let last = page.events.last().map(|last| last.stored.hash.0.0);
    let tag = of_game(page.next, &last.unwrap_or_default());
    if page.more {
        format!("{}+\"", tag.trim_end_matches('"'))
    } else {
        tag
    }
}

/// The tag of a list: its games with their versions, and where the next page begins.
pub(super) fn of_list(
    games: impl IntoIterator<Item = (GameId, Version)>,
    next: Option<impl Display>,
) -> String {
    let mut hash = Sha256::new();
    for (game, version) in games {
        hash.update(game.0.as_bytes());
        hash.update(version.0.to_be_bytes());
    }
    hash.update(next.map(|cursor| cursor.to_string()).unwrap_or_default());
    of_print(&hash.finalize())
}

/// The tag of what has this hash.
pub(super) fn of_print(print: &[u8]) -> String {
    let digits: String = hex::encode(print).chars().take(24).collect();
    format!("W/\"{digits}\"")
}

/// The tag of what is shown, whatever of it may change.
pub(super) fn of_shown(shown: &impl Serialize) -> String {
    // Enums, numbers, texts and lists of them: nothing here can fail to be written.
    of_bytes(&serde_json::to_vec(shown).unwrap_or_default())
}

/// The tag of what has no version, by its content.
pub(super) fn of_bytes(bytes: &[u8]) -> String {
    let digits: String = hex::encode(Sha256::digest(bytes))
        .chars()
        .take(16)
        .collect();
    format!("W/\"{digits}\"")
}

/// Whether `If-None-Match` names this tag, so that the client has it already.
pub(super) fn is_known(request: &HttpRequest, tag: &str) -> bool {
    let is = |named: &&str| *named == "*" || opaque(named) == opaque(tag);
    named(request, &header::IF_NONE_MATCH).iter().any(is)
}

/// An answer with a tag: what is shown, or 304 where the client has it.
pub(super) fn answer<T: Serialize>(
    request: &HttpRequest,
    tag: &str,
    keep: &'static str,
    shown: impl FnOnce() -> T,
) -> HttpResponse {
    let known = is_known(request, tag);
    let mut answer = HttpResponse::build(if known {
        StatusCode::NOT_MODIFIED
    } else {
        StatusCode::OK
    });
    answer
        .insert_header((header::ETAG, tag))
        .insert_header((header::CACHE_CONTROL, keep));
    if known {
        answer.finish()
    } else {
        answer.json(shown())
    }
}

/// The version and digits of a game's tag.
pub(super) fn state(tag: &str) -> Option<(Version, String)> {
    let (version, digits) = opaque(tag).split_once('-')?;
    // A state told in text has its language at the end of its tag; it is the same state.
    let languages = Language::ALL.map(Language::code);
    let digits = digits
        .rsplit_once('-')
        .filter(|(_, language)| languages.contains(language))
        .map_or(digits, |(digits, _)| digits);
    let whole = digits.len() == 12 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    whole.then_some((Version(version.parse().ok()?), digits.to_ascii_lowercase()))
}

/// The tags that a header names.
fn named<'a>(request: &'a HttpRequest, name: &header::HeaderName) -> Vec<&'a str> {
    let values = request
        .headers()
        .get_all(name)
        .filter_map(|value| value.to_str().ok());
    values
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .collect()
}

/// What stands between the quotes; tags are compared by value, weak or not.
fn opaque(tag: &str) -> &str {
    tag.trim_start_matches("W/").trim_matches('"')
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn request(name: &'static str, value: &str) -> HttpRequest {
        TestRequest::default()
            .insert_header((name, value.to_owned()))
            .to_http_request()
    }

    #[test]
    fn what_the_client_has_is_compared_by_value() {
        let tag = of_game(Version(7), &[0xab; 32]);
        assert_eq!(tag, "W/\"7-abababababab\"");
        assert!(is_known(&request("If-None-Match", &tag), &tag));
        assert!(is_known(
            &request("If-None-Match", "\"1-x\", \"7-abababababab\""),
            &tag
        ));
        assert!(is_known(&request("If-None-Match", "*"), &tag));
        assert!(!is_known(&request("If-None-Match", "\"7-ab\""), &tag));
        assert!(!is_known(&request("X-Other", &tag), &tag));
    }

    #[test]
    fn the_state_a_command_is_meant_for_is_read_from_its_tag() {
        let read = |value: &str| expected(&request("If-Match", value)).ok();
        let one = Some(Some(Expected(vec![(
            Version(7),
            "abababababab".to_owned(),
        )])));
        assert_eq!(read("W/\"7-abababababab\""), one);
        assert_eq!(read("W/\"7-abababababab-es\""), one);
        assert_eq!(read("\"7-ABABABABABAB\", \"x\""), one);
        assert_eq!(read("*"), Some(None));
        for nothing in [
            "W/\"7-abababababab-xx\"",
            "\"7-ab\"",
            "\"-7-abababababab\"",
            "",
        ] {
            assert_eq!(read(nothing), None, "{nothing}");
        }
    }
}
