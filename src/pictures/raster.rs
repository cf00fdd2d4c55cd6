//! Pictures as pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The widths that a raster picture can have, in pixels; the largest prints sharp on A4.
pub const WIDTHS: std::ops::RangeInclusive<u16> = 64..=2480;

/// Why there is no raster picture.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// It would be larger than a replay may be.
    #[error("the replay would have more than {} bytes", super::film::BYTES)]
    TooLarge,
    /// The drawing is no SVG.
    #[error("the drawing cannot be read: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// There is no picture of that size.
    #[error("there is no picture {0} pixels wide")]
    Size(u16),
    /// The pixels cannot be written as PNG.
    #[error("the pixels cannot be written: {0}")]
    Png(String),
    /// The frames cannot be written as GIF.
    #[error("the frames cannot be written: {0}")]
    Gif(#[from] gif::EncodingError),
}

/// A picture as PNG, so many pixels wide.
///
/// # Errors
///
/// [`RasterError`] where the drawing is no SVG or the width is none.
pub fn png(svg: &str, width: u16) -> Result<Vec<u8>, RasterError> {
    let pixels = pixels(svg, width)?;
    pixels
        .encode_png()
        .map_err(|error| RasterError::Png(error.to_string()))
}

/// A drawing as pixels.
pub(super) fn pixels(svg: &str, width: u16) -> Result<Pixmap, RasterError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let size = tree.size().to_int_size();
    let size = size.scale_to_width(width.into());
    let pixels = size.and_then(|size| Pixmap::new(size.width(), size.height()));
    let mut pixels = pixels.ok_or(RasterError::Size(width))?;
    paint(&tree, width, &mut pixels);
    Ok(pixels)
}

/// Paints a drawing onto pixels of which it is so many wide.
pub(super) fn paint_onto(svg: &str, width: u16, onto: &mut Pixmap) -> Result<(), RasterError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    paint(&tree, width, onto);
    Ok(())
}

fn paint(tree: &Tree, width: u16, onto: &mut Pixmap) {
    let scale = f32::from(width) / tree.size().width();
    let scale = Transform::from_scale(scale, scale);
    resvg::render(tree, scale, &mut onto.as_mut());
}
