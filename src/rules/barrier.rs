//! Barriers: where two pieces of one colour stop others, and which pieces open one (RULES §6).

use arrayvec::ArrayVec;

use super::board::{Progress, Square};
use super::cell::Cell;
use super::colour::Colour;
use super::options::{Barriers, OwnBarrier};
use super::piece::Piece;
use super::position::Position;

impl Position {
    /// Whether a piece stands in a barrier of its own colour that the barrier duty speaks of.
    #[inline]
    pub(super) fn opens_barrier(&self, piece: Piece) -> bool {
        let Some(progress) = self
            .progress(piece)
            .filter(|progress| *progress < self.arms().goal())
        else {
            return false;
        };
        let cell = Cell::of(self.arms(), piece.colour(), progress);
        let alike = |other: &Piece| other.colour() == piece.colour();
        (self.rules.corridor_duty || cell.square().is_some())
            && self.barrier_blocks_at(cell, piece.colour())
            && self.board.newest_first(cell).filter(alike).count() >= 2
    }

    /// Whether a piece stands in a barrier of its own colour.
    #[must_use]
    pub fn is_in_barrier(&self, piece: Piece) -> bool {
        let on_board = |progress: &Progress| *progress < self.arms().goal();
        let cell = self
            .progress(piece)
            .filter(on_board)
            .map(|progress| Cell::of(self.arms(), piece.colour(), progress));
        cell.is_some_and(|cell| {
            self.barrier_blocks_at(cell, piece.colour())
                && self
                    .paired(cell, None)
                    .any(|colour| colour == piece.colour())
        })
    }

    /// The pieces on a ring square, in the order they came to it.
    #[must_use]
    pub fn standing_on(&self, square: Square) -> ArrayVec<Piece, 32> {
        Cell::ring_square(square.number())
            .map_or_else(ArrayVec::new, |cell| self.board.oldest_first(cell))
    }

    /// Whether a barrier on a cell stops a piece; the piece itself is no part of it.
    #[inline]
    pub(super) fn is_stopped(&self, cell: Cell, piece: Piece) -> bool {
        let Some(newest) = self.board.newest(cell) else {
            return false;
        };
        self.board.before(newest).is_some() && self.has_barrier_against(cell, piece)
    }

    fn has_barrier_against(&self, cell: Cell, piece: Piece) -> bool {
        let open = self.rules.own_barrier == OwnBarrier::Open;
        let stops = |colour: Colour| {
            self.barrier_blocks_at(cell, colour) && !(open && colour == piece.colour())
        };
        self.paired(cell, Some(piece)).any(stops)
    }

    /// The colours with two or more pieces on a cell, `except` not counted.
    pub(super) fn paired(
        &self,
        cell: Cell,
        except: Option<Piece>,
    ) -> impl Iterator<Item = Colour> + '_ {
        let others = move || {
            self.board
                .newest_first(cell)
                .filter(move |other| Some(*other) != except)
        };
        others().enumerate().filter_map(move |(index, piece)| {
            let colour = piece.colour();
            let mut newer = others().take(index);
            newer
                .any(|other| other.colour() == colour)
                .then_some(colour)
        })
    }

    /// Whether two pieces of `colour` are a barrier on a cell (option `barriers`).
    #[inline]
    pub(super) fn barrier_blocks_at(&self, cell: Cell, colour: Colour) -> bool {
        let arms = self.arms();
        let ring = cell.square();
        match self.rules.barriers {
            Barriers::Everywhere => true,
            Barriers::SafeSquares => ring.is_some_and(Square::is_safe),
            Barriers::Exits => ring.is_some_and(Square::is_exit),
            Barriers::OwnExit => cell == Cell::exit(arms, colour),
        }
    }
}
