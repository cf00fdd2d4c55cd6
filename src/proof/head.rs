//! The chain `parchis-event/1`: each hash covers an event's bytes and the hash before it.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::dice::frame;
use crate::rules::ids::{GameId, Hex32, Version};

/// The hash of the newest event, and with it of all before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Head(pub Hex32);

impl Head {
    /// The head of a game that has no event yet.
    #[must_use]
    pub fn genesis(game: GameId) -> Self {
        let mut hash = Sha256::new();
        frame(&mut hash, b"parchis-event/1 genesis");
        frame(&mut hash, game.0.as_bytes());
        Self(Hex32(hash.finalize().into()))
    }

    /// The head after one more event.
    #[must_use]
    pub fn after(self, body: &str) -> Self {
        let mut hash = Sha256::new();
        frame(&mut hash, b"parchis-event/1");
        frame(&mut hash, &self.0.0);
        frame(&mut hash, body.as_bytes());
        Self(Hex32(hash.finalize().into()))
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One row of the log: an event's exact bytes and its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The number of the event in its game.
    pub version: Version,
    /// The canonical body.
    pub body: String,
    /// The head after it.
    pub hash: Head,
}

/// Where a chain does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainBreak {
    /// An event is missing, or stands twice.
    #[error("version {expected} is due, and {found} stands there")]
    Gap {
        /// The version that is due.
        expected: Version,
        /// The version that is there.
        found: Version,
    },
    /// The bytes are not those that were hashed.
    #[error("the hash of version {version} does not follow from its bytes and the hash before")]
    Hash {
        /// Which version.
        version: Version,
    },
}

/// Checks that these rows follow `from` without a gap and that every hash is right; returns where they lead.
///
/// # Errors
/// At the first row that does not follow.
pub fn check<'a>(
    from: (Version, Head),
    rows: impl IntoIterator<Item = &'a Stored>,
) -> Result<(Version, Head), ChainBreak> {
    let (mut version, mut head) = from;
    for row in rows {
        let expected = version.next();
        if row.version != expected {
            return Err(ChainBreak::Gap {
                expected,
                found: row.version,
            });
        }
        if row.hash != head.after(&row.body) {
            return Err(ChainBreak::Hash {
                version: row.version,
            });
        }
        (version, head) = (row.version, row.hash);
    }
    Ok((version, head))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(game: GameId) -> Vec<Stored> {
        let mut head = Head::genesis(game);
        (1..=3)
            .map(|number| {
                let body = format!("{{\"n\":{number}}}");
                head = head.after(&body);
                Stored {
                    version: Version(number),
                    body,
                    hash: head,
                }
            })
            .collect()
    }

    #[test]
    fn a_chain_holds_and_every_change_breaks_it() {
        let game = GameId(uuid::Uuid::from_u128(5));
        let start = (Version(0), Head::genesis(game));
        let good = rows(game);
        assert_eq!(check(start, &good), Ok((Version(3), good[2].hash)));
        assert_eq!(
            check((Version(1), good[0].hash), &good[1..]),
            Ok((Version(3), good[2].hash))
        );

        let mut changed = good.clone();
        changed[1].body.push(' ');
        assert_eq!(
            check(start, &changed),
            Err(ChainBreak::Hash {
                version: Version(2)
            })
        );

        let missing = [good[0].clone(), good[2].clone()];
        let gap = ChainBreak::Gap {
            expected: Version(2),
            found: Version(3),
        };
        assert_eq!(check(start, &missing), Err(gap));

        let other = Head::genesis(GameId(uuid::Uuid::from_u128(6)));
        assert_eq!(
            check((Version(0), other), &good),
            Err(ChainBreak::Hash {
                version: Version(1)
            })
        );
    }
}
