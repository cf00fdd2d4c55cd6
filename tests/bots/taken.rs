//! What each policy takes of the options of a position.

use parchis::bots::policy::Policy;
use parchis::rules::dice::{Die, Roll};
use parchis::rules::game::Game;
use parchis::rules::position::Position;
use parchis::rules::preset::Preset;

/// The position, the die, and what `first`, `forward`, `capture` and `cautious` take.
const TABLE: [(&str, u8, [&str; 4]); 6] = [
    // Where nothing else is to be won, who is further on goes on.
    (
        "Y:20,40,h,h/B:h,h,h,h Y 0 - -",
        1,
        ["move:1:Y1", "move:1:Y2", "move:1:Y2", "move:1:Y2"],
    ),
    // A capture comes before the way.
    (
        "Y:10,40,h,h/R:13,h,h,h Y 0 - -",
        3,
        ["move:3:Y1", "move:3:Y2", "move:3:Y1", "move:3:Y1"],
    ),
    // A safe square comes before the way.
    (
        "Y:9,40,h,h/B:h,h,h,h Y 0 - -",
        3,
        ["move:3:Y1", "move:3:Y2", "move:3:Y1", "move:3:Y1"],
    ),
    // Only who is careful takes a piece out of reach.
    (
        "Y:60,20,h,h/R:15,h,h,h Y 0 - -",
        4,
        ["move:4:Y1", "move:4:Y1", "move:4:Y1", "move:4:Y2"],
    ),
    // The goal comes before the way.
    (
        "Y:20,c5,h,h/B:h,h,h,h Y 0 - -",
        3,
        ["move:3:Y1", "move:3:Y2", "move:3:Y2", "move:3:Y2"],
    ),
    // What must be, is.
    (
        "Y:h,20,h,h/B:h,h,h,h Y 0 - -",
        5,
        ["exit:5:Y1", "exit:5:Y1", "exit:5:Y1", "exit:5:Y1"],
    ),
];

#[test]
fn each_takes_what_it_says() {
    for (line, pips, wanted) in TABLE {
        let rules = Preset::League.rules();
        let position = Position::parse(&rules, line).unwrap();
        let roll = Roll::One(Die::new(pips).unwrap());
        let (_, rolled) = position.rolled(1, roll).unwrap();
        let taken = Policy::ALL.map(|policy| policy.choose_in(&rolled).unwrap().id().to_string());
        assert_eq!(taken, wanted, "{line}, {pips}");
    }
}

#[test]
fn nothing_is_taken_where_nothing_is_asked() {
    for policy in Policy::ALL {
        assert_eq!(policy.choose(&Game::new()), None);
    }
}

#[test]
fn a_policy_is_written_as_its_name() {
    for policy in Policy::ALL {
        assert_eq!(serde_json::to_value(policy).unwrap(), policy.name());
        assert_eq!(Policy::of_name(policy.name()), Some(policy));
        let entry = policy.entry();
        assert!(entry.es.ends_with('.') && entry.en.ends_with('.'));
    }
    assert_eq!(Policy::of_name("clever"), None);
}
