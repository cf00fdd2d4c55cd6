//! The opening (RULES §4): who begins, who takes which colour, and what happens when players leave before play.

use parchis::rules::dice::{Die, Roll};

use crate::table::{Table, league_with};

const BY_ROLL: &str = r#"{"colours": "by_opening_roll"}"#;

#[test]
fn the_highest_roll_begins() {
    for direction in ["left", "right"] {
        let rules = league_with(&format!(r#"{{"turn_direction": "{direction}"}}"#));
        let mut table = Table::of(rules, &[3, 0, 2]);
        table.roll(&[4, 6, 1]);
        assert_eq!(
            table.said(),
            "opening_roll 0 [4], opening_roll 2 [6], opening_roll 3 [1], begins 2"
        );
        assert_eq!(table.asked(), "2 rolls");
    }
}

#[test]
fn those_tied_roll_again_among_themselves() {
    let mut table = Table::of(league_with("{}"), &[0, 1, 2, 3]);
    table.roll(&[5, 2, 5, 5]).said();
    table.roll(&[3, 1, 3]).said();
    assert_eq!(table.asked(), "0 rolls");
    table.roll(&[1, 2]);
    assert_eq!(
        table.said(),
        "opening_roll 0 [1], opening_roll 3 [2], begins 3"
    );
}

#[test]
fn two_dice_are_summed() {
    let mut table = Table::of(league_with(r#"{"dice": 2}"#), &[0, 1]);
    let [one, two, five, six] = [1, 2, 5, 6].map(|pips| Die::new(pips).unwrap());
    table.throw(Roll::Two(six, one)).throw(Roll::Two(two, five));
    assert_eq!(table.asked(), "0 rolls");
    table
        .throw(Roll::Two(six, five))
        .throw(Roll::Two(five, five));
    assert!(table.said().ends_with("begins 0"));
}

#[test]
fn the_first_seat_begins_without_rolls() {
    let mut table = Table::of(league_with(r#"{"opening": "first_seat"}"#), &[3, 1]);
    assert_eq!(table.asked(), "1 rolls");
    table.leave(1);
    assert_eq!(table.said(), "leave [1] resigned, end last_left");
}

#[test]
fn the_roll_of_one_who_leaves_is_void() {
    let mut table = Table::of(league_with("{}"), &[0, 1, 2]);
    table.roll(&[6, 2]).leave(0);
    assert_eq!(table.asked(), "2 rolls");
    table.roll(&[1]);
    assert!(table.said().ends_with("opening_roll 2 [1], begins 1"));
}

#[test]
fn who_leaves_last_to_roll_decides_the_round() {
    let mut table = Table::of(league_with("{}"), &[0, 1, 2]);
    table.roll(&[3, 2]).said();
    table.leave(2);
    assert_eq!(table.said(), "leave [2] resigned, begins 0");
}

#[test]
fn one_left_alone_in_a_tie_begins_without_a_roll() {
    let mut table = Table::of(league_with("{}"), &[0, 1, 2]);
    table.roll(&[5, 5, 1]).said();
    table.leave(0);
    assert_eq!(table.said(), "leave [0] resigned, begins 1");
}

#[test]
fn when_all_who_tied_leave_the_others_roll_anew() {
    let mut table = Table::of(
        league_with(r#"{"arms": 6, "teams": "pairs"}"#),
        &[0, 1, 2, 3, 4, 5],
    );
    table.roll(&[5, 1, 2, 5, 3, 4]).said();
    assert_eq!(table.asked(), "0 rolls");
    table.leave(3);
    assert_eq!(table.said(), "leave [3,0] resigned");
    table.roll(&[1, 2, 6, 4]);
    assert_eq!(
        table.said(),
        "opening_roll 1 [1], opening_roll 2 [2], opening_roll 4 [6], opening_roll 5 [4], begins 4"
    );
}

#[test]
fn when_the_winner_leaves_the_next_chair_takes_its_part() {
    for direction in ["left", "right"] {
        let rules = league_with(&format!(r#"{{"turn_direction": "{direction}"}}"#));
        let mut table = Table::of(rules, &[0, 1, 3]);
        table.roll(&[1, 6, 2]).leave(1);
        assert_eq!(table.asked(), "3 rolls");
        let mut table = Table::of(rules, &[0, 1, 3]);
        table.roll(&[1, 2, 6]).leave(3);
        assert_eq!(table.asked(), "0 rolls");
    }
}

#[test]
fn colours_are_taken_from_the_winner_on() {
    let mut table = Table::of(league_with(BY_ROLL), &[0, 1, 2]);
    table.roll(&[2, 6, 1]).said();
    assert_eq!(table.asked(), "1 takes a colour");
    table
        .choose("colour:green")
        .choose("colour:yellow")
        .choose("colour:red");
    assert_eq!(
        table.said(),
        "colour_choice 1 green, colour_choice 2 yellow, colour_choice 0 red"
    );
    assert_eq!(table.asked(), "1 rolls");
    assert_eq!(
        table.game.position().unwrap().to_string(),
        "Y:h,h,h,h/R:h,h,h,h/G:h,h,h,h G 0 - -"
    );
}

#[test]
fn colours_offered_are_the_free_ones_in_order() {
    let mut table = Table::of(league_with(BY_ROLL), &[0, 1]);
    table.roll(&[6, 1]).choose("colour:blue");
    let offered: Vec<String> = table
        .game
        .choices()
        .iter()
        .map(|choice| choice.id().to_string())
        .collect();
    assert_eq!(offered, ["colour:yellow", "colour:red", "colour:green"]);
}

#[test]
fn when_the_winner_leaves_before_choosing_the_next_chair_chooses_and_begins() {
    let mut table = Table::of(league_with(BY_ROLL), &[0, 1, 2]);
    table.roll(&[1, 6, 2]).leave(1).said();
    assert_eq!(table.asked(), "2 takes a colour");
    table.choose("colour:green").choose("colour:blue");
    // Who left without a colour takes the lowest free one when all others have chosen.
    assert_eq!(
        table.said(),
        "colour_choice 2 green, colour_choice 0 blue, colour_choice 1 yellow"
    );
    assert_eq!(
        table.game.position().unwrap().to_string(),
        "Y:out/B:h,h,h,h/G:h,h,h,h G 0 - -"
    );
}

#[test]
fn the_last_one_left_takes_the_lowest_colour_then_the_others_from_it_on() {
    let mut table = Table::of(league_with(BY_ROLL), &[0, 1, 2, 3]);
    table.roll(&[1, 2, 3, 6]).choose("colour:yellow").said();
    table.leave(3).leave(1).leave(0);
    assert_eq!(
        table.said(),
        "leave [3] resigned, leave [1] resigned, leave [0] resigned, \
         colour_choice 2 blue, colour_choice 0 red, colour_choice 1 green, end last_left"
    );
    assert_eq!(table.places(), [Some(2), Some(3), Some(1), Some(4)]);
}

#[test]
fn the_last_one_left_while_rolling_takes_the_lowest_colour_too() {
    let mut table = Table::of(league_with(BY_ROLL), &[0, 1, 2]);
    table.roll(&[1]).said();
    table.leave(0).leave(2);
    assert_eq!(
        table.said(),
        "leave [0] resigned, leave [2] resigned, \
         colour_choice 1 yellow, colour_choice 2 blue, colour_choice 0 red, end last_left"
    );
}

#[test]
fn the_last_one_left_wins_before_anybody_begins() {
    let mut table = Table::of(league_with("{}"), &[0, 1, 2]);
    table.roll(&[1]).leave(1).leave(0);
    assert_eq!(table.places(), [Some(2), Some(3), Some(1), None]);
}
