//! Dice as they are drawn, in the middle of the board.

use std::fmt;

use super::plan::Plan;
use super::point::{Point, Short};
use crate::rules::dice::Die;

/// The side of a die as it is drawn.
pub(super) const SIDE: f64 = 40.0;

/// Where the dice of a roll lie, and how large they are.
pub(super) fn beds(plan: &Plan, count: usize) -> impl Iterator<Item = Point> + use<> {
    let apart = side(plan) * 1.12;
    let first = if count > 1 { apart * -0.5 } else { 0.0 };
    let lefts = std::iter::successors(Some(first), move |x| Some(x + apart));
    lefts.take(count).map(|x| Point { x, y: 0.0 })
}

/// The side of a die on a board.
pub(super) fn side(plan: &Plan) -> f64 {
    (plan.goal_reach() * 0.34).min(plan.row() * 2.0)
}

/// A die around the middle.
pub(super) struct Face(pub(super) Die);

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (corner, side) = (Short(SIDE * -0.5), Short(SIDE));
        write!(
            f,
            "<rect x=\"{corner}\" y=\"{corner}\" width=\"{side}\" height=\"{side}\" rx=\"8\" fill=\"#fff\" stroke=\"#14110d\" \
             stroke-width=\"2.4\"/><path d=\"{}\" stroke=\"#14110d\" stroke-width=\"8\" stroke-linecap=\"round\"/>",
            pips(self.0.pips()),
        )
    }
}

/// A die on a board.
pub(super) struct Lying {
    pub(super) die: Die,
    pub(super) at: Point,
    pub(super) side: f64,
}

impl fmt::Display for Lying {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (at, scale, face) = (self.at, self.side / SIDE, Face(self.die));
        write!(
            f,
            "<g transform=\"translate({at})scale({scale:.3})\">{face}</g>"
        )
    }
}

const fn pips(number: u8) -> &'static str {
    match number {
        1 => "M0,0h0",
        2 => "M-10,-10h0M10,10h0",
        3 => "M-10,-10h0M0,0h0M10,10h0",
        4 => "M-10,-10h0M10,-10h0M-10,10h0M10,10h0",
        5 => "M-10,-10h0M10,-10h0M0,0h0M-10,10h0M10,10h0",
        _ => "M-10,-11h0M10,-11h0M-10,0h0M10,0h0M-10,11h0M10,11h0",
    }
}
