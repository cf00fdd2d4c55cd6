//! Entity tags: a game at a version with a head, and lists of such.

use actix_web::HttpRequest;
use actix_web::http::header;

use crate::rules::ids::Version;

/// The tag of a game's state, `W/"<version>-<first 12 hex digits of the head>"`.
#[must_use]
pub(super) fn of_game(version: Version, head: &[u8; 32]) -> String {
    let digits: String = hex::encode(head).chars().take(12).collect();
    format!("W/\"{version}-{digits}\"")
}

/// Whether `If-None-Match` names this tag, so that the client has it already.
#[must_use]
pub(super) fn is_known(request: &HttpRequest, tag: &str) -> bool {
    names(request, &header::IF_NONE_MATCH, tag).unwrap_or(false)
}

/// Whether `If-Match`, where it is sent, names this tag (compared by value, weak or not).
#[must_use]
pub(super) fn is_expected(request: &HttpRequest, tag: &str) -> bool {
    names(request, &header::IF_MATCH, tag).unwrap_or(true)
}

/// The version in the tag that `If-Match` names, where it names one.
#[must_use]
pub(super) fn expected_version(request: &HttpRequest) -> Option<Version> {
    let text = request.headers().get(header::IF_MATCH)?.to_str().ok()?;
    let (version, _) = opaque(text).split_once('-')?;
    version.parse().ok().map(Version)
}

/// Whether a header names the tag; none if the header is absent.
fn names(request: &HttpRequest, name: &header::HeaderName, tag: &str) -> Option<bool> {
    let mut values = request.headers().get_all(name).peekable();
    values.peek()?;
    Some(values.filter_map(|value| value.to_str().ok()).any(|value| {
        value
            .split(',')
            .map(str::trim)
            .any(|named| named == "*" || opaque(named) == opaque(tag))
    }))
}

/// What stands between the quotes.
fn opaque(tag: &str) -> &str {
    tag.trim().trim_start_matches("W/").trim_matches('"')
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn tags_are_compared_by_value() {
        let tag = of_game(Version(7), &[0xab; 32]);
        assert_eq!(tag, "W/\"7-abababababab\"");
        let request = |name: &'static str, value: &str| {
            TestRequest::default()
                .insert_header((name, value.to_owned()))
                .to_http_request()
        };
        assert!(is_known(&request("If-None-Match", &tag), &tag));
        assert!(is_known(
            &request("If-None-Match", "\"1-x\", \"7-abababababab\""),
            &tag
        ));
        assert!(!is_known(&request("If-None-Match", "\"7-ab\""), &tag));
        assert!(is_expected(&request("X-Other", "1"), &tag));
        assert!(is_expected(
            &request("If-Match", "\"7-abababababab\""),
            &tag
        ));
        assert!(!is_expected(
            &request("If-Match", "W/\"6-abababababab\""),
            &tag
        ));
        assert_eq!(
            expected_version(&request("If-Match", "W/\"6-ab\"")),
            Some(Version(6))
        );
    }
}
