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
/// How far back outages are remembered: longer than hardly any turn lasts.
const MEMORY: TimeDelta = TimeDelta::days(120);

/// What a process knows of the server's life.
#[derive(Clone, Debug)]
pub(super) struct Pulse(Arc<watch::Sender<Life>>);

#[derive(Clone, Debug, Default)]
struct Life {
    /// When this process wrote for the last time.
    beaten_at: Option<DateTime<Utc>>,
    outages: Arc<[Outage]>,
    /// When the newest outage ended behind which this process has moved all deadlines.
    moved: Option<DateTime<Utc>>,
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

    /// When the newest outage ended, whoever noticed it, unless this process has moved all deadlines behind it.
    pub(super) fn unmoved(&self) -> Option<DateTime<Utc>> {
        let life = self.0.borrow();
        let newest = life.outages.last().map(|outage| outage.ended_at);
        newest.filter(|ended| life.moved != Some(*ended))
    }

    /// Takes in that all deadlines are moved behind the outage that ended then.
    pub(super) fn has_moved(&self, ended: DateTime<Utc>) {
        self.0.send_modify(|life| life.moved = Some(ended));
    }

    /// Up to when this process knows the server to have lived, where it has done so for so long; else up to when it did
    /// before the outages within that time.
    pub(super) fn lived(&self, long: TimeDelta) -> Option<DateTime<Utc>> {
        let life = self.0.borrow();
        let beaten_at = life.beaten_at?;
        let lately = |outage: &&Outage| outage.ended_at > beaten_at - long;
        let outages = life.outages.iter().filter(lately);
        let began = outages.map(|outage| outage.began_at).min();
        Some(began.map_or(beaten_at, |began| began.min(beaten_at)))
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
        self.pulse.0.send_modify(|life| {
            life.beaten_at = Some(now);
            life.outages = Arc::clone(&outages);
        });
        Ok(outages)
    }

    /// The outages up to now, where somebody has a time that they are left out of.
    ///
    /// # Errors
    ///
    /// When the database is away, and so this is an outage too.
    pub(super) async fn outages_of(
        &self,
        folded: &Folded,
        now: DateTime<Utc>,
    ) -> Result<Arc<[Outage]>, PlayError> {
        let Some(since) = folded.charged_since() else {
            return Ok(Arc::default());
        };
        // Within that time no outage can have been missed.
        let remembered = match self.pulse.known(now, SILENCE) {
            Some(outages) => outages,
            None => self.beat_at(now).await?,
        };
        if since > now - MEMORY {
            return Ok(remembered);
        }
        // A bank that was added to for long outlasts what is remembered.
        Ok(self.store.outages(since).await?.into())
    }
}

impl Folded {
    /// Since when time is charged: to the seat whose clock runs, or to those who promised entropy.
    fn charged_since(&self) -> Option<DateTime<Utc>> {
        match (self.clocks.turn(), self.game.created()) {
            (Some(turn), _) => DateTime::from_timestamp_micros(turn.since.0),
            (None, Some(created)) => {
                let seconds = TimeDelta::seconds(created.entropy_seconds.into());
                self.due_at.map(|due| due - seconds)
            }
            (None, None) => None,
        }
    }

    /// Whether the clock has to act first. What moves the end of a turn behind an outage is an event; a promise, of which
    /// the log says no more than that it was not kept, is waited for as much longer.
    pub(super) fn is_overdue(&self, now: DateTime<Utc>, outages: &[Outage]) -> bool {
        let Some((since, mut due)) = self.charged_since().zip(self.due_at) else {
            return false;
        };
        if self.clocks.turn().is_none() {
            for outage in outages.iter().filter(|outage| outage.ended_at > since) {
                if outage.began_at < due {
                    due += outage.ended_at - outage.began_at.max(since);
                }
            }
        }
        due <= now
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
