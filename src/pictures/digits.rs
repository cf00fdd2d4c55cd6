//! Digits drawn with one stroke: a picture looks the same everywhere, and needs no font.

use std::fmt;

use super::point::{Point, Short};

/// The digits, each in a field 3.2 wide and 6 high.
const DIGITS: [&str; 10] = [
    "M1.6,0C.56,0,.08,1.2,.08,3S.56,6,1.6,6S3.12,4.8,3.12,3S2.64,0,1.6,0z",
    "M.56,1.5L1.84,0V6",
    "M.24,1.6C.24,.6,.8,0,1.6,0S2.96,.7,2.96,1.6C2.96,3,.72,4.5,.16,6H3.12",
    "M.24,0H2.88L1.44,2.4C2.4,2.3,3.12,3,3.12,4.1S2.48,6,1.52,6C.88,6,.4,5.7,.08,5.2",
    "M2.32,6V0L0,4.3H3.2",
    "M2.8,0H.56L.32,2.8C.72,2.4,1.12,2.2,1.6,2.2C2.48,2.2,3.12,3,3.12,4.1S2.48,6,1.52,6C.88,6,.4,5.7,.08,5.2",
    "M2.72,.5C2.4,.2,2.08,0,1.68,0C.64,0,.08,1.4,.08,3.9C.08,5.2,.72,6,1.6,6S3.12,5.2,3.12,4.1S2.48,2.3,1.6,2.3C.88,2.3,.24,2.9,.08,3.9",
    "M.08,0H3.12L1.2,6",
    "M1.6,2.7C.8,2.7,.32,2.2,.32,1.4S.8,0,1.6,0S2.88,.6,2.88,1.4S2.4,2.7,1.6,2.7C.72,2.7,.08,3.4,.08,4.4S.72,6,1.6,6S3.12,5.4,3.12,4.4S2.48,2.7,1.6,2.7z",
    "M.48,5.5C.8,5.8,1.12,6,1.52,6C2.56,6,3.12,4.6,3.12,2.1C3.12,.8,2.48,0,1.6,0S.08,.8,.08,1.9S.72,3.7,1.6,3.7C2.32,3.7,2.96,3.1,3.12,2.1",
];
/// The width and height of their field.
const FIELD: (f64, f64) = (3.2, 6.0);
/// From one digit to the next, in the units of their field.
const ADVANCE: f64 = 4.6;
/// How wide the stroke is, in those units.
const STROKE: f64 = 1.0;

/// How digits are drawn wherever they are used: round, without a fill.
pub(super) struct Pen;

impl fmt::Display for Pen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "fill=\"none\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
            Short(STROKE)
        )
    }
}

/// The definitions of the digits, which numbers use.
pub(super) struct Definitions;

impl fmt::Display for Definitions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (digit, data) in DIGITS.iter().enumerate() {
            write!(f, "<path id=\"d{digit}\" d=\"{data}\"/>")?;
        }
        Ok(())
    }
}

/// How large numbers are: the factors from the units of the digits to those of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Size {
    across: f64,
    down: f64,
}

impl Size {
    /// Numbers of so many digits, so high, and not wider than that; those that have to be narrow are a little lower too.
    pub(super) fn fitting(digits: usize, height: f64, width: f64) -> Self {
        let down = height / FIELD.1;
        let natural = (extent(digits) + STROKE) * down;
        let squeeze = (width / natural).min(1.0);
        Self {
            across: down * squeeze,
            down: down * squeeze.sqrt(),
        }
    }

    /// The transformation from the units of the digits.
    pub(super) fn scale(self) -> String {
        format!("scale({:.2} {:.2})", self.across, self.down)
    }
}

/// A number around a point, in the picture before it is scaled to the size.
pub(super) struct Number {
    pub(super) value: u8,
    pub(super) at: Point,
    pub(super) size: Size,
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.value.to_string();
        let left = self.at.x / self.size.across - extent(digits.len()) * 0.5;
        let top = self.at.y / self.size.down - FIELD.1 * 0.5;
        let lefts = std::iter::successors(Some(left), |left| Some(left + ADVANCE));
        for (digit, left) in digits.chars().zip(lefts) {
            let (x, y) = (Short(left), Short(top));
            write!(f, "<use href=\"#d{digit}\" x=\"{x}\" y=\"{y}\"/>")?;
        }
        Ok(())
    }
}

/// The width of so many digits.
fn extent(digits: usize) -> f64 {
    let gaps = u32::try_from(digits).map_or(0.0, f64::from) - 1.0;
    FIELD.0 + gaps * ADVANCE
}
