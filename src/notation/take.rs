//! An option taken, as a text writes it: `Y1 h-5`, `Y2 10-13 xR1`, `5:Y1+Y2 h-5`, `2+3:Y1 h-5`.

use std::fmt;

use arrayvec::ArrayVec;

use crate::rules::board::Place;
use crate::rules::choice::{Choice, joined};
use crate::rules::dice::{Dice, Die};
use crate::rules::event::Event;
use crate::rules::piece::Piece;

/// From where to where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) origin: Place,
    pub(super) target: Place,
}

/// Pieces that come out or move, with what they send home. A hand-writer may leave out everything but the pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Take {
    /// The dice used, smaller first.
    pub(super) dice: Dice,
    pub(super) pieces: ArrayVec<Piece, 2>,
    pub(super) way: Option<Way>,
    /// Who goes home, in order.
    pub(super) sent: Vec<Piece>,
}

impl Take {
    /// An option, with everything there is to say of it.
    pub(super) fn of_choice(choice: &Choice) -> Option<Self> {
        let moved = |dice, piece: &Piece, origin: &Place, target: &Place, sent: &Option<Piece>| {
            Some(Self {
                dice,
                pieces: ArrayVec::from_iter([*piece]),
                way: Some(Way {
                    origin: *origin,
                    target: *target,
                }),
                sent: sent.iter().copied().collect(),
            })
        };
        match choice {
            Choice::Exit {
                dice,
                pieces,
                target,
                crushed,
                ..
            } => Some(Self {
                dice: sorted(dice),
                pieces: pieces.clone(),
                way: Some(Way {
                    origin: Place::Home,
                    target: *target,
                }),
                sent: crushed.to_vec(),
            }),
            Choice::Move {
                die,
                piece,
                origin,
                target,
                captured,
                ..
            } => moved(Dice::from_iter([*die]), piece, origin, target, captured),
            Choice::TakeCount {
                piece,
                origin,
                target,
                captured,
                ..
            } => moved(Dice::new(), piece, origin, target, captured),
            Choice::Colour { .. } => None,
        }
    }

    /// The option that these events of a command begin with.
    pub(super) fn of_events(events: &[Event]) -> Option<Self> {
        let (first, others) = events.split_first()?;
        let (dice, pieces, way) = if let Event::Exit {
            pieces,
            dice,
            target,
        } = first
        {
            let way = Way {
                origin: Place::Home,
                target: *target,
            };
            (sorted(dice), pieces.clone(), way)
        } else if let Event::Move {
            piece,
            origin,
            target,
            die,
            ..
        } = first
        {
            let way = Way {
                origin: *origin,
                target: *target,
            };
            (
                die.iter().copied().collect(),
                ArrayVec::from_iter([*piece]),
                way,
            )
        } else {
            return None;
        };
        Some(Self {
            dice,
            pieces,
            way: Some(way),
            sent: others.iter().map_while(sent_home).collect(),
        })
    }

    /// Whether a hand-written option means this one: what it leaves out may be anything.
    pub(super) fn means(&self, whole: &Self) -> bool {
        let sent = |take: &Self| {
            let mut sent = take.sent.clone();
            sent.sort_unstable();
            sent
        };
        self.pieces == whole.pieces
            && (self.dice.is_empty() || self.dice == whole.dice)
            && (self.way.is_none() || self.way == whole.way)
            && (self.sent.is_empty() || sent(self) == sent(whole))
    }

    /// The same, naming dice only where there are two to choose from.
    pub(super) fn naming_dice(mut self, two: bool) -> Self {
        if !two {
            self.dice.clear();
        }
        self
    }
}

/// Dice, smaller first.
pub(super) fn sorted(dice: &[Die]) -> Dice {
    let mut dice: Dice = dice.iter().copied().collect();
    dice.sort_unstable();
    dice
}

fn sent_home(event: &Event) -> Option<Piece> {
    if let Event::Capture { piece, .. } | Event::Crush { piece, .. } = event {
        Some(*piece)
    } else {
        None
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.origin, self.target)
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.dice.is_empty() {
            joined(f, &self.dice)?;
            f.write_str(":")?;
        }
        joined(f, &self.pieces)?;
        self.way.map_or(Ok(()), |way| write!(f, " {way}"))?;
        self.sent
            .iter()
            .try_for_each(|piece| write!(f, " x{piece}"))
    }
}
