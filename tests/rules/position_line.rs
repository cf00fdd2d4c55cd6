//! The position in one line (RULES §13): what reads back, and what is refused, with the field that is wrong.

use parchis::rules::position::Position;

use crate::table::league_with;

/// Each line reads under these rules, and is written as it was read.
fn reads(overrides: &str, lines: &[&str]) {
    let rules = league_with(overrides);
    for line in lines {
        match Position::parse(&rules, line) {
            Ok(position) => assert_eq!(position.to_string(), *line, "under {overrides}"),
            Err(error) => panic!("{line}, under {overrides}: {error}"),
        }
    }
}

/// Each line is refused under these rules, and the error names its field; 0 stands for the line as a
/// whole, which then is shown as it is written.
fn refuses(overrides: &str, lines: &[(u8, &str)]) {
    let rules = league_with(overrides);
    for (field, line) in lines {
        match Position::parse(&rules, line) {
            Ok(position) => panic!("{line}, under {overrides}, reads as {position}"),
            Err(error) => {
                assert_eq!(error.field, *field, "{line}, under {overrides}: {error}");
                assert!(
                    error.to_string().len() > 20,
                    "{line}: {error} says too little"
                );
            }
        }
    }
}

#[test]
fn lines_at_a_roll_read_back() {
    reads(
        "{}",
        &[
            "Y:h,h,h,h/B:h,h,h,h Y 0 - -",
            "Y:h,5,22,c3/B:h,h,h,h/R:39,g,g,g/G:51,56,h,h Y 1 Y3 -",
            "Y:h,5,22,c3/B:h,h,h,h/R:39,g,g,g/G:51,56,h,h Y 2 Y4 -",
            "Y:5,h,h,h/R:h,h,5,h Y 0 - 5:R3Y1",
            "Y:5,22,h,h/B:22,h,h,h/R:h,h,5,h R 0 - 5:Y1R3/22:B1Y2",
            // Of one colour only the order against the numbers is told.
            "Y:20,20,h,h/B:h,h,h,h B 0 - -",
            "Y:20,20,h,h/B:h,h,h,h B 0 - 20:Y2Y1",
            "Y:c2,c2,h,h/B:h,h,h,h B 0 - -",
            "Y:out/B:h,h,h,h/R:1,h,h,h R 0 - -",
        ],
    );
}

#[test]
fn lines_at_a_choice_read_back() {
    reads(
        "{}",
        &[
            "Y:20,h,h,h/B:h,h,h,h Y 0 - - 3:3:-:-",
            "Y:20,h,h,h/B:h,h,h,h Y 1 - - 6:6:-:-",
            // The first six moved Y1, the second is in hand.
            "Y:20,h,h,h/B:h,h,h,h Y 2 Y1 - 6:6:-:-",
            // Nothing can be penalised that no further roll follows.
            "Y:20,h,h,h/B:h,h,h,h Y 2 - - 3:3:-:-",
            "Y:20,h,h,h/B:h,h,h,h Y 1 Y1 - 6:-:20,20:-",
            "Y:20,g,h,h/B:h,h,h,h Y 1 Y2 - 6:-:10:-",
        ],
    );
    reads(
        r#"{"dice": 2}"#,
        &[
            "Y:20,h,h,h/B:h,h,h,h Y 0 - - 2-6:2-6:-:-",
            "Y:20,h,h,h/B:h,h,h,h Y 0 - - 2-6:6:-:-",
            "Y:20,h,h,h/B:h,h,h,h Y 0 - - 2-6:6:20:-",
            "Y:20,h,h,h/B:h,h,h,h Y 0 - - 2-6:-:20,10:-",
            "Y:20,30,h,h/B:h,h,h,h Y 1 Y1 - 4-4:4:-:d",
        ],
    );
}

