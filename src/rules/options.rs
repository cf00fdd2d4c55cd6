//! The options of RULES §3: one type each, the whole set, and what may be overridden.

use serde::{Deserialize, Serialize};

use super::board::Arms;

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
pub(super) use numbered;

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

/// What is paid, in points (RULES §11); each at most [`Stakes::MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Stakes {
    /// For each captured piece, and for each piece not in the goal at the end.
    pub capture: Points,
    /// By every other player to the winner.
    pub win: Points,
    /// By the roller of a third six to the winner.
    pub third_six: Points,
}

/// An amount of a stake: 0 to 1,000,000,000.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(try_from = "u32", into = "u32")]
#[cfg_attr(feature = "server", schema(minimum = 0, maximum = 1_000_000_000))]
pub struct Points(u32);

impl Points {
    /// The highest stake, so that no ledger comes near 2⁵³.
    pub const MOST: u32 = 1_000_000_000;

    /// The amount.
    #[must_use]
    pub const fn amount(self) -> u32 {
        self.0
    }
}

impl From<Points> for u32 {
    fn from(points: Points) -> Self {
        points.0
    }
}

impl TryFrom<u32> for Points {
    type Error = &'static str;

    fn try_from(amount: u32) -> Result<Self, Self::Error> {
        if amount <= Self::MOST {
            Ok(Self(amount))
        } else {
            Err("must be at most 1000000000")
        }
    }
}

/// Writes the set of all options and the set of overrides from one list.
macro_rules! rule_set {
    ($($(#[$doc:meta])* $name:ident: $kind:ty,)+) => {
        /// A whole set of rules: every option with its value.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
        pub struct Rules { $($(#[$doc])* #[cfg_attr(feature = "server", schema(required))] pub $name: $kind,)+ }

        /// Options that differ from a preset's.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
        #[serde(deny_unknown_fields)]
        pub struct Overrides {
            $($(#[$doc])* #[serde(default, skip_serializing_if = "Option::is_none")] pub $name: Option<$kind>,)+
        }

        impl Overrides {
            /// `rules` with the options named here replaced.
            #[must_use]
            pub fn over(self, rules: Rules) -> Rules {
                Rules { $($name: self.$name.unwrap_or(rules.$name),)+ }
            }
        }

        impl Rules {
            /// The names of all options, in the order of RULES §3.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),+];
        }
    };
}

rule_set! {
    /// Arms of the board.
    arms: Arms,
    /// Dice of a roll.
    dice: DiceCount,
    /// The number that brings pieces out.
    exit_on: ExitOn,
    /// Who begins.
    opening: Opening,
    /// How seats get their colours.
    colours: Colours,
    /// To which side turns pass.
    turn_direction: TurnDirection,
    /// How many pieces an exit brings out.
    first_exit: FirstExit,
    /// Whether a possible exit must be taken.
    exit_duty: ExitDuty,
    /// Who is crushed when one piece exits onto a full square.
    exit_clash: ExitClash,
    /// What a foreign barrier on the exit square does.
    exit_barrier: ExitBarrier,
    /// Whether a crush earns a capture count.
    exit_counts: bool,
    /// What a six moves when no piece is at home (one die).
    six_all_out: SixAllOut,
    /// Where two pieces of one colour block.
    barriers: Barriers,
    /// Whether a barrier stops its own colour.
    own_barrier: OwnBarrier,
    /// Whether a barrier in the corridor must be opened too.
    corridor_duty: bool,
    /// How many pieces a square takes.
    stacking: Stacking,
    /// What a capture counts.
    capture_count: CaptureCount,
    /// What a piece in the goal counts.
    goal_count: GoalCount,
    /// How a piece enters the goal.
    goal_entry: GoalEntry,
    /// Which piece the third six penalises.
    penalty_piece: PenaltyPiece,
    /// What the penalty does to a piece in its corridor.
    penalty_in_corridor: PenaltyInCorridor,
    /// What the penalty does to a piece on its entrance.
    penalty_at_entrance: PenaltyAtEntrance,
    /// What happens when a seat has its four pieces in the goal.
    finish: Finish,
    /// Which places there are.
    places: Places,
    /// Who plays together.
    teams: Teams,
    /// What is paid; null for nothing.
    stakes: Option<Stakes>,
}

/// Options that do not go together, by name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("colours: by_opening_roll needs opening: highest_roll and teams: none; at fault: {}", self.options.join(", "))]
pub struct RulesConflict {
    /// The names of the options at fault.
    pub options: Vec<&'static str>,
}

impl Rules {
    /// Checks that the options go together (RULES §3).
    ///
    /// # Errors
    ///
    /// Names the options at fault.
    pub fn check(&self) -> Result<(), RulesConflict> {
        if self.colours == Colours::BySeat {
            return Ok(());
        }
        let mut options = vec!["colours"];
        if self.opening != Opening::HighestRoll {
            options.push("opening");
        }
        if self.teams != Teams::None {
            options.push("teams");
        }
        if options.len() == 1 {
            Ok(())
        } else {
            Err(RulesConflict { options })
        }
    }
}
