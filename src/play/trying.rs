//! Trying an option: what taking it would bring about, without taking it.

use std::sync::Arc;

use super::Games;
use super::draft::Draft;
use super::error::PlayError;
use super::folded::Folded;
use super::log::Logged;
use super::request::{Act, Expected, Request};
use super::settle::Objection;
use crate::proof::By;
use crate::rules::choice::ChoiceId;
use crate::rules::command::Command;
use crate::rules::decide::{Events, decide};
use crate::rules::ids::{GameId, PlayerId, Version};

/// What taking an option would bring about, or has brought about already.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The events of the command; their hashes will be others, since they hold the time.
    pub events: Vec<Logged>,
    /// The game after them. What the server would do next by itself is not in it, nor the seed that an end reveals.
    pub then: Arc<Folded>,
    /// The game as it is.
    pub now: Arc<Folded>,
}

impl Games {
    /// Says what taking an option would bring about. Nothing is written, and the seed stays sealed.
    ///
    /// # Errors
    ///
    /// What taking it would get.
    pub async fn try_choice(
        &self,
        game: GameId,
        actor: PlayerId,
        (decision, option): (Version, ChoiceId),
        expected: Option<Expected>,
    ) -> Result<Tried, PlayError> {
        let mut now = self.look(game, self.folded.get(&game)).await?;
        let at = self.clock.now();
        if now.is_overdue(at, &self.outages_of(&now, at).await?) {
            self.expire(game).await?;
            now = self.look(game, Some(now)).await?;
        }
        let command = Command::Choose {
            decision,
            option: option.clone(),
            actor: Some(actor),
        };
        let changed = expected
            .as_ref()
            .is_some_and(|expected| !expected.holds(now.version(), now.head));
        let objection = match decide(&now.game, &command) {
            _ if changed => Objection::Changed,
            Ok(events) => return self.tried(now, events).await,
            Err(refusal) => refusal.into(),
        };
        let act = Act::Choose {
            decision,
            option,
            actor,
        };
        let request = Request { act, expected };
        let made = self.settle(now, &request, objection).await?;
        Ok(Tried {
            events: made.events,
            then: Arc::clone(&made.folded),
            now: made.folded,
        })
    }

    async fn tried(&self, now: Arc<Folded>, events: Events) -> Result<Tried, PlayError> {
        let at = self.clock.now().max(now.updated_at);
        let outages = self.outages_of(&now, at).await?;
        let mut draft = Draft::on(Folded::clone(&now), self.secrets(), at);
        draft.excuse(&outages)?;
        let before = draft.length();
        draft.take(By::Player, events)?;
        let (events, then) = draft.tried(before);
        Ok(Tried {
            events,
            then: Arc::new(then),
            now,
        })
    }
}
