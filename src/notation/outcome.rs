//! The result of a game as its tag tells it: `won: Y 1 won +30; R 2 lost -30`, or `*` while it runs.

use super::label::Label;
use super::name::name;
use crate::rules::event::End;
use crate::rules::game::Game;
use crate::rules::ids::Chair;

/// The result as it stands.
pub(super) fn result(game: &Game) -> String {
    let Some(end) = game.end() else {
        return "*".to_owned();
    };
    let reason = name(&end.reason);
    let seats = game.seats().map(|seat| seat.chair);
    let told: Vec<String> = seats
        .filter_map(|chair| of_seat(end, Label::of(game, chair), chair))
        .collect();
    if told.is_empty() {
        reason
    } else {
        format!("{reason}: {}", told.join("; "))
    }
}

/// Place, outcome and points of a seat; none where there are none of them.
fn of_seat(end: &End, label: Label, chair: Chair) -> Option<String> {
    let mut told = label.to_string();
    if let Some(places) = &end.places {
        match places.get(chair.index()).copied().flatten() {
            Some(place) => told += &format!(" {place}"),
            None => told += " -",
        }
    }
    if let Some(outcome) = end
        .outcomes
        .as_ref()
        .and_then(|all| all.get(chair.index())?.as_ref())
    {
        told += &format!(" {}", name(outcome));
    }
    if let Some(points) = end.ledger.as_ref().and_then(|all| *all.get(chair.index())?) {
        told += &format!(" {points:+}");
    }
    (end.places.is_some() || end.ledger.is_some()).then_some(told)
}

/// Whether a written result is this one; a hand-writer may give the reason alone.
pub(super) fn agrees(written: &str, result: &str) -> bool {
    let plain = |text: &str| {
        let words: Vec<String> = text
            .to_ascii_lowercase()
            .replace([':', ';', ','], " ")
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        words
    };
    let (written, result) = (plain(written), plain(result));
    written == result || (written.len() == 1 && written.first() == result.first())
}
