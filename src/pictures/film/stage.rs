//! Scenes as pixels, fast: the board is drawn once, each piece once for each of its sizes.

use std::collections::HashMap;

use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};

use crate::pictures::board::board;
use crate::pictures::chip::{Chip, DIAMETER, Disc};
use crate::pictures::die::{self, Face};
use crate::pictures::digits;
use crate::pictures::ground::Ground;
use crate::pictures::plan::HALF;
use crate::pictures::point::{Point, Short};
use crate::pictures::raster::{RasterError, paint_onto, pixels};
use crate::pictures::scene::Scene;
use crate::pictures::theme::{Paint, Theme};
use crate::rules::board::Arms;
use crate::rules::dice::Die;
use crate::rules::piece::Piece;

/// How much larger a die is with its edge.
const WITH_EDGE: f64 = 1.06;

/// What is drawn once for each of its sizes, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Sprite {
    Piece(Piece, u16),
    Die(Die, u16),
}

/// A board, and what has been put on it so far.
pub(super) struct Stage {
    arms: Arms,
    theme: Theme,
    width: u16,
    board: Pixmap,
    sprites: HashMap<Sprite, Pixmap>,
}

impl Stage {
    pub(super) fn new(arms: Arms, theme: Theme, width: u16) -> Result<Self, RasterError> {
        let side = Short(HALF * 2.0);
        let corner = Short(-HALF);
        let page = format!(
            "<path {} d=\"M{corner},{corner}h{side}v{side}h-{side}z\"/>",
            theme.fill(Paint::Page)
        );
        let board = pixels(&framed(HALF, &[&page, board(arms, theme)]), width)?;
        Ok(Self {
            arms,
            theme,
            width,
            board,
            sprites: HashMap::new(),
        })
    }

    /// A picture with all that films of the board show.
    pub(super) fn sample(&mut self) -> Result<Pixmap, RasterError> {
        self.draw(&Scene::crowded(self.arms))
    }

    /// A scene on the board.
    pub(super) fn draw(&mut self, scene: &Scene) -> Result<Pixmap, RasterError> {
        let mut drawn = self.board.clone();
        self.ground(scene, &mut drawn)?;
        for standing in &scene.pieces {
            let sprite = Sprite::Piece(standing.piece, self.length(standing.spot.size));
            self.put(sprite, standing.spot.at, &mut drawn)?;
        }
        let side = self.length(die::side(&scene.plan) * WITH_EDGE);
        for (&die, at) in scene
            .dice
            .iter()
            .zip(die::beds(&scene.plan, scene.dice.len()))
        {
            self.put(Sprite::Die(die, side), at, &mut drawn)?;
        }
        Ok(drawn)
    }

    fn ground(&self, scene: &Scene, onto: &mut Pixmap) -> Result<(), RasterError> {
        let theme = self.theme;
        let ground = Ground { scene, theme }.to_string();
        if ground.is_empty() {
            return Ok(());
        }
        paint_onto(&framed(HALF, &[&ground]), self.width, onto)
    }

    /// Puts a sprite with its middle at a point, as near as whole pixels allow.
    fn put(&mut self, sprite: Sprite, at: Point, onto: &mut Pixmap) -> Result<(), RasterError> {
        let drawn = match self.sprites.entry(sprite) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(free) => free.insert(sprite.drawn()?),
        };
        let size = sprite.size();
        let scale = f64::from(self.width) / (HALF * 2.0);
        let corner = |along: f64| whole((along + HALF) * scale - f64::from(size) * 0.5);
        lay(drawn, (corner(at.x), corner(at.y)), onto);
        Ok(())
    }

    /// A length in pixels, at least one.
    fn length(&self, length: f64) -> u16 {
        let pixels = whole(length * f64::from(self.width) / (HALF * 2.0));
        u16::try_from(pixels).unwrap_or(1).max(1)
    }
}

impl Sprite {
    const fn size(self) -> u16 {
        match self {
            Self::Piece(_, size) | Self::Die(_, size) => size,
        }
    }

    fn drawn(self) -> Result<Pixmap, RasterError> {
        let drawing = match self {
            Self::Piece(piece, _) => format!(
                "<defs>{}{}{}</defs><use href=\"#{piece}\"/>",
                digits::Definitions,
                Disc(piece.colour()),
                Chip(piece)
            ),
            Self::Die(die, _) => Face(die).to_string(),
        };
        let half = match self {
            Self::Piece(..) => DIAMETER * 0.5,
            Self::Die(..) => die::SIDE * WITH_EDGE * 0.5,
        };
        pixels(&framed(half, &[&drawing]), self.size())
    }
}

/// A drawing that reaches so far from its middle.
fn framed(half: f64, parts: &[&str]) -> String {
    let (corner, side) = (Short(-half), Short(half * 2.0));
    let drawing = parts.concat();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{corner} {corner} {side} {side}\">{drawing}</svg>"
    )
}

fn lay(drawn: &Pixmap, (x, y): (i32, i32), onto: &mut Pixmap) {
    let paint = PixmapPaint::default();
    onto.draw_pixmap(x, y, drawn.as_ref(), &paint, Transform::identity(), None);
}

/// The nearest whole number of pixels; pictures are far smaller than what would not fit.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "there is no other way, and it saturates"
)]
fn whole(pixels: f64) -> i32 {
    pixels.round() as i32
}
