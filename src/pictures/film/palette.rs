//! The colours of a film: at most 255, the same for all its frames, and one that leaves a pixel as it is.

use std::collections::HashMap;

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

/// How many colours a film has at most: one less than a GIF, for what stays as it is.
const COLOURS: usize = 255;
/// The bits of each part of a colour that are told apart.
const BITS: u32 = 5;

type Colour = [u8; 3];

/// The colours, and for every colour the one that is nearest.
pub(super) struct Palette {
    colours: Vec<u8>,
    nearest: Vec<u8>,
}

impl Palette {
    /// The place of the colour that leaves a pixel as it is.
    pub(super) const UNCHANGED: u8 = 255;

    /// The colours that a picture has most of, each as it is; pictures like it have hardly any others.
    pub(super) fn of(sample: &Pixmap) -> Self {
        let mut counted: HashMap<Colour, usize> = HashMap::new();
        for pixel in sample.pixels() {
            *counted.entry(parts(*pixel)).or_default() += 1;
        }
        let mut counted: Vec<(Colour, usize)> = counted.into_iter().collect();
        counted.sort_unstable_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
        let mut nearest = vec![None; 1 << (3 * BITS)];
        let mut colours: Vec<Colour> = Vec::with_capacity(COLOURS);
        for (colour, _) in counted {
            if let Some(free @ None) = nearest.get_mut(cell(colour))
                && let Ok(index) = u8::try_from(colours.len())
                && colours.len() < COLOURS
            {
                *free = Some(index);
                colours.push(colour);
            }
        }
        let nearest = nearest
            .into_iter()
            .enumerate()
            .map(|(cell, known)| known.unwrap_or_else(|| closest(&colours, middle(cell))))
            .collect();
        colours.resize(COLOURS + 1, [0; 3]);
        Self {
            colours: colours.into_iter().flatten().collect(),
            nearest,
        }
    }

    /// The colours as a GIF has them: three bytes each.
    pub(super) fn colours(&self) -> &[u8] {
        &self.colours
    }

    /// The place of the colour that is nearest to a pixel's.
    pub(super) fn index(&self, pixel: PremultipliedColorU8) -> u8 {
        let nearest = self.nearest.get(cell(parts(pixel)));
        nearest.copied().unwrap_or_default()
    }
}

/// A film has no transparent pixels.
fn parts(pixel: PremultipliedColorU8) -> Colour {
    [pixel.red(), pixel.green(), pixel.blue()]
}

/// The colours that are not told apart from this one have one number.
fn cell(colour: Colour) -> usize {
    let part = |cell: usize, part: u8| (cell << BITS) | usize::from(part >> (8 - BITS));
    colour.into_iter().fold(0, part)
}

/// The colour in the middle of those of a number.
fn middle(cell: usize) -> Colour {
    [2, 1, 0].map(|place| {
        let part = (cell >> (place * BITS)) & ((1 << BITS) - 1);
        u8::try_from((part << (8 - BITS)) | (1 << (7 - BITS))).unwrap_or(u8::MAX)
    })
}

fn closest(colours: &[Colour], colour: Colour) -> u8 {
    let far = |other: &Colour| -> u32 {
        let parts = other.iter().zip(colour);
        parts
            .map(|(one, other)| u32::from(one.abs_diff(other)).pow(2))
            .sum()
    };
    let closest = colours
        .iter()
        .enumerate()
        .min_by_key(|(_, other)| far(other));
    closest.map_or(0, |(index, _)| u8::try_from(index).unwrap_or(u8::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_in_the_middle_of_its_own_number() {
        for colour in [[0, 0, 0], [255, 255, 255], [12, 200, 99]] {
            let middle = middle(cell(colour));
            assert!(
                colour
                    .iter()
                    .zip(middle)
                    .all(|(one, other)| one.abs_diff(other) <= 4)
            );
            assert_eq!(cell(middle), cell(colour));
        }
    }
}
