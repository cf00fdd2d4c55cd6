//! Whether a game can be created so.

use crate::rules::event::{ClockConflict, Created, DiceSource, OnLapse};
use crate::rules::options::Teams;
use crate::rules::refusal::Refusal;

impl Created {
    /// Checks that the members go together.
    ///
    /// # Errors
    ///
    /// Names what does not.
    pub fn check(&self) -> Result<(), Refusal> {
        self.rules.check()?;
        let arms = self.rules.arms.number();
        let fewest = match self.rules.teams {
            Teams::None => 2,
            Teams::Pairs => arms,
        };
        if !(fewest..=arms).contains(&self.seats) {
            return Err(Refusal::SeatCount { arms });
        }
        let server = self.dice == DiceSource::Server;
        if let Some(clock) = self.clock {
            clock.check()?;
            if clock.on_lapse() == OnLapse::Play && !server {
                return Err(ClockConflict::Manual.into());
            }
        }
        if self.derivation.is_some() == server && self.commit.is_some() == server {
            Ok(())
        } else {
            Err(Refusal::DiceSource)
        }
    }
}
