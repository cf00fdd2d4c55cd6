//! Colours in an order: who finished first, who left first.

use super::colour::Colour;

/// Up to eight colours, each once, in order. It is `Copy`, so that copying a position is one move of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Roster {
    colours: [Colour; 8],
    length: u8,
}

impl Roster {
    pub(super) const fn new() -> Self {
        Self {
            colours: [Colour::Yellow; 8],
            length: 0,
        }
    }

    pub(super) fn as_slice(&self) -> &[Colour] {
        self.colours
            .get(..usize::from(self.length))
            .unwrap_or_default()
    }

    #[inline]
    pub(super) const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Adds a colour as the last, unless it is there.
    pub(super) fn push(&mut self, colour: Colour) {
        if self.as_slice().contains(&colour) {
            return;
        }
        if let Some(place) = self.colours.get_mut(usize::from(self.length)) {
            *place = colour;
            self.length += 1;
        }
    }

    /// Takes a colour out.
    pub(super) fn remove(&mut self, colour: Colour) {
        let mut rest = Self::new();
        for other in self.as_slice().iter().filter(|other| **other != colour) {
            rest.push(*other);
        }
        *self = rest;
    }
}
