//! The pulse: whether the server lives, and the outages in which it did not, which are charged to nobody.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::watch;

use super::Games;
use super::error::PlayError;
use super::folded::Folded;
use crate::rules::clocks::{Moment, Turn};
use crate::rules::event;
use crate::store::Outage;

/// How long no process must have written for an outage; a living one writes about once a second.
const SILENCE: TimeDelta = TimeDelta::seconds(5);
/// How long after a beat a process need not beat again.
const REST: TimeDelta = TimeDelta::milliseconds(500);
/// How far back outages are of interest: longer than any turn lasts.
const MEMORY: TimeDelta = TimeDelta::days(120);

/// What a process knows of the server's life.
#[derive(Clone, Debug)]
pub(super) struct Pulse(Arc<watch::Sender<Life>>);

#[derive(Clone, Debug, Default)]
struct Life {
    /// When this process wrote for the last time.
    beaten_at: Option<DateTime<Utc>>,
    outages: Arc<[Outage]>,
}

impl Pulse {
    pub(super) fn new() -> Self {
        Self(Arc::new(watch::Sender::new(Life::default())))
    }

    /// The outages up to now, where this process wrote less than so long ago.
    fn known(&self, now: DateTime<Utc>, ago: TimeDelta) -> Option<Arc<[Outage]>> {
        let life = self.0.borrow();
        let fresh = |beaten: DateTime<Utc>| now.signed_duration_since(beaten) < ago;
        life.beaten_at
            .is_some_and(fresh)
            .then(|| Arc::clone(&life.outages))
    }
}

impl Pulse {
    /// When the newest outage that this process knows of ended.
    pub(super) fn last_outage(&self) -> Option<DateTime<Utc>> {
        self.0.borrow().outages.last().map(|outage| outage.ended_at)
    }
}

impl Games {
    /// Says that this process lives, unless it just did, and learns of outages.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn beat(&self) -> Result<(), PlayError> {
        let now = self.clock.now();
        if self.pulse.known(now, REST).is_none() {
            self.beat_at(now).await?;
        }
        Ok(())
    }

    async fn beat_at(&self, now: DateTime<Utc>) -> Result<Arc<[Outage]>, PlayError> {
        self.store.beat(now, SILENCE).await?;
        let outages: Arc<[Outage]> = self.store.outages(now - MEMORY).await?.into();
        self.pulse.0.send_replace(Life {
            beaten_at: Some(now),
            outages: Arc::clone(&outages),
        });
        Ok(outages)
    }

    /// The outages up to now, where a clock runs that they may concern.
    ///
    /// # Errors
    ///
    /// When the database is away, and so this is an outage too.
    pub(super) async fn outages_of(
        &self,
        folded: &Folded,
        now: DateTime<Utc>,
    ) -> Result<Arc<[Outage]>, PlayError> {
        if folded.clocks.turn().is_none() {
            return Ok(Arc::default());
        }
        // Within that time no outage can have been missed.
        match self.pulse.known(now, SILENCE) {
            Some(outages) => Ok(outages),
            None => self.beat_at(now).await,
        }
    }
}

/// The outages since a turn's clock began to run, counted from then.
pub(super) fn since(turn: &Turn, outages: &[Outage]) -> Vec<event::Outage> {
    let moment = |at: DateTime<Utc>| Moment(at.timestamp_micros());
    outages
        .iter()
        .filter(|outage| moment(outage.ended_at) > turn.since)
        .map(|outage| {
            let began = moment(outage.began_at).max(turn.since);
            event::Outage {
                after_ms: began.ms_since(turn.since),
                lasted_ms: moment(outage.ended_at).ms_since(began),
            }
        })
        .collect()
}
