//! However large or senseless a file is, verifying it takes little memory. A binary of its own, since what is measured is
//! the whole process.
#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected fails there"
)]

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read};

use chrono::{TimeDelta, Utc};
use parchis::proof::{Batch, By, Fingerprint, Head, Trust, verify_file};
use parchis::rules::command::Command;
use parchis::rules::decide::decide;
use parchis::rules::game::Game;
use parchis::rules::ids::{Chair, GameId, Hex32, Version};
use parchis::rules::preset::Preset;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use uuid::Uuid;

#[path = "support/player.rs"]
mod player;
#[allow(dead_code, reason = "the tests of proofs use more of it")]
#[path = "proof/vectors.rs"]
mod vectors;

/// What a verification may take at most, in bytes.
const MOST: u64 = 256 << 20;

/// The same bytes over and over, up to a size.
struct Repeated {
    piece: Vec<u8>,
    at: usize,
}

impl Repeated {
    fn up_to(size: u64, piece: impl Into<Vec<u8>>) -> impl BufRead {
        let endless = Self {
            piece: piece.into(),
            at: 0,
        };
        BufReader::new(endless.take(size))
    }
}

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let rest = &self.piece[self.at..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.at = (self.at + length) % self.piece.len();
        Ok(length)
    }
}

/// A game in which somebody sits down and gets up for ever: every event is legal, and it is one game.
struct Restless {
    id: GameId,
    game: Game,
    newest: (Version, Head),
    at: chrono::DateTime<Utc>,
    line: Vec<u8>,
}

impl Restless {
    fn up_to(size: u64) -> impl BufRead {
        let id = GameId(Uuid::from_u128(7));
        let mut restless = Self {
            id,
            game: Game::new(),
            newest: (Version(0), Head::genesis(id)),
            at: chrono::DateTime::UNIX_EPOCH,
            line: Vec::new(),
        };
        restless.command(&player::created(Preset::League.rules(), 4));
        BufReader::new(restless.take(size))
    }

    fn command(&mut self, command: &Command) {
        self.at += TimeDelta::seconds(1);
        let events = decide(&self.game, command).unwrap();
        for event in &events {
            self.game.apply(event).unwrap();
        }
        let mut batch = Batch::new(self.id, self.newest, self.at);
        batch.push(By::Player, events);
        self.newest = batch.to();
        for row in batch.stored() {
            self.line.extend(format!("{}\n", row.line()).bytes());
        }
    }
}

impl Read for Restless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.line.is_empty() {
            let chair = Chair::ALL[0];
            let player = player::player(chair);
            let next = if self.game.seat(chair).is_none() {
                Command::Sit {
                    chair,
                    player,
                    entropy_commit: None,
                }
            } else {
                Command::GetUp {
                    chair,
                    actor: player,
                }
            };
            self.command(&next);
        }
        let length = self.line.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.line[..length]);
        self.line.drain(..length);
        Ok(length)
    }
}

/// The most memory that this process has had, in bytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM:"))
        .unwrap();
    let kilobytes: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    kilobytes * 1024
}

/// How many games a file has, of which none is valid and every one is reported as soon as it is read.
fn games(file: impl BufRead) -> u64 {
    let mut trust = Trust::default();
    trust.believe(Fingerprint(Hex32([7; 32])));
    let mut games = 0;
    let read = verify_file(file, &mut trust, |finding| {
        assert!(!finding.is_valid(), "{finding:?}");
        games += 1;
    });
    read.unwrap();
    games
}

fn junk() -> Vec<u8> {
    let mut junk = vec![0; 1 << 20];
    ChaCha8Rng::seed_from_u64(1).fill_bytes(&mut junk);
    junk
}

/// An event whose body is nested as deep as a line is long.
fn deep() -> String {
    let open = "[".repeat(60_000);
    format!("{{\"body\":{open},\"hash\":\"{}\"}}\n", "0".repeat(64))
}

/// A proof that announces more than anybody can send.
fn boastful() -> String {
    let id = Uuid::from_u128(7);
    let mut text = format!(
        "{{\"events\":{},\"format\":\"parchis-proof/1\",\"game\":\"{id}\",\"keys\":{}}}\n",
        u64::MAX,
        u32::MAX
    );
    writeln!(text, "{{\"seal\":null}}").unwrap();
    text
}

/// `PARCHIS_MEGABYTES=100 cargo test --release --test memory` makes the files larger.
#[test]
fn no_file_takes_much_memory() {
    let size = vectors::count("PARCHIS_MEGABYTES", 2) << 20;
    let proofs = std::fs::read(vectors::path("proofs.jsonl")).unwrap();
    assert!(games(Repeated::up_to(size, proofs)) > 1, "many games");
    assert_eq!(games(Restless::up_to(size)), 1, "one endless game");
    assert!(games(Repeated::up_to(size, junk())) >= 1, "binary junk");
    assert_eq!(games(Repeated::up_to(size, "x")), 1, "an endless line");
    assert_eq!(games(Repeated::up_to(size, "{}\n")), 1, "tiny lines");
    assert_eq!(games(Repeated::up_to(size, "\n")), 1, "no lines");
    assert!(games(Repeated::up_to(size, deep())) >= 1, "deep lines");
    assert!(
        games(Repeated::up_to(size, boastful())) > 1,
        "proofs that announce much"
    );
    let peak = peak();
    eprintln!(
        "{} MiB at most, for files of {} MiB",
        peak >> 20,
        size >> 20
    );
    assert!(peak < MOST, "{peak} bytes");
}
