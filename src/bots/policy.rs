//! How to choose without asking anybody.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::outlook::Outlook;
use crate::rules::choice::Choice;
use crate::rules::game::Game;
use crate::rules::position::Position;

/// A way to choose among options; where two are equally good, the one listed first is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// The option listed first.
    First,
    /// The piece that is furthest on.
    Forward,
    /// A capture, else the goal, else an exit, else a safe square, else the piece that gets furthest.
    Capture,
    /// Whatever leaves the own pieces least in reach of the others'; where that is equal, as `capture`.
    Cautious,
}

/// A policy, and what to say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct PolicyEntry {
    /// Its name.
    pub policy: Policy,
    /// What it does, in Spanish.
    pub es: &'static str,
    /// What it does, in English.
    pub en: &'static str,
}

impl Policy {
    /// All policies, the simplest first.
    pub const ALL: [Self; 4] = [Self::First, Self::Forward, Self::Capture, Self::Cautious];

    /// The name in JSON and in events.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Forward => "forward",
            Self::Capture => "capture",
            Self::Cautious => "cautious",
        }
    }

    /// The policy of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|policy| policy.name() == name)
    }

    /// What it takes in a game; none unless a choice is due. A colour it takes as it is listed.
    #[must_use]
    pub fn choose(self, game: &Game) -> Option<Choice> {
        match game.position() {
            Some(position) => self.choose_in(position),
            None => game.choices().into_iter().next(),
        }
    }

    /// What it takes in a position; none unless a choice is due.
    #[must_use]
    pub fn choose_in(self, position: &Position) -> Option<Choice> {
        match self {
            Self::First => position.choices().into_iter().next(),
            Self::Forward => best(position, lead),
            Self::Capture => best(position, gain),
            Self::Cautious => best(position, |out| (Reverse(out.danger()), gain(out))),
        }
    }

    /// What to say about it.
    #[must_use]
    pub const fn entry(self) -> PolicyEntry {
        let (es, en) = match self {
            Self::First => (
                "Toma siempre la primera de las opciones.",
                "Always takes the first of the options.",
            ),
            Self::Forward => (
                "Mueve la ficha más adelantada.",
                "Moves the piece that is furthest on.",
            ),
            Self::Capture => (
                "Come si puede; si no, entra en la meta, sale de casa, busca un seguro o avanza todo lo que puede.",
                "Captures where it can; else it enters the goal, leaves home, takes a safe square, or gets as far as it can.",
            ),
            Self::Cautious => (
                "Deja sus fichas lo menos expuestas que puede; a igual peligro, come, entra en la meta o avanza.",
                "Leaves its pieces as little exposed as it can; where the danger is equal, it captures, enters the goal or gets on.",
            ),
        };
        PolicyEntry {
            policy: self,
            es,
            en,
        }
    }
}

/// The first of the options that no other surpasses.
fn best<K: Ord>(position: &Position, key: impl Fn(&Outlook<'_>) -> K) -> Option<Choice> {
    let key = |choice: &Choice| Outlook::of(position, choice).map(|out| key(&out));
    position.choices().into_iter().rev().max_by_key(key)
}

/// How far the piece that moves has come.
fn lead(out: &Outlook<'_>) -> impl Ord + use<> {
    out.progress_before()
}

/// What an option wins at once: captures before the goal, exits, safe squares and the way made.
fn gain(out: &Outlook<'_>) -> impl Ord + use<> {
    (
        out.captures(),
        out.reaches_goal(),
        out.is_exit(),
        out.is_safe(),
        out.progress_after(),
    )
}
