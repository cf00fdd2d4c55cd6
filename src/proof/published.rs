//! Public keys as a server publishes them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::signature::{Fingerprint, PublicKey};

/// A key of a server, with the time it served.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct PublishedKey {
    /// How it signs.
    pub algorithm: Algorithm,
    /// Its name, in seals and receipts: the SHA-256 of the 32 bytes of the public key.
    pub fingerprint: Fingerprint,
    /// The key itself: its 32 bytes in hex.
    #[cfg_attr(feature = "server", schema(value_type = crate::rules::ids::Hex32))]
    pub public_key: PublicKey,
    /// Since when it signs.
    pub since: DateTime<Utc>,
    /// Until when it signed; null for the one that signs now.
    #[cfg_attr(feature = "server", schema(required))]
    pub until: Option<DateTime<Utc>>,
}

/// The keys of a server, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct PublishedKeys {
    /// The keys.
    pub keys: Vec<PublishedKey>,
}

/// How a key signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "server", schema(as = SignatureAlgorithm))]
#[serde(rename_all = "snake_case")]
pub enum Algorithm {
    /// Ed25519, as RFC 8032 describes it.
    Ed25519,
}
