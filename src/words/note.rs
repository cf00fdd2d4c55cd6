//! What this project decided where the sources of its rules are silent, unclear or differ.

use serde::Serialize;

mod decisions;

pub use decisions::NOTES;

/// The number of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub enum NoteId {
    /// The names of colours five to eight.
    D1,
    /// The distance of a piece at home.
    D2,
    /// The marks of colours five to eight.
    D3,
    /// The order in which colours are picked.
    D4,
    /// Options a source does not speak of.
    D5,
    /// Two colours on a square are no barrier.
    D6,
    /// Which pieces come out.
    D7,
    /// Barriers in the corridor.
    D8,
    /// When one begins to move the partner's pieces.
    D9,
    /// The penalty back to the entrance.
    D10,
    /// Places that are shared.
    D11,
    /// Leaving while another has a choice to make.
    D12,
    /// The scores of the weekly ranking.
    D13,
    /// Crushed pieces are not paid for.
    D14,
    /// What pairs pay.
    D15,
    /// Counts between two dice.
    D16,
    /// What a six means with two dice.
    D17,
    /// Both dice are used if possible.
    D18,
    /// Two pieces of one's own on the exit square.
    D19,
    /// The values of the preset with two dice.
    D20,
    /// What happens and what may be chosen.
    D21,
    /// Who is paid for what.
    D22,
    /// A six with every piece out, under rebound.
    D23,
    /// Two descriptions of the penalised piece.
    D24,
}

/// A note: what was decided, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct NoteEntry {
    /// Its number.
    pub id: NoteId,
    /// The part of the rules it concerns.
    pub topic: Topic,
    /// The options it concerns, by name.
    pub options: &'static [&'static str],
    /// What it says, in Spanish.
    pub es: &'static str,
    /// What it says, in English.
    pub en: &'static str,
}

/// A part of the rules, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// The board (RULES §2).
    Board,
    /// Options and presets (RULES §3).
    Presets,
    /// The opening (RULES §4).
    Opening,
    /// What may be done with a roll (RULES §6).
    Options,
    /// Pairs (RULES §8).
    Pairs,
    /// The third six (RULES §9).
    ThirdSix,
    /// End, places and ranking (RULES §10).
    End,
    /// Stakes (RULES §11).
    Stakes,
    /// Two dice (RULES §12).
    TwoDice,
}

#[cfg(test)]
mod tests {
    use super::{NOTES, NoteId};
    use crate::rules::options::Rules;

    #[test]
    fn every_note_is_there_once_and_in_order() {
        let ids: Vec<String> = NOTES.iter().map(|note| format!("{:?}", note.id)).collect();
        let all: Vec<String> = (1..=24).map(|number| format!("D{number}")).collect();
        assert_eq!(ids, all);
        assert_eq!(serde_json::to_value(NoteId::D24).unwrap(), "D24");
    }

    #[test]
    fn a_note_names_options_that_exist() {
        for note in NOTES {
            for option in note.options {
                assert!(
                    Rules::NAMES.contains(option),
                    "{:?} names {option}",
                    note.id
                );
            }
        }
    }
}
