//! Telling a game: a sentence for every event, from the log alone.

mod leaving;
mod playing;
mod seating;

use arrayvec::ArrayVec;

use super::clause::{Clause, sentences};
use super::language::Language;
use crate::rules::board::Arms;
use crate::rules::colour::Colour;
use crate::rules::event::{Created, Event};
use crate::rules::game::Game;
use crate::rules::ids::Chair;
use crate::rules::options::{Colours, DiceCount, Rules, Teams};

/// Tells events in a language, in the order of the log. It remembers who has which colour and whose turn it is.
#[derive(Clone, Debug)]
pub struct Teller {
    language: Language,
    rules: Option<Rules>,
    colours: [Option<Colour>; 8],
    on_turn: Option<Colour>,
}

impl Teller {
    /// A teller who begins with the first event of a game.
    #[must_use]
    pub const fn new(language: Language) -> Self {
        Self {
            language,
            rules: None,
            colours: [None; 8],
            on_turn: None,
        }
    }

    /// A teller who goes on with the events that follow this state.
    #[must_use]
    pub fn after(language: Language, game: &Game) -> Self {
        let on_turn = game
            .asked()
            .chairs()
            .first()
            .and_then(|chair| game.colour(*chair));
        Self {
            on_turn,
            ..Self::among(language, game)
        }
    }

    /// A teller of some command of a game, who knows the seats as they are in this later state.
    #[must_use]
    pub fn among(language: Language, game: &Game) -> Self {
        Self {
            language,
            rules: game.rules().copied(),
            colours: Chair::ALL.map(|chair| game.colour(chair)),
            on_turn: None,
        }
    }

    /// The language it tells in.
    #[must_use]
    pub const fn language(&self) -> Language {
        self.language
    }

    /// The sentence of an event.
    pub fn tell(&mut self, event: &Event) -> String {
        self.clause(event).sentence()
    }

