//! Standing orders: what the players of seats have the server do, in the row of their game.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use super::columns::to_i64;
use super::{Store, StoreError};
use crate::bots::policy::Policy;
use crate::proof::Head;
use crate::rules::ids::{Chair, GameId, Version};

/// What the player of a seat has the server do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    /// To roll.
    pub roll: bool,
    /// To take an option that is the only one.
    pub forced: bool,
    /// To choose by this policy.
    pub policy: Option<Policy>,
}

/// What a seat is asked, as far as an order can answer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// A roll.
    Roll,
    /// The only option.
    Forced,
    /// One of several options.
    Choice,
}

/// The standing orders of a game. Words that this release does not know are kept, and do nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderBook(BTreeSet<String>);

impl Orders {
    /// Whether they answer a question.
    #[must_use]
    pub const fn answer(&self, question: Question) -> bool {
        match question {
            Question::Roll => self.roll,
            Question::Forced => self.forced || self.policy.is_some(),
            Question::Choice => self.policy.is_some(),
        }
    }

    /// The words of these orders for a chair.
    fn words(self, chair: Chair) -> impl Iterator<Item = String> {
        let roll = self.roll.then(|| roll(chair));
        let forced = self.forced.then(|| forced(chair));
        let policy = self.policy.map(|policy| by_policy(chair, policy));
        [roll, forced, policy].into_iter().flatten()
    }
}

impl Question {
    /// The words of all orders that answer it for a chair.
    pub(super) fn answers(self, chair: Chair) -> Vec<String> {
        let policies = Policy::ALL.map(|policy| by_policy(chair, policy));
        match self {
            Self::Roll => vec![roll(chair)],
            Self::Forced => policies.into_iter().chain([forced(chair)]).collect(),
            Self::Choice => policies.to_vec(),
        }
    }
}

impl OrderBook {
    /// The orders that a row holds.
    pub(super) fn of_words(words: Vec<String>) -> Self {
        Self(words.into_iter().collect())
    }

    /// What a row holds.
    pub(super) fn to_words(&self) -> Vec<String> {
        self.0.iter().cloned().collect()
    }

    /// The orders for a chair.
    #[must_use]
    pub fn of(&self, chair: Chair) -> Orders {
        let ordered = |policy: &Policy| self.0.contains(&by_policy(chair, *policy));
        Orders {
            roll: self.0.contains(&roll(chair)),
            forced: self.0.contains(&forced(chair)),
            policy: Policy::ALL.into_iter().find(ordered),
        }
    }

    /// The same, with these orders for a chair.
    #[must_use]
    pub fn with(&self, chair: Chair, orders: Orders) -> Self {
        let about = format!("{chair}:");
        let others = self.0.iter().filter(|word| !word.starts_with(&about));
        Self(others.cloned().chain(orders.words(chair)).collect())
    }
}

fn roll(chair: Chair) -> String {
    format!("{chair}:roll")
}

fn forced(chair: Chair) -> String {
    format!("{chair}:forced")
}

fn by_policy(chair: Chair, policy: Policy) -> String {
    format!("{chair}:policy:{}", policy.name())
}

impl Store {
    /// Changes the orders of a game that is at this version and has these orders; whether it was. They are obeyed from
    /// `ordered_at` on, where one of them answers what is asked now.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn order(
        &self,
        game: GameId,
        at: (Version, Head),
        (before, after): (&OrderBook, &OrderBook),
        ordered_at: Option<DateTime<Utc>>,
    ) -> Result<bool, StoreError> {
        let statement = sqlx::query!(
            // Compared as sets: in which order the words stand means nothing.
            "update games set orders = $5, ordered_at = $6
            where game_id = $1 and version = $2 and head = $3 and orders <@ $4 and orders @> $4",
            game.0,
            to_i64(at.0),
            at.1.0.0.as_slice(),
            &before.to_words(),
            &after.to_words(),
            ordered_at,
        );
        let done = self.run(statement.execute(&self.pool)).await?;
        Ok(done.rows_affected() > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chair(number: u8) -> Chair {
        Chair::new(number).unwrap()
    }

    #[test]
    fn orders_are_kept_by_chair_and_unknown_words_stay() {
        let newer = OrderBook::of_words(vec!["1:policy:clever".to_owned()]);
        let orders = Orders {
            roll: true,
            forced: false,
            policy: Some(Policy::Cautious),
        };
        let book = newer.with(chair(2), orders);
        assert_eq!(
            book.to_words(),
            ["1:policy:clever", "2:policy:cautious", "2:roll"]
        );
        assert_eq!(book.of(chair(2)), orders);
        assert_eq!(book.of(chair(1)), Orders::default());
        assert_eq!(book.with(chair(2), Orders::default()), newer);
    }

    #[test]
    fn an_order_answers_a_question_exactly_where_its_words_do() {
        let answers = [false, true].into_iter().flat_map(|roll| {
            [false, true].into_iter().flat_map(move |forced| {
                [None, Some(Policy::First)].map(|policy| Orders {
                    roll,
                    forced,
                    policy,
                })
            })
        });
        for orders in answers {
            for question in [Question::Roll, Question::Forced, Question::Choice] {
                let sought = question.answers(chair(3));
                let found = orders.words(chair(3)).any(|word| sought.contains(&word));
                assert_eq!(found, orders.answer(question), "{orders:?} {question:?}");
            }
        }
    }
}
