//! The five presets of RULES §3.

use serde::{Deserialize, Serialize};

use super::board::Arms;
use super::options::{
    Barriers, CaptureCount, Colours, DiceCount, ExitBarrier, ExitClash, ExitDuty, ExitOn, Finish,
    FirstExit, GoalCount, GoalEntry, Opening, OwnBarrier, PenaltyAtEntrance, PenaltyInCorridor,
    PenaltyPiece, Places, Rules, SixAllOut, Stacking, Teams, TurnDirection,
};

/// A named set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// The rules of the encyclopedia (S0).
    Classic,
    /// The rules of the online leagues (S1).
    League,
    /// The game as always played (S2).
    Traditional,
    /// With rebound at the goal (S3).
    Rebound,
    /// Two dice (S0, D20).
    TwoDice,
}

impl Preset {
    /// All presets, in the order of RULES §3.
    pub const ALL: [Self; 5] = [
        Self::Classic,
        Self::League,
        Self::Traditional,
        Self::Rebound,
        Self::TwoDice,
    ];

    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::League => "league",
            Self::Traditional => "traditional",
            Self::Rebound => "rebound",
            Self::TwoDice => "two_dice",
        }
    }

    /// Every option of the preset, with its value.
    #[must_use]
    pub const fn rules(self) -> Rules {
        match self {
            Self::Classic => CLASSIC,
            Self::League => LEAGUE,
            Self::Traditional => TRADITIONAL,
            Self::Rebound => REBOUND,
            Self::TwoDice => TWO_DICE,
        }
    }
}

const LEAGUE: Rules = Rules {
    arms: Arms::Four,
    dice: DiceCount::One,
    exit_on: ExitOn::Five,
    opening: Opening::HighestRoll,
    colours: Colours::BySeat,
    turn_direction: TurnDirection::Right,
    first_exit: FirstExit::One,
    exit_duty: ExitDuty::Mandatory,
    exit_clash: ExitClash::LastArrived,
    exit_barrier: ExitBarrier::Capture,
    exit_counts: true,
    six_all_out: SixAllOut::Seven,
    barriers: Barriers::Everywhere,
    own_barrier: OwnBarrier::Blocks,
    corridor_duty: true,
    stacking: Stacking::Two,
    capture_count: CaptureCount::Twenty,
    goal_count: GoalCount::Ten,
    goal_entry: GoalEntry::Exact,
    penalty_piece: PenaltyPiece::LastMoved,
    penalty_in_corridor: PenaltyInCorridor::Stays,
    penalty_at_entrance: PenaltyAtEntrance::GoesHome,
    finish: Finish::FirstWinner,
    places: Places::All,
    teams: Teams::None,
    stakes: None,
};

const CLASSIC: Rules = Rules {
    turn_direction: TurnDirection::Left,
    first_exit: FirstExit::TwoAlways,
    exit_duty: ExitDuty::Optional,
    exit_clash: ExitClash::Choose,
    exit_counts: false,
    barriers: Barriers::OwnExit,
    corridor_duty: false,
    penalty_piece: PenaltyPiece::SecondSix,
    penalty_at_entrance: PenaltyAtEntrance::Stays,
    finish: Finish::PlayOn,
    ..LEAGUE
};

const TRADITIONAL: Rules = Rules {
    penalty_in_corridor: PenaltyInCorridor::ToEntrance,
    places: Places::WinnerOnly,
    ..LEAGUE
};

const REBOUND: Rules = Rules {
    colours: Colours::ByOpeningRoll,
    turn_direction: TurnDirection::Left,
    six_all_out: SixAllOut::Six,
    barriers: Barriers::SafeSquares,
    corridor_duty: false,
    goal_entry: GoalEntry::Rebound,
    places: Places::WinnerOnly,
    ..LEAGUE
};

const TWO_DICE: Rules = Rules {
    dice: DiceCount::Two,
    six_all_out: SixAllOut::Six,
    places: Places::WinnerOnly,
    ..LEAGUE
};
