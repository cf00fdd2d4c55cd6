//! The only way games are written, and how they are read: load, fold, decide, append; and what runs by itself.
//!
//! A game folded in memory is a cache. What is accepted may be decided from it, since the append checks it; what is
//! refused or shown is first compared with the database, read after the request came in.

mod acts;
mod audit;
mod caps;
mod clock;
mod company;
mod create;
mod day_proofs;
mod draft;
mod error;
mod export;
mod feed;
mod folded;
mod fork;
mod frames;
mod highlight;
mod import;
mod inbox;
mod invite;
mod lapse;
mod log;
mod made;
mod meter;
mod moment;
mod orders;
mod past;
mod plant;
mod proving;
mod pulse;
mod read;
mod receipt;
mod repeating;
mod request;
mod settle;
mod sweeper;
mod taken;
mod transcript;
mod trying;
mod waking;
mod workbench;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use tokio::sync::Notify;

pub use acts::Done;
pub use audit::{Audit, Complaint, Trouble, Unsealed};
pub use caps::Caps;
pub use clock::Clock;
pub use create::{Created, NewGame};
pub use day_proofs::DayProofs;
pub use error::{FoldError, FoldReason, PlayError};
pub use export::ExportError;
pub use feed::{FeedCursor, FeedPage, FeedStep};
pub use folded::Folded;
pub use fork::Fork;
pub use frames::{FramePage, FrameRange};
pub use highlight::Highlight;
pub use import::{ImportError, ImportReason, ImportReport};
pub use inbox::{Glance, Print};
pub use invite::Invite;
pub use log::{EventPage, Logged};
pub use meter::Meter;
pub use moment::Moment;
pub use past::Step;
pub use plant::{Plant, PlantError};
pub use proving::ProofError;
pub use request::{Act, Expected, Request};
pub use settle::{Objection, Refused};
pub use sweeper::sweep_for_ever;
pub use transcript::{TranscribeError, Transcript};
pub use trying::Tried;
pub use waking::{
    FeedFollower, Follower, announce_for_ever, listen_for_ever, recheck_for_ever, wake_for_ever,
};

use self::pulse::Pulse;
use self::waking::Waking;
use self::workbench::Workbench;
use crate::dice::Vault;
use crate::proof::Keyring;
use crate::rules::ids::GameId;
use crate::store::Store;

/// How many folded games are kept in memory; each takes a few kilobytes.
const REMEMBERED: u64 = 20_000;

/// How many past states are kept in memory.
const PAST: u64 = 10_000;

/// After how long a complaint is made again.
const SILENCE: Duration = Duration::from_hours(1);

/// All games of one server process.
#[derive(Clone)]
pub struct Games {
    store: Store,
    vault: Arc<Vault>,
    keys: Arc<Keyring>,
    clock: Clock,
    pulse: Pulse,
    folded: Cache<GameId, Arc<Folded>>,
    /// Past states of games that are looked back at, numbered within each game.
    past: Cache<(GameId, u64), Arc<Folded>>,
    /// Games in which the server could not act by itself, so that the log says so once in a while and not every second.
    complained: Cache<GameId, ()>,
    /// Told when there is something to do by itself at once.
    awake: Arc<Notify>,
    waking: Arc<Waking>,
    caps: Caps,
    meter: Meter,
    bench: Workbench,
}

impl Games {
    /// The games of a store, their seeds in a vault, signed by the newest of these keys.
    #[must_use]
    pub fn new(store: Store, vault: Vault, keys: Keyring, clock: Clock) -> Self {
        let folded = Cache::new(REMEMBERED);
        let waking = Waking::new(store.most_connections());
        let complained = Cache::builder()
            .max_capacity(REMEMBERED)
            .time_to_live(SILENCE)
            .build();
        Self {
            store,
            vault: Arc::new(vault),
            keys: Arc::new(keys),
            clock,
            pulse: Pulse::new(),
            folded,
            past: Cache::new(PAST),
            complained,
            awake: Arc::default(),
            waking: Arc::new(waking),
            caps: Caps::default(),
            meter: Meter::default(),
            bench: Workbench::default(),
        }
    }

    /// Has this process look at once for what it must do by itself.
    fn wake(&self) {
        self.awake.notify_one();
    }

    /// Where time comes from.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The keys that it signs with.
    #[must_use]
    pub fn keys(&self) -> &Keyring {
        &self.keys
    }

    /// What it counts of itself.
    #[must_use]
    pub const fn meter(&self) -> &Meter {
        &self.meter
    }

    /// The database beneath.
    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// Keeps a folded game, unless a newer one is kept.
    fn remember(&self, folded: &Arc<Folded>) {
        let newer = |known: Arc<Folded>| known.version() > folded.version();
        if !self.folded.get(&folded.id).is_some_and(newer) {
            self.folded.insert(folded.id, Arc::clone(folded));
        }
    }
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Games")
            .field("store", &self.store)
            .field("clock", &self.clock)
            .finish_non_exhaustive()
    }
}
