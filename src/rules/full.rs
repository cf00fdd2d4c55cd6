//! Both dice are used if some order allows (RULES §12.5).

use std::collections::HashSet;

use super::choice::{Choice, Choices};
use super::options::Teams;
use super::position::Position;
use super::ruling::Ruling;
use super::turn::{Counts, Stage, Unused};

/// What leads nowhere, whichever option led there: pieces, the other die and pending counts. Arrivals make no
/// difference to what the other die can do, nor does it matter which of a colour's pieces stands where.
type DeadEnds = HashSet<([[u8; 4]; 8], Unused, Counts)>;

impl Position {
    /// Leaves only the full options, if there are any.
    pub(super) fn full_only(&self, choices: &mut Choices) {
        let mut dead_ends = DeadEnds::new();
        let full: Vec<bool> = choices
            .iter()
            .map(|choice| self.is_full(choice, &mut dead_ends))
            .collect();
        if full.contains(&true) {
            let mut full = full.into_iter();
            choices.retain(|_| full.next().unwrap_or(false));
        }
    }

    /// Whether an option uses both dice, ends the seat's game, or leaves the other die an option, however the counts
    /// it earns are taken.
    fn is_full(&self, choice: &Choice, dead_ends: &mut DeadEnds) -> bool {
        if matches!(choice, Choice::Exit { dice, .. } if dice.len() == 2) {
            return true;
        }
        self.after(choice).leads_on(dead_ends)
    }

    /// The position after a choice, before anything follows from it.
    fn after(&self, choice: &Choice) -> Self {
        let mut ruling = Ruling::new(self);
        ruling.perform(choice);
        ruling.position
    }

    /// Whether some way of taking the pending counts ends the seat's game or leaves a die an option.
    fn leads_on(&self, dead_ends: &mut DeadEnds) -> bool {
        if self.seat_is_done() {
            return true;
        }
        let Stage::Hand(hand) = self.turn.stage else {
            return false;
        };
        let Some(kind) = hand.counts.first() else {
            return self.moving().can_use_die(&hand);
        };
        let here = (self.board.fingerprint(), hand.unused, hand.counts);
        if dead_ends.contains(&here) {
            return false;
        }
        let mut takers = Choices::new();
        self.moving()
            .take_count(kind.amount(&self.rules), &mut takers);
        let leads_on = if takers.is_empty() {
            self.without_first_count().leads_on(dead_ends)
        } else {
            let mut takers = takers.iter();
            takers.any(|taker| self.after(taker).leads_on(dead_ends))
        };
        if !leads_on {
            dead_ends.insert(here);
        }
        leads_on
    }

    /// The same position, its oldest count lost.
    fn without_first_count(&self) -> Self {
        let mut position = *self;
        if let Stage::Hand(hand) = &mut position.turn.stage {
            hand.counts.pop();
        }
        position
    }

    /// Whether the game of the seat on turn has ended (in pairs: the pair's).
    fn seat_is_done(&self) -> bool {
        match self.rules.teams {
            Teams::None => self.is_home_free(self.turn.seat),
            Teams::Pairs => self.pair_is_home_free(self.turn.seat),
        }
    }
}
