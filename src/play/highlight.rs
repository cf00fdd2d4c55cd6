//! What somebody looks for who looks back at a game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rules::board::Place;
use crate::rules::event::Event;

/// What happens in a command that somebody looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Highlight {
    /// A piece comes out.
    Exit,
    /// A piece is sent home, by landing on it or by an exit.
    Capture,
    /// A piece reaches the goal.
    Goal,
    /// A third six.
    Penalty,
    /// Dice cannot be used.
    Pass,
    /// A seat's four pieces are in the goal.
    Finish,
    /// A seat leaves for good.
    Leave,
    /// The game is over.
    End,
}

impl Highlight {
    /// Whether this is such an event.
    #[must_use]
    pub fn is(self, event: &Event) -> bool {
        Self::of(event) == Some(self)
    }

    /// What an event is, for who looks for it.
    fn of(event: &Event) -> Option<Self> {
        match event {
            Event::Exit { .. } => Some(Self::Exit),
            Event::Move { target, .. } => (*target == Place::Goal).then_some(Self::Goal),
            Event::Capture { .. } | Event::Crush { .. } => Some(Self::Capture),
            Event::Pass { .. } => Some(Self::Pass),
            Event::Penalty { .. } => Some(Self::Penalty),
            Event::Finish { .. } => Some(Self::Finish),
            Event::Leave { .. } => Some(Self::Leave),
            Event::End(_) => Some(Self::End),
            Event::Created(_)
            | Event::Seated { .. }
            | Event::Unseated { .. }
            | Event::Closed {}
            | Event::Ready { .. }
            | Event::Start { .. }
            | Event::OpeningRoll { .. }
            | Event::Begins { .. }
            | Event::ColourChoice { .. }
            | Event::Roll { .. }
            | Event::Count { .. }
            | Event::CountLost { .. }
            | Event::Payment { .. }
            | Event::Lapse { .. }
            | Event::TakenOver { .. }
            | Event::Agreed { .. }
            | Event::Reveal { .. } => None,
        }
    }
}
