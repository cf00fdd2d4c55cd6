//! The server's signing keys: the newest signs, the past ones are only published.

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Utc};
use ed25519_dalek::{Signer, SigningKey};
use zeroize::Zeroize;

use super::head::Head;
use super::instant;
use super::published::{Algorithm, PublishedKey, PublishedKeys};
use super::signature::{Fingerprint, PublicKey, Signature, SignedHead, message};
use crate::dice::{lock, read, read_or_create, replace};
use crate::rules::ids::{GameId, Hex32, Version};

const SECRET: &str = "secret";
const PUBLIC: &str = "public";

/// The keys of this server; never printed but for their fingerprints.
pub struct Keyring {
    signing: SigningKey,
    /// Newest first, the signing one before all.
    published: PublishedKeys,
    /// The newest head of each game that this process has signed, of finished ones too: a database that is set back to
    /// before the end of a game has lost its seal, and nothing else here would know of it. Some 80 bytes a game.
    signed: Mutex<HashMap<GameId, (Version, Head)>>,
}

/// Why the signing keys cannot be used; never with their content.
#[derive(Debug, thiserror::Error)]
pub enum KeyringError {
    /// The file cannot be read or written.
    #[error("the file of signing keys {} cannot be read or written: {error}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A line is no key.
    #[error(
        "line {line} of the signing keys is none: the first reads `secret`, 64 hex digits and a time, each further one `public`, 64 hex digits and an earlier time; no key twice"
    )]
    Garbled {
        /// Which line, from 1.
        line: usize,
    },
    /// No key at all.
    #[error("the file of signing keys is empty: put back the right one")]
    Empty,
}

/// Why nothing is signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignError {
    /// Another head was signed at this version.
    #[error("another head of the same version was signed before")]
    Another,
    /// The signature just made does not hold.
    #[error("the signature that was just made does not hold")]
    Broken,
}

