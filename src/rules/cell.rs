//! Ring and corridor squares under one numbering, so that the way of a colour's pieces is one table.

use super::board::{Arms, CORRIDOR, Place, Progress, Square};
use super::colour::Colour;

/// How many cells are kept. There are 193; as many as a byte has values are kept, so that no look-up needs a check.
pub(super) const CELLS: usize = 256;
/// Ring squares use their numbers; corridor squares come after the largest ring.
const FIRST_CORRIDOR_CELL: u8 = 137;

/// A ring square or a corridor square: where pieces meet. Home and goal are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(u8);

impl Cell {
    /// The cell of a piece of `colour` with this progress, which is below the goal's.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "a way has an entry for every byte")]
    pub(super) fn of(arms: Arms, colour: Colour, progress: Progress) -> Self {
        way(arms, colour)[usize::from(progress.0)]
    }

    /// The cell of a colour's exit square.
    #[inline]
    pub(super) const fn exit(arms: Arms, colour: Colour) -> Self {
        Self(arms.exit_square(colour).number())
    }

    /// The cell of ring square `number`; none outside the largest ring.
    pub(super) fn ring_square(number: u8) -> Option<Self> {
        (1..FIRST_CORRIDOR_CELL)
            .contains(&number)
            .then_some(Self(number))
    }

    /// The ring square, if it is one.
    #[inline]
    pub(super) const fn square(self) -> Option<Square> {
        if self.0 < FIRST_CORRIDOR_CELL {
            Some(Square::of_cell(self.0))
        } else {
            None
        }
    }

    /// The place.
    #[inline]
    pub(super) const fn place(self) -> Place {
        match self.square() {
            Some(square) => Place::Ring(square),
            None => Place::Corridor((self.0 - FIRST_CORRIDOR_CELL) % CORRIDOR + 1),
        }
    }

    /// The number, below [`CELLS`].
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The cell at each progress; cell 0, where nobody stands, from the goal on.
pub(super) type Way = [Cell; 256];

static WAYS_4: [Way; 8] = ways(Arms::Four);
static WAYS_6: [Way; 8] = ways(Arms::Six);
static WAYS_8: [Way; 8] = ways(Arms::Eight);

/// The way of a colour's pieces from their exit square to the end of their corridor.
#[inline]
#[expect(clippy::indexing_slicing, reason = "an arm is below 8")]
pub(super) fn way(arms: Arms, colour: Colour) -> &'static Way {
    let ways = match arms {
        Arms::Four => &WAYS_4,
        Arms::Six => &WAYS_6,
        Arms::Eight => &WAYS_8,
    };
    &ways[usize::from(colour.arm())]
}

#[expect(
    clippy::indexing_slicing,
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "worked out by the compiler, which checks every index"
)]
const fn ways(arms: Arms) -> [Way; 8] {
    let mut ways = [[Cell(0); 256]; 8];
    let entrance = arms.entrance_progress().0;
    let mut arm = 0;
    while arm < arms.number() {
        let exit = Colour::ALL[arm as usize];
        let exit = arms.exit_square(exit).number() - 1;
        let mut steps = 0;
        while steps <= entrance + CORRIDOR {
            ways[arm as usize][steps as usize] = Cell(if steps <= entrance {
                ((exit as u16 + steps as u16) % arms.ring() as u16) as u8 + 1
            } else {
                FIRST_CORRIDOR_CELL + CORRIDOR * arm + (steps - entrance - 1)
            });
            steps += 1;
        }
        arm += 1;
    }
    ways
}
