//! Rolls are fair: chi-square on faces and on consecutive pairs, over many games. From fixed seeds, so always the same.

use parchis::dice::Seed;
use parchis::rules::ids::Hex32;
use parchis::rules::options::DiceCount;

use crate::vectors::{bytes, count};

/// What chi-square exceeds once in ten thousand times, with 5 and with 35 degrees of freedom.
const FACES_LIMIT: f64 = 25.74;
const PAIRS_LIMIT: f64 = 74.93;
/// Rolls of a game, about as many as a long one has.
const GAME: u64 = 1000;

/// How often each face fell, and each after each.
#[derive(Default)]
struct Counts {
    faces: [u32; 6],
    pairs: [[u32; 6]; 6],
    last: Option<usize>,
}

impl Counts {
    fn add(&mut self, face: usize) {
        self.faces[face] += 1;
        if let Some(last) = self.last.replace(face) {
            self.pairs[last][face] += 1;
        }
    }
}

/// Chi-square against cells that are equally likely.
fn chi_square(cells: &[u32]) -> f64 {
    let total: f64 = cells.iter().map(|cell| f64::from(*cell)).sum();
    let cell_count = f64::from(u32::try_from(cells.len()).unwrap());
    let expected = total / cell_count;
    let distance = |cell: &u32| (f64::from(*cell) - expected).powi(2) / expected;
    cells.iter().map(distance).sum()
}

/// `PARCHIS_ROLLS=10000000 cargo test --release --test proof fair` takes as many as a sceptic wants.
#[test]
fn faces_and_consecutive_pairs_are_equally_likely() {
    let rolls = count("PARCHIS_ROLLS", 100_000);
    for dice in [DiceCount::One, DiceCount::Two] {
        let mut counts = Counts::default();
        for game in 0..rolls.div_ceil(GAME) {
            let seed = Seed::from_bytes(bytes(&format!("fair seed {game}")));
            let key = seed.key(&Hex32(bytes(&format!("fair transcript {game}"))));
            for n in 1..=GAME.min(rolls - game * GAME) {
                for die in key.roll(n, dice).dice() {
                    counts.add(usize::from(die.pips() - 1));
                }
            }
        }
        let faces = chi_square(&counts.faces);
        let pairs = chi_square(counts.pairs.as_flattened());
        eprintln!(
            "{rolls} rolls of {} dice: faces {faces:.2}, pairs {pairs:.2}",
            dice.number()
        );
        assert!(faces < FACES_LIMIT, "faces: {faces} for {:?}", counts.faces);
        assert!(pairs < PAIRS_LIMIT, "pairs: {pairs} for {:?}", counts.pairs);
    }
}
