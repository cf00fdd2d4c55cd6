//! Reading a game: every command is decided again, and what is written is compared with what the rules say.

mod due;

use std::collections::VecDeque;

use chrono::Duration;

use super::error::{NotationError, Objection};
use super::item::{Item, Seats};
use super::label::Label;
use super::outcome::{agrees, result};
use super::record::{Record, Step, UNTOLD};
use super::scan::Scanner;
use super::tag::{Act, Deed, Setup};
use super::take::Take;
use crate::rules::asked::Asked;
use crate::rules::choice::ChoiceId;
use crate::rules::colour::Colour;
use crate::rules::command::Command;
use crate::rules::decide::decide;
use crate::rules::dice::Roll;
use crate::rules::event::{EndReason, Event, LeaveReason};
use crate::rules::game::Game;
use crate::rules::ids::{Chair, PlayerId};
use crate::rules::refusal::Refusal;

/// Reads a game, written by the program or by hand.
///
/// # Errors
///
/// The first thing that is no notation, or that the rules do not allow, or where they say otherwise: by line and column,
/// with what was tried and what was legal.
pub fn read(text: &str) -> Result<Record, NotationError> {
    let mut scanner = Scanner::new(text);
    let setup = Setup::scan(text, &mut scanner)?;
    let mut reading = Reading::of(text, &setup)?;
    for act in &setup.acts {
        reading.seat(&setup, act)?;
    }
    loop {
        scanner.skip();
        if scanner.rest().is_empty() {
            break;
        }
        let offset = scanner.offset();
        match scanner.item() {
            Some(item) => {
                let written = scanner.since(offset);
                reading.item(
                    Written {
                        offset,
                        text: written,
                    },
                    item,
                )?;
            }
            None => {
                let tried = Scanner::from(text, offset).tried();
                let place = Written {
                    offset,
                    text: tried,
                };
                return Err(reading.wrong(place, Objection::Unreadable));
            }
        }
    }
    reading.close(&setup)
}

/// A piece of the text, and where it stands.
#[derive(Clone, Copy, Debug)]
struct Written<'a> {
    offset: usize,
    text: &'a str,
}

/// A game on its way out of a text.
struct Reading<'a> {
    text: &'a str,
    record: Record,
    game: Game,
    /// What the newest command brought about and is not read yet.
    follows: VecDeque<Item>,
    /// The seats named before a command that is yet to come.
    named: Option<(Written<'a>, Seats)>,
    turns: u64,
}

impl<'a> Reading<'a> {
    fn of(text: &'a str, setup: &Setup<'a>) -> Result<Self, NotationError> {
        let mut reading = Self {
            text,
            record: Record {
                game: setup.game()?,
                steps: Vec::new(),
            },
            game: Game::new(),
            follows: VecDeque::new(),
            named: None,
            turns: 0,
        };
        let create = Command::Create(Box::new(setup.created()?));
        reading.decide(&create).map_err(|refusal| {
            let at = |tag| setup.at(tag, Vec::new(), refusal.clone());
            let first = NotationError::at(text, 0, ("", Vec::new()), refusal.clone());
            due::tag_at_fault(&refusal)
                .and_then(|name| setup.tag(name))
                .map_or(first, at)
        })?;
        if let Some(step) = reading.record.steps.last_mut() {
            step.at = setup.at_first()?;
        }
        Ok(reading)
    }

    /// Somebody sits down or gets up.
    fn seat(&mut self, setup: &Setup<'a>, act: &Act<'a>) -> Result<(), NotationError> {
        let wrong = |refusal: Refusal| setup.at(act.tag, Vec::new(), refusal);
        let chair = act.seat.chair(&self.game).ok_or_else(|| {
            let legal = self
                .game
                .chairs()
                .map(|chair| Label::of(&self.game, chair).to_string());
            setup.at(act.tag, legal.collect(), Objection::UnknownTag)
        })?;
        let command = match &act.deed {
            Deed::Sits {
                player, promises, ..
            } => Command::Sit {
                chair,
                player: *player,
                entropy_commit: promises.then_some(UNTOLD),
            },
            Deed::GetsUp { by } => {
                let sitting = self.game.seat(chair).map(|seat| seat.player);
                let actor = by
                    .or(sitting)
                    .ok_or_else(|| wrong(Refusal::SeatEmpty(chair)))?;
                Command::GetUp { chair, actor }
            }
        };
        let played_by = match &act.deed {
            Deed::Sits { bot, .. } => bot.clone(),
            Deed::GetsUp { .. } => None,
        };
        self.decide_with(&command, played_by).map_err(wrong)?;
        self.later(act.micros);
        Ok(())
    }

