//! What play counts of itself, for whoever runs the server.

use chrono::TimeDelta;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::Histogram;

/// Seconds from the fold of a short tail to that of a long log.
const FOLDS: [f64; 10] = [
    0.000_02, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25,
];
/// Events from a short tail to a long log.
const EVENTS: [f64; 9] = [0.0, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0];
/// Seconds from a sweep that is on time to an outage.
const LAGS: [f64; 9] = [0.1, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0, 300.0, 3600.0];

/// Seconds from a notification that is on time to one that looking outruns.
const WAKING: [f64; 9] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0];

/// Counts of the games of one process; clones share them.
#[derive(Clone, Debug)]
pub struct Meter {
    /// Looks at a game whose fold was at hand, as new as the database.
    pub hits: Counter,
    /// Seconds that folding took.
    pub fold_seconds: Histogram,
    /// Events that were folded at once.
    pub fold_events: Histogram,
    /// Requests decided again, because others wrote to their game.
    pub retries: Counter,
    /// Looks for what clocks have to do.
    pub sweeps: Counter,
    /// Games in which something was due.
    pub due: Counter,
    /// Seconds between the end of a seat's time and what the clock did.
    pub clock_lag: Histogram,
    /// Seconds between an event and its announcement being heard here, whichever process wrote and announced it.
    pub waking_lag: Histogram,
    /// Followed games that looking found further than anybody had said.
    pub unheard: Counter,
}

impl Default for Meter {
    fn default() -> Self {
        Self {
            hits: Counter::default(),
            fold_seconds: Histogram::new(FOLDS),
            fold_events: Histogram::new(EVENTS),
            retries: Counter::default(),
            sweeps: Counter::default(),
            due: Counter::default(),
            clock_lag: Histogram::new(LAGS),
            waking_lag: Histogram::new(WAKING),
            unheard: Counter::default(),
        }
    }
}

impl Meter {
    /// Counts what the clock did so long after it was due.
    pub(super) fn acted(&self, late: TimeDelta) {
        self.clock_lag.observe(late.as_seconds_f64().max(0.0));
    }

    /// Counts an announcement of what was written so long ago.
    pub(super) fn heard(&self, late: TimeDelta) {
        self.waking_lag.observe(late.as_seconds_f64().max(0.0));
    }

    /// Folds so many events, and counts that.
    pub(super) fn folding<T>(&self, events: usize, fold: impl FnOnce() -> T) -> T {
        let started = std::time::Instant::now();
        let folded = fold();
        self.fold_seconds.observe(started.elapsed().as_secs_f64());
        let events = u32::try_from(events).unwrap_or(u32::MAX);
        self.fold_events.observe(events.into());
        folded
    }
}
