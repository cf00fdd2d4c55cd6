//! Creating the game, and who sits in it: what the tags say.

use std::collections::VecDeque;

use super::{Reading, Written, due};
use crate::notation::error::{NotationError, Objection};
use crate::notation::label::Label;
use crate::notation::record::{Record, UNTOLD};
use crate::notation::tag::{Act, Deed, Setup, seat_name};
use crate::rules::command::Command;
use crate::rules::game::Game;
use crate::rules::refusal::Refusal;

impl<'a> Reading<'a> {
    /// The game that the tags create.
    pub(super) fn of(text: &'a str, setup: &Setup<'a>) -> Result<Self, NotationError> {
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
            let tags = due::tags_at_fault(&refusal);
            match tags.into_iter().find_map(|name| setup.tag(name)) {
                Some(tag) => setup.at(tag, Vec::new(), refusal),
                None => NotationError::at(text, 0, ("", Vec::new()), refusal),
            }
        })?;
        if let Some(step) = reading.record.steps.last_mut() {
            step.at = setup.at_first()?;
        }
        Ok(reading)
    }

    /// Somebody sits down or gets up.
    pub(super) fn seat(&mut self, setup: &Setup<'a>, act: &Act<'a>) -> Result<(), NotationError> {
        let wrong = |refusal: Refusal| setup.at(act.tag, Vec::new(), refusal);
        let chair = act.seat.chair(&self.game).ok_or_else(|| {
            let chairs = self.game.chairs();
            let legal = chairs.map(|chair| seat_name(Label::of(&self.game, chair)));
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
            Deed::Sits { bot, .. } => bot.as_deref(),
            Deed::GetsUp { .. } => None,
        };
        self.decide_with(&command, played_by).map_err(wrong)?;
        let place = Written {
            offset: act.tag.offset,
            text: act.tag.whole,
        };
        self.later(place, act.micros)
    }
}
