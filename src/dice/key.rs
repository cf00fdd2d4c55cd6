//! Rolls from a key: roll `n` depends on the key and on `n`, on nothing else.

use std::fmt;

use hmac::Mac;
use zeroize::{Zeroize, ZeroizeOnDrop};

use super::framing::frame;
use super::seed::keyed;
use crate::rules::dice::{Die, Roll};
use crate::rules::ids::Hex32;
use crate::rules::options::DiceCount;

/// The key of one game's rolls; never printed, wiped when dropped.
#[derive(Clone, PartialEq, Eq, Zeroize, ZeroizeOnDrop)]
pub struct Key([u8; 32]);

impl Key {
    pub(super) const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes, for test vectors and checkers; secret while the game runs.
    #[must_use]
    pub const fn reveal(&self) -> Hex32 {
        Hex32(self.0)
    }

    /// Block `j` of roll `n`: 32 bytes that its dice are read from.
    #[must_use]
    pub fn block(&self, n: u64, j: u32) -> [u8; 32] {
        let mut mac = keyed(&self.0);
        frame(&mut mac, b"parchis-dice/1 roll");
        mac.update(&n.to_be_bytes());
        mac.update(&j.to_be_bytes());
        mac.finalize().into_bytes().into()
    }

    /// Roll `n` of the game, from 1, opening rolls included.
    #[must_use]
    pub fn roll(&self, n: u64, dice: DiceCount) -> Roll {
        let mut bytes = self.block(n, 0).into_iter();
        let mut j = 0_u32;
        sample(dice, || {
            bytes.next().unwrap_or_else(|| {
                j = j.wrapping_add(1);
                bytes = self.block(n, j).into_iter();
                bytes.next().unwrap_or_default()
            })
        })
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(secret)")
    }
}

/// Draws one die or two from bytes read from left to right.
pub fn sample(dice: DiceCount, mut next: impl FnMut() -> u8) -> Roll {
    let mut draw = || {
        loop {
            if let Some(die) = face(next()) {
                return die;
            }
        }
    };
    match dice {
        DiceCount::One => Roll::One(draw()),
        DiceCount::Two => {
            let first = draw();
            Roll::Two(first, draw())
        }
    }
}

/// The face that a byte gives; none from 252 on, which would favour low faces.
#[must_use]
pub const fn face(byte: u8) -> Option<Die> {
    if byte < 252 {
        Die::new(byte % 6 + 1)
    } else {
        None
    }
}
