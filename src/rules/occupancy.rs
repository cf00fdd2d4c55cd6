//! Where every piece stands, and in which order the pieces of a square came to it.

use arrayvec::ArrayVec;

use super::board::{Arms, Place, Progress};
use super::cell::{CELLS, Cell};
use super::colour::Colour;
use super::piece::Piece;

/// No piece.
const NOBODY: u8 = u8::MAX;
/// The progress of a piece at home.
const HOME: u8 = u8::MAX;

/// The pieces of a cell, oldest first.
pub(super) type Occupants = ArrayVec<Piece, 32>;

/// All pieces: the progress of each, and for each cell its pieces as a list from the newest to the oldest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Occupancy {
    progress: [[u8; 4]; 8],
    below: [u8; 32],
    newest: [u8; CELLS],
    /// Cells with two pieces or more: without any there is no barrier to look for.
    crowds: u8,
}

#[expect(
    clippy::indexing_slicing,
    reason = "pieces are below 32 and cells below 193 by construction; these are the hottest lines of the engine"
)]
impl Occupancy {
    /// Everybody at home.
    pub(super) const fn all_home() -> Self {
        Self {
            progress: [[HOME; 4]; 8],
            below: [NOBODY; 32],
            newest: [NOBODY; CELLS],
            crowds: 0,
        }
    }

    /// The progress of a piece; none at home.
    #[inline]
    pub(super) fn progress(&self, piece: Piece) -> Option<Progress> {
        let steps = self.progress[piece.row()][piece.column()];
        (steps != HOME).then_some(Progress(steps))
    }

    /// Whether a piece is at home.
    #[inline]
    pub(super) fn is_home(&self, piece: Piece) -> bool {
        self.progress[piece.row()][piece.column()] == HOME
    }

    /// The raw progress of all pieces, by arm, smaller first: what distinguishes two occupancies but for arrivals and
    /// for the numbers of pieces.
    pub(super) fn fingerprint(&self) -> [[u8; 4]; 8] {
        self.progress.map(|mut pieces| {
            pieces.sort_unstable();
            pieces
        })
    }

    /// Where a piece stands.
    pub(super) fn place(&self, arms: Arms, piece: Piece) -> Place {
        match self.progress(piece) {
            None => Place::Home,
            Some(progress) => arms.place(piece.colour(), progress),
        }
    }

    /// How many pieces of a colour are at home.
    #[inline]
    pub(super) fn at_home(&self, colour: Colour) -> usize {
        self.with_progress(colour, HOME)
    }

    /// How many pieces of a colour are in the goal.
    #[inline]
    pub(super) fn in_goal(&self, arms: Arms, colour: Colour) -> usize {
        self.with_progress(colour, arms.goal().0)
    }

    /// Whether all four pieces of a colour are in the goal.
    #[inline]
    pub(super) fn all_in_goal(&self, arms: Arms, colour: Colour) -> bool {
        self.progress[usize::from(colour.arm())] == [arms.goal().0; 4]
    }

    #[inline]
    fn with_progress(&self, colour: Colour, steps: u8) -> usize {
        let pieces = self.progress[usize::from(colour.arm())];
        pieces
            .map(|progress| usize::from(progress == steps))
            .into_iter()
            .sum()
    }

    /// Whether two pieces stand together anywhere but at home and in the goal.
    #[inline]
    pub(super) const fn has_crowds(&self) -> bool {
        self.crowds > 0
    }

    /// The piece that came to a cell last.
    #[inline]
    pub(super) fn newest(&self, cell: Cell) -> Option<Piece> {
        Self::somebody(self.newest[cell.index()])
    }

    /// The piece of the same cell that came before.
    #[inline]
    pub(super) fn before(&self, piece: Piece) -> Option<Piece> {
        Self::somebody(self.below[piece.index()])
    }

    /// The pieces of a cell, newest first.
    #[inline]
    pub(super) fn newest_first(&self, cell: Cell) -> impl Iterator<Item = Piece> {
        std::iter::successors(self.newest(cell), |piece| self.before(*piece))
    }

    /// The pieces of a cell, oldest first.
    pub(super) fn oldest_first(&self, cell: Cell) -> Occupants {
        let mut pieces: Occupants = self.newest_first(cell).collect();
        pieces.reverse();
        pieces
    }

    /// Moves a piece to a progress, as the newest of its new cell.
    #[inline]
    pub(super) fn advance(&mut self, arms: Arms, piece: Piece, progress: Progress) {
        self.lift(arms, piece);
        self.progress[piece.row()][piece.column()] = progress.0;
        if progress < arms.goal() {
            let cell = Cell::of(arms, piece.colour(), progress);
            let older = self.newest[cell.index()];
            self.crowds += u8::from(older != NOBODY && self.below[usize::from(older)] == NOBODY);
            self.below[piece.index()] = older;
            self.newest[cell.index()] = piece.index_byte();
        }
    }

    /// Sends a piece home.
    #[inline]
    pub(super) fn send_home(&mut self, arms: Arms, piece: Piece) {
        self.lift(arms, piece);
        self.progress[piece.row()][piece.column()] = HOME;
    }

    /// Takes a piece off its cell.
    #[inline]
    fn lift(&mut self, arms: Arms, piece: Piece) {
        let Some(progress) = self.progress(piece) else {
            return;
        };
        if progress >= arms.goal() {
            return;
        }
        let cell = Cell::of(arms, piece.colour(), progress);
        let older = self.below[piece.index()];
        let newest = self.newest[cell.index()];
        self.below[piece.index()] = NOBODY;
        if newest == piece.index_byte() {
            self.crowds -= u8::from(older != NOBODY && self.below[usize::from(older)] == NOBODY);
            self.newest[cell.index()] = older;
            return;
        }
        self.crowds -=
            u8::from(older == NOBODY && self.below[usize::from(newest)] == piece.index_byte());
        let mut next = self.newest(cell);
        while let Some(newer) = next {
            if self.below[newer.index()] == piece.index_byte() {
                self.below[newer.index()] = older;
                return;
            }
            next = self.before(newer);
        }
    }

    #[inline]
    fn somebody(index: u8) -> Option<Piece> {
        (index != NOBODY).then(|| Piece::of_index(index))
    }
}
