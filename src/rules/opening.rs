//! The opening: rolls for who begins, and colours by choice (RULES §4).

use arrayvec::ArrayVec;

use super::board::Arms;
use super::colour::{ByColour, Colour};
use super::ids::Chair;

/// Chairs, by rising number.
pub(super) type Chairs = ArrayVec<Chair, 8>;

/// A round of opening rolls: those who roll in it, and what they have rolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    rolls: ArrayVec<(Chair, Option<u8>), 8>,
}

/// How a round of opening rolls stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// This chair rolls next.
    Rolls(Chair),
    /// This chair begins.
    Won(Chair),
}

impl Opening {
    /// A round in which these chairs roll.
    pub(super) fn among(chairs: impl IntoIterator<Item = Chair>) -> Self {
        Self {
            rolls: chairs.into_iter().map(|chair| (chair, None)).collect(),
        }
    }

    /// How the round stands. A tie has opened the next round by then.
    pub(super) fn standing(&self) -> Option<Standing> {
        match *self.rolls.as_slice() {
            // Left alone, one begins without a roll.
            [(only, _)] => return Some(Standing::Won(only)),
            [] => return None,
            _ => {}
        }
        if let Some((chair, _)) = self.rolls.iter().find(|(_, roll)| roll.is_none()) {
            return Some(Standing::Rolls(*chair));
        }
        let highest = self.highest();
        highest.first().copied().map(Standing::Won)
    }

    /// Records a roll, and opens the next round after a tie.
    pub(super) fn roll(&mut self, chair: Chair, sum: u8) {
        if let Some((_, roll)) = self.rolls.iter_mut().find(|(roller, _)| *roller == chair) {
            *roll = Some(sum);
        }
        self.next_round();
    }

    /// Voids the roll of a chair that leaves; if all who tied have left, those still in roll anew.
    pub(super) fn leave(&mut self, chair: Chair, still_in: impl IntoIterator<Item = Chair>) {
        self.rolls.retain(|(roller, _)| *roller != chair);
        if self.rolls.is_empty() {
            *self = Self::among(still_in);
        }
        self.next_round();
    }

    fn next_round(&mut self) {
        let done = self.rolls.iter().all(|(_, roll)| roll.is_some());
        let highest = self.highest();
        if done && highest.len() > 1 {
            *self = Self::among(highest);
        }
    }

    fn highest(&self) -> Chairs {
        let most = self.rolls.iter().filter_map(|(_, roll)| *roll).max();
        self.rolls
            .iter()
            .filter(|(_, roll)| roll.is_some() && *roll == most)
            .map(|(chair, _)| *chair)
            .collect()
    }
}

/// The choice of colours, from the winner of the opening on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ColourRound {
    /// Who begins; if it leaves, the next chair still in takes its part.
    pub(super) beginner: Chair,
    /// The colours taken so far.
    pub(super) chairs: ByColour<Option<Chair>>,
}

impl ColourRound {
    /// The chairs in the order in which they choose.
    pub(super) fn order(&self, chairs: &Chairs) -> Chairs {
        let from = chairs
            .iter()
            .position(|chair| *chair >= self.beginner)
            .unwrap_or(0);
        let (before, after) = chairs.split_at(from);
        after.iter().chain(before).copied().collect()
    }

    /// Whether a chair has its colour.
    pub(super) fn has_colour(&self, chair: Chair) -> bool {
        self.chairs.0.contains(&Some(chair))
    }

    /// The colours nobody has taken, by rising arm.
    pub(super) fn free(&self, arms: Arms) -> impl Iterator<Item = Colour> + '_ {
        arms.colours()
            .filter(|colour| self.chairs[*colour].is_none())
    }
}