    fn item(&mut self, place: Written<'a>, item: Item) -> Result<(), NotationError> {
        match item {
            Item::Time(micros) => {
                self.later(micros);
                Ok(())
            }
            Item::Turn(number) => self.turn(place, number),
            Item::Seats(seats) => {
                self.nobody_idles()?;
                self.named = Some((place, seats));
                Ok(())
            }
            Item::Roll(roll) => self.roll(place, roll),
            Item::Take(take) => self.take(place, &take),
            Item::Colour(colour) => self.colour(place, colour),
            Item::Ready => self.ready(place),
            Item::Leaves(LeaveReason::Resigned) => self.resign(place),
            Item::Start | Item::End(_) if !self.follows.contains(&item) => {
                self.around_play(place, &item)
            }
            Item::Gets(..)
            | Item::Earned(_)
            | Item::Lost(_)
            | Item::Pass
            | Item::Penalty(_)
            | Item::Payment { .. }
            | Item::Finish
            | Item::Start
            | Item::Begins(_)
            | Item::Leaves(LeaveReason::Lapsed)
            | Item::Agreed(_)
            | Item::End(_) => self.follow(place, &item),
        }
    }

    /// What is written of the newest command must be what followed; what comes before it may be left out.
    fn follow(&mut self, place: Written<'a>, item: &Item) -> Result<(), NotationError> {
        match self.follows.iter().position(|due| due == item) {
            Some(found) => {
                self.follows.drain(..=found);
                Ok(())
            }
            None if self.follows.is_empty() => Err(self.wrong(place, Objection::NotDue)),
            None => Err(self.wrong(place, Objection::Differs)),
        }
    }

    fn turn(&self, place: Written<'a>, number: u64) -> Result<(), NotationError> {
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

    fn roll(&mut self, place: Written<'a>, dice: Roll) -> Result<(), NotationError> {
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

    fn take(&mut self, place: Written<'a>, take: &Take) -> Result<(), NotationError> {
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

    fn colour(&mut self, place: Written<'a>, colour: Colour) -> Result<(), NotationError> {
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
    fn ready(&mut self, place: Written<'a>) -> Result<(), NotationError> {
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
    fn resign(&mut self, place: Written<'a>) -> Result<(), NotationError> {
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
    fn around_play(&mut self, place: Written<'a>, item: &Item) -> Result<(), NotationError> {
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

    fn decide(&mut self, command: &Command) -> Result<(), Refusal> {
        self.decide_with(command, None)
    }

    /// Decides a command, of somebody who sits down with the bot that plays the seat.
    fn decide_with(
        &mut self,
        command: &Command,
        played_by: Option<Box<str>>,
    ) -> Result<(), Refusal> {
        let mut events = decide(&self.game, command)?.into_vec();
        for event in &mut events {
            if let Event::Start { transcript } = event {
                *transcript = self.game.has_server_dice().then_some(UNTOLD);
            } else if let Event::Seated { bot, .. } = event {
                bot.clone_from(&played_by);
            }
        }
        let following = events.iter().skip(1);
        self.follows = following
            .filter_map(|event| Item::following(&self.game, event))
            .collect();
        for event in &events {
            let fits = self.game.apply(event);
            debug_assert_eq!(fits, Ok(()), "{event:?}");
        }
        let at = self.record.steps.last().and_then(|step| step.at);
        self.record.steps.push(Step { at, events });
        Ok(())
    }

    /// The newest command came so much later than the one before.
    fn later(&mut self, micros: i64) {
        if let Some(step) = self.record.steps.last_mut() {
            let later = |at| at + Duration::microseconds(micros);
            step.at = step.at.map(later);
        }
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
        match seat {
            Some(seat) => Ok((seat.chair, seat.player)),
            None => {
                let all = self.game.seats().map(|seat| seat.chair);
                let label = |chair| Seats::from_iter([Label::of(&self.game, chair)]);
                let legal = all.map(|chair| Item::Seats(label(chair)).to_string());
                Err(self.error(place, legal.collect(), Objection::OtherSeat))
            }
        }
    }

    fn nobody_idles(&self) -> Result<(), NotationError> {
        match self.named {
            Some((place, _)) => Err(self.wrong(place, Objection::IdleSeat)),
            None => Ok(()),
        }
    }

    /// The text has been read: the result must be the one its tag tells.
    fn close(self, setup: &Setup<'a>) -> Result<Record, NotationError> {
        self.nobody_idles()?;
        let stands = result(&self.game);
        match setup.tag("Result") {
            Some(tag) if !agrees(tag.value, &stands) => {
                Err(setup.at(tag, vec![stands], Objection::Result))
            }
            Some(_) | None => Ok(self.record),
        }
    }

    fn error(
        &self,
        place: Written<'a>,
        legal: Vec<String>,
        objection: impl Into<Objection>,
    ) -> NotationError {
        NotationError::at(self.text, place.offset, (place.text, legal), objection)
    }

    /// An error at a place where something else is due.
    fn wrong(&self, place: Written<'a>, objection: impl Into<Objection>) -> NotationError {
        let follows = self.follows.iter().map(Item::to_string);
        let legal = follows.chain(due::items(&self.game)).collect();
        self.error(place, legal, objection)
    }
}
