//! How fast proofs are verified: canonical form, hashes, seal, every roll from the seed, every event by the rules.
//!
//! `cargo bench --no-default-features --bench verify`. Whole four-seat games of the leagues, with the server's dice and
//! entropy of all players. The last line hashes the same bytes: a yardstick for other machines.

#![allow(missing_docs, reason = "criterion's macros make functions without any")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a benchmark stops at the first thing that is not as it should be"
)]

use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ed25519_dalek::{Signer, SigningKey};
use parchis::proof::{
    FileLine, Format, Header, NamedKey, PublicKey, Signature, SignedHead, Trust, message,
    verify_file,
};
use parchis::rules::ids::Hex32;
use sha2::{Digest, Sha256};

#[allow(dead_code, reason = "the tests of proofs use more of it")]
#[path = "../tests/proof/play.rs"]
mod play;
#[allow(dead_code, reason = "the tests of proofs use more of it")]
#[path = "../tests/proof/vectors.rs"]
mod vectors;

/// Games in the file.
const GAMES: u64 = 50;

/// The proofs of whole games one after another, and the key that sealed them.
fn proofs() -> (String, PublicKey) {
    let signing = SigningKey::from_bytes(&vectors::bytes("benchmark"));
    let key = PublicKey::try_from(Hex32(signing.verifying_key().to_bytes())).unwrap();
    let mut file = String::new();
    for table in (0..GAMES).map(play::four) {
        let last = table.rows.last().unwrap();
        let signature = signing.sign(&message(table.id, last.version, last.hash));
        let header = FileLine::Header(Header {
            events: last.version.0,
            format: Format::V1,
            game: table.id,
            keys: 1,
        });
        let seal = FileLine::Seal(Some(SignedHead {
            game: table.id,
            head: last.hash,
            key: key.fingerprint(),
            signature: Signature(signature.to_bytes()),
            version: last.version,
        }));
        writeln!(file, "{header}").unwrap();
        for row in &table.rows {
            writeln!(file, "{}", row.line()).unwrap();
        }
        writeln!(file, "{seal}\n{}", FileLine::Key(NamedKey::from(key))).unwrap();
    }
    (file, key)
}

fn proof_files(criterion: &mut Criterion) {
    let (file, key) = proofs();
    let mut trust = Trust::default();
    trust.believe_key(key);
    let mut group = criterion.benchmark_group("proofs of four-seat games");
    group.throughput(Throughput::Elements(GAMES));
    group.bench_function("verify", |bencher| {
        bencher.iter(|| {
            let mut valid = 0;
            let report = |finding: parchis::proof::Finding| valid += u64::from(finding.is_valid());
            verify_file(file.as_bytes(), &mut trust, report).unwrap();
            assert_eq!(valid, GAMES, "every game is valid");
        });
    });
    group.throughput(Throughput::Bytes(file.len().try_into().unwrap()));
    group.bench_function("yardstick: SHA-256 of the same file", |bencher| {
        bencher.iter(|| black_box(Sha256::digest(&file)));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = proof_files
}
criterion_main!(benches);
