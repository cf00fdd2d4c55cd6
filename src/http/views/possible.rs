//! What is possible in a game now: who is asked for what, and the options.

use serde::Serialize;
use utoipa::ToSchema;

use super::choice::{ChoiceView, DutyView};
use crate::rules::asked::Asked;
use crate::rules::game::Game;
use crate::rules::ids::{Chair, PlayerId, Version};

/// What is possible now.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::http) struct Possible {
    /// Who is asked for what.
    asked: AskedView,
    /// The number of the next roll of the game, opening rolls included.
    #[schema(minimum = 1)]
    next_roll: u64,
    /// The version that a choice answers; null before the start.
    #[schema(required)]
    decision: Option<Version>,
    /// What may be chosen, in order; empty unless a choice is due.
    options: Vec<ChoiceView>,
    /// The duties that leave only these options; empty where none does.
    duties: Vec<DutyView>,
}

/// Who is asked for what.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schema(as = Asked)]
pub(in crate::http) enum AskedView {
    /// Nobody: the game is over.
    Nobody {},
    /// Players, to sit down.
    Players {
        /// How many more will play.
        #[schema(minimum = 1, maximum = 8)]
        missing: u8,
    },
    /// The owner, to start.
    Start {
        /// The owner.
        player: PlayerId,
    },
    /// Seats, to reveal the entropy they promised.
    Entropy {
        /// Which.
        #[schema(min_items = 1, max_items = 8)]
        chairs: Vec<Chair>,
    },
    /// A seat, to roll.
    Roll {
        /// Which.
        chair: Chair,
        /// The number of the roll.
        #[schema(minimum = 1)]
        n: u64,
    },
    /// A seat, to choose its colour.
    Colour {
        /// Which.
        chair: Chair,
    },
    /// A seat, to choose an option.
    Choice {
        /// Which.
        chair: Chair,
    },
}

impl Possible {
    /// What is possible in a game.
    pub(in crate::http) fn of(game: &Game) -> Self {
        let choices = game.choices();
        let position = game.position();
        let duties = position
            .map(|position| position.duties(&choices))
            .unwrap_or_default();
        Self {
            asked: AskedView::of(game),
            next_roll: game.next_roll(),
            decision: game.decision(),
            options: choices
                .iter()
                .map(|choice| ChoiceView::of(choice, position))
                .collect(),
            duties: duties.into_iter().map(DutyView::from).collect(),
        }
    }
}

impl AskedView {
    /// Who is asked in a game.
    pub(in crate::http) fn of(game: &Game) -> Self {
        match game.asked() {
            Asked::Nobody => Self::Nobody {},
            Asked::Players { missing } => Self::Players { missing },
            Asked::Start => game
                .created()
                .map_or(Self::Nobody {}, |created| Self::Start {
                    player: created.owner,
                }),
            Asked::Entropy(chairs) => Self::Entropy {
                chairs: chairs.to_vec(),
            },
            Asked::Roll { chair, n } => Self::Roll { chair, n },
            Asked::Colour { chair } => Self::Colour { chair },
            Asked::Choice { chair } => Self::Choice { chair },
        }
    }
}
