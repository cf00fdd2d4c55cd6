//! `tests/vectors/dice.jsonl`: games with their seeds, keys and rolls, then samplers.

use std::fmt::Write;

use parchis::dice::{Key, Seed, Sitter, entropy_commit, sample, transcript};
use parchis::rules::ids::{Chair, GameId, Hex32, PlayerId};
use parchis::rules::options::DiceCount;
use serde::Serialize;

use crate::vectors::{bytes, compare, uuid};

#[derive(Serialize)]
struct Vector {
    derivation: &'static str,
    game_id: GameId,
    seed: Hex32,
    seats: Vec<Seat>,
    commit: Hex32,
    transcript: Hex32,
    key: Hex32,
    dice: DiceCount,
    rolls: Vec<Rolled>,
}

#[derive(Serialize)]
struct Seat {
    chair: Chair,
    player: PlayerId,
    entropy: Option<Hex32>,
    entropy_commit: Option<Hex32>,
}

#[derive(Serialize)]
struct Rolled {
    n: u64,
    block0: String,
    faces: Vec<u8>,
}

#[derive(Serialize)]
struct Sampler {
    bytes: String,
    dice: DiceCount,
    faces: Vec<u8>,
    used: usize,
}

/// Who of the seats added entropy.
#[derive(Clone, Copy, Debug)]
enum Entropy {
    None,
    Some,
    All,
}

#[test]
fn the_vectors_are_those_of_the_derivation() {
    let mut file = String::new();
    for chairs in [
        &[0_u8, 2][..],
        &[1, 3],
        &[0, 1, 2, 3],
        &[0, 1, 2, 3, 4, 5, 6, 7],
    ] {
        for entropy in [Entropy::None, Entropy::Some, Entropy::All] {
            for dice in [DiceCount::One, DiceCount::Two] {
                line(&mut file, &vector(chairs, entropy, dice));
            }
        }
    }
    for bytes in SAMPLES {
        for dice in [DiceCount::One, DiceCount::Two] {
            line(&mut file, &sampler(bytes, dice));
        }
    }
    compare("dice.jsonl", &file);
}

/// Bytes at both sides of 252, one after and among others, more of them than a block has, and whole rounds of six.
const SAMPLES: &[&[u8]] = &[
    &[0, 5],
    &[5, 0],
    &[6, 11, 12],
    &[251, 251],
    &[252, 251, 250],
    &[255, 254, 253, 252, 0, 255, 1],
    &[3, 255, 252, 4],
    &[246, 252, 247],
    &[
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 254, 2, 253, 3,
    ],
];

fn line(file: &mut String, vector: &impl Serialize) {
    writeln!(file, "{}", serde_json::to_string(vector).unwrap()).unwrap();
}

fn vector(chairs: &[u8], entropy: Entropy, dice: DiceCount) -> Vector {
    let label = format!("{chairs:?} {entropy:?} {}", dice.number());
    let game = GameId(uuid(&label));
    let seed = Seed::from_bytes(bytes(&format!("{label} seed")));
    let sitters: Vec<Sitter> = chairs
        .iter()
        .map(|&number| {
            let label = format!("{label} {number}");
            let adds = match entropy {
                Entropy::None => false,
                Entropy::Some => number % 2 == chairs[0] % 2 && number != chairs[chairs.len() - 1],
                Entropy::All => true,
            };
            (
                Chair::new(number).unwrap(),
                PlayerId(uuid(&label)),
                adds.then(|| bytes(&label)),
            )
        })
        .collect();
    let commit = seed.commit(game);
    let transcript = transcript(game, &commit, &sitters);
    let key = seed.key(&transcript);
    let seats = sitters.iter().map(|&(chair, player, entropy)| Seat {
        chair,
        player,
        entropy: entropy.map(Hex32),
        entropy_commit: entropy.map(|entropy| entropy_commit(game, player, &entropy)),
    });
    Vector {
        derivation: "parchis-dice/1",
        game_id: game,
        seed: seed.reveal(),
        seats: seats.collect(),
        commit,
        transcript,
        key: key.reveal(),
        dice,
        rolls: numbers(&key)
            .into_iter()
            .map(|n| rolled(&key, n, dice))
            .collect(),
    }
}

/// The first rolls, rolls around powers of two, and the first whose first byte is skipped.
fn numbers(key: &Key) -> Vec<u64> {
    let skipped = (1..10_000).find(|&n| key.block(n, 0)[0] >= 252).unwrap();
    let mut numbers = vec![
        1,
        2,
        3,
        255,
        256,
        65_535,
        65_536,
        (1 << 31) - 1,
        1 << 31,
        (1 << 32) - 1,
        1 << 32,
        skipped,
    ];
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn rolled(key: &Key, n: u64, dice: DiceCount) -> Rolled {
    let faces = key
        .roll(n, dice)
        .dice()
        .iter()
        .map(|die| die.pips())
        .collect();
    Rolled {
        n,
        block0: hex::encode(key.block(n, 0)),
        faces,
    }
}

fn sampler(bytes: &[u8], dice: DiceCount) -> Sampler {
    let mut rest = bytes.iter().copied();
    let faces = sample(dice, || rest.next().unwrap())
        .dice()
        .iter()
        .map(|die| die.pips())
        .collect();
    Sampler {
        bytes: hex::encode(bytes),
        dice,
        faces,
        used: bytes.len() - rest.len(),
    }
}

#[test]
fn seats_in_any_order_give_one_transcript() {
    let game = GameId(uuid("order"));
    let commit = Hex32(bytes("order"));
    let mut sitters: Vec<Sitter> = (0..4)
        .map(|number| {
            (
                Chair::new(number).unwrap(),
                PlayerId(uuid(&number.to_string())),
                None,
            )
        })
        .collect();
    let forward = transcript(game, &commit, &sitters);
    sitters.reverse();
    assert_eq!(transcript(game, &commit, &sitters), forward);
}
