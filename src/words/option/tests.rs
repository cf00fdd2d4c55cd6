use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{OptionEntry, options};
use crate::rules::board::Arms;
use crate::rules::options as rules;
use crate::rules::options::{Overrides, Rules, Stakes};
use crate::rules::preset::Preset;

fn values(entry: &OptionEntry) -> Vec<Json> {
    entry
        .values
        .iter()
        .map(|entry| serde_json::to_value(entry.value).unwrap())
        .collect()
}

fn entry(name: &str) -> &'static OptionEntry {
    options().find(|option| option.name == name).unwrap()
}

#[test]
fn every_option_is_there_once_and_in_order() {
    let names: Vec<_> = options().map(|option| option.name).collect();
    assert_eq!(names, Rules::NAMES);
}

/// The values of an option are exactly those of its type, in order.
fn covers<T: Serialize>(name: &str, all: &[T]) {
    let all: Vec<Json> = all
        .iter()
        .map(|value| serde_json::to_value(value).unwrap())
        .collect();
    assert_eq!(values(entry(name)), all, "the values of {name}");
}

#[test]
fn every_value_of_every_option_is_there() {
    covers("arms", Arms::ALL);
    covers("dice", rules::DiceCount::ALL);
    covers("exit_on", rules::ExitOn::ALL);
    covers("opening", rules::Opening::ALL);
    covers("colours", rules::Colours::ALL);
    covers("turn_direction", rules::TurnDirection::ALL);
    covers("first_exit", rules::FirstExit::ALL);
    covers("exit_duty", rules::ExitDuty::ALL);
    covers("exit_clash", rules::ExitClash::ALL);
    covers("exit_barrier", rules::ExitBarrier::ALL);
    covers("exit_counts", &[false, true]);
    covers("six_all_out", rules::SixAllOut::ALL);
    covers("barriers", rules::Barriers::ALL);
    covers("own_barrier", rules::OwnBarrier::ALL);
    covers("corridor_duty", &[false, true]);
    covers("stacking", rules::Stacking::ALL);
    covers("capture_count", rules::CaptureCount::ALL);
    covers("goal_count", rules::GoalCount::ALL);
    covers("goal_entry", rules::GoalEntry::ALL);
    covers("penalty_piece", rules::PenaltyPiece::ALL);
    covers("penalty_in_corridor", rules::PenaltyInCorridor::ALL);
    covers("penalty_at_entrance", rules::PenaltyAtEntrance::ALL);
    covers("finish", rules::Finish::ALL);
    covers("places", rules::Places::ALL);
    covers("teams", rules::Teams::ALL);
}

#[test]
fn stakes_are_null_or_amounts_that_can_be_read() {
    let [nothing, amounts] = &values(entry("stakes"))[..] else {
        panic!("stakes have two values")
    };
    assert_eq!(*nothing, Json::Null);
    assert!(serde_json::from_value::<Stakes>(amounts.clone()).is_ok());
}

#[test]
fn every_value_shown_can_be_set() {
    for option in options() {
        for value in values(option) {
            let overrides: Overrides =
                serde_json::from_value(json!({ option.name: value })).unwrap();
            let set = serde_json::to_value(overrides.over(Preset::League.rules())).unwrap();
            assert_eq!(set[option.name], value, "{} set to {value}", option.name);
        }
    }
}
