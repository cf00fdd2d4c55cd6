//! What is no notation, or no legal game, is refused: the place, what was tried, what was legal.

use std::fmt::Write as _;

use parchis::notation::read;

use crate::book;

/// Tags and moves that cannot be, each with a word on why.
const REFUSED: &[(&str, &str, &str)] = &[
    ("an empty text", "", ""),
    ("a tag without an end", "[Preset \"league\"\n", ""),
    ("a preset that is none", "[Preset \"chess\"]", ""),
    (
        "a tag that is none",
        "[Preset \"league\"]\n[Prest \"league\"]",
        "",
    ),
    (
        "a tag twice",
        "[Preset \"league\"] [Preset \"classic\"]",
        "",
    ),
    (
        "a value of an option",
        "[Preset \"league\"]\n[goal_entry \"bounce\"]",
        "",
    ),
    (
        "a number of an option",
        "[Preset \"league\"]\n[capture_count \"22\"]",
        "",
    ),
    (
        "options that do not go together",
        "[Preset \"rebound\"]\n[teams \"pairs\"]",
        "",
    ),
    (
        "a seat that the board lacks",
        "[Preset \"league\"]\n[Yellow \"?\"] [Purple \"?\"]",
        "",
    ),
    (
        "a player that is none",
        "[Preset \"league\"]\n[Yellow \"Ana\"]",
        "",
    ),
    (
        "a seat taken twice",
        "[Preset \"league\"]\n[Seats \"2\"]\n[Yellow \"?\"]\n[Yellow \"?\"]",
        "",
    ),
    (
        "a year that nobody writes",
        "[Created \"9999-12-31T23:59:59Z\"] [Preset \"league\"]\n[Yellow \"?\"] {+1s}\n[Red \"?\"]",
        "",
    ),
    (
        "times that nobody counts",
        "[Created \"2026-11-30T00:00:00Z\"] [Preset \"league\"]\n[Yellow \"?\"] {+9223372036854s} {+9223372036854s}\n[Red \"?\"]",
        "",
    ),
    (
        "a move after the end of time",
        "[Created \"2026-11-30T00:00:00Z\"] [Preset \"league\"]\n[Yellow \"?\"] [Red \"?\"]",
        "\nY: 4 {+9223372036854s}",
    ),
    (
        "a move before the beginning of time",
        "[Created \"2026-11-30T00:00:00Z\"] [Preset \"league\"]\n[Yellow \"?\"] [Red \"?\"]",
        "\nY: 4 {-99999999999s}",
    ),
    (
        "a rules version to come",
        "[Parchis \"2\"] [Preset \"league\"]",
        "",
    ),
    (
        "a result that is another",
        "[Preset \"league\"][Yellow \"?\"][Red \"?\"]\n[Result \"won: Y 1 won; R 2 lost\"]",
        "Y: 3",
    ),
    ("no item", TWO, "Y: 3\nR: 4 R starts"),
    ("a comment without an end", TWO, "Y: 3 {and so on"),
    ("words that touch", TWO, "Y:3R:4"),
    ("a die with seven faces", TWO, "Y: 7"),
    ("two dice of one", TWO, "Y: 3+4"),
    ("another seat's roll", TWO, "Y: 3\nY: 4"),
    ("a seat that does nothing", TWO, "Y: R: 3"),
    ("a seat that does nothing at the end", TWO, "Y: 3 R:"),
    ("another winner of the opening", TWO, "Y: 3 R: 4 Y begins"),
    (
        "a choice before a roll",
        TWO,
        "Y: 3 R: 4 R begins\n1. R: R1 h-39",
    ),
    ("another turn's number", TWO, "Y: 3 R: 4\n2. R: 5"),
    (
        "a pass where there is a move",
        TWO,
        "Y: 3 R: 4\n1. R: 5 pass",
    ),
    ("a roll where a choice is due", TWO, "Y: 3 R: 4\n1. R: 5 5"),
    (
        "another piece than comes out",
        TWO,
        "Y: 3 R: 4\n1. R: 5 R2 h-39",
    ),
    ("another place", TWO, "Y: 3 R: 4\n1. R: 5 R1 h-40"),
    (
        "a capture that is none",
        TWO,
        "Y: 3 R: 4\n1. R: 5 R1 h-39 xY1",
    ),
    (
        "a count that is none",
        TWO,
        "Y: 3 R: 4\n1. R: 5 R1 h-39 +20",
    ),
    (
        "a pass that is none",
        TWO,
        "Y: 3 R: 4\n1. R: 5 R1 h-39\n2. Y: 5 Y1 h-5\n3. R: 1 pass",
    ),
    ("an end too early", TWO, "Y: 3 R: 4\n1. R: 3 end won"),
    (
        "a move after the end",
        TWO,
        "Y: resigns end last_left\nR: 3",
    ),
    ("nobody resigns", TWO, "Y: 3 R: 4\nresigns"),
    ("a leaver resigns again", THREE, "Y: resigns Y: resigns"),
    ("a start after the start", TWO, "start start"),
    ("a colour of a game without", TWO, "red"),
    (
        "a colour that is taken",
        CHAIRS,
        "C0: 3\nC1: 4 C1 begins red\nC0: red",
    ),
    (
        "two dice, a move of either",
        DICE,
        "Y: 1+2\nR: 3+4 R begins\n1. R: 5+4 R1 R1\n2. Y: 5+4 Y1 Y1\n3. R: 2+1 R1",
    ),
    (
        "two dice, a die that is not there",
        DICE,
        "Y: 1+2\nR: 3+4\n1. R: 5+4 5:R1 h-39 3:R1 39-42",
    ),
    ("pairs that leave together", PAIRS, "Y+B: resigns"),
];

const TWO: &str = "[Preset \"league\"][Yellow \"?\"][Red \"?\"]\n";
const THREE: &str = "[Preset \"league\"][Yellow \"?\"][Red \"?\"][Green \"?\"]\n";
const CHAIRS: &str = "[Preset \"rebound\"][Chair0 \"?\"][Chair1 \"?\"]\n";
const DICE: &str = "[Preset \"two_dice\"][Yellow \"?\"][Red \"?\"]\n";
const PAIRS: &str =
    "[Preset \"league\"][teams \"pairs\"][Yellow \"?\"][Blue \"?\"][Red \"?\"][Green \"?\"]\n";

#[test]
fn what_cannot_be_is_refused_by_its_place() {
    let mut table = String::new();
    for (why, tags, moves) in REFUSED {
        let text = format!("{tags}{moves}");
        let error = read(&text).expect_err(why);
        writeln!(table, "{why}\n{text}\n--> {error}\n").unwrap();
    }
    book::holds("notation/refused.txt", &table);
}
