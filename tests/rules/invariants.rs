//! What holds in every position of every game.

use std::collections::BTreeMap;

use parchis::rules::board::{Place, Square};
use parchis::rules::colour::Colour;
use parchis::rules::dice::Roll;
use parchis::rules::options::{ExitClash, Stacking};
use parchis::rules::piece::Piece;
use parchis::rules::position::{Due, Position, Presence};

use crate::player::Player;

/// What is wrong, in words.
pub(crate) type Checked = Result<(), String>;

pub(crate) fn ensure(holds: bool, why: impl Fn() -> String) -> Checked {
    if holds { Ok(()) } else { Err(why()) }
}

/// Every piece is somewhere on its way, and those of leavers at home.
pub(crate) fn check_places(position: &Position) -> Checked {
    let arms = position.rules().arms;
    for piece in arms.colours().flat_map(Piece::all_of) {
        let place = position.place(piece);
        ensure(
            arms.progress(piece.colour(), place) == position.progress(piece),
            || {
                format!(
                    "{piece} at {place} has progress {:?}",
                    position.progress(piece)
                )
            },
        )?;
        let plays = position.presence(piece.colour()) == Presence::Playing;
        ensure(plays || place == Place::Home, || {
            format!("{piece} at {place} does not play")
        })?;
    }
    Ok(())
}

/// No square holds more than the rules let it.
pub(crate) fn check_squares(position: &Position) -> Checked {
    let rules = position.rules();
    if rules.stacking == Stacking::Unlimited {
        return Ok(());
    }
    let mut squares: BTreeMap<String, Vec<Colour>> = BTreeMap::new();
    for colour in position.colours() {
        for piece in Piece::all_of(colour) {
            match position.place(piece) {
                Place::Home | Place::Goal => {}
                Place::Corridor(step) => squares
                    .entry(format!("{colour} c{step}"))
                    .or_default()
                    .push(colour),
                Place::Ring(square) => squares.entry(square.to_string()).or_default().push(colour),
            }
        }
    }
    for (name, colours) in squares {
        let square = name
            .parse()
            .ok()
            .and_then(|number| rules.arms.square(number));
        let mixed = colours.iter().any(|colour| *colour != colours[0]);
        let open = square.is_some_and(|square| !square.is_safe());
        ensure(!(mixed && open), || {
            format!("two colours on the open square {name}")
        })?;
        let coexist = rules.exit_clash == ExitClash::Coexist && square.is_some_and(Square::is_exit);
        let most = if coexist { 4 } else { 2 };
        ensure(colours.len() <= most, || {
            format!("{} pieces on {name}", colours.len())
        })?;
    }
    Ok(())
}

pub(crate) fn check_ledger(position: &Position) -> Checked {
    let sum: i64 = Colour::ALL
        .into_iter()
        .map(|colour| position.points(colour))
        .sum();
    ensure(sum == 0, || format!("the ledger sums to {sum}"))?;
    let paid = Colour::ALL
        .into_iter()
        .any(|colour| position.points(colour) != 0);
    ensure(!paid || position.rules().stakes.is_some(), || {
        "points without stakes".to_owned()
    })
}

/// The line reads back to itself, and the position read offers what this one offers, now or after a roll.
pub(crate) fn check_line(position: &Position, seed: u64) -> Checked {
    let line = position.to_string();
    let read = Position::parse(position.rules(), &line)
        .map_err(|error| format!("{line} is refused: {error}"))?;
    ensure(read.to_string() == line, || {
        format!("{line} reads as {read}")
    })?;
    ensure(read.due() == position.due(), || {
        format!("{line}: {:?} is due, read {:?}", position.due(), read.due())
    })?;
    ensure(read.choices() == position.choices(), || {
        format!("{line} offers {:?} when read", read.choices())
    })?;
    if matches!(position.due(), Due::Roll(_)) {
        let roll = Player::new(seed).roll(position.rules().dice);
        let [ours, theirs] = [rolled(position, roll), rolled(&read, roll)];
        ensure(ours == theirs, || {
            format!("{line}, {roll:?}: {ours:?}, when read {theirs:?}")
        })?;
    }
    Ok(())
}

/// What a roll leads to, in ids; the end of the game as a whole knows more than a line tells.
fn rolled(position: &Position, roll: Roll) -> (String, Vec<String>) {
    let mut after = *position;
    for event in position.decide_roll(1, roll) {
        after.apply(&event).unwrap();
    }
    let options = after
        .choices()
        .iter()
        .map(|choice| choice.id().to_string())
        .collect();
    (after.to_string(), options)
}
