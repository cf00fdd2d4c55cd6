//! The server's secret key: seals the seeds of running games, and derives ids that nobody else can.

#[cfg(test)]
mod tests;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use chacha20poly1305::XChaCha20Poly1305;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use hmac::Mac;
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop};

use super::framing::frame;
use super::secret_file;
use super::seed::{Seed, keyed};
use crate::rules::ids::GameId;

/// Bytes of the random nonce that stands before a sealed seed.
const NONCE: usize = 24;

/// The server's keys, the first of them for sealing; never printed.
#[derive(Clone)]
pub struct Vault {
    sealing: Secret,
    /// Older keys, which only open what they sealed.
    older: Vec<Secret>,
}

/// One key with its fingerprint.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
struct Secret {
    key: [u8; 32],
    id: String,
}

/// A seed as the database keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedSeed {
    /// The fingerprint of the key that opens it.
    pub key_id: String,
    /// Nonce, ciphertext and tag.
    pub bytes: Vec<u8>,
}

/// Why a key or a sealed seed cannot be used; never with its content.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// The key file cannot be read or made.
    #[error("the key file {} cannot be read or made: {error}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A line is no key.
    #[error(
        "line {line} of the secret key is not 64 hex digits: put back the right key, a new one cannot open running games"
    )]
    Garbled {
        /// Which line, from 1.
        line: usize,
    },
    /// No key at all.
    #[error("the secret key is empty: put back the right key, a new one cannot open running games")]
    Empty,
    /// No known key has sealed it.
    #[error(
        "the seed is sealed under the key {key_id}, which is not among the known ones: add that key as a further line of the key file"
    )]
    UnknownKey {
        /// The fingerprint of the missing key.
        key_id: String,
    },
    /// It was changed, or belongs to another game.
    #[error("the sealed seed of game {game} was changed, or is another game's")]
    Broken {
        /// Which game.
        game: GameId,
    },
    /// The operating system gives no random bytes.
    #[error("the operating system gives no random bytes: {0}")]
    Random(#[from] getrandom::Error),
}

impl Vault {
    /// The vault whose keys are in this text, one of 64 hex digits a line: the first seals, all open.
    ///
    /// # Errors
    /// When a line is no key, or there is none.
    pub fn from_hex(text: &str) -> Result<Self, VaultError> {
        let lines = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line.trim()));
        let mut secrets = lines
            .filter(|(_, line)| !line.is_empty())
            .map(|(line, text)| Secret::from_hex(text).ok_or(VaultError::Garbled { line }));
        let sealing = secrets.next().ok_or(VaultError::Empty)??;
        Ok(Self {
            sealing,
            older: secrets.collect::<Result<_, _>>()?,
        })
    }

    /// The vault whose keys are in this file; the file is made, for its owner alone, where there is none.
    ///
    /// Of several processes that make it at once one wins, and all use its key.
    ///
    /// # Errors
    /// When the file cannot be read or made, or holds something else.
    pub fn open_or_create(path: &Path) -> Result<Self, VaultError> {
        let text = secret_file::read_or_create(path, new_line);
        let mut text = text.map_err(|error| VaultError::File {
            path: path.to_owned(),
            error,
        })?;
        let vault = Self::from_hex(&text);
        text.zeroize();
        vault
    }

    /// Seals the seed of a game.
    ///
    /// # Errors
    /// When the operating system gives no random bytes.
    pub fn seal(&self, game: GameId, seed: &Seed) -> Result<SealedSeed, VaultError> {
        let mut bytes = vec![0; NONCE];
        getrandom::fill(&mut bytes)?;
        let nonce: [u8; NONCE] =
            std::array::from_fn(|at| bytes.get(at).copied().unwrap_or_default());
        let plain = seed.reveal();
        let payload = Payload {
            msg: &plain.0,
            aad: game.0.as_bytes(),
        };
        let sealed = self.sealing.cipher().encrypt(&nonce.into(), payload);
        bytes.extend(sealed.map_err(|_| VaultError::Broken { game })?);
        Ok(SealedSeed {
            key_id: self.sealing.id.clone(),
            bytes,
        })
    }

    /// Opens the sealed seed of a game.
    ///
    /// # Errors
    /// When no known key has sealed it, when it was changed, or when it is another game's.
    pub fn open(&self, game: GameId, sealed: &SealedSeed) -> Result<Seed, VaultError> {
        let secret = self
            .secrets()
            .find(|secret| secret.id == sealed.key_id)
            .ok_or_else(|| VaultError::UnknownKey {
                key_id: sealed.key_id.chars().take(64).collect(),
            })?;
        let broken = || VaultError::Broken { game };
        let (nonce, cipher) = sealed
            .bytes
            .split_first_chunk::<NONCE>()
            .ok_or_else(broken)?;
        let payload = Payload {
            msg: cipher,
            aad: game.0.as_bytes(),
        };
        let mut plain = secret
            .cipher()
            .decrypt(&(*nonce).into(), payload)
            .map_err(|_| broken())?;
        let seed = plain
            .as_slice()
            .try_into()
            .map(Seed::from_bytes)
            .map_err(|_| broken());
        plain.zeroize();
        seed
    }

    /// An authentication code over the parts, for ids that follow from them; of all keys the oldest, the last one,
    /// makes it, so that a new key put before it changes no id.
    #[must_use]
    pub fn mac(&self, label: &str, parts: &[&[u8]]) -> [u8; 32] {
        let secret = self.older.last().unwrap_or(&self.sealing);
        let mut mac = keyed(&secret.derived(b"parchis-vault/1 mac"));
        frame(&mut mac, label.as_bytes());
        for part in parts {
            frame(&mut mac, part);
        }
        mac.finalize().into_bytes().into()
    }

    fn secrets(&self) -> impl Iterator<Item = &Secret> {
        std::iter::once(&self.sealing).chain(&self.older)
    }
}

/// The line of a new key.
fn new_line() -> io::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    let line = format!("{}\n", hex::encode(bytes));
    bytes.zeroize();
    Ok(line)
}

impl fmt::Debug for Vault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids: Vec<&str> = self.secrets().map(|secret| secret.id.as_str()).collect();
        f.debug_struct("Vault").field("key_ids", &ids).finish()
    }
}

impl Secret {
    fn from_hex(text: &str) -> Option<Self> {
        let mut key = [0; 32];
        hex::decode_to_slice(text, &mut key).ok()?;
        let mut hash = Sha256::new();
        frame(&mut hash, b"parchis-vault/1 id");
        frame(&mut hash, &key);
        let digest: [u8; 32] = hash.finalize().into();
        Some(Self {
            key,
            id: hex::encode(digest).chars().take(16).collect(),
        })
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&self.derived(b"parchis-vault/1 seal").into())
    }

    /// A key for one use, so that no key serves two.
    fn derived(&self, label: &[u8]) -> [u8; 32] {
        let mut mac = keyed(&self.key);
        frame(&mut mac, label);
        mac.finalize().into_bytes().into()
    }
}
