//! How fast pictures are: a drawing, a painting, and a replay at its limits.
//!
//! `cargo bench --bench pictures`. The last group hashes the bytes of a drawing: a yardstick for other machines.

#![allow(missing_docs, reason = "criterion's macros make functions without any")]
#![expect(unreachable_pub, reason = "one binary: its modules share what is pub")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a benchmark stops at the first thing that is not as it should be"
)]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parchis::pictures::{FILM_WIDTHS, FRAMES, Film, Picture, Theme, png};
use parchis::rules::board::Arms;
use parchis::words::language::Language;
use sha2::{Digest, Sha256};

#[path = "../tests/support/player.rs"]
mod player;
#[path = "../tests/pictures/session.rs"]
mod session;

use session::Session;

fn drawn(session: &Session) -> String {
    Picture::of(&session.game, &session.command).svg(Theme::Auto, Language::Spanish)
}

fn drawings(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("drawing");
    for arms in Arms::ALL {
        let session = Session::league(*arms, 1).steps(300);
        group.bench_function(format!("svg, {} arms", arms.number()), |bencher| {
            bencher.iter(|| drawn(black_box(&session)));
        });
    }
    group.finish();
    let mut group = criterion.benchmark_group("painting");
    group.sample_size(20);
    let svg = Picture::empty(Arms::Eight).svg(Theme::Light, Language::Spanish);
    for width in [320, 800] {
        group.bench_function(format!("png, 8 arms, {width} pixels"), |bencher| {
            bencher.iter(|| png(black_box(&svg), width).unwrap());
        });
    }
    group.finish();
}

/// A replay of as many commands as one may have, as wide as it may be.
fn film(arms: Arms) -> Vec<u8> {
    let mut film = Film::new(arms, Theme::Light, *FILM_WIDTHS.end(), 50).unwrap();
    let (mut frames, mut seed) = (0, 0);
    while frames < FRAMES {
        let mut session = Session::league(arms, seed);
        while session.step() && frames < FRAMES {
            film.show(&session.game, &session.command).unwrap();
            frames += 1;
        }
        seed += 1;
    }
    film.finish().unwrap()
}

fn films(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("replay");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(30));
    for arms in Arms::ALL {
        let name = format!("gif, {} arms, {FRAMES} frames", arms.number());
        group.bench_function(name, |bencher| bencher.iter(|| film(*arms)));
    }
    group.finish();
}

fn yardstick(criterion: &mut Criterion) {
    let svg = drawn(&Session::league(Arms::Four, 1).steps(300));
    let mut group = criterion.benchmark_group("yardstick");
    group.throughput(Throughput::Bytes(svg.len().try_into().unwrap()));
    group.bench_function("sha-256 of a drawing", |bencher| {
        bencher.iter(|| Sha256::digest(black_box(&svg)));
    });
    group.finish();
}

criterion_group!(benches, drawings, films, yardstick);
criterion_main!(benches);
