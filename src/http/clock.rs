//! The clock of a game that is to be created.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::rules::event::{ClockRule, OnLapse};

/// How many lapses forfeit a seat, where nothing is said.
const LAPSES: i64 = 3;

/// How much time the seats shall have, and what happens when it runs out.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[serde(try_from = "Members")]
pub(super) enum NewClock {
    /// So much time for every turn.
    Turn {
        /// How long a turn may take, in seconds.
        #[schema(minimum = 1, maximum = 2_592_000)]
        seconds: i64,
        /// What the clock does when time has run out; with manual dice only `forfeit`.
        on_lapse: OnLapse,
        /// With `play`: so many lapses of a seat forfeit it, by default 3. Left out with `forfeit`.
        #[schema(minimum = 1, maximum = 100)]
        lapses: Option<i64>,
    },
    /// So much time for the whole game, and an increment after every turn.
    Bank {
        /// What a seat begins with, in seconds.
        #[schema(minimum = 1, maximum = 2_592_000)]
        seconds: i64,
        /// What a seat gets after each of its turns, in seconds.
        #[schema(required = false, minimum = 0, maximum = 604_800, default = 0)]
        increment: i64,
        /// What the clock does when time has run out; with manual dice only `forfeit`.
        on_lapse: OnLapse,
        /// With `play`: so many lapses of a seat forfeit it, by default 3. Left out with `forfeit`.
        #[schema(minimum = 1, maximum = 100)]
        lapses: Option<i64>,
    },
}

/// The members of a clock, whichever it is: read one by one, each to the letter, which a union read by its kind is not.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    kind: Kind,
    seconds: i64,
    #[serde(default)]
    increment: Option<i64>,
    on_lapse: OnLapse,
    #[serde(default)]
    lapses: Option<i64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Turn,
    Bank,
}

impl TryFrom<Members> for NewClock {
    type Error = &'static str;

    fn try_from(members: Members) -> Result<Self, Self::Error> {
        let Members {
            kind,
            seconds,
            increment,
            on_lapse,
            lapses,
        } = members;
        match (kind, increment) {
            (Kind::Turn, Some(_)) => Err("a clock of kind `turn` has no `increment`"),
            (Kind::Turn, None) => Ok(Self::Turn {
                seconds,
                on_lapse,
                lapses,
            }),
            (Kind::Bank, increment) => Ok(Self::Bank {
                seconds,
                increment: increment.unwrap_or(0),
                on_lapse,
                lapses,
            }),
        }
    }
}

impl From<NewClock> for ClockRule {
    /// The same clock; a number that does not fit becomes one that the rules refuse.
    fn from(new: NewClock) -> Self {
        match new {
            NewClock::Turn {
                seconds,
                on_lapse,
                lapses,
            } => Self::Turn {
                seconds: fitting(seconds),
                on_lapse,
                lapses: allowed(on_lapse, lapses),
            },
            NewClock::Bank {
                seconds,
                increment,
                on_lapse,
                lapses,
            } => Self::Bank {
                seconds: fitting(seconds),
                increment: fitting(increment),
                on_lapse,
                lapses: allowed(on_lapse, lapses),
            },
        }
    }
}

fn fitting(seconds: i64) -> u32 {
    u32::try_from(seconds).unwrap_or(u32::MAX)
}

fn allowed(on_lapse: OnLapse, lapses: Option<i64>) -> Option<u8> {
    let lapses = match on_lapse {
        OnLapse::Play => Some(lapses.unwrap_or(LAPSES)),
        OnLapse::Forfeit => lapses,
    };
    lapses.map(|lapses| u8::try_from(lapses).unwrap_or(u8::MAX))
}
