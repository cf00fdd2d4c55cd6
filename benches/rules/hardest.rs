//! Positions found by search that take the longest to say what may be done.

use parchis::rules::dice::{Die, Roll};
use parchis::rules::options::{Overrides, Rules};
use parchis::rules::preset::Preset;

/// A name, the rules, a position at a roll, and the roll.
pub(crate) type Question = (&'static str, Rules, &'static str, Roll);

pub(crate) fn questions() -> Vec<Question> {
    vec![
        question(
            "one die, an ordinary position",
            "{}",
            "Y:h,5,22,c3/B:h,h,h,h/R:39,g,g,g/G:51,56,h,h Y 0 - -",
            &[4],
        ),
        question(
            "a double, and counts after which the other die must be looked for",
            r#"{"arms": 8, "dice": 2, "first_exit": "two_always", "exit_duty": "optional", "barriers": "own_exit",
                "own_barrier": "open", "teams": "pairs"}"#,
            "Y:h,39,13,134/B:h,h,106,7/R:h,h,g,12/G:g,h,44,h/P:76,g,62,h/O:16,3,105,120/T:40,h,128,47/M:100,h,111,41 Y 0 - -",
            &[5, 5],
        ),
        question(
            "two dice, and a square with most of the pieces",
            r#"{"arms": 8, "dice": 2, "first_exit": "two_always", "barriers": "own_exit", "stacking": "unlimited",
                "capture_count": 21, "goal_count": 11, "goal_entry": "rebound", "teams": "pairs"}"#,
            "Y:15,119,119,119/B:122,122,122,122/R:122,122,121,122/G:122,122,120,122/P:122,78,122,122/O:122,122,122,122/\
             T:122,122,122,122/M:99,36,119,57 Y 0 - \
             119:Y2Y3Y4M3/122:B1B2B3B4R1R2R4G1G2G4P1P3P4O1O2O3O4T1T2T3T4",
            &[2, 1],
        ),
        question(
            "two dice, seventeen pieces to crush, and a chain of captures after each that never lets the other die move",
            r#"{"arms": 8, "dice": 2, "exit_clash": "choose", "stacking": "unlimited"}"#,
            "Y:24,22,21,h/B:5,5,66,66/R:5,5,42,25/G:5,5,61,45/P:5,5,41,65/O:5,5,5,64/T:5,5,5,44/M:5,5,5,62 Y 0 - \
             5:B1B2R1R2G1G2P1P2O1O2O3T1T2T3M1M2M3/66:B4B3",
            &[5, 6],
        ),
    ]
}

fn question(name: &'static str, overrides: &str, line: &'static str, roll: &[u8]) -> Question {
    let overrides: Overrides = serde_json::from_str(overrides).unwrap();
    let dice: Vec<Die> = roll.iter().map(|pips| Die::new(*pips).unwrap()).collect();
    let rules = overrides.over(Preset::League.rules());
    (name, rules, line, Roll::of(&dice).unwrap())
}
