//! Reading a game: every command is decided again, and what is written is compared with what the rules say.

mod act;
mod due;
mod seat;

use std::collections::VecDeque;

use chrono::{Datelike, Duration};

use super::error::{NotationError, Objection};
use super::item::{Item, Seats};
use super::outcome::{agrees, result};
use super::record::{Record, Step, UNTOLD};
use super::scan::Scanner;
use super::tag::Setup;
use crate::rules::command::Command;
use crate::rules::decide::decide;
use crate::rules::event::{Event, Lapse, LeaveReason};
use crate::rules::game::Game;
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
            return reading.close(&setup);
        }
        let offset = scanner.offset();
        let item = scanner.item().ok_or_else(|| {
            let text = Scanner::from(text, offset).tried();
            reading.wrong(Written { offset, text }, Objection::Unreadable)
        })?;
        let text = scanner.since(offset);
        reading.item(Written { offset, text }, item)?;
    }
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
    fn item(&mut self, place: Written<'a>, item: Item) -> Result<(), NotationError> {
        match item {
            Item::Time(micros) => self.later(place, Some(micros)),
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
            Item::Lapse {
                label,
                outcome,
                basis,
                charged_ms,
            } => self.lapse(place, label, |chair| Lapse {
                chair,
                charged_ms,
                basis,
                outcome,
            }),
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
            | Item::TakenOver(..)
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

    fn decide(&mut self, command: &Command) -> Result<(), Refusal> {
        self.decide_with(command, None)
    }

    /// Decides a command, of somebody who sits down with the bot that plays the seat.
    fn decide_with(&mut self, command: &Command, played_by: Option<&str>) -> Result<(), Refusal> {
        let mut events = decide(&self.game, command)?.into_vec();
        for event in &mut events {
            if let Event::Start { transcript } = event {
                *transcript = self.game.has_server_dice().then_some(UNTOLD);
            } else if let Event::Seated { bot, .. } = event {
                *bot = played_by.map(Into::into);
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

    /// The newest command came so many microseconds later than the one before; none are more than can be counted.
    fn later(&mut self, place: Written<'_>, micros: Option<i64>) -> Result<(), NotationError> {
        let Some((step, at)) = self.record.steps.last_mut().and_then(|step| {
            let at = step.at?;
            Some((step, at))
        }) else {
            return Ok(());
        };
        let later = micros.and_then(|micros| at.checked_add_signed(Duration::microseconds(micros)));
        // RFC 3339, in which times are written, has four digits for a year.
        step.at = later.filter(|later| (0..=9999).contains(&later.year()));
        if step.at.is_some() {
            Ok(())
        } else {
            Err(self.error(place, Vec::new(), Objection::Time))
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
