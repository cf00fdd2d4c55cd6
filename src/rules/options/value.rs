//! The options whose values are names or numbers: one type each.

use serde::{Deserialize, Serialize};

/// An option whose values are names.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$value_doc])* $value),+ }

        impl $name {
            /// Every value, in the order of RULES §3.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];
        }
    };
}

/// An option whose values are numbers.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident ($must:literal) { $($(#[$value_doc:meta])* $value:ident = $number:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(try_from = "u8", into = "u8")]
        pub enum $name { $($(#[$value_doc])* $value),+ }

        impl $name {
            /// Every value, in the order of RULES §3.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The number it stands for.
            #[must_use]
            pub const fn number(self) -> u8 {
                match self { $(Self::$value => $number),+ }
            }
        }

        impl From<$name> for u8 {
            fn from(value: $name) -> u8 {
                value.number()
            }
        }

        impl TryFrom<u8> for $name {
            type Error = &'static str;

            fn try_from(number: u8) -> Result<Self, Self::Error> {
                match number { $($number => Ok(Self::$value),)+ _ => Err($must) }
            }
        }

        #[cfg(feature = "server")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::Integer)
                    .enum_values(Some([$($number),+]))
                    .into()
            }
        }

        #[cfg(feature = "server")]
        impl utoipa::ToSchema for $name {}
    };
}
pub(in crate::rules) use numbered;

numbered! {
    /// How many dice a roll has.
    DiceCount ("must be 1 or 2") {
        /// One die (RULES §5).
        One = 1,
        /// Two dice (RULES §12).
        Two = 2,
    }
}
numbered! {
    /// The number that brings pieces out.
    ExitOn ("must be 5 or 6") {
        /// A five.
        Five = 5,
        /// A six.
        Six = 6,
    }
}
named! {
    /// Who begins.
    Opening {
        /// The highest opening roll.
        HighestRoll,
        /// The lowest arm.
        FirstSeat,
    }
}
named! {
    /// How seats get their colours.
    Colours {
        /// Each player takes a free colour.
        BySeat,
        /// Colours are chosen from the winner of the opening roll on.
        ByOpeningRoll,
    }
}
named! {
    /// To which side turns pass.
    TurnDirection {
        /// By falling arm (clockwise).
        Left,
        /// By rising arm (anticlockwise, the way pieces travel).
        Right,
    }
}
named! {
    /// How many pieces an exit brings out.
    FirstExit {
        /// Two whenever all four are at home.
        TwoAlways,
        /// Two if all four are at home and this colour has had no exit yet.
        TwoOnce,
        /// One.
        One,
    }
}
named! {
    /// Whether a possible exit must be taken.
    ExitDuty {
        /// It may be left.
        Optional,
        /// It must be taken.
        Mandatory,
    }
}
named! {
    /// Who is crushed when one piece exits onto a full square.
    ExitClash {
        /// Whom the exiting player chooses.
        Choose,
        /// The foreign piece that came last.
        LastArrived,
        /// Nobody.
        Coexist,
    }
}
named! {
    /// What a foreign barrier on the exit square does.
    ExitBarrier {
        /// It is treated like other foreign pieces.
        Capture,
        /// Nobody exits.
        Blocks,
    }
}
numbered! {
    /// What a roll of six moves when no piece is at home (one die).
    SixAllOut ("must be 6 or 7") {
        /// Six steps.
        Six = 6,
        /// Seven steps.
        Seven = 7,
    }
}
named! {
    /// Where two pieces of one colour block.
    Barriers {
        /// On that colour's own exit square.
        OwnExit,
        /// On any exit square.
        Exits,
        /// On the ring's safe squares.
        SafeSquares,
        /// On the ring and in the corridors.
        Everywhere,
    }
}
named! {
    /// Whether a barrier stops its own colour.
    OwnBarrier {
        /// It does.
        Blocks,
        /// It may be passed.
        Open,
    }
}
named! {
    /// How many pieces a square takes.
    Stacking {
        /// At most two.
        Two,
        /// Any number.
        Unlimited,
    }
}
numbered! {
    /// What a capture counts.
    CaptureCount ("must be 20 or 21") {
        /// Twenty.
        Twenty = 20,
        /// Twenty-one.
        TwentyOne = 21,
    }
}
numbered! {
    /// What a piece in the goal counts.
    GoalCount ("must be 10 or 11") {
        /// Ten.
        Ten = 10,
        /// Eleven.
        Eleven = 11,
    }
}
named! {
    /// How a piece enters the goal.
    GoalEntry {
        /// With the exact number.
        Exact,
        /// Steps too many are taken back from the goal.
        Rebound,
    }
}
named! {
    /// Which piece the third six penalises.
    PenaltyPiece {
        /// The piece moved with the second six.
        SecondSix,
        /// The last piece moved in this turn.
        LastMoved,
    }
}
named! {
    /// What the penalty does to a piece in its corridor.
    PenaltyInCorridor {
        /// It stays.
        Stays,
        /// It goes back to its entrance.
        ToEntrance,
    }
}
named! {
    /// What the penalty does to a piece on its entrance.
    PenaltyAtEntrance {
        /// It goes home.
        GoesHome,
        /// It stays.
        Stays,
    }
}
named! {
    /// What happens when a seat has its four pieces in the goal.
    Finish {
        /// The others go on until one is left.
        PlayOn,
        /// The game ends.
        FirstWinner,
    }
}
named! {
    /// Which places there are.
    Places {
        /// All of them.
        All,
        /// The first.
        WinnerOnly,
    }
}
named! {
    /// Who plays together.
    Teams {
        /// Everybody alone.
        None,
        /// Seats opposite each other.
        Pairs,
    }
}
