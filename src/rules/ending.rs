//! The end: places, outcomes and the payments of the end (RULES §10, §11).

use arrayvec::ArrayVec;

use super::colour::{ByColour, Colour};
use super::event::{End, EndReason, Event, Outcome, PaymentReason};
use super::ids::Chair;
use super::options::{Finish, Places, Stakes, Teams};
use super::position::{Position, Presence};
use super::ruling::Ruling;

/// How a seat (pair) ranks: smaller is better, equal shares a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// It finished, as the how-manieth.
    Finished(usize),
    /// It is the only one left.
    LastLeft,
    /// It stayed, with this sum of distances.
    Stayed(u16),
    /// It left; counted from the last to leave.
    Left(usize),
}

impl Ruling {
    /// End payments and the end.
    pub(super) fn finish_game(&mut self) {
        let winners = self.position.winners();
        if let Some(stakes) = self.position.rules.stakes {
            self.pay_at_end(stakes, &winners);
        }
        let end = self.position.ending();
        self.say(Event::End(Box::new(end)));
    }

    fn pay_at_end(&mut self, stakes: Stakes, winners: &[Colour]) {
        let colours: ArrayVec<Colour, 8> = self.position.colours().collect();
        for payer in colours.iter().copied() {
            for payee in colours.iter().copied() {
                if payer != payee && self.position.partner(payer) != Some(payee) {
                    self.pay_one(stakes, payer, payee, winners.contains(&payee));
                }
            }
        }
    }

    /// What one seat pays another at the end, who may be a winner.
    fn pay_one(&mut self, stakes: Stakes, payer: Colour, payee: Colour, to_winner: bool) {
        let out = 4 - self.position.board.in_goal(self.position.arms(), payer);
        if self.position.is_home_free(payee) {
            let amount = u64::from(stakes.capture.amount()) * u64::try_from(out).unwrap_or(0);
            self.pay(payer, payee, PaymentReason::LeftOut, amount);
        }
        if to_winner {
            let sixes = u64::from(self.position.third_sixes[payer]);
            let third_six = u64::from(stakes.third_six.amount()) * sixes;
            self.pay(
                payer,
                payee,
                PaymentReason::Win,
                u64::from(stakes.win.amount()),
            );
            self.pay(payer, payee, PaymentReason::ThirdSix, third_six);
        }
    }
}

impl Position {
    /// Who won: a seat, or the two of a pair.
    fn winners(&self) -> ArrayVec<Colour, 8> {
        let best = self.colours().map(|colour| self.rank(colour)).min();
        self.colours()
            .filter(|colour| Some(self.rank(*colour)) == best)
            .collect()
    }

    fn rank(&self, colour: Colour) -> Rank {
        if let Some(turn) = self.leaving(colour) {
            return Rank::Left(self.left.as_slice().len() - turn);
        }
        match self.rules.teams {
            Teams::Pairs if self.pair_is_home_free(colour) => Rank::Finished(0),
            Teams::Pairs | Teams::None if self.is_last_left(colour) => Rank::LastLeft,
            Teams::Pairs => {
                let partner = self
                    .partner(colour)
                    .map_or(0, |partner| self.distance(partner));
                Rank::Stayed(self.distance(colour) + partner)
            }
            Teams::None => match self
                .finished
                .as_slice()
                .iter()
                .position(|finisher| *finisher == colour)
            {
                Some(order) => Rank::Finished(order),
                None => Rank::Stayed(self.distance(colour)),
            },
        }
    }

    /// When a colour left, pairs as one.
    fn leaving(&self, colour: Colour) -> Option<usize> {
        let partner = self.partner(colour);
        self.left
            .as_slice()
            .iter()
            .position(|leaver| *leaver == colour || Some(*leaver) == partner)
    }

    /// Whether nobody is left but this seat (pair), and nobody has finished.
    fn is_last_left(&self, colour: Colour) -> bool {
        let mut others = self
            .colours()
            .filter(|other| *other != colour && self.partner(colour) != Some(*other));
        let finished = self.rules.teams == Teams::None && !self.finished.is_empty();
        !finished && others.all(|other| self.presence[other] == Presence::Left)
    }

    /// The event that ends the game as the board stands.
    fn ending(&self) -> End {
        let mut places = ByColour([None; 8]);
        for colour in self.colours() {
            places[colour] = self.final_place(colour);
        }
        let outcome = |colour: Colour| self.outcome(colour, places[colour]);
        let decided = self
            .colours()
            .any(|colour| matches!(self.rank(colour), Rank::Finished(_)));
        End {
            reason: if decided {
                EndReason::Won
            } else {
                EndReason::LastLeft
            },
            places: Some(self.by_chair(|colour| places[colour])),
            outcomes: Some(self.by_chair(|colour| Some(outcome(colour)))),
            ledger: self.chair_ledger(),
        }
    }

    /// The points won and lost so far, by chair; none without stakes.
    pub(super) fn chair_ledger(&self) -> Option<ArrayVec<Option<i64>, 8>> {
        self.rules
            .stakes
            .map(|_| self.by_chair(|colour| Some(self.ledger[colour])))
    }

    /// One entry for each arm of the board, by chair.
    fn by_chair<T>(&self, value: impl Fn(Colour) -> Option<T>) -> ArrayVec<Option<T>, 8> {
        let arms = usize::from(self.arms().number());
        let chairs = Chair::ALL.into_iter().take(arms);
        chairs
            .map(|chair| self.colour(chair).and_then(&value))
            .collect()
    }

    /// The place of a colour; places of pairs in pairs (RULES §10).
    fn final_place(&self, colour: Colour) -> Option<u8> {
        let rank = self.rank(colour);
        let better = self
            .colours()
            .filter(|other| self.rank(*other) < rank)
            .count();
        let ahead = match self.rules.teams {
            Teams::None => better,
            Teams::Pairs => better / 2,
        };
        match self.rules.places {
            Places::WinnerOnly if ahead > 0 => None,
            Places::All | Places::WinnerOnly => u8::try_from(ahead + 1).ok(),
        }
    }

    fn outcome(&self, colour: Colour, place: Option<u8>) -> Outcome {
        let loses = self.rules.places == Places::WinnerOnly
            || self.presence[colour] == Presence::Left
            || self.rules.teams == Teams::None
                && self.rules.finish == Finish::PlayOn
                && matches!(self.rank(colour), Rank::Stayed(_));
        match place {
            Some(1) => Outcome::Won,
            Some(_) | None if loses => Outcome::Lost,
            Some(_) | None => Outcome::Placed,
        }
    }
}
