//! Everything about the rules that can be chosen, in one value to show.

use serde::Serialize;

use super::note::{NOTES, NoteEntry};
use super::option::{OptionEntry, options};
use super::preset::{PresetEntry, presets};

/// The presets, the options they are made of, and the notes on both.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct Catalogue {
    /// The presets, each with every option.
    pub presets: Vec<PresetEntry>,
    /// Every option with every value, in a fixed order.
    pub options: Vec<OptionEntry>,
    /// What this project decided where its sources are silent or differ.
    pub notes: Vec<NoteEntry>,
}

/// The whole catalogue.
#[must_use]
pub fn catalogue() -> Catalogue {
    Catalogue {
        presets: presets().collect(),
        options: options().copied().collect(),
        notes: NOTES.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::catalogue;

    /// Every string under a member `es` or `en`, with the other language's beside it.
    fn sentences<'a>(value: &'a serde_json::Value, found: &mut Vec<(&'a str, &'a str)>) {
        match value {
            serde_json::Value::Array(items) => items.iter().for_each(|item| sentences(item, found)),
            serde_json::Value::Object(members) => {
                if let Some(es) = members.get("es") {
                    found.push((es.as_str().unwrap(), members["en"].as_str().unwrap()));
                }
                members.values().for_each(|member| sentences(member, found));
            }
            serde_json::Value::Null
            | serde_json::Value::Bool(_)
            | serde_json::Value::Number(_)
            | serde_json::Value::String(_) => {}
        }
    }

    #[test]
    fn every_text_is_a_sentence_in_both_languages() {
        let json = serde_json::to_value(catalogue()).unwrap();
        let mut found = Vec::new();
        sentences(&json, &mut found);
        assert!(found.len() > 100, "only {} texts", found.len());
        for (es, en) in &found {
            assert_ne!(es, en);
            for text in [es, en] {
                assert!(
                    text.len() > 9 && text.ends_with('.'),
                    "no sentence: {text:?}"
                );
                assert!(
                    text.chars().next().is_some_and(char::is_uppercase),
                    "no sentence: {text:?}"
                );
                assert!(!text.contains("  "), "two spaces: {text:?}");
            }
        }
    }

    #[test]
    fn options_and_notes_point_at_each_other() {
        let catalogue = catalogue();
        let from_options: BTreeSet<_> = catalogue
            .options
            .iter()
            .flat_map(|option| option.notes.iter().map(|note| (option.name, *note)))
            .collect();
        let from_notes: BTreeSet<_> = catalogue
            .notes
            .iter()
            .flat_map(|note| note.options.iter().map(|option| (*option, note.id)))
            .collect();
        assert_eq!(from_options, from_notes);
    }
}
