//! The clocks of a game: a fold of its events with their times, beside the fold of the game itself. Times come in as
//! data; whole milliseconds are charged, rounded down.

use super::event::{Basis, ClockRule, Event, Lapse, LapseOutcome, OnLapse, Outage};
use super::game::{Game, Phase};
use super::ids::{Chair, Version};

/// A moment, in microseconds since 1970, which is all that the log keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(pub i64);

impl Moment {
    /// The moment so many milliseconds later.
    #[must_use]
    pub fn after_ms(self, milliseconds: u64) -> Self {
        let microseconds = i64::try_from(milliseconds.saturating_mul(1000)).unwrap_or(i64::MAX);
        Self(self.0.saturating_add(microseconds))
    }

    /// How many whole milliseconds have passed since an earlier moment; 0 since a later one.
    #[must_use]
    pub fn ms_since(self, earlier: Self) -> u64 {
        u64::try_from(self.0.saturating_sub(earlier.0) / 1000).unwrap_or(0)
    }
}

/// The turn for which a clock runs: as long as the same chair is asked in the same phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose clock runs.
    pub chair: Chair,
    /// The event since whose time it runs.
    pub asked: Version,
    /// That time.
    pub since: Moment,
    /// How much of the time since then was outages, as far as they are left out, in milliseconds.
    pub excused_ms: u64,
    /// Whether time has run out and the server plays the turn to its end.
    pub played: bool,
    phase: Phase,
    /// Up to when outages have been left out, in milliseconds since the clock began to run.
    looked_ms: u64,
}

/// The clocks of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    rule: Option<ClockRule>,
    /// What each chair has left of its bank, not counting the turn that runs.
    banks: [u64; 8],
    lapses: [u8; 8],
    turn: Option<Turn>,
}

impl Clocks {
    /// The turn for which a clock runs; none where none does.
    #[must_use]
    pub const fn turn(&self) -> Option<&Turn> {
        self.turn.as_ref()
    }

    /// What a chair has for the turn that runs or else its next one, in milliseconds; none without a clock.
    #[must_use]
    pub fn allowance_ms(&self, chair: Chair) -> Option<u64> {
        match self.rule? {
            rule @ ClockRule::Turn { .. } => Some(rule.allowance_ms()),
            ClockRule::Bank { .. } => self.banks.get(chair.index()).copied(),
        }
    }

    /// What a chair has left at some time, in milliseconds; none without a clock.
    #[must_use]
    pub fn left_ms(&self, chair: Chair, now: Moment) -> Option<u64> {
        let used = self
            .turn
            .filter(|turn| turn.chair == chair)
            .map_or(0, |turn| {
                now.ms_since(turn.since).saturating_sub(turn.excused_ms)
            });
        Some(self.allowance_ms(chair)?.saturating_sub(used))
    }

    /// How often a chair's time has run out.
    #[must_use]
    pub fn lapses(&self, chair: Chair) -> u8 {
        self.lapses.get(chair.index()).copied().unwrap_or_default()
    }

    /// When the clock acts, if nobody does before.
    #[must_use]
    pub fn due(&self) -> Option<Moment> {
        let turn = self.turn?;
        if turn.played {
            return Some(turn.since);
        }
        let allowance = self.allowance_ms(turn.chair)?;
        Some(
            turn.since
                .after_ms(allowance.saturating_add(turn.excused_ms)),
        )
    }

    /// What the clock says when time has run out; none before, and where the server plays the turn already.
    #[must_use]
    pub fn lapse(&self, now: Moment) -> Option<Lapse> {
        let (rule, turn) = (self.rule?, self.turn.filter(|turn| !turn.played)?);
        self.due().filter(|due| *due <= now)?;
        let forfeits = match rule.on_lapse() {
            OnLapse::Forfeit => true,
            OnLapse::Play => self.lapses(turn.chair).saturating_add(1) >= rule.lapses(),
        };
        let basis = self.basis(&turn, now)?;
        Some(Lapse {
            chair: turn.chair,
            charged_ms: basis.allowance_ms,
            basis,
            outcome: if forfeits {
                LapseOutcome::Forfeited
            } else {
                LapseOutcome::Played
            },
        })
    }

