//! Parameters that many operations share.

use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::rules::board::Arms;
use crate::rules::ids::{Chair, GameId, Version};

/// Writes parameters that only the document reads.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident in $place:ident { $(#[$member:meta])* $field:ident: $kind:ty })+) => {
        $(
            $(#[$doc])*
            #[derive(Deserialize, IntoParams)]
            #[into_params(parameter_in = $place)]
            #[allow(dead_code, reason = "describes what extractors read")]
            pub(in crate::http) struct $name { $(#[$member])* $field: $kind }
        )+
    };
}

parameters! {
    /// A game.
    GamePath in Path {
        /// The game's id.
        game: GameId
    }
    /// A chair.
    ChairPath in Path {
        /// The chair.
        chair: Chair
    }
    /// A roll.
    RollPath in Path {
        /// The number of the roll in the game, from 1; `next_roll` in the state.
        #[param(minimum = 1)]
        n: u64
    }
    /// A decision.
    DecisionPath in Path {
        /// The version that the choice answers; `decision` in the state.
        decision: Version
    }
    /// A version.
    VersionPath in Path {
        /// The version at the end of a command.
        version: Version
    }
    /// A day.
    DayPath in Path {
        /// The day on which the games were created, by UTC.
        #[param(example = "2026-03-01")]
        date: NaiveDate
    }
    /// A board.
    ArmsPath in Path {
        /// How many arms the board has.
        arms: Arms
    }
    /// The state a command is meant for.
    ExpectedState in Header {
        /// The tag of the state the command is meant for; another one refuses it with 412.
        #[serde(rename = "If-Match")]
        #[param(rename = "If-Match", required = false, example = "W/\"7-0123456789ab\"")]
        if_match: Option<String>
    }
    /// The state a client has.
    KnownState in Header {
        /// The tag of what one has; the same one answers 304.
        #[serde(rename = "If-None-Match")]
        #[param(rename = "If-None-Match", required = false, example = "W/\"7-0123456789ab\"")]
        if_none_match: Option<String>
    }
    /// The message of a stream that a client has last.
    KnownEvent in Header {
        /// The `id` of the last message one has of a stream, which goes on after it; it goes before `after`.
        #[serde(rename = "Last-Event-ID")]
        #[param(rename = "Last-Event-ID", required = false, example = "7-0123456789ab")]
        last_event_id: Option<String>
    }
    /// The message of a player's stream that a client has last.
    KnownStep in Header {
        /// The `id` of the last message one has of a stream, which goes on after it; it goes before `cursor`.
        #[serde(rename = "Last-Event-ID")]
        #[param(rename = "Last-Event-ID", required = false)]
        last_event_id: Option<String>
    }
    /// The languages a client speaks.
    SpokenLanguages in Header {
        /// The languages one would rather read, where the answer is text: Spanish (the first) and English exist.
        #[serde(rename = "Accept-Language")]
        #[param(rename = "Accept-Language", required = false, example = "en, es;q=0.5")]
        languages: Option<String>
    }
    /// A key.
    KeyHeader in Header {
        /// The same key with the same request gives the same game; 1 to 255 visible ASCII characters.
        #[serde(rename = "Idempotency-Key")]
        #[param(rename = "Idempotency-Key", required = false, example = "saturday-evening-1")]
        key: Option<String>
    }
}
