//! What is drawn upon a board, below the pieces: whose turn it is, barriers, the last move.

use std::fmt;

use super::point::{Point, Short};
use super::scene::Scene;
use super::theme::{Paint, Theme};

/// What lies below the pieces of a scene.
pub(super) struct Ground<'a> {
    pub(super) scene: &'a Scene,
    pub(super) theme: Theme,
}

impl fmt::Display for Ground<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.turn(f)?;
        self.barriers(f)?;
        write!(f, "{}", self.scene.trail.drawn(self.theme))
    }
}

impl Ground<'_> {
    /// The home of the seat that is asked has a thick edge.
    fn turn(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(colour) = self.scene.turn else {
            return Ok(());
        };
        let (Point { x, y }, radius) = self.scene.plan.yard(colour);
        let (x, y, radius) = (Short(x), Short(y), Short(radius));
        let stroke = self.theme.stroke(Paint::Trail);
        write!(
            f,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" {stroke} stroke-width=\"6\"/>"
        )
    }

    /// A bar behind two pieces that let nobody pass.
    fn barriers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for [one, other] in &self.scene.barriers {
            let (from, to, width) = (one.spot.at, other.spot.at, Short(one.spot.size * 1.16));
            let stroke = self.theme.stroke(Paint::Trail);
            write!(
                f,
                "<path d=\"M{from}L{to}\" {stroke} stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
            )?;
        }
        Ok(())
    }
}
