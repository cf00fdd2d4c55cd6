//! The log as PROOF fixes it: envelope, canonical bodies, the chain of hashes, signatures; and files that prove a game.

mod batch;
mod body;
mod canonical;
mod entry;
mod file;
mod head;
mod instant;
#[cfg(feature = "server")]
mod keyring;
mod line;
mod published;
mod signature;
mod surplus;
mod verify;

pub use batch::Batch;
pub use body::BodyError;
pub use entry::{By, Entry};
pub use file::{
    FileLine, FileLineError, Finding, Format, Header, NamedKey, Origin, Sound, Trust, Wrong,
    WrongReason, check_seal, verify_file,
};
pub use head::{ChainBreak, Head, Stored, check};
#[cfg(feature = "server")]
pub use keyring::{Keyring, KeyringError, SignError};
pub use line::{Line, LineError};
pub use published::{Algorithm, PublishedKey, PublishedKeys};
pub use signature::{Fingerprint, PublicKey, Signature, SignedHead, message};
pub use verify::{Fault, Flaw, LeftOut, Verified, Verifier, check_command};
