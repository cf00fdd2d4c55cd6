//! The geometry of a board: one function from a square to its shape, the same for 4, 6 and 8 arms.
//!
//! A board is a regular polygon of `n` sides; an arm of three columns and eight rows comes from the middle of each. The
//! goal is a smaller such polygon, as wide at its sides as the arms leave it: the innermost squares of two arms meet along
//! a line from the corner of the goal to the corner between the arms, and so are cut slantwise. Between two arms lies a
//! home. Four arms make the true Parchís cross; six and eight, its stars.

mod spots;

use std::f64::consts::PI;

use super::point::Point;
use crate::rules::board::{Arms, CORRIDOR, Square};
use crate::rules::colour::Colour;

pub use spots::{Label, Spot};

/// From the middle of a picture to its edges; a board leaves a little of it free.
pub const HALF: f64 = 500.0;
/// From the middle to the outermost points of a board.
const REACH: f64 = 496.0;
/// Rows of an arm: the entrance and the corridor.
const ROWS: f64 = 8.0;
/// The width of a column, in rows: enough for two pieces and a number.
const COLUMN: f64 = 2.5;

/// The measures of a board.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    arms: Arms,
    /// The angle between two arms, in degrees.
    step: f64,
    /// The depth of a row.
    row: f64,
    /// From the middle to the end of an arm.
    end: f64,
    /// From the middle to the sides of the goal.
    goal: f64,
    /// The tangent of half the angle between two arms.
    slope: f64,
}

/// A column of an arm, as its squares are travelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    /// From the goal out to the entrance.
    Outward,
    /// The entrance and the corridor.
    Middle,
    /// From the entrance in to the goal.
    Inward,
}

/// A square of an arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    arm: u8,
    column: Column,
    /// From the outermost, 0, to the innermost, 7.
    row: u8,
}

impl Column {
    /// Which side of the arm's axis it lies on.
    const fn side(self) -> f64 {
        match self {
            Self::Outward => -1.0,
            Self::Middle => 0.0,
            Self::Inward => 1.0,
        }
    }
}

impl Plan {
    /// The plan of a board.
    #[must_use]
    pub fn of(arms: Arms) -> Self {
        let number = f64::from(arms.number());
        let slope = (PI / number).tan();
        // In rows first: two arms meet where they are as wide as the polygon's side.
        let meet = 1.5 * COLUMN / slope;
        let plan = Self {
            arms,
            step: 360.0 / number,
            row: 1.0,
            end: meet - 1.0 + ROWS,
            goal: meet - 1.0,
            slope,
        };
        let outline = plan.outline();
        let widest = outline.iter().fold(0.0, |widest: f64, point| {
            widest.max(point.x.abs()).max(point.y.abs())
        });
        let row = REACH / widest;
        Self {
            row,
            end: plan.end * row,
            goal: plan.goal * row,
            ..plan
        }
    }

    /// The board it is of.
    #[must_use]
    pub const fn arms(&self) -> Arms {
        self.arms
    }

    /// The depth of a row: the shorter side of a square.
    #[must_use]
    pub const fn row(&self) -> f64 {
        self.row
    }

    /// From the middle to the sides of the goal.
    #[must_use]
    pub const fn goal_reach(&self) -> f64 {
        self.goal
    }

    /// The shape of a ring square.
    #[must_use]
    pub fn square(&self, square: Square) -> [Point; 4] {
        self.shape(self.ring_cell(square))
    }

    /// The shape of a colour's corridor square, 1 to 7.
    #[must_use]
    pub fn corridor(&self, colour: Colour, step: u8) -> [Point; 4] {
        self.shape(corridor_cell(colour, step))
    }

    /// A colour's part of the goal.
    #[must_use]
    pub fn goal(&self, colour: Colour) -> [Point; 3] {
        let arm = colour.arm();
        let side = self.goal * self.slope;
        [
            Point::MIDDLE,
            self.at(arm, side, self.goal),
            self.at(arm, -side, self.goal),
        ]
    }

