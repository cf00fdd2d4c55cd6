//! Invites: an unguessable code, shown once to the owner and needed only to sit down.

use std::fmt;

use sha2::{Digest as _, Sha256};

use super::error::PlayError;
use crate::rules::ids::Hex32;

/// Bytes of randomness in a code.
const BYTES: usize = 16;

/// An invite's code; never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Invite(String);

impl Invite {
    /// A new code from the operating system.
    pub(super) fn random() -> Result<Self, PlayError> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).map_err(|_| PlayError::Random)?;
        Ok(Self(hex::encode(bytes)))
    }

    /// A code that somebody sends; whether it is a game's, its hash tells.
    #[must_use]
    pub const fn sent(code: String) -> Self {
        Self(code)
    }

    /// The code, for the one who may see it.
    #[must_use]
    pub fn reveal(self) -> String {
        self.0
    }

    /// What is stored of it.
    pub(super) fn hash(&self) -> Hex32 {
        Hex32(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl fmt::Debug for Invite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Invite(secret)")
    }
}
