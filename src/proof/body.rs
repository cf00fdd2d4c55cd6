//! From the bytes of the log to an event in its envelope.

use serde::Deserialize;
use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer};
use serde::de::{DeserializeSeed, MapAccess};

use super::canonical::{self, Flaw, Members};
use super::entry::Entry;
use super::instant;
use crate::rules::event::{Event, RULES_VERSION};
use crate::rules::ids::Version;

/// Why the bytes of an event cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// The bytes are not the canonical form of any object.
    #[error("not canonical at byte {offset}: {reason}")]
    NotCanonical {
        /// How many bytes before it are fine.
        offset: usize,
        /// What is wrong there.
        reason: &'static str,
    },
    /// A member of the envelope is missing.
    #[error("the member {0} is missing")]
    Missing(&'static str),
    /// A member of the envelope does not have its form.
    #[error("the member {0} is malformed")]
    Malformed(&'static str),
    /// The members are not those of the kind.
    #[error("not a {kind} event: {reason}")]
    Event {
        /// The kind.
        kind: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A kind that this version of the program does not know.
    #[error("the kind {kind} is newer than this program")]
    NewerKind {
        /// The kind.
        kind: String,
    },
    /// A rules version that this version of the program does not know.
    #[error("the rules version {version} is newer than this program")]
    NewerRules {
        /// The rules version.
        version: String,
    },
}

impl BodyError {
    /// Whether a newer version of the program could read it.
    #[must_use]
    pub const fn is_newer(&self) -> bool {
        match self {
            Self::NewerKind { .. } | Self::NewerRules { .. } => true,
            Self::NotCanonical { .. }
            | Self::Missing(_)
            | Self::Malformed(_)
            | Self::Event { .. } => false,
        }
    }
}

impl From<Flaw> for BodyError {
    fn from(Flaw { offset, reason }: Flaw) -> Self {
        Self::NotCanonical { offset, reason }
    }
}

/// Every kind of EVENTS.
pub(super) const KINDS: [&str; 26] = [
    "created",
    "seated",
    "unseated",
    "closed",
    "ready",
    "start",
    "opening_roll",
    "begins",
    "colour_choice",
    "roll",
    "exit",
    "move",
    "capture",
    "crush",
    "count",
    "count_lost",
    "pass",
    "penalty",
    "payment",
    "finish",
    "lapse",
    "taken_over",
    "agreed",
    "leave",
    "end",
    "reveal",
];

/// Reads a body.
pub(super) fn parse(body: &str) -> Result<Entry, BodyError> {
    let members = canonical::members(body)?;
    let envelope = Envelope(&members);
    let kind = envelope.text("kind")?;
    envelope.refuse_newer(kind)?;
    let at = envelope.text("at")?;
    let mut own = Own {
        rest: members.iter(),
        value: "",
    };
    Ok(Entry {
        game: envelope.member("game")?,
        version: envelope.version("version")?,
        command: envelope.version("command")?,
        at: instant::read(at).ok_or(BodyError::Malformed("at"))?,
        by: envelope.member("by")?,
        event: Event::deserialize(MapAccessDeserializer::new(&mut own)).map_err(|error| {
            BodyError::Event {
                kind: shown(kind),
                reason: error.to_string(),
            }
        })?,
    })
}

/// So much of a text as an error may repeat.
fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

struct Envelope<'m, 'a>(&'m Members<'a>);

impl<'a> Envelope<'_, 'a> {
    fn raw(&self, name: &'static str) -> Option<&'a str> {
        self.0
            .iter()
            .find(|(member, _)| *member == name)
            .map(|(_, value)| *value)
    }

    fn member<T: Deserialize<'a>>(&self, name: &'static str) -> Result<T, BodyError> {
        let raw = self.raw(name).ok_or(BodyError::Missing(name))?;
        serde_json::from_str(raw).map_err(|_| BodyError::Malformed(name))
    }

    /// A text without escapes, as everything in the envelope is.
    fn text(&self, name: &'static str) -> Result<&'a str, BodyError> {
        let raw = self.raw(name).ok_or(BodyError::Missing(name))?;
        let text = raw
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        text.filter(|text| !text.contains('\\'))
            .ok_or(BodyError::Malformed(name))
    }

    fn version(&self, name: &'static str) -> Result<Version, BodyError> {
        let raw = self.raw(name).ok_or(BodyError::Missing(name))?;
        let number: u64 = raw.parse().map_err(|_| BodyError::Malformed(name))?;
        if number == 0 {
            Err(BodyError::Malformed(name))
        } else {
            Ok(Version(number))
        }
    }

    fn refuse_newer(&self, kind: &str) -> Result<(), BodyError> {
        if !KINDS.contains(&kind) {
            return Err(BodyError::NewerKind { kind: shown(kind) });
        }
        match self.raw("rules_version") {
            Some(version) if kind == "created" && version.parse() != Ok(RULES_VERSION) => {
                Err(BodyError::NewerRules {
                    version: shown(version),
                })
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// The kind and its own members, each deserialized from its exact text.
struct Own<'m, 'a> {
    rest: std::slice::Iter<'m, (&'a str, &'a str)>,
    value: &'a str,
}

impl<'a> MapAccess<'a> for &mut Own<'_, 'a> {
    type Error = serde_json::Error;

    fn next_key_seed<K: DeserializeSeed<'a>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Self::Error> {
        let own = self
            .rest
            .find(|(name, _)| !matches!(*name, "at" | "by" | "command" | "game" | "version"));
        let Some((name, value)) = own else {
            return Ok(None);
        };
        self.value = value;
        seed.deserialize(BorrowedStrDeserializer::new(name))
            .map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, Self::Error> {
        seed.deserialize(&mut serde_json::Deserializer::from_str(self.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = r#"{"at":"2026-02-03T04:05:06.000007Z","by":"player","chair":2,"command":8,"game":"00000000-0000-0000-0000-000000000001","kind":"finish","version":9}"#;

    #[test]
    fn reads_what_it_writes() {
        let entry = parse(BODY).unwrap();
        assert_eq!(entry.version, Version(9));
        assert_eq!(entry.command, Version(8));
        assert_eq!(entry.body(), BODY);
    }

    #[test]
    fn ignores_members_it_does_not_know() {
        let longer = BODY.replace("\"kind\"", "\"hue\":{\"x\":[1]},\"kind\"");
        assert_eq!(parse(&longer).unwrap(), parse(BODY).unwrap());
    }

    #[test]
    fn names_what_is_wrong() {
        for (from, to, error) in [
            (
                "\"at\":",
                "\"at\": ",
                BodyError::NotCanonical {
                    offset: 6,
                    reason: "a value is due",
                },
            ),
            (".000007Z", ".000Z", BodyError::Malformed("at")),
            ("\"by\":\"player\",", "", BodyError::Missing("by")),
            ("\"player\"", "\"fate\"", BodyError::Malformed("by")),
            (
                "\"version\":9",
                "\"version\":0",
                BodyError::Malformed("version"),
            ),
            (
                "\"version\":9",
                "\"version\":\"9\"",
                BodyError::Malformed("version"),
            ),
            ("0001\"", "\"", BodyError::Malformed("game")),
            (
                "\"finish\"",
                "\"dance\"",
                BodyError::NewerKind {
                    kind: "dance".to_owned(),
                },
            ),
            ("\"finish\"", "7", BodyError::Malformed("kind")),
        ] {
            assert_eq!(parse(&BODY.replace(from, to)), Err(error), "{from} -> {to}");
        }
        let error = parse(&BODY.replace("\"chair\":2", "\"chair\":8")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "not a finish event: a chair is a number from 0 to 7"
        );
        assert!(!error.is_newer());
    }

    #[test]
    fn a_newer_rules_version_is_told_apart_whatever_else_is_new_in_it() {
        let newer = BODY
            .replace("finish", "created")
            .replace(",\"version\"", ",\"rules_version\":2,\"version\"");
        let error = parse(&newer).unwrap_err();
        assert_eq!(
            error,
            BodyError::NewerRules {
                version: "2".to_owned()
            }
        );
        assert!(error.is_newer());
    }

    #[test]
    fn the_kinds_are_those_of_the_events() {
        let error = serde_json::from_str::<Event>(r#"{"kind":"?"}"#)
            .unwrap_err()
            .to_string();
        let list = error.split_once("expected one of ").unwrap().1;
        let mut named: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
        let mut kinds = KINDS;
        named.sort_unstable();
        kinds.sort_unstable();
        assert_eq!(named, kinds, "KINDS must name every event");
    }
}
