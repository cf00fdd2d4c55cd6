//! Pieces as they are drawn: a disc in their colour with their number and the mark of the colour (RULES §2), so that they
//! can be told apart without colours.

use std::fmt;

use super::digits::{self, Number, Size};
use super::plan::Spot;
use super::point::Point;
use super::theme::{colour, ink_on};
use crate::rules::colour::Colour;
use crate::rules::piece::Piece;

/// The diameter that pieces are defined with.
pub(super) const DIAMETER: f64 = 40.0;

/// The definition of a colour's disc with its mark.
pub(super) struct Disc(pub(super) Colour);

impl fmt::Display for Disc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (letter, fill, ink) = (self.0.letter(), colour(self.0), ink_on(self.0));
        write!(
            f,
            "<g id=\"{letter}\"><circle r=\"18.8\" fill=\"{fill}\" stroke=\"#14110d\" stroke-width=\"2.4\"/>\
             <path d=\"{}\" stroke=\"{ink}\" stroke-width=\"{}\" stroke-linecap=\"round\" fill=\"none\"/></g>",
            mark(self.0),
            pen(self.0),
        )
    }
}

/// The definition of a piece: its colour's disc, and its number.
pub(super) struct Chip(pub(super) Piece);

impl fmt::Display for Chip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (piece, colour) = (self.0, self.0.colour());
        let size = Size::fitting(1, 19.0, DIAMETER);
        let number = Number {
            value: piece.number(),
            at: Point { x: 0.0, y: -4.5 },
            size,
        };
        write!(
            f,
            "<g id=\"{piece}\"><use href=\"#{}\"/><g transform=\"{}\" {} stroke=\"{}\">{number}</g></g>",
            colour.letter(),
            size.scale(),
            digits::Pen,
            ink_on(colour),
        )
    }
}

/// A piece on its spot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub(super) piece: Piece,
    pub(super) spot: Spot,
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (at, scale) = (self.spot.at, self.spot.size / DIAMETER);
        write!(
            f,
            "<use href=\"#{}\" transform=\"translate({at})scale({scale:.3})\"/>",
            self.piece
        )
    }
}

/// The mark of a colour, below the number: dots, lines, a cross or a ring.
const fn mark(colour: Colour) -> &'static str {
    match colour {
        Colour::Blue => "M0,12h0",
        Colour::Green => "M-4,12h0m8,0h0",
        Colour::Purple => "M-7.5,11.5h0m7.5,0h0m7.5,0h0",
        Colour::Red => "M-6,12h12",
        Colour::Yellow => "M-7,10h14m-11,4.6h8",
        Colour::Orange => "M-5.5,9v6m5.5,-6v6m5.5,-6v6",
        Colour::Turquoise => "M-4,12h8m-4,-4v8",
        Colour::Magenta => "M-3.6,12a3.6,3.6,0,1,0,7.2,0a3.6,3.6,0,1,0,-7.2,0z",
    }
}

/// How wide the stroke of a mark is: dots are strokes without a length.
const fn pen(colour: Colour) -> &'static str {
    match colour {
        Colour::Blue | Colour::Green | Colour::Purple => "5.6",
        Colour::Red | Colour::Yellow | Colour::Orange | Colour::Turquoise | Colour::Magenta => {
            "2.8"
        }
    }
}
