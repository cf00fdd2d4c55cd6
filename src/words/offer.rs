//! A sentence for every option: what it would do.

use super::language::Language;
use super::motion::{self, Way};
use super::phrase::sentence;
use crate::rules::board::Place;
use crate::rules::choice::Choice;
use crate::rules::piece::Piece;
use crate::rules::position::{Due, Position};

/// What an option would do; the position, where there is one, tells who chooses and which counts it earns.
#[must_use]
pub fn offer(language: Language, choice: &Choice, position: Option<&Position>) -> String {
    let doer = position.and_then(|position| match position.due() {
        Due::Choice(colour) => Some(colour),
        Due::Roll(_) | Due::Nothing => None,
    });
    let way = |piece, origin, target| Way {
        arms: position.map(|position| position.rules().arms),
        piece,
        origin,
        target,
    };
    let mut parts = Vec::new();
    let first = match choice {
        Choice::Exit {
            dice,
            pieces,
            target,
            crushed,
            ..
        } => {
            let doer = doer.or(pieces.first().map(|piece| piece.colour()));
            let seat = doer.map_or("", |colour| language.colour(colour));
            let exit = motion::exit(language, doer, pieces, dice, *target);
            parts.extend(crushed.iter().map(|piece| motion::crush(language, *piece)));
            format!("{seat} {exit}")
        }
        Choice::Move {
            die,
            steps,
            piece,
            origin,
            target,
            captured,
        } => {
            let moved = way(*piece, *origin, *target).by_die(language, *steps, *die);
            parts.extend(captures(language, *captured));
            format!("{moved}{}", safe(language, *target))
        }
        Choice::TakeCount {
            count,
            piece,
            origin,
            target,
            captured,
        } => {
            let moved = way(*piece, *origin, *target).by_count(language, doer, *count);
            parts.extend(captures(language, *captured));
            format!("{moved}{}", safe(language, *target))
        }
        Choice::Colour { colour } => {
            let plays = language.pick("jugar con", "play");
            format!("{plays} {}", language.colour(*colour))
        }
    };
    let earned = position.map(|position| position.earned(choice));
    for earned in earned.unwrap_or_default() {
        parts.push(motion::earn(language, earned.amount));
    }
    sentence(&language.going_on(&first, parts))
}

fn captures(language: Language, captured: Option<Piece>) -> Option<String> {
    captured.map(|piece| motion::capture(language, piece))
}

/// What to add where a place is a safe square.
fn safe(language: Language, place: Place) -> &'static str {
    match place {
        Place::Ring(square) if square.is_safe() => language.pick(" (seguro)", " (safe)"),
        Place::Ring(_) | Place::Home | Place::Corridor(_) | Place::Goal => "",
    }
}
