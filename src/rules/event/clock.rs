//! The clock of a game, as its first event says.

use serde::{Deserialize, Serialize};

/// How much time the seats of a game have, and what happens when it runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClockRule {
    /// So much time for every turn.
    Turn {
        /// How long a turn may take, in seconds.
        #[cfg_attr(feature = "server", schema(minimum = 1, maximum = 2_592_000))]
        seconds: u32,
        /// What the clock does when time has run out.
        on_lapse: OnLapse,
        /// With `play`: so many lapses of a seat forfeit it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(minimum = 1, maximum = 100))]
        lapses: Option<u8>,
    },
    /// So much time for the whole game, and an increment after every turn.
    Bank {
        /// What a seat begins with, in seconds.
        #[cfg_attr(feature = "server", schema(minimum = 1, maximum = 2_592_000))]
        seconds: u32,
        /// What a seat gets after each of its turns, in seconds.
        #[cfg_attr(feature = "server", schema(minimum = 0, maximum = 604_800))]
        increment: u32,
        /// What the clock does when time has run out.
        on_lapse: OnLapse,
        /// With `play`: so many lapses of a seat forfeit it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(minimum = 1, maximum = 100))]
        lapses: Option<u8>,
    },
}

/// What a clock does when time has run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnLapse {
    /// The server plays for the seat until its turn is over; after a number of lapses the seat is forfeited.
    Play,
    /// The seat is forfeited at once.
    Forfeit,
}

/// What is wrong with a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClockConflict {
    /// A time that cannot be.
    #[error("seconds must be from 1 to {}", ClockRule::MOST_SECONDS)]
    Seconds,
    /// An increment that cannot be.
    #[error("increment must be from 0 to {}", ClockRule::MOST_INCREMENT)]
    Increment,
    /// A number of lapses that cannot be.
    #[error(
        "lapses must be from 1 to {} with on_lapse: play, and absent with forfeit",
        ClockRule::MOST_LAPSES
    )]
    Lapses,
    /// Nobody can roll real dice for a seat.
    #[error("with manual dice the server cannot play for a seat; take on_lapse: forfeit")]
    Manual,
}

impl ClockConflict {
    /// The member that is to be changed.
    #[must_use]
    pub const fn member(self) -> &'static str {
        match self {
            Self::Seconds => "seconds",
            Self::Increment => "increment",
            Self::Lapses => "lapses",
            Self::Manual => "on_lapse",
        }
    }
}

impl ClockRule {
    /// The most seconds of a turn or a bank: 30 days.
    pub const MOST_SECONDS: u32 = 2_592_000;
    /// The most seconds of an increment: a week.
    pub const MOST_INCREMENT: u32 = 604_800;
    /// The most lapses before a seat is forfeited.
    pub const MOST_LAPSES: u8 = 100;

    /// What the clock does when time has run out.
    #[must_use]
    pub const fn on_lapse(&self) -> OnLapse {
        match self {
            Self::Turn { on_lapse, .. } | Self::Bank { on_lapse, .. } => *on_lapse,
        }
    }

    /// So many lapses of a seat forfeit it.
    #[must_use]
    pub fn lapses(&self) -> u8 {
        match self {
            Self::Turn { lapses, .. } | Self::Bank { lapses, .. } => lapses.unwrap_or(1),
        }
    }

    /// What a seat begins with, or has for each turn, in milliseconds.
    #[must_use]
    pub fn allowance_ms(&self) -> u64 {
        match self {
            Self::Turn { seconds, .. } | Self::Bank { seconds, .. } => u64::from(*seconds) * 1000,
        }
    }

    /// Checks its numbers.
    ///
    /// # Errors
    ///
    /// Names what cannot be.
    pub fn check(&self) -> Result<(), ClockConflict> {
        let (Self::Turn {
            seconds, lapses, ..
        }
        | Self::Bank {
            seconds, lapses, ..
        }) = self;
        if !(1..=Self::MOST_SECONDS).contains(seconds) {
            return Err(ClockConflict::Seconds);
        }
        if let Self::Bank { increment, .. } = self
            && *increment > Self::MOST_INCREMENT
        {
            return Err(ClockConflict::Increment);
        }
        let fits = match self.on_lapse() {
            OnLapse::Play => lapses.is_some_and(|lapses| (1..=Self::MOST_LAPSES).contains(&lapses)),
            OnLapse::Forfeit => lapses.is_none(),
        };
        if fits {
            Ok(())
        } else {
            Err(ClockConflict::Lapses)
        }
    }
}
