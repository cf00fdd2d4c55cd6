use std::sync::Arc;

use parchis::rules::event::Event;

use super::game::{Game, parsed};

/// A game's log, as somebody has read it so far.
pub(crate) struct Log {
    pub(crate) game: Arc<Game>,
    pub(crate) bodies: Vec<String>,
}

impl Log {
    pub(crate) fn new(game: &Arc<Game>) -> Log {
        Log {
            game: Arc::clone(game),
            bodies: Vec::new(),
        }
    }

    /// The next event, which must be the next one of the game.
    pub(crate) fn push(&mut self, body: &str, hash: &str) {
        self.bodies.push(body.to_owned());
        let (version, length) = (parsed(body).version.0, self.bodies.len());
        assert_eq!(usize::try_from(version), Ok(length), "a gap or a double");
        self.game.told.note_event(length, body);
        self.game.told.note_head(length, hash);
    }

    /// Whether the last command read ends the game.
    pub(crate) fn is_over(&self) -> bool {
        // The seed of the dice is revealed after the end.
        let last = self.bodies.iter().rev().take(2);
        last.map(|body| parsed(body).event)
            .any(|event| matches!(event, Event::End(_)))
    }
}
