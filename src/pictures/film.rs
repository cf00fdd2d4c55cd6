//! A replay as an animated GIF: one frame a command, each only the rectangle that has changed.

mod palette;
mod stage;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

use super::raster::RasterError;
use super::scene::Scene;
use super::theme::Theme;
use crate::rules::board::Arms;
use crate::rules::event::Event;
use crate::rules::game::Game;
use palette::Palette;
use stage::Stage;

/// How many frames a film has at most.
pub const FRAMES: usize = 1500;
/// How many bytes a film has at most.
pub const BYTES: usize = 8 << 20;
/// The widths that a film can have, in pixels.
pub const FILM_WIDTHS: std::ops::RangeInclusive<u16> = 64..=480;
/// How many times longer the last frame stays before the film begins anew.
const REST: u16 = 5;

/// A film of a game, made frame by frame.
pub struct Film {
    stage: Stage,
    palette: Palette,
    encoder: Encoder<Vec<u8>>,
    /// In hundredths of a second.
    delay: u16,
    /// What the frames so far show.
    shown: Option<Pixmap>,
    /// The newest frame, kept back until it is known whether it is the last.
    held: Option<Frame<'static>>,
}

/// A rectangle of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Patch {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Film {
    /// A film of a board, so wide, each frame shown for so many hundredths of a second.
    ///
    /// # Errors
    ///
    /// [`RasterError`] where there is no picture so wide.
    pub fn new(arms: Arms, theme: Theme, width: u16, delay: u16) -> Result<Self, RasterError> {
        let mut stage = Stage::new(arms, theme, width)?;
        let palette = Palette::of(&stage.sample()?);
        let mut encoder = Encoder::new(Vec::new(), width, width, palette.colours())?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Self {
            stage,
            palette,
            encoder,
            delay,
            shown: None,
            held: None,
        })
    }

    /// Adds a frame: a game at the end of a command.
    ///
    /// # Errors
    ///
    /// [`RasterError::TooLarge`] once the film has more than [`BYTES`].
    pub fn show(&mut self, game: &Game, command: &[Event]) -> Result<(), RasterError> {
        let drawn = self.stage.draw(&Scene::of(game, command))?;
        let frame = match &self.shown {
            None => self.frame(Patch::whole(&drawn), |patch| self.indices(patch, &drawn)),
            // What stays as it is still takes its time.
            Some(shown) => {
                let patch = Patch::between(shown, &drawn).unwrap_or(Patch::SMALLEST);
                self.frame(patch, |patch| self.changes(patch, shown, &drawn))
            }
        };
        self.shown = Some(drawn);
        if let Some(before) = self.held.replace(frame) {
            self.write(&before)?;
        }
        Ok(())
    }

    /// The film as the bytes of a GIF.
    ///
    /// # Errors
    ///
    /// [`RasterError::TooLarge`] where the last frame is one too many.
    pub fn finish(mut self) -> Result<Vec<u8>, RasterError> {
        if let Some(mut last) = self.held.take() {
            last.delay = last.delay.saturating_mul(REST);
            self.write(&last)?;
        }
        let written = self.encoder.into_inner();
        written.map_err(RasterError::Gif)
    }

    /// The colours of a patch.
    fn indices(&self, patch: Patch, drawn: &Pixmap) -> Vec<u8> {
        let pixels = patch.rows(drawn).flatten();
        pixels.map(|pixel| self.palette.index(*pixel)).collect()
    }

    /// The colours of a patch where they have changed; what has not is packed into next to nothing.
    fn changes(&self, patch: Patch, shown: &Pixmap, drawn: &Pixmap) -> Vec<u8> {
        let pairs = patch.rows(shown).flatten().zip(patch.rows(drawn).flatten());
        let index = |(before, after): (&PremultipliedColorU8, &PremultipliedColorU8)| {
            if before == after {
                Palette::UNCHANGED
            } else {
                self.palette.index(*after)
            }
        };
        pairs.map(index).collect()
    }

    fn frame(&self, patch: Patch, indices: impl FnOnce(Patch) -> Vec<u8>) -> Frame<'static> {
        let side = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
        Frame {
            delay: self.delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(Palette::UNCHANGED),
            left: side(patch.left),
            top: side(patch.top),
            width: side(patch.width),
            height: side(patch.height),
            buffer: indices(patch).into(),
            ..Frame::default()
        }
    }

    fn write(&mut self, frame: &Frame<'static>) -> Result<(), RasterError> {
        self.encoder.write_frame(frame)?;
        if self.encoder.get_ref().len() > BYTES {
            return Err(RasterError::TooLarge);
        }
        Ok(())
    }
}

impl Patch {
    /// One pixel: a frame has no less.
    const SMALLEST: Self = Self {
        left: 0,
        top: 0,
        width: 1,
        height: 1,
    };

    fn whole(pixels: &Pixmap) -> Self {
        let side = |length: u32| usize::try_from(length).unwrap_or(usize::MAX);
        Self {
            left: 0,
            top: 0,
            width: side(pixels.width()),
            height: side(pixels.height()),
        }
    }

    /// The smallest rectangle outside of which both are the same; none where they are so everywhere.
    fn between(before: &Pixmap, after: &Pixmap) -> Option<Self> {
        let whole = Self::whole(after);
        let rows = whole.rows(before).zip(whole.rows(after)).enumerate();
        let mut found: Option<(usize, usize, usize, usize)> = None;
        for (y, (one, other)) in rows.filter(|(_, (one, other))| one != other) {
            let differs = |(one, other): (&_, &_)| one != other;
            let left = one.iter().zip(other).position(differs)?;
            let right = one.iter().zip(other).rposition(differs)?;
            found = Some(match found {
                None => (left, right, y, y),
                Some((first, last, top, _)) => (first.min(left), last.max(right), top, y),
            });
        }
        found.map(|(left, right, top, bottom)| Self {
            left,
            top,
            width: right - left + 1,
            height: bottom - top + 1,
        })
    }

    /// The pixels of the rectangle, row by row.
    fn rows(self, pixels: &Pixmap) -> impl Iterator<Item = &[PremultipliedColorU8]> {
        let width = Self::side(pixels);
        let rows = pixels.pixels().chunks_exact(width);
        let rows = rows.skip(self.top).take(self.height);
        rows.filter_map(move |row| row.get(self.left..self.left + self.width))
    }

    /// The width of a picture, at least one.
    fn side(pixels: &Pixmap) -> usize {
        usize::try_from(pixels.width()).unwrap_or(usize::MAX).max(1)
    }
}
