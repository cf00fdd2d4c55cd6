//! The one place time comes from.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, SubsecRound, Utc};

/// A clock: the system's, or one that stands still until it is set.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// Microseconds since 1970 of a clock that stands still.
    set: Option<Arc<AtomicI64>>,
}

impl Clock {
    /// The system's clock.
    #[must_use]
    pub const fn system() -> Self {
        Self { set: None }
    }

    /// A clock that stands at this time.
    #[must_use]
    pub fn standing(at: DateTime<Utc>) -> Self {
        Self {
            set: Some(Arc::new(AtomicI64::new(at.timestamp_micros()))),
        }
    }

    /// Sets a clock that stands still, and all its clones; the system's goes its own way.
    pub fn set(&self, at: DateTime<Utc>) {
        if let Some(set) = &self.set {
            set.store(at.timestamp_micros(), Ordering::SeqCst);
        }
    }

    /// The time, to the microsecond, which is all that the log keeps.
    #[must_use]
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place time comes from"
    )]
    pub fn now(&self) -> DateTime<Utc> {
        let set = self.set.as_ref().map(|set| set.load(Ordering::SeqCst));
        set.and_then(DateTime::from_timestamp_micros)
            .unwrap_or_else(Utc::now)
            .trunc_subsecs(6)
    }
}
