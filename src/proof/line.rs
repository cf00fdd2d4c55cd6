//! A line of an export: an event's exact bytes with its hash, as one JSON object that is canonical itself.
//!
//! `{"body":` the body as it is `,"hash":"` 64 hex digits `"}`: a reader of JSON understands it, and whoever checks
//! hashes cuts the exact bytes out.

use super::canonical;
use super::head::{Head, Stored};
use crate::rules::ids::{GameId, Hex32};

const BEFORE: &str = "{\"body\":";
const BETWEEN: &str = ",\"hash\":\"";
const AFTER: &str = "\"}";
/// Hex digits of a hash.
const DIGITS: usize = 64;

/// A line of an export, taken apart but not checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The exact bytes of the body.
    pub body: &'a str,
    /// The hash that stands with them.
    pub hash: Head,
}

/// A line that is none of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a line of an export, which reads {{\"body\":{{…}},\"hash\":\"64 hex digits\"}}")]
pub struct LineError;

impl<'a> Line<'a> {
    /// Takes a line apart; a line break at its end is no part of it.
    ///
    /// # Errors
    /// When it does not have the form of a line.
    pub fn parse(line: &'a str) -> Result<Self, LineError> {
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let inner = line
            .strip_prefix(BEFORE)
            .and_then(|rest| rest.strip_suffix(AFTER));
        let inner = inner.ok_or(LineError)?;
        let cut = inner.len().checked_sub(DIGITS).ok_or(LineError)?;
        let (body, digits) = inner.split_at_checked(cut).ok_or(LineError)?;
        let body = body.strip_suffix(BETWEEN).ok_or(LineError)?;
        let hash: Hex32 = digits.parse().map_err(|_| LineError)?;
        Ok(Self {
            body,
            hash: Head(hash),
        })
    }
}

impl Line<'_> {
    /// The game that the body says it is of, if it says so.
    #[must_use]
    pub fn game(&self) -> Option<GameId> {
        let members = canonical::members(self.body).ok()?;
        let (_, id) = members.iter().find(|(name, _)| *name == "game")?;
        serde_json::from_str(id).ok()
    }
}

impl Stored {
    /// The line of an export that holds this event, without a line break.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{BEFORE}{}{BETWEEN}{}{AFTER}", self.body, self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ids::Version;

    #[test]
    fn a_line_gives_back_the_exact_bytes() {
        let body = "{\"a\":\"\u{e9}\"}".to_owned();
        let stored = Stored {
            version: Version(1),
            body,
            hash: Head(Hex32([7; 32])),
        };
        let line = stored.line();
        let Line { body, hash } = Line::parse(&line).unwrap();
        assert_eq!((body, hash), (stored.body.as_str(), stored.hash));
        assert_eq!(Line::parse(&format!("{line}\r\n")).unwrap().body, body);
        let value: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(value.to_string(), line);
    }

    #[test]
    fn whatever_else_is_refused() {
        let hash = "0".repeat(64);
        for line in [
            String::new(),
            "{}".to_owned(),
            format!("{{\"body\":{{}}, \"hash\":\"{hash}\"}}"),
            format!("{{\"body\":{{}},\"hash\":\"{}\"}}", "A".repeat(64)),
            format!("{{\"body\":{{}},\"hash\":\"{}\"}}", "\u{e9}".repeat(32)),
            format!("{{\"body\":\u{20ac}\"{hash}\"}}"),
        ] {
            assert_eq!(Line::parse(&line), Err(LineError), "{line}");
        }
    }
}
