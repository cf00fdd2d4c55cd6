//! Whom and what to believe, got from elsewhere than from the file.

use std::collections::{HashMap, HashSet};

use crate::proof::head::Head;
use crate::proof::signature::{Fingerprint, PublicKey, SignedHead};
use crate::rules::ids::{GameId, Version};

/// Keys and receipts to believe; with none, a file can at best agree with itself.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    keys: HashSet<Fingerprint>,
    /// Keys that are at hand, whether believed or not.
    known: HashMap<Fingerprint, PublicKey>,
    receipts: HashMap<GameId, Vec<Held>>,
}

/// A receipt, and whether its game was seen.
#[derive(Clone, Debug)]
struct Held {
    receipt: SignedHead,
    seen: bool,
}

impl Trust {
    /// Believes the key of this name.
    pub fn believe(&mut self, name: Fingerprint) {
        self.keys.insert(name);
    }

    /// Believes this key.
    pub fn believe_key(&mut self, key: PublicKey) {
        self.keys.insert(key.fingerprint());
        self.known.insert(key.fingerprint(), key);
    }

    /// Believes a receipt, and with it the key that made it.
    pub fn hold(&mut self, receipt: SignedHead) {
        self.keys.insert(receipt.key);
        let held = self.receipts.entry(receipt.game).or_default();
        held.push(Held {
            receipt,
            seen: false,
        });
    }

    /// Whether there is nobody and nothing to believe.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Receipts of games that no file held.
    pub fn not_met(&self) -> impl Iterator<Item = &SignedHead> {
        let held = self.receipts.values().flatten();
        held.filter(|held| !held.seen).map(|held| &held.receipt)
    }

    /// Whether a key is believed.
    pub(super) fn believes(&self, name: Fingerprint) -> bool {
        self.keys.contains(&name)
    }

    /// A key that is at hand.
    pub(super) fn known(&self, name: Fingerprint) -> Option<&PublicKey> {
        self.known.get(&name)
    }

    /// Whether the log of a game may have this head at this version.
    pub(super) fn admits(&self, game: GameId, version: Version, head: Head) -> bool {
        let at = |receipt: &&SignedHead| receipt.version == version;
        self.receipts(game)
            .filter(at)
            .all(|receipt| receipt.head == head)
    }

    /// The receipts of a game.
    pub(super) fn receipts(&self, game: GameId) -> impl Iterator<Item = &SignedHead> {
        let held = self.receipts.get(&game).into_iter().flatten();
        held.map(|held| &held.receipt)
    }

    /// The game is in a file.
    pub(super) fn met(&mut self, game: GameId) {
        let held = self.receipts.get_mut(&game).into_iter().flatten();
        held.for_each(|held| held.seen = true);
    }
}
