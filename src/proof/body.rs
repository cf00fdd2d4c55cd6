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
