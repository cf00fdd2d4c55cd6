//! What a roll or an option would bring, and why there are no other options: for whoever asks before choosing.

use arrayvec::ArrayVec;

use super::choice::{Choice, Choices};
use super::dice::Roll;
use super::event::{CountReason, Event};
use super::options::ExitDuty;
use super::position::Position;
use super::ruling::{Events, Ruling};
use super::turn::Hand;

/// Why only some of the moves that the dice allow are options (RULES §6, §12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duty {
    /// A piece must come out.
    Exit,
    /// A barrier must be opened.
    Barrier,
    /// Both dice must be used.
    BothDice,
}

/// A count that an option earns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Earned {
    /// For what.
    pub reason: CountReason,
    /// Its steps.
    pub amount: u8,
}

impl Position {
    /// What the next roll brings about if it is this one, and where it leads; none unless a roll of so many dice is due.
    #[must_use]
    pub fn rolled(&self, n: u64, roll: Roll) -> Option<(Events, Self)> {
        let events = self.decide_roll(n, roll);
        let mut position = *self;
        for event in &events {
            position.apply(event).ok()?;
        }
        (!events.is_empty()).then_some((events, position))
    }

    /// The sixes rolled in this turn, the roll in hand included.
    #[must_use]
    pub fn sixes(&self) -> u8 {
        match self.hand() {
            Some(_) => self.turn.sixes,
            None => self.roller().sixes,
        }
    }

    /// The counts that an option earns, oldest first.
    #[must_use]
    pub fn earned(&self, choice: &Choice) -> Vec<Earned> {
        let mut ruling = Ruling::new(self);
        ruling.perform(choice);
        let mut counts = Vec::new();
        for event in &ruling.events {
            if let Event::Count { amount, reason } = event {
                counts.push(Earned {
                    reason: *reason,
                    amount: *amount,
                });
            }
        }
        counts
    }

    /// The duties that leave only these [`choices`](Self::choices).
    #[must_use]
    pub fn duties(&self, choices: &[Choice]) -> ArrayVec<Duty, 2> {
        let mut duties = ArrayVec::new();
        let Some(hand) = self.hand().filter(|hand| hand.counts.is_empty()) else {
            return duties;
        };
        duties.extend(self.duty(hand, choices));
        let whole = hand.is_whole_pair();
        let mut dutiful = Choices::new();
        self.dutiful_choices(hand, &mut dutiful);
        if whole && choices.len() < dutiful.len() {
            duties.push(Duty::BothDice);
        }
        duties
    }

    fn duty(&self, hand: &Hand, choices: &[Choice]) -> Option<Duty> {
        let first = choices.first()?;
        let is_exit = matches!(first, Choice::Exit { .. });
        if is_exit && self.rules.exit_duty == ExitDuty::Mandatory {
            return Some(Duty::Exit);
        }
        let opens = |choice: &Choice| match choice {
            Choice::Move { piece, .. } => self.opens_barrier(*piece),
            Choice::Exit { .. } | Choice::TakeCount { .. } | Choice::Colour { .. } => false,
        };
        (hand.roll.is_six() && !hand.opened && choices.iter().all(opens)).then_some(Duty::Barrier)
    }
}