    /// A colour's home, between its arm and the next one.
    #[must_use]
    pub fn home(&self, colour: Colour) -> Vec<Point> {
        let (arm, next) = (colour.arm(), self.next(colour.arm()));
        let side = 1.5 * self.column();
        let mut home = vec![
            self.at(arm, side, self.goal + self.row),
            self.at(arm, side, self.end),
            self.at(next, -side, self.end),
        ];
        if self.has_tips() {
            home.insert(2, self.at(arm, self.end * self.slope, self.end));
        }
        home
    }

    /// The middle and the radius of the disc in a colour's home where its pieces wait.
    #[must_use]
    pub fn yard(&self, colour: Colour) -> (Point, f64) {
        let half = (PI / f64::from(self.arms.number())).sin();
        let apex = self.at(colour.arm(), 1.5 * self.column(), self.goal + self.row);
        // The largest circle that touches the sides of the home.
        let side = self.end - self.goal - self.row;
        let radius = if self.has_tips() {
            side * self.slope / (1.0 + self.slope)
        } else {
            let depth = side * (1.0 - half * half).sqrt();
            depth * half / (1.0 + half)
        };
        let middle = apex * ((apex.length() + radius / half) / apex.length());
        (middle, radius * 0.9)
    }

    /// The edge of the board.
    #[must_use]
    pub fn outline(&self) -> Vec<Point> {
        let arms = self.arms.colours();
        arms.flat_map(|colour| self.home(colour).into_iter().skip(1))
            .collect()
    }

    /// Whether homes reach to where the lines along the ends of two arms meet. Where the arms point to the sides of the
    /// picture those points lie in it; else homes are cut off straight.
    const fn has_tips(&self) -> bool {
        match self.arms {
            Arms::Four | Arms::Eight => true,
            Arms::Six => false,
        }
    }

    /// The width of a column.
    fn column(&self) -> f64 {
        COLUMN * self.row
    }

    const fn next(&self, arm: u8) -> u8 {
        (arm + 1) % self.arms.number()
    }

    /// How far an arm is turned from the one that points down, clockwise in degrees. Pieces travel anticlockwise, and the
    /// arms follow each other that way.
    fn turn(&self, arm: u8) -> f64 {
        -self.step * f64::from(arm)
    }

    /// A point of an arm: across its axis, towards the inward column, and out from the middle.
    fn at(&self, arm: u8, across: f64, out: f64) -> Point {
        let upright = Point { x: across, y: out };
        upright.turned(self.turn(arm))
    }

    /// Seventeen numbers an arm: its entrance, the inward column, then the outward column of the next arm.
    fn ring_cell(&self, square: Square) -> Cell {
        let (arm, place) = (square.number() / 17, square.number() % 17);
        let arm = arm % self.arms.number();
        match place {
            0 => Cell {
                arm,
                column: Column::Middle,
                row: 0,
            },
            1..=8 => Cell {
                arm,
                column: Column::Inward,
                row: place - 1,
            },
            9.. => Cell {
                arm: self.next(arm),
                column: Column::Outward,
                row: 16 - place,
            },
        }
    }

    fn shape(&self, cell: Cell) -> [Point; 4] {
        let outer = self.end - f64::from(cell.row) * self.row;
        let inner = outer - self.row;
        let side = cell.column.side();
        let at = |across: f64, out: f64| self.at(cell.arm, across * self.column(), out);
        if side == 0.0 {
            return [
                at(-0.5, outer),
                at(0.5, outer),
                at(0.5, inner),
                at(-0.5, inner),
            ];
        }
        // No arm is wider than the line to the next one leaves it.
        let width = |out: f64| (out * self.slope / self.column()).min(1.5);
        [
            at(0.5 * side, outer),
            at(width(outer) * side, outer),
            at(width(inner) * side, inner),
            at(0.5 * side, inner),
        ]
    }
}

const fn corridor_cell(colour: Colour, step: u8) -> Cell {
    Cell {
        arm: colour.arm(),
        column: Column::Middle,
        row: if step > CORRIDOR { CORRIDOR } else { step },
    }
}
