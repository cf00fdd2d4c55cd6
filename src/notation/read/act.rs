//! Commands: rolls, options, and what seats and the owner do around them.

use super::{Reading, Written};
use crate::notation::error::{NotationError, Objection};
use crate::notation::item::{Item, Seats};
use crate::notation::label::Label;
use crate::notation::record::UNTOLD;
use crate::notation::take::Take;
use crate::rules::asked::Asked;
use crate::rules::choice::ChoiceId;
use crate::rules::colour::Colour;
use crate::rules::command::Command;
use crate::rules::decide::decide;
use crate::rules::dice::Roll;
use crate::rules::event::{EndReason, Event, Lapse};
use crate::rules::ids::{Chair, PlayerId};

impl<'a> Reading<'a> {
    pub(super) fn turn(&self, place: Written<'a>, number: u64) -> Result<(), NotationError> {
        let begins = self.begins_turn() && self.named.is_none();
        let next = self.turns + 1;
        if begins && number == next {
            return Ok(());
        }
        let legal = begins.then(|| Item::Turn(next).to_string());
        let legal = legal.into_iter().collect();
        Err(self.error(place, legal, Objection::TurnNumber))
    }

    fn begins_turn(&self) -> bool {
        let rolls = matches!(self.game.asked(), Asked::Roll { .. });
        let position = self.game.position();
        rolls && position.is_some_and(|position| position.sixes() == 0)
    }

    pub(super) fn roll(&mut self, place: Written<'a>, dice: Roll) -> Result<(), NotationError> {
        let Asked::Roll { chair, n } = self.game.asked() else {
            return Err(self.wrong(place, Objection::NotDue));
        };
        self.is_asked(chair)?;
        let begins = self.begins_turn();
        let actor = None;
        self.act(place, &Command::Roll { n, dice, actor })?;
        self.turns += u64::from(begins);
        Ok(())
    }

    pub(super) fn take(&mut self, place: Written<'a>, take: &Take) -> Result<(), NotationError> {
        let Asked::Choice { chair } = self.game.asked() else {
            return Err(self.wrong(place, Objection::NotDue));
        };
        self.is_asked(chair)?;
        let choices = self.game.choices();
        let meant: Vec<(ChoiceId, Take)> = choices
            .iter()
            .filter_map(|choice| Some((choice.id(), Take::of_choice(choice)?)))
            .filter(|(_, whole)| take.means(whole))
            .collect();
        match meant.as_slice() {
            [(option, _)] => self.choose(place, option.clone()),
            [] => Err(self.wrong(place, Objection::NotAnOption)),
            several => {
                let legal = several.iter().map(|(_, take)| take.to_string());
                Err(self.error(place, legal.collect(), Objection::Ambiguous))
            }
        }
    }

    pub(super) fn colour(
        &mut self,
        place: Written<'a>,
        colour: Colour,
    ) -> Result<(), NotationError> {
        let Asked::Colour { chair } = self.game.asked() else {
            return Err(self.wrong(place, Objection::NotDue));
        };
        self.is_asked(chair)?;
        self.choose(place, ChoiceId::Colour(colour))
    }

    fn choose(&mut self, place: Written<'a>, option: ChoiceId) -> Result<(), NotationError> {
        let command = Command::Choose {
            decision: self.game.decision().unwrap_or_default(),
            option,
            actor: None,
        };
        self.act(place, &command)
    }

    /// Promised entropy is revealed; a text does not tell it.
    pub(super) fn ready(&mut self, place: Written<'a>) -> Result<(), NotationError> {
        let (chair, actor) = self.speaker(place)?;
        let entropy = UNTOLD;
        let command = Command::Reveal {
            chair,
            actor,
            entropy,
        };
        self.act(place, &command)
    }

    /// A seat resigns, and a pair with it.
    pub(super) fn resign(&mut self, place: Written<'a>) -> Result<(), NotationError> {
        let named = self.named.clone();
        let (chair, actor) = self.speaker(place)?;
        let label = |chair: &Chair| Label::of(&self.game, *chair);
        let command = Command::Resign { chair, actor };
        let leavers = match decide(&self.game, &command).ok().as_deref() {
            Some([Event::Leave { chairs, .. }, ..]) => chairs.iter().map(label).collect(),
            Some(_) | None => Seats::new(),
        };
        match named {
            Some((at, seats)) if seats.len() > 1 && seats != leavers && !leavers.is_empty() => {
                let legal = vec![Item::Seats(leavers).to_string()];
                Err(self.error(at, legal, Objection::OtherSeat))
            }
            Some(_) | None => self.act(place, &command),
        }
    }

    /// What the owner does before the game is played, and what happens to a game that is not.
    pub(super) fn around_play(
        &mut self,
        place: Written<'a>,
        item: &Item,
    ) -> Result<(), NotationError> {
        let owner = self.game.created().map(|created| created.owner);
        let actor = owner.unwrap_or(PlayerId(uuid::Uuid::nil()));
        let command = if *item == Item::Start {
            Command::Start { actor }
        } else if *item == Item::End(EndReason::Cancelled) {
            Command::Cancel { actor }
        } else if *item == Item::End(EndReason::EntropyMissing) {
            Command::EntropyMissing
        } else {
            return self.follow(place, item);
        };
        self.act(place, &command)
    }

    /// Decides a command that a piece of the text asks for.
    fn act(&mut self, place: Written<'a>, command: &Command) -> Result<(), NotationError> {
        self.named = None;
        self.decide(command)
            .map_err(|refusal| self.wrong(place, refusal))
    }

    /// Whether the seat that is named, if one is, is the one asked.
    fn is_asked(&mut self, chair: Chair) -> Result<(), NotationError> {
        match self.named.take() {
            None => Ok(()),
            Some((_, seats)) if self.is(&seats, chair) => Ok(()),
            Some((place, _)) => {
                let asked = Seats::from_iter([Label::of(&self.game, chair)]);
                let legal = vec![Item::Seats(asked).to_string()];
                Err(self.error(place, legal, Objection::OtherSeat))
            }
        }
    }

    fn is(&self, seats: &Seats, chair: Chair) -> bool {
        matches!(seats.as_slice(), [label] if label.chair(&self.game) == Some(chair))
    }

    /// The seat that is named, and its player.
    fn speaker(&mut self, place: Written<'a>) -> Result<(Chair, PlayerId), NotationError> {
        let named = self.named.take();
        let label = named.as_ref().and_then(|(_, seats)| seats.first());
        let chair = label.and_then(|label| label.chair(&self.game));
        let seat = chair.and_then(|chair| self.game.seat(chair));
        let place = named.as_ref().map_or(place, |(place, _)| *place);
        seat.map(|seat| (seat.chair, seat.player)).ok_or_else(|| {
            let all = self.game.seats().map(|seat| seat.chair);
            let label = |chair| Seats::from_iter([Label::of(&self.game, chair)]);
            let legal = all.map(|chair| Item::Seats(label(chair)).to_string());
            self.error(place, legal.collect(), Objection::OtherSeat)
        })
    }

    /// A clock ran out, or an outage is left out of it.
    pub(super) fn lapse(
        &mut self,
        place: Written<'a>,
        label: Label,
        told: impl FnOnce(Chair) -> Lapse,
    ) -> Result<(), NotationError> {
        match label.chair(&self.game) {
            Some(chair) => self.act(place, &Command::Lapse(Box::new(told(chair)))),
            None => Err(self.wrong(place, Objection::NotDue)),
        }
    }
}
