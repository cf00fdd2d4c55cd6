//! The metrics themselves, by name.

use std::fmt;
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use crate::http::Service;
use crate::play::{self, Games};
use crate::store;

/// Seconds, from what is answered from memory to what a client gives up on.
const SECONDS: [f64; 10] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 10.0,
];

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Asked {
    pub(super) method: &'static str,
    /// The path as the routes name it; empty where there is none.
    pub(super) route: String,
}

/// What is asked for, and how it ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Answered {
    pub(super) method: &'static str,
    pub(super) route: String,
    pub(super) status: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Limited {
    budget: &'static str,
}

/// What one server process counts.
pub(in crate::http) struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
    seconds: Family<Asked, Histogram, fn() -> Histogram>,
    limited: Family<Limited, Counter>,
    gauges: Gauges,
}

/// What is not counted but looked at, when somebody asks.
#[derive(Default)]
struct Gauges {
    readers: Gauge,
    pictures: Gauge,
    connections: Gauge,
    resting: Gauge,
    resident: Gauge,
}

impl Metrics {
    /// All there are, of these games and of the requests on them.
    pub(in crate::http) fn of(games: &Games) -> Self {
        let mut metrics = Self {
            registry: Registry::with_prefix("parchis"),
            requests: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            limited: Family::default(),
            gauges: Gauges::default(),
        };
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        metrics.registry.register("build", "The program", version);
        metrics.register_requests();
        metrics.register_gauges();
        register_store(&mut metrics.registry, games.store().meter());
        register_play(&mut metrics.registry, games.meter());
        metrics
    }

    /// Counts a request that took so long to answer.
    pub(super) fn answered(&self, asked: &Asked, answered: &Answered, took: Duration) {
        self.requests.get_or_create(answered).inc();
        let seconds = self.seconds.get_or_create(asked);
        seconds.observe(took.as_secs_f64());
    }

    /// Counts a request that a budget of this kind did not hold.
    pub(in crate::http) fn limited(&self, budget: &'static str) {
        self.limited.get_or_create(&Limited { budget }).inc();
    }

    /// All of them as they are now.
    pub(super) fn text(&self, service: &Service) -> Result<String, fmt::Error> {
        let (open, resting) = service.store.connections();
        let gauges = &self.gauges;
        gauges.readers.set(counted(service.readers.count()));
        gauges.pictures.set(counted(service.studio.count()));
        gauges.connections.set(open.into());
        gauges.resting.set(counted(resting));
        if let Some(bytes) = resident() {
            gauges.resident.set(bytes);
        }
        let mut text = String::new();
        text::encode(&mut text, &self.registry)?;
        Ok(text)
    }

    fn register_requests(&mut self) {
        let registry = &mut self.registry;
        let help = "Requests answered";
        registry.register("requests", help, self.requests.clone());
        let help = "Time until the answer begins";
        registry.register_with_unit("request", help, Unit::Seconds, self.seconds.clone());
        let help = "Requests answered 429, by the budget that was exhausted";
        registry.register("limited_requests", help, self.limited.clone());
    }

    fn register_gauges(&mut self) {
        let (registry, gauges) = (&mut self.registry, &self.gauges);
        for (name, help, gauge) in [
            (
                "readers",
                "Readers that wait for events or follow them",
                &gauges.readers,
            ),
            (
                "pictures",
                "Raster pictures that are drawn, or wait to be",
                &gauges.pictures,
            ),
            (
                "connections",
                "Open connections to the database",
                &gauges.connections,
            ),
            (
                "idle_connections",
                "Open connections to the database that rest",
                &gauges.resting,
            ),
        ] {
            registry.register(name, help, gauge.clone());
        }
        let help = "Memory that the process has; 0 where the system does not say";
        registry.register_with_unit("resident", help, Unit::Bytes, gauges.resident.clone());
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}

fn register_store(registry: &mut Registry, meter: &store::Meter) {
    register_times(
        registry,
        [
            (
                "connection_wait",
                "Time that statements waited for a connection",
                &meter.waits,
            ),
            ("append", "Time that appends took", &meter.appends),
        ],
    );
    register_counts(
        registry,
        [
            (
                "append_conflicts",
                "Appends that came too late, because others wrote to their game",
                &meter.conflicts,
            ),
            (
                "unanswered_statements",
                "Statements that the database did not answer or could not do for now",
                &meter.unanswered,
            ),
        ],
    );
}

fn register_play(registry: &mut Registry, meter: &play::Meter) {
    register_times(
        registry,
        [
            ("fold", "Time that folding took", &meter.fold_seconds),
            (
                "clock_lag",
                "Time from the end of a seat's time to what the clock did",
                &meter.clock_lag,
            ),
            (
                "waking_lag",
                "Time from an event to its announcement being heard",
                &meter.waking_lag,
            ),
        ],
    );
    let help = "Events that were folded at once";
    registry.register("fold_events", help, meter.fold_events.clone());
    register_counts(
        registry,
        [
            (
                "fold_hits",
                "Looks at games whose fold in memory was the newest",
                &meter.hits,
            ),
            (
                "retries",
                "Requests decided again, on a newer state of their game",
                &meter.retries,
            ),
            ("sweeps", "Looks for what clocks have to do", &meter.sweeps),
            ("due_games", "Games in which something was due", &meter.due),
            (
                "unheard_games",
                "Followed games that looking found further than was heard",
                &meter.unheard,
            ),
        ],
    );
}

/// Metrics of one kind, each with its name and what it says.
type Named<'a, T, const N: usize> = [(&'static str, &'static str, &'a T); N];

fn register_times<const N: usize>(registry: &mut Registry, times: Named<Histogram, N>) {
    for (name, help, seconds) in times {
        registry.register_with_unit(name, help, Unit::Seconds, seconds.clone());
    }
}

fn register_counts<const N: usize>(registry: &mut Registry, counts: Named<Counter, N>) {
    for (name, help, count) in counts {
        registry.register(name, help, count.clone());
    }
}

/// The memory of this process, where the system says so.
fn resident() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: i64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

fn counted(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
