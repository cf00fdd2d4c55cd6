//! Whether a command came in its time: by the clocks, which follow from the log alone.

use super::fault::Flaw;
use crate::proof::entry::{By, Entry};
use crate::rules::clocks::{Clocks, Moment};
use crate::rules::event::Event;
use crate::rules::ids::Version;

/// An outage that the server left out of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// By which event.
    pub version: Version,
    /// When it began.
    pub began: Moment,
    /// When it ended.
    pub ended: Moment,
}

/// The outages that a command leaves out, by its first event and the clocks before it.
pub(super) fn left_out(clocks: &Clocks, first: &Entry) -> Vec<LeftOut> {
    let (Event::Lapse(told), Some(turn)) = (&first.event, clocks.turn()) else {
        return Vec::new();
    };
    let outages = told.basis.outages.iter().map(|outage| {
        let began = turn.since.after_ms(outage.after_ms);
        LeftOut {
            version: first.version,
            began,
            ended: began.after_ms(outage.lasted_ms),
        }
    });
    outages.collect()
}

/// Checks the first event of a command against the clocks before it.
pub(super) fn check(clocks: &Clocks, first: &Entry) -> Result<(), Flaw> {
    let now = Moment(first.at.timestamp_micros());
    if let Event::Lapse(told) = &first.event {
        return if clocks.says(now, told) {
            Ok(())
        } else {
            Err(Flaw::Charge)
        };
    }
    let Some(turn) = clocks.turn() else {
        return Ok(());
    };
    let by_clock = match first.by {
        By::Clock => true,
        By::Player | By::Order | By::Bot | By::Server => false,
    };
    // What is done in the moment in which it is asked takes no time, also where none is left.
    let late = now > turn.since && clocks.due().is_some_and(|due| due <= now);
    if turn.played != by_clock {
        Err(Flaw::By)
    } else if late && !by_clock {
        Err(Flaw::RanOut)
    } else {
        Ok(())
    }
}