    /// What the clock says to leave outages out of the turn that runs; none where they do not concern it. One that began
    /// after time had run out does not.
    #[must_use]
    pub fn excuse(&self, now: Moment, outages: &[Outage]) -> Option<Lapse> {
        let turn = self.turn.filter(|turn| !turn.played)?;
        let mut basis = self.basis(&turn, now)?;
        let mut looked = turn.looked_ms;
        for outage in outages {
            let begins = outage.after_ms.max(looked);
            let ends = outage.after_ms.saturating_add(outage.lasted_ms);
            let ends = ends.min(basis.elapsed_ms);
            if begins >= basis.allowance_ms.saturating_add(basis.excused_ms) || begins >= ends {
                continue;
            }
            let lasted_ms = ends - begins;
            basis.excused_ms += lasted_ms;
            basis.outages.push(Outage {
                after_ms: begins,
                lasted_ms,
            });
            looked = ends;
        }
        (!basis.outages.is_empty()).then_some(Lapse {
            chair: turn.chair,
            charged_ms: 0,
            basis,
            outcome: LapseOutcome::Excused,
        })
    }

    /// Whether this is what the clock says at that time, given the outages that it names.
    #[must_use]
    pub fn says(&self, now: Moment, told: &Lapse) -> bool {
        let said = match told.outcome {
            LapseOutcome::Played | LapseOutcome::Forfeited => self.lapse(now),
            LapseOutcome::Excused => self.excuse(now, &told.basis.outages),
        };
        said.as_ref() == Some(told)
    }

    fn basis(&self, turn: &Turn, now: Moment) -> Option<Basis> {
        Some(Basis {
            asked: turn.asked,
            elapsed_ms: now.ms_since(turn.since),
            excused_ms: turn.excused_ms,
            allowance_ms: self.allowance_ms(turn.chair)?,
            outages: Vec::new(),
        })
    }

    /// Follows a command: its first event, its time, and the game after it.
    pub fn follow(&mut self, first: &Event, at: Moment, game: &Game) {
        if let Event::Created(created) = first {
            self.rule = created.clock;
            self.banks = [created.clock.map_or(0, |rule| rule.allowance_ms()); 8];
        }
        if let Event::Lapse(lapse) = first {
            self.follow_lapse(lapse);
        }
        let asked = game.on_the_clock().map(|chair| (chair, game.phase()));
        if self.turn.map(|turn| (turn.chair, turn.phase)) == asked {
            return;
        }
        if let Some(turn) = self.turn.take() {
            self.complete(&turn, at);
        }
        self.turn = asked.map(|(chair, phase)| Turn {
            chair,
            asked: game.version(),
            since: at,
            excused_ms: 0,
            played: false,
            phase,
            looked_ms: 0,
        });
    }

    fn follow_lapse(&mut self, lapse: &Lapse) {
        let chair = lapse.chair.index();
        let ran_out = match lapse.outcome {
            LapseOutcome::Played | LapseOutcome::Forfeited => true,
            LapseOutcome::Excused => false,
        };
        if let Some(turn) = &mut self.turn {
            turn.excused_ms = lapse.basis.excused_ms;
            turn.looked_ms = turn.looked_ms.max(lapse.basis.elapsed_ms);
            turn.played |= ran_out;
        }
        if let Some(lapses) = self.lapses.get_mut(chair).filter(|_| ran_out) {
            *lapses = lapses.saturating_add(1);
        }
        if let Some(bank) = self.banks.get_mut(chair).filter(|_| ran_out) {
            *bank = 0;
        }
    }

    /// Charges a turn to its seat's bank, and adds the increment.
    fn complete(&mut self, turn: &Turn, at: Moment) {
        let Some(ClockRule::Bank { increment, .. }) = self.rule else {
            return;
        };
        let used = at.ms_since(turn.since).saturating_sub(turn.excused_ms);
        if let Some(bank) = self.banks.get_mut(turn.chair.index()) {
            *bank = bank.saturating_sub(used) + u64::from(increment) * 1000;
        }
    }
}
