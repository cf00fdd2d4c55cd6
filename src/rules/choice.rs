//! What a seat may choose, and the ids that name it (EVENTS, "Options").

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use smallvec::SmallVec;

use super::board::Place;
use super::colour::Colour;
use super::dice::{Dice, Die};
use super::event::Event;
use super::piece::Piece;

/// An option: what may be chosen, with its consequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// One or two pieces come out.
    Exit {
        /// The dice it uses, smaller first.
        dice: Dice,
        /// Who comes out, rising.
        pieces: ArrayVec<Piece, 2>,
        /// The exit square.
        target: Place,
        /// Who is crushed, in order of arrival.
        crushed: Box<[Piece]>,
        /// Whether the victim is the chooser's choice.
        by_choice: bool,
    },
    /// A piece moves by a die.
    Move {
        /// The die.
        die: Die,
        /// The steps.
        steps: u8,
        /// Who moves.
        piece: Piece,
        /// From where.
        origin: Place,
        /// To where.
        target: Place,
        /// Who is captured.
        captured: Option<Piece>,
    },
    /// A piece takes the oldest pending count.
    TakeCount {
        /// The steps.
        count: u8,
        /// Who moves.
        piece: Piece,
        /// From where.
        origin: Place,
        /// To where.
        target: Place,
        /// Who is captured.
        captured: Option<Piece>,
    },
    /// A seat takes a colour.
    Colour {
        /// Which.
        colour: Colour,
    },
}

/// Options in the order of RULES §6 and §12.
pub type Choices = SmallVec<[Choice; 4]>;

impl Choice {
    /// The id that names it.
    #[must_use]
    pub fn id(&self) -> ChoiceId {
        match self {
            Self::Exit {
                dice,
                pieces,
                crushed,
                by_choice,
                ..
            } => ChoiceId::Exit {
                dice: dice.clone(),
                pieces: pieces.clone(),
                victim: crushed.first().copied().filter(|_| *by_choice),
            },
            Self::Move { die, piece, .. } => ChoiceId::Move {
                die: *die,
                piece: *piece,
            },
            Self::TakeCount { count, piece, .. } => ChoiceId::TakeCount {
                count: *count,
                piece: *piece,
            },
            Self::Colour { colour } => ChoiceId::Colour(*colour),
        }
    }
}

impl Choice {
    /// Whether this id names it.
    #[inline]
    #[must_use]
    pub fn is(&self, id: &ChoiceId) -> bool {
        match (self, id) {
            (
                Self::Move { die, piece, .. },
                ChoiceId::Move {
                    die: with,
                    piece: who,
                },
            ) => piece == who && die == with,
            _ => self.id() == *id,
        }
    }
}

impl Choice {
    /// The event of a move, by a die or taking a count.
    pub(super) fn event(&self) -> Option<Event> {
        match self {
            Self::Move {
                die,
                steps,
                piece,
                origin,
                target,
                ..
            } => Some(Event::Move {
                piece: *piece,
                origin: *origin,
                target: *target,
                die: Some(*die),
                steps: Some(*steps),
                count: None,
            }),
            Self::TakeCount {
                count,
                piece,
                origin,
                target,
                ..
            } => Some(Event::Move {
                piece: *piece,
                origin: *origin,
                target: *target,
                die: None,
                steps: None,
                count: Some(*count),
            }),
            Self::Exit { .. } | Self::Colour { .. } => None,
        }
    }
}

/// The name of an option, good for its decision: `exit:5:Y1+Y2`, `exit:5:Y1:R3`, `exit:2+3:Y1`, `move:3:Y2`,
/// `take_count:20:Y4`, `colour:red`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoiceId {
    /// An exit with these dice, of these pieces, crushing a chosen victim.
    Exit {
        /// The dice, smaller first.
        dice: Dice,
        /// The pieces, rising.
        pieces: ArrayVec<Piece, 2>,
        /// The victim, where it is chosen.
        victim: Option<Piece>,
    },
    /// A move by a die.
    Move {
        /// The die.
        die: Die,
        /// The piece.
        piece: Piece,
    },
    /// A count taken.
    TakeCount {
        /// The count.
        count: u8,
        /// The piece.
        piece: Piece,
    },
    /// A colour chosen.
    Colour(Colour),
}

impl fmt::Display for ChoiceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit {
                dice,
                pieces,
                victim,
            } => {
                f.write_str("exit:")?;
                joined(f, dice)?;
                f.write_str(":")?;
                joined(f, pieces)?;
                victim.map_or(Ok(()), |victim| write!(f, ":{victim}"))
            }
            Self::Move { die, piece } => write!(f, "move:{die}:{piece}"),
            Self::TakeCount { count, piece } => write!(f, "take_count:{count}:{piece}"),
            Self::Colour(colour) => write!(f, "colour:{colour}"),
        }
    }
}

/// Writes parts with a plus between them.
pub(crate) fn joined(f: &mut fmt::Formatter<'_>, parts: &[impl fmt::Display]) -> fmt::Result {
    for (index, part) in parts.iter().enumerate() {
        let plus = if index == 0 { "" } else { "+" };
        write!(f, "{plus}{part}")?;
    }
    Ok(())
}

/// The text names no option, whatever the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "an option is named like exit:5:Y1+Y2, exit:5:Y1:R3, move:3:Y2, take_count:20:Y4 or colour:red"
)]
pub struct ChoiceIdError;

impl FromStr for ChoiceId {
    type Err = ChoiceIdError;

    fn from_str(text: &str) -> Result<Self, ChoiceIdError> {
        let parts: ArrayVec<&str, 5> = text.splitn(5, ':').collect();
        let id = match *parts.as_slice() {
            ["exit", dice, pieces] => exit(dice, pieces, None),
            ["exit", dice, pieces, victim] => {
                piece(victim).and_then(|victim| exit(dice, pieces, Some(victim)))
            }
            ["move", number, name] => die(number)
                .zip(piece(name))
                .map(|(die, piece)| Self::Move { die, piece }),
            ["take_count", number, name] => number
                .parse()
                .ok()
                .zip(piece(name))
                .map(|(count, piece)| Self::TakeCount { count, piece }),
            ["colour", name] => Colour::of_name(name).map(Self::Colour),
            _ => None,
        };
        // Reading is as strict as writing: no signs, blanks or leading zeros.
        id.filter(|id| id.to_string() == text).ok_or(ChoiceIdError)
    }
}

fn exit(dice: &str, pieces: &str, victim: Option<Piece>) -> Option<ChoiceId> {
    let dice: Option<ArrayVec<Die, 3>> = dice.splitn(3, '+').map(die).collect();
    let pieces: Option<ArrayVec<Piece, 3>> = pieces.splitn(3, '+').map(piece).collect();
    let (dice, pieces) = dice.zip(pieces)?;
    (dice.len() <= 2 && pieces.len() <= 2).then(|| ChoiceId::Exit {
        dice: dice.into_iter().collect(),
        pieces: pieces.into_iter().collect(),
        victim,
    })
}

fn die(text: &str) -> Option<Die> {
    text.parse().ok().and_then(Die::new)
}

fn piece(text: &str) -> Option<Piece> {
    text.parse().ok()
}
