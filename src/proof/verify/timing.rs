//! Whether a command came in its time: by the clocks, which follow from the log alone.

use super::fault::Flaw;
use crate::proof::entry::{By, Entry};
use crate::rules::clocks::{Clocks, Moment};
use crate::rules::event::Event;

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
