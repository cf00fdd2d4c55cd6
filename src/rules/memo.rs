//! The options of a state, worked out when first asked for.

use std::sync::OnceLock;

use super::choice::{Choice, Choices};

/// Options worked out at most once. They follow from the state beside them, so that two states that differ only
/// in their memos are equal.
#[derive(Clone, Debug, Default)]
pub(super) struct Memo(OnceLock<Choices>);

impl Memo {
    pub(super) const fn new() -> Self {
        Self(OnceLock::new())
    }

    pub(super) fn get(&self, work_out: impl FnOnce() -> Choices) -> &[Choice] {
        self.0.get_or_init(work_out)
    }

    /// Forgets what was worked out, for the state has changed.
    #[inline]
    pub(super) fn clear(&mut self) {
        if self.0.get().is_some() {
            self.0 = OnceLock::new();
        }
    }
}

impl PartialEq for Memo {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Memo {}