    /// The sentences of a command's events, those of one doer in one: who moves, captures and counts is named once.
    pub fn tell_command<'a>(&mut self, events: impl IntoIterator<Item = &'a Event>) -> Vec<String> {
        let clauses: Vec<Clause> = events.into_iter().map(|event| self.clause(event)).collect();
        sentences(self.language, &clauses)
    }

    #[expect(clippy::too_many_lines, reason = "an arm for every kind of event")]
    fn clause(&mut self, event: &Event) -> Clause {
        self.follow(event);
        match event {
            Event::Created(created) => self.created(created),
            Event::Seated {
                chair,
                entropy_commit,
                bot,
                ..
            } => self.seated(*chair, entropy_commit.is_some(), bot.as_deref()),
            Event::Unseated { chair, actor, .. } => self.unseated(*chair, actor.is_some()),
            Event::Closed {} => self.closed(),
            Event::Ready { chair, .. } => self.ready(*chair),
            Event::Start { .. } => self.start(),
            Event::OpeningRoll { chair, dice, .. } => self.opening_roll(*chair, dice),
            Event::Begins { chair } => self.begins(*chair),
            Event::ColourChoice { chair, colour } => self.colour_choice(*chair, *colour),
            Event::Roll { chair, dice, .. } => self.roll(*chair, dice),
            Event::Exit {
                pieces,
                dice,
                target,
            } => self.exit(pieces, dice, *target),
            Event::Move {
                piece,
                origin,
                target,
                die,
                steps,
                count,
            } => match count {
                Some(count) => self.take_count(*piece, *origin, *target, *count),
                None => self.advance(*piece, *origin, *target, *die, *steps),
            },
            Event::Capture {
                piece,
                captor,
                square,
            } => self.capture(*piece, *captor, *square),
            Event::Crush { piece, square } => self.crush(*piece, *square),
            Event::Count { amount, reason } => self.count(*amount, *reason),
            Event::CountLost { amount } => self.count_lost(*amount),
            Event::Pass { dice } => self.pass(dice),
            Event::Penalty {
                piece,
                origin,
                target,
            } => self.penalty(*piece, *origin, *target),
            Event::Payment {
                payer,
                payee,
                reason,
                amount,
            } => self.payment(*payer, *payee, *reason, *amount),
            Event::Finish { chair } => self.finish(*chair),
            Event::Lapse(lapse) => self.lapse(lapse),
            Event::TakenOver { chair, bot } => self.taken_over(*chair, bot),
            Event::Agreed { what } => self.agreed(*what),
            Event::Leave {
                chairs,
                reason,
                actor,
            } => self.leave(chairs, *reason, actor.is_some()),
            Event::End(end) => self.end(end),
            Event::Reveal { .. } => self.reveal(),
        }
    }

    /// Notes what later sentences need to know.
    fn follow(&mut self, event: &Event) {
        match event {
            Event::Created(created) => self.open(created),
            Event::ColourChoice { chair, colour } => {
                if let Some(place) = self.colours.get_mut(chair.index()) {
                    *place = Some(*colour);
                }
            }
            Event::Roll { chair, .. } => self.on_turn = self.colour_of(*chair),
            Event::Exit { pieces, .. } => self.moved(pieces.first().map(|piece| piece.colour())),
            Event::Move { piece, .. } => self.moved(Some(piece.colour())),
            Event::Seated { .. }
            | Event::Unseated { .. }
            | Event::Closed {}
            | Event::Ready { .. }
            | Event::Start { .. }
            | Event::OpeningRoll { .. }
            | Event::Begins { .. }
            | Event::Capture { .. }
            | Event::Crush { .. }
            | Event::Count { .. }
            | Event::CountLost { .. }
            | Event::Pass { .. }
            | Event::Penalty { .. }
            | Event::Payment { .. }
            | Event::Finish { .. }
            | Event::Lapse { .. }
            | Event::TakenOver { .. }
            | Event::Agreed { .. }
            | Event::Leave { .. }
            | Event::End(_)
            | Event::Reveal { .. } => {}
        }
    }

    fn open(&mut self, created: &Created) {
        self.rules = Some(created.rules);
        if created.rules.colours == Colours::BySeat {
            self.colours = Chair::ALL.map(|chair| Colour::of_arm(chair.number()));
        }
    }

    /// Whose turn it is, told by a piece that moves; in pairs it may be the partner's.
    fn moved(&mut self, colour: Option<Colour>) {
        let alone = self.rules.is_some_and(|rules| rules.teams == Teams::None);
        self.on_turn = self.on_turn.or(colour.filter(|_| alone));
    }

    fn colour_of(&self, chair: Chair) -> Option<Colour> {
        self.colours.get(chair.index()).copied().flatten()
    }

    /// A seat by its colour, or by its number while it has none.
    pub(super) fn seat(&self, chair: Chair) -> String {
        self.colour_of(chair).map_or_else(
            || self.language.chair(chair),
            |colour| self.language.colour(colour).to_owned(),
        )
    }

    /// A seat before the game proper: by its colour only where that comes with the chair.
    pub(super) fn early(&self, chair: Chair) -> String {
        if self.is_by_seat() {
            self.seat(chair)
        } else {
            self.language.chair(chair)
        }
    }

    /// A chair by its number, with its colour where that comes with it: el puesto 0 (amarillo).
    pub(super) fn numbered(&self, chair: Chair) -> String {
        let number = self.language.chair(chair);
        match self.colour_of(chair).filter(|_| self.is_by_seat()) {
            Some(colour) => format!("{number} ({})", self.language.colour(colour)),
            None => number,
        }
    }

    pub(super) fn seats(&self, chairs: &[Chair]) -> String {
        let names: ArrayVec<String, 8> = chairs
            .iter()
            .take(8)
            .map(|chair| self.seat(*chair))
            .collect();
        self.language.all(names)
    }

    fn is_by_seat(&self) -> bool {
        self.rules
            .is_none_or(|rules| rules.colours == Colours::BySeat)
    }

    fn arms(&self) -> Option<Arms> {
        self.rules.map(|rules| rules.arms)
    }

    fn two_dice(&self) -> bool {
        self.rules.is_some_and(|rules| rules.dice == DiceCount::Two)
    }
}
