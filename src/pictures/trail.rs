//! The last move: where a piece came from, the way it took, and who was sent home by it.

use std::{fmt, iter};

use super::plan::Plan;
use super::point::Point;
use super::theme::{Paint, Theme};
use crate::rules::board::Place;
use crate::rules::event::Event;

/// The ways that pieces took in one command.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Trail {
    ways: Vec<Way>,
}

/// The way of one piece.
#[derive(Clone, Debug, PartialEq)]
struct Way {
    points: Vec<Point>,
    kind: Kind,
}

/// Why a piece went its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// It was moved.
    Moved,
    /// It was sent home, or back.
    Sent,
}

impl Trail {
    /// What the events of a command moved.
    pub(super) fn of(plan: &Plan, command: &[Event]) -> Self {
        let ways = command.iter().filter_map(|event| Way::of(plan, event));
        Self {
            ways: ways.collect(),
        }
    }

    /// Drawn in a theme.
    pub(super) const fn drawn(&self, theme: Theme) -> Drawn<'_> {
        Drawn { trail: self, theme }
    }
}

impl Way {
    fn of(plan: &Plan, event: &Event) -> Option<Self> {
        match event {
            Event::Exit { pieces, target, .. } => {
                let colour = pieces.first()?.colour();
                let ends = [Place::Home, *target].map(|place| plan.middle(colour, place));
                Some(Self::new(ends.into(), Kind::Moved))
            }
            Event::Move {
                piece,
                origin,
                steps,
                count,
                ..
            } => {
                let colour = piece.colour();
                let steps = steps.or(*count)?;
                let places = plan.arms().way(colour, *origin, steps);
                let points = places.map(|place| plan.middle(colour, place));
                Some(Self::new(points.collect(), Kind::Moved))
            }
            Event::Capture { piece, square, .. } | Event::Crush { piece, square } => {
                let ends = [*square, Place::Home].map(|place| plan.middle(piece.colour(), place));
                Some(Self::new(ends.into(), Kind::Sent))
            }
            Event::Penalty {
                piece,
                origin,
                target,
            } => {
                let colour = piece.as_ref()?.colour();
                let ends = [(*origin)?, (*target)?];
                let [origin, target] = ends;
                let ends = ends.map(|place| plan.middle(colour, place));
                (origin != target).then(|| Self::new(ends.into(), Kind::Sent))
            }
            Event::Created(_)
            | Event::Seated { .. }
            | Event::Unseated { .. }
            | Event::Closed {}
            | Event::Ready { .. }
            | Event::Start { .. }
            | Event::OpeningRoll { .. }
            | Event::Begins { .. }
            | Event::ColourChoice { .. }
            | Event::Roll { .. }
            | Event::Count { .. }
            | Event::CountLost { .. }
            | Event::Pass { .. }
            | Event::Payment { .. }
            | Event::Finish { .. }
            | Event::Lapse { .. }
            | Event::TakenOver { .. }
            | Event::Agreed { .. }
            | Event::Leave { .. }
            | Event::End(_)
            | Event::Reveal { .. } => None,
        }
    }

    const fn new(points: Vec<Point>, kind: Kind) -> Self {
        Self { points, kind }
    }
}

/// A trail as it is drawn.
pub(super) struct Drawn<'a> {
    trail: &'a Trail,
    theme: Theme,
}

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.trail.ways.is_empty() {
            return Ok(());
        }
        f.write_str(
            "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" opacity=\".75\">",
        )?;
        for way in &self.trail.ways {
            let data = Arrow(way).to_string();
            let dashes = match way.kind {
                Kind::Moved => "",
                Kind::Sent => " stroke-dasharray=\"1 11\"",
            };
            // Twice, so that it is seen on every colour.
            let (under, over) = (
                self.theme.stroke(Paint::Square),
                self.theme.stroke(Paint::Trail),
            );
            write!(f, "<path {under} stroke-width=\"9\" d=\"{data}\"/>")?;
            write!(f, "<path {over} stroke-width=\"5\"{dashes} d=\"{data}\"/>")?;
            if let Some(first) = way.points.first() {
                write!(f, "<path {over} stroke-width=\"15\" d=\"M{first}h0\"/>")?;
            }
        }
        f.write_str("</g>")
    }
}

/// The data of a path with a head at its end.
struct Arrow<'a>(&'a Way);

/// How far before the middle of the target the head ends: a piece stands there.
const SHORT_OF: f64 = 23.0;
/// The size of the head.
const HEAD: f64 = 12.0;

impl fmt::Display for Arrow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [.., before, last] = self.0.points.as_slice() else {
            return Ok(());
        };
        let commands = iter::once('M').chain(iter::repeat('L'));
        let on_the_way = self.0.points.iter().take(self.0.points.len() - 1);
        for (point, command) in on_the_way.zip(commands) {
            write!(f, "{command}{point}")?;
        }
        let length = (*last - *before).length().max(1.0);
        let tip = last.towards(*before, (SHORT_OF / length).min(0.5));
        let ahead = (*last - *before) * (HEAD / length);
        let [left, right] = [145.0, -145.0].map(|angle| tip + ahead.turned(angle));
        write!(f, "L{tip}M{left}L{tip}L{right}")
    }
}
