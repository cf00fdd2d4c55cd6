//! What a text can go on with.

use crate::notation::item::{Item, Seats};
use crate::notation::label::Label;
use crate::notation::take::Take;
use crate::rules::asked::Asked;
use crate::rules::choice::Choice;
use crate::rules::dice::{Die, Roll};
use crate::rules::game::Game;
use crate::rules::options::DiceCount;
use crate::rules::refusal::Refusal;

/// What is due in a game, in the notation: rolls, options, colours, the start.
pub(super) fn items(game: &Game) -> Vec<String> {
    let two = game
        .rules()
        .is_some_and(|rules| rules.dice == DiceCount::Two);
    match game.asked() {
        Asked::Nobody | Asked::Players { .. } => Vec::new(),
        Asked::Start => vec![Item::Start.to_string()],
        Asked::Entropy(chairs) => {
            let ready = |chair| {
                let seats = Seats::from_iter([Label::of(game, chair)]);
                format!("{} {}", Item::Seats(seats), Item::Ready)
            };
            chairs.into_iter().map(ready).collect()
        }
        Asked::Roll { .. } => rolls(two),
        Asked::Colour { .. } | Asked::Choice { .. } => {
            let choices = game.choices();
            choices
                .iter()
                .filter_map(|choice| of(choice, two))
                .collect()
        }
    }
}

fn of(choice: &Choice, two: bool) -> Option<String> {
    if let Choice::Colour { colour } = choice {
        return Some(colour.to_string());
    }
    let take = Take::of_choice(choice)?;
    Some(take.naming_dice(two).to_string())
}

fn rolls(two: bool) -> Vec<String> {
    let one = Die::FACES.into_iter();
    if !two {
        return one
            .map(|die| Item::Roll(Roll::One(die)).to_string())
            .collect();
    }
    // The order of two dice says nothing: each pair stands here once.
    one.flat_map(|first| {
        let others = Die::FACES
            .into_iter()
            .filter(move |second| *second >= first);
        others.map(move |second| Item::Roll(Roll::Two(first, second)).to_string())
    })
    .collect()
}

/// The names of the tags that a refused creation is about.
pub(super) fn tags_at_fault(refusal: &Refusal) -> Vec<&'static str> {
    let mut names = Vec::new();
    if let Refusal::Rules(conflict) = refusal {
        names.clone_from(&conflict.options);
    } else if let Refusal::SeatCount { .. } = refusal {
        names.push("Seats");
    } else if let Refusal::Clock(_) = refusal {
        names.push("Clock");
    }
    // Without any of these it is the preset's fault.
    names.push("Preset");
    names
}
