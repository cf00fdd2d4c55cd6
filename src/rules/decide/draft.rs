//! Events around play: seats, the start, who begins, colours.

use crate::rules::colour::Colour;
use crate::rules::event::Event;
use crate::rules::game::{Game, Stage};
use crate::rules::ids::{Chair, Hex32};
use crate::rules::options::Opening;
use crate::rules::ruling::{Events, Ruling};

/// Events around play, each applied as it is said.
pub(super) struct Draft {
    pub(super) game: Game,
    pub(super) events: Events,
}

impl Draft {
    pub(super) fn of(game: &Game) -> Self {
        Self {
            game: game.clone(),
            events: Events::new(),
        }
    }

    pub(super) fn say(&mut self, event: Event) {
        let fits = self.game.apply(&event);
        debug_assert_eq!(fits, Ok(()), "{event:?}");
        self.events.push(event);
    }

    /// Fixes the seats; starts at once where nobody promised entropy.
    pub(super) fn close(&mut self) {
        if self.game.promises_open().is_empty() {
            self.open();
        } else {
            self.say(Event::Closed {});
        }
    }

    pub(super) fn open(&mut self) {
        // The transcript is filled in later, by the dice.
        let transcript = self.game.has_server_dice().then_some(Hex32([0; 32]));
        let fits = self.game.apply(&Event::Start { transcript });
        debug_assert_eq!(fits, Ok(()), "start");
        self.events.push(Event::Start { transcript: None });
        if self
            .game
            .rules()
            .is_some_and(|rules| rules.opening == Opening::FirstSeat)
        {
            self.begin();
        }
    }

    /// Says who begins, once that is known.
    pub(super) fn begin(&mut self) {
        if let Some(chair) = self.game.beginner() {
            self.say(Event::Begins { chair });
        }
    }

    /// Gives the lowest free colours to those who left without one, when all others have chosen, and to the last who
    /// is left (RULES §4).
    pub(super) fn hand_out_colours(&mut self) {
        while let Some((chair, colour)) = self.next_handed_out() {
            self.say(Event::ColourChoice { chair, colour });
        }
    }

    fn next_handed_out(&self) -> Option<(Chair, Colour)> {
        let Stage::Colours(round) = &self.game.stage else {
            return None;
        };
        let chair = self.game.next_chooser(round)?;
        let chooses = !self.game.has_left(chair) && self.game.still_in().len() > 1;
        let lowest = round.free(self.game.rules()?.arms).next()?;
        (!chooses).then_some((chair, lowest))
    }

    /// Ends a game whose last seat (pair) is left before the game proper.
    pub(super) fn end_if_decided(&mut self) {
        let Stage::Playing(position) = &self.game.stage else {
            return;
        };
        if position.is_decided() {
            let mut ruling = Ruling::new(position);
            ruling.finish_game();
            for event in ruling.events {
                self.say(event);
            }
        }
    }
}
