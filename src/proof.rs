//! The log as PROOF fixes it: envelope, canonical bodies, the chain of hashes.

mod batch;
mod body;
mod canonical;
mod entry;
mod head;
mod instant;
mod line;
mod surplus;
mod verify;

pub use batch::Batch;
pub use body::BodyError;
pub use entry::{By, Entry};
pub use head::{ChainBreak, Head, Stored, check};
pub use line::{Line, LineError};
pub use verify::{Fault, Flaw, Verified, Verifier};