#[test]
fn what_only_some_rules_write_reads_back() {
    reads(
        r#"{"first_exit": "two_once"}"#,
        &[
            "Y*:h,h,h,h/B:h,h,h,h Y 0 - -",
            "Y:h,h,h,h/B*:h,h,h,h Y 0 - -",
        ],
    );
    reads(
        r#"{"penalty_piece": "second_six"}"#,
        &["Y:20,h,h,h/B:h,h,h,h Y 2 Y1 -"],
    );
    reads(
        r#"{"stacking": "unlimited"}"#,
        &[
            "Y:20,20,20,h/G:20,h,h,h Y 0 - 20:Y3G1Y1Y2",
            "Y:c7,c7,c7,c7/B:h,h,h,h Y 0 - -",
        ],
    );
    reads(
        r#"{"exit_clash": "coexist"}"#,
        &["Y:5,5,h,h/B:5,h,h,h/R:5,h,h,h Y 0 - 5:R1B1Y1Y2"],
    );
    reads(
        r#"{"arms": 8}"#,
        &["P:73,80,136,c7/M:124,135,136,h M 0 - 136:P3M3"],
    );
    reads(
        r#"{"teams": "pairs"}"#,
        &[
            "Y:h,h,h,h/B:h,h,h,h/R:h,h,h,h/G:h,h,h,h Y 0 - -",
            // Yellow's rolls move red's pieces.
            "Y:g,g,g,g/B:h,h,h,h/R:20,h,h,h/G:h,h,h,h Y 1 R1 -",
        ],
    );
    reads(
        r#"{"finish": "play_on"}"#,
        &["Y:g,g,g,g/B:h,h,h,h/R:h,h,h,h R 0 - -"],
    );
}

#[test]
fn bad_syntax_is_refused() {
    refuses(
        "{}",
        &[
            (0, ""),
            (0, "Y:h,h,h,h/B:h,h,h,h"),
            (0, "Y:h,h,h,h/B:h,h,h,h Y 0 -"),
            (0, "Y:h,h,h,h/B:h,h,h,h Y 0 - - 3:3:-:- x"),
            (0, " Y:h,h,h,h/B:h,h,h,h Y 0 - - "),
            (1, "Y:h,h,h/B:h,h,h,h Y 0 - -"),
            (1, "Y:h,h,h,h,h/B:h,h,h,h Y 0 - -"),
            (1, "Yh,h,h,h/B:h,h,h,h Y 0 - -"),
            (1, "y:h,h,h,h/B:h,h,h,h Y 0 - -"),
            (1, "Y:h,h,h,x/B:h,h,h,h Y 0 - -"),
            (1, "Y:h,h,h,05/B:h,h,h,h Y 0 - -"),
            (1, "Y:h,h,h,+5/B:h,h,h,h Y 0 - -"),
            (1, "Y:h,h,h,ñ/B:h,h,h,h Y 0 - -"),
            (2, "Y:h,h,h,h/B:h,h,h,h yellow 0 - -"),
            (3, "Y:h,h,h,h/B:h,h,h,h Y 3 - -"),
            (3, "Y:h,h,h,h/B:h,h,h,h Y 00 - -"),
            (4, "Y:20,h,h,h/B:h,h,h,h Y 1 Y5 -"),
            (4, "Y:20,h,h,h/B:h,h,h,h Y 1 y1 -"),
            (5, "Y:20,h,h,h/B:h,h,h,h Y 0 - x"),
            (6, "Y:20,h,h,h/B:h,h,h,h Y 0 - - 3"),
            (6, "Y:20,h,h,h/B:h,h,h,h Y 0 - - 7:7:-:-"),
            (6, "Y:20,h,h,h/B:h,h,h,h Y 0 - - 3:3:-:x"),
        ],
    );
}

