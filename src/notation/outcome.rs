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
    let mut told = vec![label.to_string()];
    if let Some(places) = &end.places {
        let place = places.get(chair.index()).copied().flatten();
        told.push(place.map_or_else(|| "-".to_owned(), |place| place.to_string()));
    }
    if let Some(outcomes) = &end.outcomes {
        let outcome = outcomes.get(chair.index()).copied().flatten();
        told.extend(outcome.as_ref().map(name));
    }
    if let Some(ledger) = &end.ledger {
        let points = ledger.get(chair.index()).copied().flatten();
        told.extend(points.map(|points| format!("{points:+}")));
    }
    (told.len() > 1).then(|| told.join(" "))
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
