//! `LP(x)` of PROOF: a length before what is hashed, so that no two inputs can be cut differently and look alike.

use sha2::digest::Update;

/// Feeds `LP(bytes)`: the length in bytes as a big-endian u32, then the bytes.
pub(crate) fn frame(hash: &mut impl Update, bytes: &[u8]) {
    // Whatever is hashed here is at most one event long, far below 4 GiB.
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    hash.update(&length.to_be_bytes());
    hash.update(bytes);
}
