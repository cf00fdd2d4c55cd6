//! Options, as they are shown.

use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::board::Place;
use crate::rules::choice::Choice;
use crate::rules::colour::Colour;
use crate::rules::dice::Die;
use crate::rules::event::CountReason;
use crate::rules::piece::Piece;
use crate::rules::position::Position;
use crate::rules::preview::{self, Duty};

/// An option: what may be chosen, and what it brings.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schema(as = Choice)]
pub(in crate::http) enum ChoiceView {
    /// One or two pieces come out.
    Exit {
        /// The option's name, good for its decision.
        #[schema(example = "exit:5:Y1")]
        id: String,
        /// Who comes out.
        #[schema(min_items = 1, max_items = 2)]
        pieces: Vec<Piece>,
        /// The dice it uses.
        #[schema(min_items = 1, max_items = 2)]
        dice: Vec<Die>,
        /// The exit square.
        target: Place,
        /// Who is sent home from the exit square.
        crushed: Vec<Piece>,
        /// The counts it earns, to be taken next.
        earns: Vec<Earned>,
    },
    /// A piece moves by a die.
    Move {
        /// The option's name, good for its decision.
        #[schema(example = "move:3:Y2")]
        id: String,
        /// Who moves.
        piece: Piece,
        /// The die it uses.
        die: Die,
        /// How far it goes.
        #[schema(minimum = 1, maximum = 12)]
        steps: u8,
        /// From where.
        origin: Place,
        /// To where.
        target: Place,
        /// Who is captured there.
        #[serde(skip_serializing_if = "Option::is_none")]
        captured: Option<Piece>,
        /// The counts it earns, to be taken next.
        earns: Vec<Earned>,
    },
    /// A piece takes the oldest pending count.
    TakeCount {
        /// The option's name, good for its decision.
        #[schema(example = "take_count:20:Y4")]
        id: String,
        /// Who moves.
        piece: Piece,
        /// The count, and how far it goes.
        #[schema(minimum = 10, maximum = 21)]
        count: u8,
        /// From where.
        origin: Place,
        /// To where.
        target: Place,
        /// Who is captured there.
        #[serde(skip_serializing_if = "Option::is_none")]
        captured: Option<Piece>,
        /// The counts it earns, to be taken next.
        earns: Vec<Earned>,
    },
    /// A seat takes a colour.
    Colour {
        /// The option's name, good for its decision.
        #[schema(example = "colour:red")]
        id: String,
        /// Which.
        colour: Colour,
    },
}

/// A count that an option earns.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(in crate::http) struct Earned {
    /// For what.
    reason: CountReason,
    /// Its steps.
    #[schema(minimum = 10, maximum = 21)]
    amount: u8,
}

/// Why only these are options.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Duty)]
pub(in crate::http) enum DutyView {
    /// A piece must come out.
    Exit,
    /// A barrier must be opened.
    Barrier,
    /// Both dice must be used.
    BothDice,
}

impl ChoiceView {
    /// An option of a position, or a colour.
    pub(in crate::http) fn of(choice: &Choice, position: Option<&Position>) -> Self {
        let id = choice.id().to_string();
        let earns = || {
            let earned = position
                .map(|position| position.earned(choice))
                .unwrap_or_default();
            earned.into_iter().map(Earned::from).collect()
        };
        match choice {
            Choice::Exit {
                dice,
                pieces,
                target,
                crushed,
                ..
            } => Self::Exit {
                id,
                pieces: pieces.to_vec(),
                dice: dice.to_vec(),
                target: *target,
                crushed: crushed.to_vec(),
                earns: earns(),
            },
            Choice::Move {
                die,
                steps,
                piece,
                origin,
                target,
                captured,
            } => Self::Move {
                id,
                piece: *piece,
                die: *die,
                steps: *steps,
                origin: *origin,
                target: *target,
                captured: *captured,
                earns: earns(),
            },
            Choice::TakeCount {
                count,
                piece,
                origin,
                target,
                captured,
            } => Self::TakeCount {
                id,
                piece: *piece,
                count: *count,
                origin: *origin,
                target: *target,
                captured: *captured,
                earns: earns(),
            },
            Choice::Colour { colour } => Self::Colour {
                id,
                colour: *colour,
            },
        }
    }
}

impl From<preview::Earned> for Earned {
    fn from(earned: preview::Earned) -> Self {
        Self {
            reason: earned.reason,
            amount: earned.amount,
        }
    }
}

impl From<Duty> for DutyView {
    fn from(duty: Duty) -> Self {
        match duty {
            Duty::Exit => Self::Exit,
            Duty::Barrier => Self::Barrier,
            Duty::BothDice => Self::BothDice,
        }
    }
}
