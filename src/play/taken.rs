//! Whether a command took an option.

use crate::rules::choice::ChoiceId;
use crate::rules::event::Event;
use crate::rules::options::{ExitClash, Rules};

/// Whether these events, those of one command, are what taking an option brought about under these rules.
pub(super) fn took(option: &ChoiceId, events: &[&Event], rules: &Rules) -> bool {
    match (option, events) {
        (
            ChoiceId::Exit {
                dice,
                pieces,
                victim,
            },
            [
                Event::Exit {
                    pieces: out,
                    dice: used,
                    ..
                },
                rest @ ..,
            ],
        ) => {
            // Ids name the smaller die first, events the dice in the order drawn.
            let mut used = used.clone();
            used.sort_unstable();
            let crushed = match rest.first() {
                Some(Event::Crush { piece, .. }) => Some(*piece),
                Some(_) | None => None,
            };
            // The id names the victim of one piece that comes out where it is chosen, and no other.
            let by_choice = rules.exit_clash == ExitClash::Choose && out.len() == 1;
            used == *dice && out == pieces && *victim == crushed.filter(|_| by_choice)
        }
        (
            ChoiceId::Move { die, piece },
            [
                Event::Move {
                    piece: moved,
                    die: used,
                    ..
                },
                ..,
            ],
        ) => moved == piece && *used == Some(*die),
        (
            ChoiceId::TakeCount { count, piece },
            [
                Event::Move {
                    piece: moved,
                    count: taken,
                    ..
                },
                ..,
            ],
        ) => moved == piece && *taken == Some(*count),
        (ChoiceId::Colour(colour), [Event::ColourChoice { colour: taken, .. }, ..]) => {
            colour == taken
        }
        (
            ChoiceId::Exit { .. }
            | ChoiceId::Move { .. }
            | ChoiceId::TakeCount { .. }
            | ChoiceId::Colour(_),
            _,
        ) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::preset::Preset;

    #[test]
    fn an_exit_was_taken_with_its_victim_exactly_where_that_is_chosen() {
        let event = |json| serde_json::from_str::<Event>(json).unwrap();
        let exit = event(r#"{"kind":"exit","pieces":["Y1"],"dice":[5],"target":"5"}"#);
        let crush = event(r#"{"kind":"crush","piece":"R3","square":"5"}"#);
        for (preset, id, taken) in [
            (Preset::Classic, "exit:5:Y1:R3", true),
            (Preset::Classic, "exit:5:Y1", false),
            (Preset::Classic, "exit:5:Y1:B1", false),
            (Preset::League, "exit:5:Y1", true),
            (Preset::League, "exit:5:Y1:R3", false),
        ] {
            let took = took(&id.parse().unwrap(), &[&exit, &crush], &preset.rules());
            assert_eq!(took, taken, "{preset:?} {id}");
        }
    }
}