impl Keyring {
    /// The keys in this text, a line each: `secret <64 hex digits> <since>` first, then past ones, newest first, as
    /// `public <64 hex digits> <since>`.
    ///
    /// # Errors
    /// When a line is none, or there is none.
    pub fn parse(text: &str) -> Result<Self, KeyringError> {
        let mut signing = None;
        let mut keys: Vec<PublishedKey> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line_number = index + 1;
            let garbled = || KeyringError::Garbled { line: line_number };
            let until = keys.last().map(|newer| newer.since);
            let (word, bytes, since) = words(line).ok_or_else(garbled)?;
            if until.is_some_and(|until| until < since) {
                return Err(garbled());
            }
            let public_key = match (word, &signing) {
                (SECRET, None) => {
                    let key = SigningKey::from_bytes(&bytes.0);
                    let public = PublicKey::new(key.verifying_key());
                    signing = Some(key);
                    public
                }
                (PUBLIC, Some(_)) => PublicKey::try_from(bytes).map_err(|_| garbled())?,
                _ => return Err(garbled()),
            };
            // In proofs each key stands once.
            let fingerprint = public_key.fingerprint();
            if keys.iter().any(|key| key.fingerprint == fingerprint) {
                return Err(garbled());
            }
            keys.push(PublishedKey {
                algorithm: Algorithm::Ed25519,
                fingerprint,
                public_key,
                since,
                until,
            });
        }
        Ok(Self {
            signing: signing.ok_or(KeyringError::Empty)?,
            published: PublishedKeys { keys },
            signed: Mutex::default(),
        })
    }

    /// The keys in this file, which is made with a new one, for its owner alone, where there is none; of several
    /// processes that make it at once one wins.
    ///
    /// # Errors
    /// When the file cannot be read or made, or holds something else.
    pub fn open_or_create(path: &Path, now: DateTime<Utc>) -> Result<Self, KeyringError> {
        let text = read_or_create(path, || new_line(now));
        let mut text = text.map_err(|error| failed(path, error))?;
        let keyring = Self::parse(&text);
        text.zeroize();
        keyring
    }

    /// The keys in this file.
    ///
    /// # Errors
    /// When the file is not there or cannot be read, or holds something else.
    pub fn open(path: &Path) -> Result<Self, KeyringError> {
        let mut text = read(path).map_err(|error| failed(path, error))?;
        let keyring = Self::parse(&text);
        text.zeroize();
        keyring
    }

    /// Puts a new key before those of the file; of the one that signed so far only the public half stays.
    ///
    /// # Errors
    /// When the file is not there, cannot be read or written, or holds something else.
    pub fn rotate(path: &Path, now: DateTime<Utc>) -> Result<Self, KeyringError> {
        // Of two that rotate at once, the second finds the first one's key.
        let _alone = lock(path).map_err(|error| failed(path, error))?;
        let old = Self::open(path)?;
        let newest = old.published.keys.first().map_or(now, |key| key.since);
        let mut text = new_line(now.max(newest)).map_err(|error| failed(path, error))?;
        for key in &old.published.keys {
            let bytes = Hex32::from(key.public_key);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{PUBLIC} {bytes} {}", instant::write(key.since));
        }
        let keyring = Self::parse(&text);
        let replaced = replace(path, &text).map_err(|error| failed(path, error));
        text.zeroize();
        replaced?;
        keyring
    }

    /// What everybody may know of the keys, the newest first.
    #[must_use]
    pub const fn published(&self) -> &PublishedKeys {
        &self.published
    }

    /// The public key of this name.
    #[must_use]
    pub fn public_key(&self, name: Fingerprint) -> Option<&PublicKey> {
        let named = |key: &&PublishedKey| key.fingerprint == name;
        let found = self.published.keys.iter().find(named);
        found.map(|key| &key.public_key)
    }

    /// When the first key began to serve: what ended before has no seal.
    #[must_use]
    pub fn first_served(&self) -> Option<DateTime<Utc>> {
        self.published.keys.last().map(|key| key.since)
    }

    /// The newest head of a game that was signed in this process.
    #[must_use]
    pub fn signed(&self, game: GameId) -> Option<(Version, Head)> {
        let signed = self.signed.lock().unwrap_or_else(PoisonError::into_inner);
        signed.get(&game).copied()
    }

    /// The seal of a game that will have ended at this version. It counts as signed only with the receipt that goes
    /// out once it is stored: where another append was faster, this seal never leaves the process.
    ///
    /// # Errors
    /// When the signature that was made does not hold.
    pub fn seal(
        &self,
        game: GameId,
        version: Version,
        head: Head,
    ) -> Result<SignedHead, SignError> {
        self.sign(game, version, head)
    }

    /// A receipt for a game that is stored so. Where a later version was signed meanwhile, the receipt is over that:
    /// nothing is ever signed below what was signed before.
    ///
    /// # Errors
    /// When another head of this version was signed, or the signature that was made does not hold.
    pub fn receipt(
        &self,
        game: GameId,
        version: Version,
        head: Head,
    ) -> Result<SignedHead, SignError> {
        let (version, head) = self.advance(game, (version, head))?;
        self.sign(game, version, head)
    }

    /// Notes what is signed next; returns the newest of what was and what shall be.
    fn advance(&self, game: GameId, to: (Version, Head)) -> Result<(Version, Head), SignError> {
        let mut signed = self.signed.lock().unwrap_or_else(PoisonError::into_inner);
        let newest = signed.entry(game).or_insert(to);
        if newest.0 < to.0 {
            *newest = to;
        }
        if newest.0 == to.0 && newest.1 != to.1 {
            return Err(SignError::Another);
        }
        Ok(*newest)
    }

    fn sign(&self, game: GameId, version: Version, head: Head) -> Result<SignedHead, SignError> {
        let public_key = PublicKey::new(self.signing.verifying_key());
        let signature = self.signing.sign(&message(game, version, head));
        let signed = SignedHead {
            game,
            head,
            key: public_key.fingerprint(),
            signature: Signature(signature.to_bytes()),
            version,
        };
        // A fault of the machine while signing can give the secret key away.
        if public_key.made(&signed) {
            Ok(signed)
        } else {
            Err(SignError::Broken)
        }
    }
}

impl fmt::Debug for Keyring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = self.published.keys.iter();
        let names: Vec<String> = keys.map(|key| key.fingerprint.to_string()).collect();
        f.debug_struct("Keyring")
            .field("keys", &names)
            .finish_non_exhaustive()
    }
}

fn failed(path: &Path, error: io::Error) -> KeyringError {
    KeyringError::File {
        path: path.to_owned(),
        error,
    }
}

/// The line of a new key.
fn new_line(now: DateTime<Utc>) -> io::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    let since = instant::write(instant::whole(now));
    let line = format!("{SECRET} {} {since}\n", hex::encode(bytes));
    bytes.zeroize();
    Ok(line)
}

/// The three words of a line.
fn words(line: &str) -> Option<(&str, Hex32, DateTime<Utc>)> {
    let mut words = line.split(' ');
    let (word, digits, since) = (words.next()?, words.next()?, words.next()?);
    let mut bytes = [0; 32];
    hex::decode_to_slice(digits, &mut bytes).ok()?;
    // As `keys list` shows it, which writes no more digits than there are.
    let since = DateTime::parse_from_rfc3339(since).ok()?;
    let since = instant::whole(since.to_utc());
    words
        .next()
        .is_none()
        .then_some((word, Hex32(bytes), since))
}
