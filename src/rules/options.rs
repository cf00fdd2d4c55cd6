//! The options of RULES §3: one type each, the whole set, and what may be overridden.

use serde::{Deserialize, Serialize};

use super::board::Arms;

mod stakes;
mod value;

pub use stakes::{Points, Stakes};
pub(super) use value::numbered;
pub use value::{
    Barriers, CaptureCount, Colours, DiceCount, ExitBarrier, ExitClash, ExitDuty, ExitOn, Finish,
    FirstExit, GoalCount, GoalEntry, Opening, OwnBarrier, PenaltyAtEntrance, PenaltyInCorridor,
    PenaltyPiece, Places, SixAllOut, Stacking, Teams, TurnDirection,
};

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
