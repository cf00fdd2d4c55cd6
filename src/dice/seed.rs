//! The secret that a game's rolls follow from.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop};

use super::framing::frame;
use super::key::Key;
use crate::rules::ids::{GameId, Hex32};

/// The 32 secret bytes of one game; never printed, wiped when dropped.
#[derive(Clone, PartialEq, Eq, Zeroize, ZeroizeOnDrop)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A new seed from the operating system.
    ///
    /// # Errors
    /// When the operating system gives no random bytes.
    #[cfg(feature = "server")]
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The seed with these bytes, as a `reveal` event shows them.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes, for the `reveal` event: from then on they are public.
    #[must_use]
    pub const fn reveal(&self) -> Hex32 {
        Hex32(self.0)
    }

    /// The commitment that stands in a game's first event.
    #[must_use]
    pub fn commit(&self, game: GameId) -> Hex32 {
        let mut hash = Sha256::new();
        frame(&mut hash, b"parchis-dice/1 commit");
        frame(&mut hash, game.0.as_bytes());
        frame(&mut hash, &self.0);
        Hex32(hash.finalize().into())
    }

    /// The key of the game's rolls, once the transcript is known.
    #[must_use]
    pub fn key(&self, transcript: &Hex32) -> Key {
        let mut mac = keyed(&self.0);
        frame(&mut mac, b"parchis-dice/1 key");
        frame(&mut mac, &transcript.0);
        Key::from_bytes(mac.finalize().into_bytes().into())
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

/// HMAC-SHA256 under a key of 32 bytes.
pub(super) fn keyed(key: &[u8; 32]) -> Hmac<Sha256> {
    // HMAC fills a short key up with zeros to a block: the same key, of the length that cannot be wrong.
    let mut block = [0; 64];
    for (to, from) in block.iter_mut().zip(key) {
        *to = *from;
    }
    let mac = Hmac::new(&block.into());
    block.zeroize();
    mac
}
