//! Positions found by search that take the longest to say what may be done.

use parchis::rules::dice::{Die, Roll};
use parchis::rules::options::{Overrides, Rules};
use parchis::rules::preset::Preset;

/// A name, the rules, a position at a roll, and the roll.
pub(crate) type Question = (&'static str, Rules, &'static str, Roll);

pub(crate) fn questions() -> Vec<Question> {
    vec![question(
        "one die, an ordinary position",
        "{}",
        "Y:h,5,22,c3/B:h,h,h,h/R:39,g,g,g/G:51,56,h,h Y 0 - -",
        &[4],
    )]
}

fn question(name: &'static str, overrides: &str, line: &'static str, roll: &[u8]) -> Question {
    let overrides: Overrides = serde_json::from_str(overrides).unwrap();
    let dice: Vec<Die> = roll.iter().map(|pips| Die::new(*pips).unwrap()).collect();
    let rules = overrides.over(Preset::League.rules());
    (name, rules, line, Roll::of(&dice).unwrap())
}
