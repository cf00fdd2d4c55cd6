//! Points of a picture, and numbers as SVG writes them.

use std::fmt;
use std::ops::{Add, Mul, Sub};

/// A point, in the units of a picture: x to the right, y down, the middle of the board at 0,0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Point {
    /// The middle of the board.
    pub const MIDDLE: Self = Self { x: 0.0, y: 0.0 };

    /// The distance from the middle.
    #[must_use]
    pub fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// The point turned clockwise around the middle by an angle in degrees.
    #[must_use]
    pub fn turned(self, degrees: f64) -> Self {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Self {
            x: self.x * cos - self.y * sin,
            y: self.x * sin + self.y * cos,
        }
    }

    /// The point between this one and another, `part` of the way.
    #[must_use]
    pub fn towards(self, other: Self, part: f64) -> Self {
        self + (other - self) * part
    }
}

impl Add for Point {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            x: self.x + other.x,
            y: self.y + other.y,
        }
    }
}

impl Sub for Point {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + other * -1.0
    }
}

impl Mul<f64> for Point {
    type Output = Self;

    fn mul(self, by: f64) -> Self {
        Self {
            x: self.x * by,
            y: self.y * by,
        }
    }
}

/// Written as in a path: `12.5,-3`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", Short(self.x), Short(self.y))
    }
}

/// A number written with one decimal at most: a tenth of a unit is less than anybody sees, and the same everywhere.
pub(super) struct Short(pub(super) f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // No `-0`.
        let tenths = (self.0 * 10.0).round() + 0.0;
        if tenths % 10.0 == 0.0 {
            write!(f, "{}", tenths / 10.0)
        } else {
            write!(f, "{:.1}", tenths / 10.0)
        }
    }
}

/// A closed shape, written as the data of a path.
pub(super) struct Closed<'a>(pub(super) &'a [Point]);

impl fmt::Display for Closed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (point, command) in self
            .0
            .iter()
            .zip(std::iter::once('M').chain(std::iter::repeat('L')))
        {
            write!(f, "{command}{point}")?;
        }
        f.write_str("z")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written = [12.0, 12.04, 12.25, -0.04, -3.96].map(|number| Short(number).to_string());
        assert_eq!(written, ["12", "12", "12.3", "0", "-4"]);
    }
}
