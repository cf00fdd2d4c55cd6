//! Where numbers and pieces stand on a board.

use super::{Cell, Column, Plan, corridor_cell};
use crate::pictures::point::Point;
use crate::rules::board::{Place, Square};
use crate::rules::colour::Colour;

/// The height of a square's number: five points and a half where a picture is 320 points wide.
const NUMBER: f64 = 17.0;
/// How wide a number may be that runs across its arm.
const NUMBER_WIDTH: f64 = 27.0;
/// The part of a square's width that its number has: where it runs across the arm, and where it runs along it.
const ACROSS: f64 = 33.0;
const ALONG: f64 = 27.0;
/// How much of a row's depth a piece takes.
const PIECE: f64 = 0.92;

/// Where a square's number stands.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// Its middle.
    pub at: Point,
    /// How far it is turned clockwise, in degrees, −45 to 45: along the sides of the square.
    pub tilt: f64,
    /// How high its digits are.
    pub height: f64,
    /// How wide it may be.
    pub width: f64,
}

/// Where a piece stands.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// Its middle.
    pub at: Point,
    /// Its diameter.
    pub size: f64,
}

/// How a square is shared between its number and its pieces: measures across its arm, and out from the middle.
#[derive(Clone, Copy, Debug)]
struct Part {
    out: f64,
    /// The middle of the number.
    number: f64,
    /// The middle of the pieces.
    middle: f64,
    /// The width that they have.
    space: f64,
}

impl Plan {
    /// Where the number of a ring square stands.
    #[must_use]
    pub fn square_label(&self, square: Square) -> Label {
        self.label(self.ring_cell(square))
    }

    /// Where the number of a corridor square stands.
    #[must_use]
    pub fn corridor_label(&self, colour: Colour, step: u8) -> Label {
        self.label(corridor_cell(colour, step))
    }

    /// Where so many pieces stand on a place; at home and in the goal, where all four would.
    #[must_use]
    pub fn spots(&self, colour: Colour, place: Place, count: usize) -> Vec<Spot> {
        match place {
            Place::Home => self.spots_at_home(colour),
            Place::Ring(square) => self.spots_on(self.ring_cell(square), count),
            Place::Corridor(step) => self.spots_on(corridor_cell(colour, step), count),
            Place::Goal => self.spots_in_goal(colour),
        }
    }

    /// The middle of where pieces stand on a place.
    #[must_use]
    pub fn middle(&self, colour: Colour, place: Place) -> Point {
        match place {
            Place::Home => self.yard(colour).0,
            Place::Ring(square) => self.standing(self.ring_cell(square)),
            Place::Corridor(step) => self.standing(corridor_cell(colour, step)),
            Place::Goal => self.at(colour.arm(), 0.0, self.goal * 0.6),
        }
    }

    fn label(&self, cell: Cell) -> Label {
        let part = self.part(cell);
        let (tilt, along) = upright(self.turn(cell.arm));
        Label {
            at: self.at(cell.arm, part.number, part.out),
            tilt,
            height: NUMBER,
            width: if along { self.row * 0.86 } else { NUMBER_WIDTH },
        }
    }

    /// How a square is shared: its number stands at the outer side of the arm, its pieces inside.
    fn part(&self, cell: Cell) -> Part {
        let out = self.end - (f64::from(cell.row) + 0.5) * self.row;
        let (_, along) = upright(self.turn(cell.arm));
        let zone = if along { ALONG } else { ACROSS };
        // The squares that are cut slantwise are narrower there.
        let outer = (1.5 * self.column()).min((out - NUMBER * 0.5) * self.slope);
        let (side, from, to) = match cell.column {
            Column::Outward => (-1.0, 0.5 * self.column(), outer),
            Column::Inward => (1.0, 0.5 * self.column(), outer),
            Column::Middle => (-1.0, -0.5 * self.column(), 0.5 * self.column()),
        };
        Part {
            out,
            number: side * (to - zone * 0.5),
            middle: side * (from + to - zone) * 0.5,
            space: to - from - zone,
        }
    }

    /// Beside each other; many of them smaller, in two rows.
    fn spots_on(&self, cell: Cell, count: usize) -> Vec<Spot> {
        let part = self.part(cell);
        let pair = (part.space * 0.5).min(self.row * PIECE);
        let (size, rows) = match count {
            0 | 1 => (part.space.min(self.row * PIECE), 1),
            2 => (pair, 1),
            3.. => (pair * 0.52, 2),
        };
        let columns = count.div_ceil(rows).max(1);
        // As close as they must be.
        let pitch = ((part.space - size) / (number(columns) - 1.0)).min(size);
        let off = |index: usize, of: usize| number(index) - (number(of) - 1.0) * 0.5;
        let spot = |index: usize| {
            let across = off(index % columns, columns) * pitch;
            let out = off(index / columns, rows) * size;
            Spot {
                at: self.at(cell.arm, part.middle + across, part.out + out),
                size,
            }
        };
        (0..count).map(spot).collect()
    }

    /// Two by two.
    fn spots_at_home(&self, colour: Colour) -> Vec<Spot> {
        let (middle, radius) = self.yard(colour);
        let off = radius * 0.36;
        [(-off, -off), (off, -off), (-off, off), (off, off)]
            .map(|(x, y)| Spot {
                at: middle + Point { x, y },
                size: radius * 0.6,
            })
            .into()
    }

    /// Three along the side of the goal, and one before them.
    fn spots_in_goal(&self, colour: Colour) -> Vec<Spot> {
        let size = (self.goal / 3.0).min(self.row * 1.4);
        [(-1.03, 0.62), (0.0, 0.62), (1.03, 0.62), (0.0, 1.66)]
            .map(|(across, deep)| Spot {
                at: self.at(colour.arm(), across * size, self.goal - deep * size),
                size,
            })
            .into()
    }

    /// The middle of where pieces stand on a square.
    fn standing(&self, cell: Cell) -> Point {
        let part = self.part(cell);
        self.at(cell.arm, part.middle, part.out)
    }
}

/// How far a text is turned that runs across what is turned so far, so that it can be read; or along it, where it lies
/// flat and a text across it would stand upright.
fn upright(turn: f64) -> (f64, bool) {
    let across = turn - (turn / 180.0).round() * 180.0;
    if across.abs() <= 60.0 {
        (across, false)
    } else {
        (across - 90.0_f64.copysign(across), true)
    }
}

/// A small number of things.
fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}
