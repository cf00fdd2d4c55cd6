use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::ops::Deref;
use std::sync::{Arc, Mutex, Weak};

use super::lock;

/// What somebody needs by now, by key: all who need the same share it, and it goes with the last of them.
pub(super) struct Registry<K: Copy + Eq + Hash, T>(Mutex<HashMap<K, Weak<Kept<K, T>>>>);

/// Something in a registry.
pub(super) struct Kept<K: Copy + Eq + Hash, T> {
    key: K,
    value: T,
    registry: Arc<Registry<K, T>>,
}

impl<K: Copy + Eq + Hash, T> Registry<K, T> {
    /// What is kept under a key, made where nothing is.
    pub(super) fn take(self: &Arc<Self>, key: K, make: impl FnOnce() -> T) -> Arc<Kept<K, T>> {
        let mut kept = lock(&self.0);
        if let Some(known) = kept.get(&key).and_then(Weak::upgrade) {
            return known;
        }
        let new = Arc::new(Kept {
            key,
            value: make(),
            registry: Arc::clone(self),
        });
        kept.insert(key, Arc::downgrade(&new));
        new
    }

    /// What is kept under a key, where something is.
    pub(super) fn get(&self, key: K) -> Option<Arc<Kept<K, T>>> {
        lock(&self.0).get(&key).and_then(Weak::upgrade)
    }

    /// The keys under which something is kept.
    pub(super) fn keys(&self) -> Vec<K> {
        lock(&self.0).keys().copied().collect()
    }
}

impl<K: Copy + Eq + Hash, T> Default for Registry<K, T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Copy + Eq + Hash, T> Kept<K, T> {
    /// Under what it is kept.
    pub(super) const fn key(&self) -> K {
        self.key
    }
}

impl<K: Copy + Eq + Hash, T> Deref for Kept<K, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<K: Copy + Eq + Hash, T> Drop for Kept<K, T> {
    fn drop(&mut self) {
        // Meanwhile another may have been made under the key.
        if let Entry::Occupied(known) = lock(&self.registry.0).entry(self.key)
            && known.get().strong_count() == 0
        {
            known.remove();
        }
    }
}
