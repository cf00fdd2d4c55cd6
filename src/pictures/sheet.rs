//! An empty board on a page to print, with the pieces to cut out.

use std::fmt;

use super::board::board;
use super::chip::{Chip, Disc, Standing};
use super::plan::{HALF, Spot};
use super::point::{Point, Short};
use super::theme::Theme;
use crate::rules::board::Arms;
use crate::rules::colour::Colour;
use crate::rules::piece::Piece;
use crate::words;
use crate::words::language::Language;

/// A page of A4, in millimetres, and how wide the board is on it.
const PAGE: (f64, f64) = (210.0, 297.0);
const BOARD: f64 = 190.0;
/// The diameter of a piece: eight millimetres, which fingers can take hold of.
const PIECE: f64 = 42.0;
/// Colours whose pieces are beside each other.
const COLOURS_OF_A_ROW: usize = 4;

/// A board to print on A4, and below it the pieces to cut out, as SVG.
#[must_use]
pub fn sheet(arms: Arms, language: Language) -> String {
    Sheet { arms, language }.to_string()
}

struct Sheet {
    arms: Arms,
    language: Language,
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = HALF * 2.0 / BOARD;
        let (width, height) = (PAGE.0 * unit, PAGE.1 * unit);
        let corner = Short(width * -0.5);
        write!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\" height=\"{}mm\" viewBox=\"{corner} {corner} {} {}\" \
             role=\"img\" aria-labelledby=\"title desc\" lang=\"{}\"><title id=\"title\">{}</title><desc id=\"desc\">{}</desc>",
            PAGE.0,
            PAGE.1,
            Short(width),
            Short(height),
            self.language.code(),
            words::picture::title(self.language, self.arms, None),
            words::picture::sheet(self.language),
        )?;
        f.write_str(board(self.arms, Theme::Light))?;
        f.write_str("<defs>")?;
        for colour in self.arms.colours() {
            write!(f, "{}", Disc(colour))?;
            for piece in Piece::all_of(colour) {
                write!(f, "{}", Chip(piece))?;
            }
        }
        f.write_str("</defs>")?;
        for (index, colour) in self.arms.colours().enumerate() {
            for standing in pieces(colour, index) {
                write!(f, "{standing}")?;
            }
        }
        f.write_str("</svg>")
    }
}

/// A colour's pieces below the board, by the colour's place among all.
fn pieces(colour: Colour, index: usize) -> impl Iterator<Item = Standing> {
    let count = |number: usize| u32::try_from(number).map_or(0.0, f64::from);
    let (row, column) = (
        count(index / COLOURS_OF_A_ROW),
        count(index % COLOURS_OF_A_ROW),
    );
    let first = Point {
        x: -HALF + PIECE + column * PIECE * 6.0,
        y: HALF + PIECE * 1.8 + row * PIECE * 1.8,
    };
    Piece::all_of(colour).into_iter().map(move |piece| {
        let right = f64::from(piece.number() - 1) * PIECE * 1.3;
        let at = first + Point { x: right, y: 0.0 };
        let spot = Spot { at, size: PIECE };
        Standing { piece, spot }
    })
}
