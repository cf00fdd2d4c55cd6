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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_from_252_on_are_skipped() {
        let mut bytes = [255, 252, 251, 253, 6].into_iter();
        let roll = sample(DiceCount::Two, || bytes.next().unwrap());
        assert_eq!(roll, Roll::Two(Die::FACES[5], Die::FACES[0]));
        assert_eq!(bytes.next(), None);
    }

    #[test]
    fn a_roll_depends_on_its_number_alone() {
        let key = Key::from_bytes([1; 32]);
        let forward: Vec<Roll> = (1..=50).map(|n| key.roll(n, DiceCount::Two)).collect();
        let backward: Vec<Roll> = (1..=50)
            .rev()
            .map(|n| key.roll(n, DiceCount::Two))
            .collect();
        assert!(forward.iter().eq(backward.iter().rev()));
        for (n, roll) in (1..).zip(&forward) {
            assert_eq!(key.roll(n, DiceCount::One).dice()[0], roll.dice()[0]);
        }
    }

    /// Chi-square over 200,000 rolls: the faces, and each face with the one before it.
    #[test]
    fn faces_and_pairs_of_them_are_even() {
        const ROLLS: u32 = 200_000;
        let key = Key::from_bytes([42; 32]);
        let mut pairs = [[0_u32; 6]; 6];
        let mut before = 0;
        for n in 1..=u64::from(ROLLS) {
            let face = usize::from(key.roll(n, DiceCount::One).sum() - 1);
            pairs[before][face] += 1;
            before = face;
        }
        let faces = pairs.map(|row| row.iter().sum::<u32>());
        // The bounds are passed by chance once in a million: 5 and 35 degrees of freedom.
        assert!(chi_square(&faces, ROLLS) < 36.0, "{faces:?}");
        assert!(chi_square(pairs.as_flattened(), ROLLS) < 90.0, "{pairs:?}");
    }

    fn chi_square(counts: &[u32], all: u32) -> f64 {
        let expected = f64::from(all) / f64::from(u32::try_from(counts.len()).unwrap());
        counts
            .iter()
            .map(|&count| (f64::from(count) - expected).powi(2) / expected)
            .sum()
    }

    #[test]
    fn secrets_are_not_printed() {
        let key = Key::from_bytes([0xab; 32]);
        assert_eq!(
            format!("{key:?} {:?}", super::super::Seed::from_bytes([0xab; 32])),
            "Key(secret) Seed(secret)"
        );
    }
}
