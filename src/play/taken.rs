//! Whether a command took an option.

use crate::rules::choice::ChoiceId;
use crate::rules::event::Event;

/// Whether these events, those of one command, are what taking an option brought about.
pub(super) fn took(option: &ChoiceId, events: &[&Event]) -> bool {
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
            let crushes = |victim| matches!(rest.first(), Some(Event::Crush { piece, .. }) if *piece == victim);
            used == *dice && out == pieces && victim.is_none_or(crushes)
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
