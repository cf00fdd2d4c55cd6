//! The worked cases of RULES §14, a table beside this file.

use parchis::rules::choice::Choice;
use parchis::rules::colour::Colour;
use parchis::rules::decide::Events;
use parchis::rules::dice::{Die, Roll};
use parchis::rules::options::{Overrides, Rules};
use parchis::rules::position::{Due, Position};
use parchis::rules::preset::Preset;
use serde_json::{Map, Value};

/// A line of the table.
struct Case {
    number: u8,
    line: &'static str,
    rules: Rules,
    position: &'static str,
    played: &'static str,
    expected: &'static str,
}

impl Case {
    fn read(line: &'static str) -> Self {
        let columns: Vec<&str> = line.split(" | ").map(str::trim).collect();
        let [number, rules, position, played, expected] = columns[..] else {
            panic!("five columns: {line}")
        };
        Self {
            number: number.parse().unwrap(),
            line,
            rules: read_rules(rules),
            position,
            played,
            expected,
        }
    }

    fn check(&self) {
        let Self { line, expected, .. } = self;
        let start = Position::parse(&self.rules, self.position)
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        let after = self
            .played
            .split_whitespace()
            .fold(start, |position, word| play(&position, word));
        if let Some(position) = expected.strip_prefix("= ") {
            assert_eq!(after.to_string(), position, "{line}");
        } else {
            assert!(
                matches!(after.due(), Due::Choice(_)),
                "{line}: no choice is due in {after}"
            );
            let options: Vec<String> = after.choices().iter().map(described).collect();
            assert_eq!(options.join("; "), **expected, "{line}");
        }
    }
}

/// A preset's name, then options that differ from it, as `exit_barrier=blocks`.
fn read_rules(text: &str) -> Rules {
    let mut words = text.split_whitespace();
    let preset: Preset = serde_json::from_value(words.next().unwrap().into()).unwrap();
    let overrides: Map<String, Value> = words
        .map(|word| word.split_once('=').unwrap())
        .map(|(name, value)| {
            (
                name.to_owned(),
                serde_json::from_str(value).unwrap_or_else(|_| value.into()),
            )
        })
        .collect();
    let overrides: Overrides = serde_json::from_value(overrides.into()).unwrap();
    overrides.over(preset.rules())
}

/// An option in words: its name and what it does.
fn described(choice: &Choice) -> String {
    let id = choice.id();
    match choice {
        Choice::Exit {
            target, crushed, ..
        } => {
            let victims: Vec<String> = crushed.iter().map(ToString::to_string).collect();
            let crushing = if victims.is_empty() {
                ""
            } else {
                ", crushing "
            };
            format!("{id} to {target}{crushing}{}", victims.join(" and "))
        }
        Choice::Move {
            origin,
            target,
            captured,
            ..
        }
        | Choice::TakeCount {
            origin,
            target,
            captured,
            ..
        } => {
            let capturing =
                captured.map_or_else(String::new, |piece| format!(", capturing {piece}"));
            format!("{id} {origin} to {target}{capturing}")
        }
        Choice::Colour { .. } => id.to_string(),
    }
}

fn read_roll(text: &str) -> Option<Roll> {
    let dice: Option<Vec<Die>> = text
        .split('-')
        .map(|die| die.parse().ok().and_then(Die::new))
        .collect();
    Roll::of(&dice?)
}

/// Plays one roll or option.
fn play(position: &Position, word: &str) -> Position {
    let events: Events = if let Some(roll) = read_roll(word) {
        position.decide_roll(1, roll)
    } else {
        let choices = position.choices();
        let choice = choices
            .iter()
            .find(|choice| choice.id().to_string() == word);
        position.decide_choice(choice.unwrap_or_else(|| panic!("{word} is not among {choices:?}")))
    };
    assert!(
        !events.is_empty(),
        "{word} brings nothing about in {position}"
    );
    let mut after = *position;
    for event in &events {
        after.apply(event).unwrap();
    }
    after
}

#[test]
fn every_case_comes_out_as_the_rules_say() {
    let lines = include_str!("worked_cases.txt").lines();
    let cases: Vec<Case> = lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(Case::read)
        .collect();
    cases.iter().for_each(Case::check);
    for number in (1..=25).filter(|number| *number != 20) {
        assert!(
            cases.iter().any(|case| case.number == number),
            "case {number} is missing"
        );
    }
}

/// Case 20.
#[test]
fn distances_are_summed_to_the_goal() {
    let position =
        Position::parse(&Preset::League.rules(), "Y:g,g,c7,c7/B:h,h,h,h Y 0 - -").unwrap();
    assert_eq!(position.distance(Colour::Yellow), 2);
    assert_eq!(position.distance(Colour::Blue), 288);
}
