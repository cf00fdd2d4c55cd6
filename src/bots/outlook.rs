//! The board as an option would leave it, seen by whoever takes it.

use crate::rules::board::{Place, Progress, Square};
use crate::rules::choice::Choice;
use crate::rules::colour::Colour;
use crate::rules::piece::Piece;
use crate::rules::position::{Position, Presence};

/// How far a piece reaches with one die.
const REACH: u8 = 6;

/// The board after an option, before anything else happens.
pub(super) struct Outlook<'a> {
    position: &'a Position,
    moved: &'a [Piece],
    mover: Colour,
    target: Place,
    gone: &'a [Piece],
}

impl<'a> Outlook<'a> {
    /// The board after this option; none for a colour, which moves nothing.
    pub(super) fn of(position: &'a Position, choice: &'a Choice) -> Option<Self> {
        let (moved, target, gone) = match choice {
            Choice::Exit {
                pieces,
                target,
                crushed,
                ..
            } => (pieces.as_slice(), *target, &**crushed),
            Choice::Move {
                piece,
                target,
                captured,
                ..
            }
            | Choice::TakeCount {
                piece,
                target,
                captured,
                ..
            } => (std::slice::from_ref(piece), *target, captured.as_slice()),
            Choice::Colour { .. } => return None,
        };
        Some(Self {
            position,
            moved,
            mover: moved.first()?.colour(),
            target,
            gone,
        })
    }

    /// How many pieces go home.
    pub(super) fn captures(&self) -> usize {
        self.gone.len()
    }

    /// Whether a piece gets home for good.
    pub(super) fn reaches_goal(&self) -> bool {
        self.target == Place::Goal
    }

    /// Whether a piece comes out.
    pub(super) fn is_exit(&self) -> bool {
        self.progress_before().is_none()
    }

    /// Whether the piece stands where nobody can reach it.
    pub(super) fn is_safe(&self) -> bool {
        exposed(self.target).is_none()
    }

    /// The progress of the piece that moves; none at home.
    pub(super) fn progress_before(&self) -> Option<Progress> {
        let piece = self.moved.first();
        piece.and_then(|piece| self.position.progress(*piece))
    }

    /// Its progress afterwards.
    pub(super) fn progress_after(&self) -> Option<Progress> {
        let arms = self.position.rules().arms;
        arms.progress(self.mover, self.target)
    }

    /// What stands in reach of the others: the way each own piece would lose, once for every piece that hunts it.
    pub(super) fn danger(&self) -> usize {
        let own = Piece::all_of(self.mover);
        own.into_iter().map(|piece| self.risk(piece)).sum()
    }

    fn risk(&self, piece: Piece) -> usize {
        let place = self.place(piece);
        let alone = |other: &Piece| *other == piece || self.place(*other) != place;
        let sheltered = !Piece::all_of(self.mover).iter().all(alone);
        let Some(square) = exposed(place).filter(|_| !sheltered) else {
            return 0;
        };
        let arms = self.position.rules().arms;
        let way = arms
            .progress(self.mover, place)
            .map_or(0, |progress| usize::from(progress.steps()) + 1);
        way * self.hunters(square)
    }

    /// How many pieces of others reach a square with one die; what stands in their way is not looked at.
    fn hunters(&self, square: Square) -> usize {
        let partner = self.position.partner(self.mover);
        let rivals = self.position.colours().filter(|colour| {
            let own = *colour == self.mover || Some(*colour) == partner;
            !own && self.position.presence(*colour) == Presence::Playing
        });
        rivals
            .flat_map(Piece::all_of)
            .filter(|piece| !self.gone.contains(piece) && self.reaches(*piece, square))
            .count()
    }

    fn reaches(&self, hunter: Piece, square: Square) -> bool {
        let arms = self.position.rules().arms;
        let there = arms.progress(hunter.colour(), Place::Ring(square));
        self.position
            .progress(hunter)
            .zip(there)
            .and_then(|(here, there)| there.steps().checked_sub(here.steps()))
            .is_some_and(|steps| (1..=REACH).contains(&steps))
    }

    fn place(&self, piece: Piece) -> Place {
        if self.moved.contains(&piece) {
            self.target
        } else {
            self.position.place(piece)
        }
    }
}

/// The square of a place where a piece can be captured.
fn exposed(place: Place) -> Option<Square> {
    match place {
        Place::Ring(square) => Some(square).filter(|square| !square.is_safe()),
        Place::Home | Place::Corridor(_) | Place::Goal => None,
    }
}
