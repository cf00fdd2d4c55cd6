//! Leaving (RULES §10), and what is paid at the end (RULES §11).

use parchis::rules::command::Command;
use parchis::rules::refusal::Refusal;

use crate::player::player;
use crate::table::{Table, chair, league_with};

const FIRST_SEAT: &str = r#"{"opening": "first_seat"}"#;

#[test]
fn a_later_leaver_ranks_above_an_earlier_one() {
    let mut table = Table::of(league_with(FIRST_SEAT), &[0, 1, 2, 3]);
    table.leave(2).leave(0);
    assert_eq!(table.asked(), "1 rolls");
    table.leave(3);
    assert_eq!(table.places(), [Some(3), Some(1), Some(4), Some(2)]);
}

#[test]
fn a_winner_alone_has_a_place_where_only_winners_have() {
    let mut table = Table::of(
        league_with(r#"{"opening": "first_seat", "places": "winner_only"}"#),
        &[0, 1, 2],
    );
    table.leave(2).leave(0);
    assert_eq!(table.places(), [None, Some(1), None, None]);
}

#[test]
fn partners_leave_together_and_share_a_place() {
    let mut table = Table::of(
        league_with(r#"{"opening": "first_seat", "teams": "pairs"}"#),
        &[0, 1, 2, 3],
    );
    table.leave(2);
    assert_eq!(table.said(), "leave [2,0] resigned, end last_left");
    assert_eq!(table.places(), [Some(2), Some(1), Some(2), Some(1)]);
}

#[test]
fn pieces_of_a_leaver_leave_the_board_and_its_turn_passes() {
    let mut table = Table::of(league_with(FIRST_SEAT), &[0, 1, 2]);
    table
        .roll(&[5])
        .choose("exit:5:Y1")
        .roll(&[5])
        .choose("exit:5:B1")
        .roll(&[1])
        .roll(&[6])
        .said();
    assert_eq!(table.asked(), "0 chooses");
    table.leave(0);
    assert_eq!(table.said(), "leave [0] resigned");
    assert_eq!(
        table.game.position().unwrap().to_string(),
        "Y:out/B:22,h,h,h/R:h,h,h,h B 0 - -"
    );
}

#[test]
fn the_options_of_another_are_worked_out_anew() {
    let mut table = Table::of(league_with(FIRST_SEAT), &[0, 1, 2]);
    table
        .roll(&[5])
        .choose("exit:5:Y1")
        .roll(&[5])
        .choose("exit:5:B1")
        .roll(&[1]);
    table
        .roll(&[4])
        .choose("move:4:Y1")
        .roll(&[1])
        .choose("move:1:B1")
        .roll(&[1]);
    table
        .roll(&[4])
        .choose("move:4:Y1")
        .roll(&[5])
        .choose("exit:5:B2")
        .roll(&[1]);
    table
        .roll(&[4])
        .choose("move:4:Y1")
        .roll(&[5])
        .choose("exit:5:B3")
        .roll(&[1]);
    table
        .roll(&[3])
        .choose("move:3:Y1")
        .roll(&[5])
        .choose("move:5:B2")
        .roll(&[1]);
    let position = table.game.position().unwrap().to_string();
    assert_eq!(position, "Y:20,h,h,h/B:23,27,22,h/R:h,h,h,h Y 0 - -");
    table.roll(&[3]);
    assert_eq!(table.captured(), [Some("B1".parse().unwrap())]);
    table.leave(1);
    assert_eq!(table.asked(), "0 chooses");
    assert_eq!(table.captured(), [None]);
    table.choose("move:3:Y1");
    let position = table.game.position().unwrap().to_string();
    assert_eq!(position, "Y:23,h,h,h/B:out/R:h,h,h,h R 0 - -");
}

#[test]
fn who_has_left_cannot_leave_again() {
    let mut table = Table::of(league_with(FIRST_SEAT), &[0, 1, 2]);
    table.leave(2);
    let again = table.ask(&Command::Resign {
        chair: chair(2),
        actor: player(chair(2)),
    });
    assert_eq!(again, Err(Refusal::HasLeft(chair(2))));
    let anothers = table.ask(&Command::Resign {
        chair: chair(1),
        actor: player(chair(0)),
    });
    assert_eq!(anothers, Err(Refusal::NotYourSeat(chair(1))));
}

#[test]
fn who_leaves_pays_for_the_win_and_for_third_sixes() {
    let stakes =
        r#"{"opening": "first_seat", "stakes": {"capture": 3, "win": 10, "third_six": 5}}"#;
    let mut table = Table::of(league_with(stakes), &[0, 1, 2]);
    table.roll(&[6, 6, 6]);
    assert!(table.said().ends_with("penalty null"));
    table.leave(1).leave(0);
    assert_eq!(
        table.said(),
        "leave [1] resigned, leave [0] resigned, \
         payment 10 2 0 win, payment 5 2 0 third_six, payment 10 2 1 win, end last_left"
    );
}
