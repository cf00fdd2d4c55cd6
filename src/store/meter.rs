//! What the store counts of itself, for whoever runs the server.

use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::Histogram;

/// Seconds, from what an idle database takes to what a client gives up on.
const SECONDS: [f64; 12] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0,
];

tokio::task_local! {
    /// When the statement that is awaited was begun: the pool says when there is a connection, but not since when it was
    /// wanted.
    static BEGUN: Instant;
}

/// Counts of one store; clones share them.
#[derive(Clone, Debug)]
pub struct Meter {
    /// Seconds that statements waited for a connection, until they had one.
    pub waits: Histogram,
    /// Seconds that appends took, whether anything was written or not.
    pub appends: Histogram,
    /// Appends that wrote nothing, because another process was faster.
    pub conflicts: Counter,
    /// Statements that were not answered: the database was away, or no connection was free in time.
    pub unanswered: Counter,
}

impl Default for Meter {
    fn default() -> Self {
        Self {
            waits: Histogram::new(SECONDS),
            appends: Histogram::new(SECONDS),
            conflicts: Counter::default(),
            unanswered: Counter::default(),
        }
    }
}

impl Meter {
    /// Awaits a statement that wants a connection from now on.
    pub(super) async fn wanting<T>(&self, statement: impl Future<Output = T>) -> T {
        BEGUN.scope(Instant::now(), statement).await
    }

    /// Counts how long the statement that gets a connection now has waited for it.
    pub(super) fn connected(&self) {
        // Migrations and listeners wait too, and nobody minds.
        let _ = BEGUN.try_with(|begun| self.waits.observe(begun.elapsed().as_secs_f64()));
    }

    pub(super) fn appended(&self, took: Duration) {
        self.appends.observe(took.as_secs_f64());
    }
}
