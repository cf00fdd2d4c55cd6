//! The rolls of a game with server dice: derivation `parchis-dice/1` of PROOF, and the vault that keeps seeds sealed.
//!
//! A seed is committed to before anybody sits down; with the transcript of seats and revealed entropy it gives a key,
//! and the key gives every roll by its number alone.

mod disclose;
mod framing;
mod key;
#[cfg(feature = "server")]
mod secret_file;
mod seed;
mod transcript;
#[cfg(feature = "server")]
mod vault;

pub use disclose::{disclose, fix_transcript};
pub(crate) use framing::frame;
pub use key::{Key, face, sample};
#[cfg(feature = "server")]
pub(crate) use secret_file::{lock, read, read_or_create, replace};
pub use seed::Seed;
pub use transcript::{Sitter, entropy_commit, transcript};
#[cfg(feature = "server")]
pub use vault::{SealedSeed, Vault, VaultError};
