//! Signatures `parchis-head/1`: a server's word that a game had this head at this version.

use std::fmt;

use ed25519_dalek::{Signature as Ed25519, VerifyingKey};
use serde::{Deserialize, Serialize};
use sha2::digest::Update;
use sha2::{Digest, Sha256};

use super::head::Head;
use crate::dice::frame;
use crate::rules::ids::{GameId, Hex32, Version};

/// The key by which signatures are checked: 32 bytes, in JSON as hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Hex32", into = "Hex32")]
pub struct PublicKey(VerifyingKey);

/// The name of a public key: the SHA-256 of its 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Fingerprint(pub Hex32);

/// The 64 bytes of an Ed25519 signature, in JSON as hex.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "server", schema(value_type = String, pattern = "^[0-9a-f]{128}$"))]
pub struct Signature(pub [u8; 64]);

/// A signature with what it is over: the seal of a finished game, or a receipt of a running one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SignedHead {
    // By rising name, so that what serde writes is canonical.
    /// The game.
    pub game: GameId,
    /// The hash of its newest event, and with it of all before.
    pub head: Head,
    /// The fingerprint of the key that made the signature.
    pub key: Fingerprint,
    /// The signature.
    pub signature: Signature,
    /// The version of that event.
    pub version: Version,
}

/// What is signed of a game at a version with a head.
#[must_use]
pub fn message(game: GameId, version: Version, head: Head) -> Vec<u8> {
    let mut bytes = Bytes(Vec::with_capacity(86));
    frame(&mut bytes, b"parchis-head/1");
    frame(&mut bytes, game.0.as_bytes());
    bytes.update(&version.0.to_be_bytes());
    frame(&mut bytes, &head.0.0);
    bytes.0
}

struct Bytes(Vec<u8>);

impl Update for Bytes {
    fn update(&mut self, data: &[u8]) {
        self.0.extend_from_slice(data);
    }
}

impl PublicKey {
    #[cfg(feature = "server")]
    pub(super) const fn new(key: VerifyingKey) -> Self {
        Self(key)
    }

    /// The key's name.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint(Hex32(Sha256::digest(self.0.as_bytes()).into()))
    }

    /// Whether this key made the signature.
    #[must_use]
    pub fn made(&self, signed: &SignedHead) -> bool {
        let message = message(signed.game, signed.version, signed.head);
        let signature = Ed25519::from_bytes(&signed.signature.0);
        signed.key == self.fingerprint() && self.0.verify_strict(&message, &signature).is_ok()
    }
}

impl From<PublicKey> for Hex32 {
    fn from(key: PublicKey) -> Self {
        Self(key.0.to_bytes())
    }
}

impl TryFrom<Hex32> for PublicKey {
    type Error = &'static str;

    fn try_from(bytes: Hex32) -> Result<Self, Self::Error> {
        let key = VerifyingKey::from_bytes(&bytes.0).map_err(|_| "not an Ed25519 public key")?;
        if key.is_weak() {
            Err("a public key that signs anything")
        } else {
            Ok(Self(key))
        }
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({})", hex::encode(self.0))
    }
}

impl From<Signature> for String {
    fn from(signature: Signature) -> Self {
        hex::encode(signature.0)
    }
}

impl TryFrom<String> for Signature {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let mut bytes = [0; 64];
        let lower = !text.bytes().any(|byte| byte.is_ascii_uppercase());
        match hex::decode_to_slice(&text, &mut bytes) {
            Ok(()) if lower => Ok(Self(bytes)),
            Ok(()) | Err(_) => Err("must be 128 lower-case hex digits"),
        }
    }
}
