//! A sentence on each option of the rules and on each of its values.

use serde::Serialize;

use super::note::NoteId;

mod ending;
mod exits;
mod penalty;
mod travel;
mod turns;

/// An option of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct OptionEntry {
    /// Its name, as in a set of rules.
    pub name: &'static str,
    /// What it decides, in Spanish.
    pub es: &'static str,
    /// What it decides, in English.
    pub en: &'static str,
    /// Its values, in a fixed order.
    pub values: &'static [ValueEntry],
    /// The notes on it.
    pub notes: &'static [NoteId],
}

/// A value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct ValueEntry {
    /// The value as it stands in a set of rules: a name, a number, true or false, or null; for stakes an example.
    #[cfg_attr(feature = "server", schema(value_type = serde_json::Value))]
    pub value: Value,
    /// What it means, in Spanish.
    pub es: &'static str,
    /// What it means, in English.
    pub en: &'static str,
}

/// A value as it stands in a set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A name.
    Name(&'static str),
    /// A number.
    Number(u8),
    /// True or false.
    Flag(bool),
    /// Null.
    Nothing(()),
    /// Stakes.
    Amounts {
        /// For a captured piece, and for one outside the goal at the end.
        capture: u32,
        /// To the winner.
        win: u32,
        /// For a penalty.
        third_six: u32,
    },
}

/// All options, in the order of RULES §3.
pub fn options() -> impl Iterator<Item = &'static OptionEntry> {
    [
        turns::OPTIONS,
        exits::OPTIONS,
        travel::OPTIONS,
        penalty::OPTIONS,
        ending::OPTIONS,
    ]
    .into_iter()
    .flatten()
}

const fn name(name: &'static str, es: &'static str, en: &'static str) -> ValueEntry {
    ValueEntry {
        value: Value::Name(name),
        es,
        en,
    }
}

const fn number(number: u8, es: &'static str, en: &'static str) -> ValueEntry {
    ValueEntry {
        value: Value::Number(number),
        es,
        en,
    }
}

const fn flag(flag: bool, es: &'static str, en: &'static str) -> ValueEntry {
    ValueEntry {
        value: Value::Flag(flag),
        es,
        en,
    }
}

#[cfg(test)]
mod tests;
