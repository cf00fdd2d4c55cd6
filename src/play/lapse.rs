//! What the clock does: ends what was not done in time, plays for a seat, and leaves out outages.

use super::draft::Draft;
use super::error::PlayError;
use super::pulse;
use crate::bots::policy::Policy;
use crate::proof::By;
use crate::rules::asked::Asked;
use crate::rules::clocks::Moment;
use crate::rules::command::Command;
use crate::rules::game::Phase;
use crate::rules::refusal::Refusal;
use crate::store::Outage;

/// How the server chooses for a seat that ran out of time.
const POLICY: Policy = Policy::Cautious;

impl Draft<'_> {
    /// Leaves outages out of the turn that runs, where they concern it.
    pub(super) fn excuse(&mut self, outages: &[Outage]) -> Result<(), PlayError> {
        let clocks = &self.folded().clocks;
        let Some(turn) = clocks.turn() else {
            return Ok(());
        };
        let excused = clocks.excuse(self.now(), &pulse::since(turn, outages));
        if let Some(lapse) = excused {
            let command = Command::Lapse(Box::new(lapse));
            // It changes no game: where a clock runs it is never refused.
            let _taken = self.command(By::Clock, &command)?;
        }
        Ok(())
    }

    /// Lets the clock act, where time has run out but for these outages.
    pub(super) fn expire(&mut self, outages: &[Outage]) -> Result<Result<(), Refusal>, PlayError> {
        let command = if self.folded().game.phase() == Phase::Promising {
            let due = self.folded().is_overdue(self.at(), outages);
            due.then_some(Command::EntropyMissing)
        } else {
            let lapse = self.folded().clocks.lapse(self.now());
            lapse.map(|lapse| Command::Lapse(Box::new(lapse)))
        };
        if let Some(command) = command
            && let Err(refusal) = self.command(By::Clock, &command)?
        {
            return Ok(Err(refusal));
        }
        self.play_on()
    }

    /// Plays the turn of a seat that ran out of time to its end; each act is a command of its own.
    fn play_on(&mut self) -> Result<Result<(), Refusal>, PlayError> {
        while self.folded().clocks.turn().is_some_and(|turn| turn.played) {
            let Some(command) = self.clock_act()? else {
                break;
            };
            if let Err(refusal) = self.command(By::Clock, &command)? {
                return Ok(Err(refusal));
            }
        }
        Ok(Ok(()))
    }

    fn clock_act(&mut self) -> Result<Option<Command>, PlayError> {
        match self.folded().game.asked() {
            Asked::Roll { n, .. } => {
                let roll = self.next_roll()?;
                Ok(roll.map(|dice| Command::Roll {
                    n,
                    dice,
                    actor: None,
                }))
            }
            Asked::Choice { .. } | Asked::Colour { .. } => {
                let game = &self.folded().game;
                let choice = POLICY.choose(game);
                let decision = game.decision();
                Ok(decision
                    .zip(choice)
                    .map(|(decision, choice)| Command::Choose {
                        decision,
                        option: choice.id(),
                        actor: None,
                    }))
            }
            Asked::Nobody | Asked::Players { .. } | Asked::Start | Asked::Entropy(_) => Ok(None),
        }
    }

    /// The time of what is drafted, as the clocks count it.
    fn now(&self) -> Moment {
        Moment(self.at().timestamp_micros())
    }
}