#[test]
fn colours_and_squares_that_the_board_lacks_are_refused() {
    refuses(
        "{}",
        &[
            (1, "Y:h,h,h,h/P:h,h,h,h Y 0 - -"),
            (1, "Y:h,h,h,69/B:h,h,h,h Y 0 - -"),
            (1, "Y:h,h,h,0/B:h,h,h,h Y 0 - -"),
            (1, "Y:h,h,h,c8/B:h,h,h,h Y 0 - -"),
            (1, "Y:h,h,h,c0/B:h,h,h,h Y 0 - -"),
            // Between its entrance and its exit square a colour never stands.
            (1, "Y:h,h,h,1/B:h,h,h,h Y 0 - -"),
            (1, "Y:h,h,h,h/B:18,h,h,h Y 0 - -"),
            // Colours stand once, by rising arm, and two at least play.
            (1, "B:h,h,h,h/Y:h,h,h,h Y 0 - -"),
            (1, "Y:h,h,h,h/Y:h,h,h,h Y 0 - -"),
            (1, "Y:h,h,h,h Y 0 - -"),
            // Who rolls is in the game.
            (2, "Y:h,h,h,h/B:h,h,h,h R 0 - -"),
            (2, "Y:out/B:h,h,h,h/R:h,h,h,h Y 0 - -"),
            (5, "Y:h,h,h,h/B:h,h,h,h Y 0 - 69:Y1B1"),
        ],
    );
    reads(r#"{"arms": 6}"#, &["Y:h,h,h,69/P:h,h,h,h Y 0 - -"]);
}

#[test]
fn squares_too_full_are_refused() {
    refuses(
        "{}",
        &[
            (1, "Y:20,20,20,h/B:h,h,h,h Y 0 - -"),
            (1, "Y:c2,c2,c2,h/B:h,h,h,h Y 0 - -"),
            (1, "Y:5,5,h,h/B:5,h,h,h Y 0 - 5:Y1Y2B1"),
            // Two colours on an open square.
            (1, "Y:26,h,h,h/B:26,h,h,h Y 0 - 26:Y1B1"),
        ],
    );
    refuses(
        r#"{"exit_clash": "coexist"}"#,
        &[
            (1, "Y:12,12,h,h/B:12,h,h,h Y 0 - 12:Y1Y2B1"),
            (1, "Y:5,5,5,h/B:h,h,h,h Y 0 - -"),
        ],
    );
}

#[test]
fn wrong_arrival_lists_are_refused() {
    refuses(
        "{}",
        &[
            // Missing, or told though it goes without saying.
            (5, "Y:5,h,h,h/R:5,h,h,h Y 0 - -"),
            (5, "Y:20,20,h,h/B:h,h,h,h Y 0 - 20:Y1Y2"),
            // Not the pieces that stand there.
            (5, "Y:5,h,h,h/R:5,h,h,h Y 0 - 5:Y1"),
            (5, "Y:5,h,h,h/R:5,h,h,h Y 0 - 5:Y1R2"),
            (5, "Y:5,h,h,h/R:5,h,h,h Y 0 - 5:Y1R1R1"),
            (5, "Y:5,h,h,h/R:h,h,h,h Y 0 - 5:Y1"),
            (5, "Y:5,h,h,h/R:h,h,h,h Y 0 - 5:"),
            (5, "Y:c1,c1,h,h/R:h,h,h,h Y 0 - c1:Y2Y1"),
            // Squares rise.
            (5, "Y:5,22,h,h/B:22,h,h,h/R:5,h,h,h Y 0 - 22:Y2B1/5:Y1R1"),
            (5, "Y:5,h,h,h/R:5,h,h,h Y 0 - 5:Y1R1/5:R1Y1"),
            (5, "Y:5,h,h,h/R:5,h,h,h Y 0 - 5:Y1R1/"),
            (5, "Y:5,h,h,h/R:5,h,h,h Y 0 - 05:Y1R1"),
        ],
    );
}

#[test]
fn a_piece_that_could_not_be_penalised_is_refused() {
    refuses(
        "{}",
        &[
            // No six has been rolled.
            (4, "Y:20,h,h,h/B:h,h,h,h Y 0 Y1 -"),
            // At home, or another's.
            (4, "Y:20,h,h,h/B:h,h,h,h Y 1 Y2 -"),
            (4, "Y:20,h,h,h/B:30,h,h,h Y 1 B1 -"),
            // The first six is still in hand, or no further roll follows.
            (4, "Y:20,h,h,h/B:h,h,h,h Y 1 Y1 - 6:6:-:-"),
            (4, "Y:20,h,h,h/B:h,h,h,h Y 1 Y1 - 3:3:-:-"),
        ],
    );
    refuses(
        r#"{"penalty_piece": "second_six"}"#,
        &[
            (4, "Y:20,h,h,h/B:h,h,h,h Y 1 Y1 -"),
            (4, "Y:20,h,h,h/B:h,h,h,h Y 2 Y1 - 6:6:-:-"),
        ],
    );
    refuses(
        r#"{"teams": "pairs"}"#,
        &[(4, "Y:g,g,g,20/B:h,h,h,h/R:30,h,h,h/G:h,h,h,h Y 1 R1 -")],
    );
}

#[test]
fn a_game_already_over_is_refused() {
    refuses(
        "{}",
        &[
            (1, "Y:g,g,g,g/B:h,h,h,h B 0 - -"),
            (1, "Y:g,g,g,g/B:h,h,h,h - 0 - -"),
            (1, "Y:out/B:h,h,h,h B 0 - -"),
            (1, "Y:out/B:out B 0 - -"),
        ],
    );
    refuses(
        r#"{"teams": "pairs"}"#,
        &[
            (1, "Y:g,g,g,g/B:h,h,h,h/R:g,g,g,g/G:h,h,h,h B 0 - -"),
            (1, "Y:out/B:h,h,h,h/R:out/G:h,h,h,h B 0 - -"),
        ],
    );
    refuses(
        r#"{"finish": "play_on"}"#,
        &[
            (1, "Y:g,g,g,g/B:h,h,h,h B 0 - -"),
            (2, "Y:g,g,g,g/B:h,h,h,h/R:h,h,h,h Y 0 - -"),
        ],
    );
}

#[test]
fn a_hand_that_cannot_be_is_refused() {
    refuses(
        "{}",
        &[
            // A choice is due only while something can be moved.
            (6, "Y:h,h,h,h/B:h,h,h,h Y 0 - - 3:3:-:-"),
            (6, "Y:20,h,h,h/B:h,h,h,h Y 0 - - 3:-:-:-"),
            // The dice are those of the game, smaller first, the unused ones among them.
            (6, "Y:20,h,h,h/B:h,h,h,h Y 0 - - 2-3:2-3:-:-"),
            (6, "Y:20,h,h,h/B:h,h,h,h Y 0 - - 3:2:-:-"),
            // A six in hand is counted.
            (6, "Y:20,h,h,h/B:h,h,h,h Y 0 - - 6:6:-:-"),
            // Counts are those of the rules, and earned by a die that has been used.
            (6, "Y:20,h,h,h/B:h,h,h,h Y 0 - - 3:-:21:-"),
            (6, "Y:20,h,h,h/B:h,h,h,h Y 0 - - 3:-:020:-"),
            (6, "Y:20,h,h,h/B:h,h,h,h Y 0 - - 3:3:20:-"),
            // The barrier duty is done only on a double.
            (6, "Y:20,h,h,h/B:h,h,h,h Y 1 - - 6:6:-:d"),
        ],
    );
    refuses(
        r#"{"dice": 2}"#,
        &[
            (6, "Y:20,h,h,h/B:h,h,h,h Y 0 - - 3:3:-:-"),
            (6, "Y:20,h,h,h/B:h,h,h,h Y 0 - - 6-2:6-2:-:-"),
            (6, "Y:20,h,h,h/B:h,h,h,h Y 0 - - 2-6:3:-:-"),
            (6, "Y:20,h,h,h/B:h,h,h,h Y 0 - - 2-6:6:-:d"),
        ],
    );
}

#[test]
fn marks_of_other_rules_are_refused() {
    refuses("{}", &[(1, "Y*:h,h,h,h/B:h,h,h,h Y 0 - -")]);
    refuses(
        r#"{"first_exit": "two_once"}"#,
        &[(1, "Y*:5,h,h,h/B:h,h,h,h Y 0 - -")],
    );
    refuses(
        r#"{"teams": "pairs"}"#,
        &[
            (1, "Y:h,h,h,h/R:h,h,h,h Y 0 - -"),
            (1, "Y:out/B:h,h,h,h/R:h,h,h,h/G:h,h,h,h B 0 - -"),
        ],
    );
}
