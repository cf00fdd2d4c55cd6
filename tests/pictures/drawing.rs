//! Drawings: what they hold, and that they stay as they are.

use parchis::pictures::{Picture, Theme, sheet};
use parchis::rules::board::{Arms, Place};
use parchis::rules::event::Event;
use parchis::rules::options::{Rules, Stacking};
use parchis::rules::piece::Piece;
use parchis::rules::position::Presence;
use parchis::rules::preset::Preset;
use parchis::words::language::Language;
use sha2::{Digest, Sha256};

use crate::session::Session;

fn svg(session: &Session) -> String {
    Picture::of(&session.game, &session.command).svg(Theme::Light, Language::Spanish)
}

/// Every so many moments of a game, each pictured.
fn moments(mut session: Session, every: usize, mut look: impl FnMut(&Session, &str)) {
    let mut moment = 0;
    while session.step() {
        moment += 1;
        if moment % every == 0 {
            look(&session, &svg(&session));
        }
    }
}

#[test]
fn every_piece_on_the_board_is_drawn_once() {
    for arms in Arms::ALL {
        let mut seen = 0;
        moments(Session::league(*arms, 1), 9, |session, svg| {
            let Some(position) = session.game.position() else {
                return;
            };
            for piece in position.colours().flat_map(Piece::all_of) {
                let is_in = position.presence(piece.colour()) == Presence::Playing;
                let uses = svg.matches(&format!("<use href=\"#{piece}\" ")).count();
                assert_eq!(uses, usize::from(is_in), "{piece} in {position}");
                seen += uses;
            }
        });
        assert!(seen > 1000);
    }
}

#[test]
fn a_crowded_square_shows_all_its_pieces() {
    let rules = Rules {
        stacking: Stacking::Unlimited,
        ..Preset::League.rules()
    };
    let mut most = 0;
    for seed in 0..20 {
        moments(Session::begin(rules, seed), 3, |session, svg| {
            let Some(position) = session.game.position() else {
                return;
            };
            for square in (1..=68).filter_map(|number| Arms::Four.square(number)) {
                let standing = position.standing_on(square);
                if standing.len() > most {
                    most = standing.len();
                    for piece in standing {
                        assert!(svg.contains(&format!("#{piece}\" ")), "{piece} on {square}");
                    }
                }
            }
        });
    }
    assert!(most > 2, "{most}");
}

#[test]
fn what_moved_is_marked() {
    let (mut marked, mut sent) = (0, 0);
    moments(Session::league(Arms::Four, 3), 1, |session, svg| {
        let moves = |event: &Event| matches!(event, Event::Move { .. } | Event::Exit { .. });
        let sends = |event: &&Event| {
            matches!(event, Event::Capture { .. } | Event::Crush { .. })
                || matches!(event, Event::Penalty { origin, target, .. } if origin != target)
        };
        let arrows = svg.matches("stroke-width=\"9\"").count();
        let moved = session.command.iter().filter(|event| moves(event)).count();
        let home = session.command.iter().filter(sends).count();
        assert_eq!(arrows, moved + home, "{:?}", session.command);
        assert_eq!(svg.matches("stroke-dasharray").count(), home);
        assert!(!svg.contains("d=\"\""), "a way without an arrow");
        marked += moved;
        sent += home;
    });
    assert!(marked > 100 && sent > 5, "{marked} {sent}");
}

#[test]
fn a_barrier_is_a_pair_with_a_bar() {
    let mut seen = 0;
    moments(Session::league(Arms::Four, 5), 3, |session, svg| {
        let Some(position) = session.game.position() else {
            return;
        };
        let pieces = position.colours().flat_map(Piece::all_of);
        let is_in_goal = |piece: &Piece| position.place(*piece) == Place::Goal;
        let paired = pieces
            .filter(|piece| !is_in_goal(piece) && position.is_in_barrier(*piece))
            .count();
        let bars = svg.matches(" stroke-linecap=\"round\"/>").count();
        // The pips of a die are drawn alike.
        let dice = svg.matches("stroke-width=\"8\"").count();
        assert_eq!((bars - dice) * 2, paired, "{position}");
        seen += paired;
    });
    assert!(seen > 10);
}

#[test]
fn drawings_are_small_and_the_same_every_time() {
    for (arms, most) in Arms::ALL.iter().zip([30_000, 40_000, 50_000]) {
        for commands in [0, 50, 400] {
            let session = Session::league(*arms, 7).steps(commands);
            let drawn = svg(&session);
            assert!(drawn.len() < most, "{} bytes", drawn.len());
            assert_eq!(drawn, svg(&session));
        }
    }
}

#[test]
fn before_the_start_homes_are_filled_as_colours_are_known() {
    let session = Session::league(Arms::Six, 1);
    let drawn = svg(&session);
    assert_eq!(drawn.matches("<use href=\"#O").count(), 4 + 4);
    assert!(drawn.contains("Todas las fichas están en casa."));
    let empty = Picture::empty(Arms::Six).svg(Theme::Light, Language::Spanish);
    assert_eq!(empty.matches("<use href=\"#O").count(), 0);
    assert!(empty.contains("No hay fichas en el tablero."));
}

#[test]
fn a_page_to_print_has_every_piece_to_cut_out() {
    for arms in Arms::ALL {
        let page = sheet(*arms, Language::English);
        for piece in arms.colours().flat_map(Piece::all_of) {
            assert_eq!(page.matches(&format!("#{piece}\" ")).count(), 1);
        }
        assert!(page.contains("<desc id=\"desc\">A page to print"));
        assert!(page.contains("aria-labelledby=\"title desc\""));
    }
}

/// A change to these is a change to every picture ever linked; look at them before you write the new ones down.
#[test]
fn golden_pictures_stay_as_they_are() {
    let digest = |text: String| hex::encode(Sha256::digest(text))[..16].to_owned();
    let golden = Arms::ALL.iter().map(|arms| {
        let middle = svg(&Session::league(*arms, 11).steps(300));
        let auto = Picture::empty(*arms).svg(Theme::Auto, Language::English);
        let dark = Picture::empty(*arms).svg(Theme::Dark, Language::English);
        [middle, auto, dark, sheet(*arms, Language::Spanish)].map(digest)
    });
    let golden: Vec<[String; 4]> = golden.collect();
    assert_eq!(golden, GOLDEN, "the pictures have changed");
}

const GOLDEN: [[&str; 4]; 3] = [
    [
        "7f9751dadaaff613",
        "1eea7052344fc9b4",
        "1fabf1b39bd1965e",
        "5ba4d36a2755fd53",
    ],
    [
        "3e1bc8fcf9824db5",
        "77caa0a7289e2ddd",
        "223ef3e53abd0499",
        "0354d14a2becd206",
    ],
    [
        "309b8b4a129ded31",
        "47153cbafa95f872",
        "6922410cf2e146ec",
        "556c0920549edf48",
    ],
];
