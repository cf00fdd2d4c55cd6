//! Committed files of vectors: made here, compared here.

use std::path::{Path, PathBuf};
use std::{env, fs};

use sha2::{Digest, Sha256};

/// The place of a file of vectors.
pub(crate) fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(name)
}

/// Compares the committed file with what it should hold; writes it where `WRITE_VECTORS` is set.
pub(crate) fn compare(name: &str, expected: &str) {
    if env::var_os("WRITE_VECTORS").is_some() {
        fs::write(path(name), expected).unwrap();
    }
    let committed = fs::read_to_string(path(name)).unwrap_or_default();
    assert!(
        committed == expected,
        "tests/vectors/{name} is not what the code makes. If the derivation or the format did change, every recorded \
         game is void; else run: WRITE_VECTORS=1 cargo test --test proof"
    );
}

/// A number from the environment, or the usual one.
#[allow(dead_code, reason = "benchmarks take the rest of this file")]
pub(crate) fn count(variable: &str, usual: u64) -> u64 {
    let given = env::var(variable).ok();
    given.map_or(usual, |text| text.parse().expect("a number"))
}

/// Thirty-two bytes that look random and are the same every time.
pub(crate) fn bytes(label: &str) -> [u8; 32] {
    Sha256::digest(format!("parchis vectors: {label}")).into()
}

/// A UUID that looks random and is the same every time.
pub(crate) fn uuid(label: &str) -> uuid::Uuid {
    uuid::Builder::from_random_bytes(*bytes(label).first_chunk().unwrap()).into_uuid()
}
