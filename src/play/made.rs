//! Whether a request had been made before, and the events it brought about then.

use super::Games;
use super::error::PlayError;
use super::folded::Folded;
use super::log::Logged;
use super::request::Act;
use super::settle::Objection;
use super::taken::took;
use crate::rules::dice::Roll;
use crate::rules::event::{EndReason, Event};
use crate::rules::ids::{Chair, PlayerId, Version};
use crate::rules::refusal::Refusal;

impl Games {
    /// The events of the command that did what is asked, where one did.
    pub(super) async fn made_before(
        &self,
        folded: &Folded,
        act: &Act,
        objection: &Objection,
    ) -> Result<Option<Vec<Logged>>, PlayError> {
        if *objection == Objection::DiceSource {
            return Ok(None);
        }
        let made = match act {
            Act::Roll { n, dice, .. } => self
                .roll(folded, *n)
                .await?
                .filter(|logged| dice.is_none_or(|dice| shows(&logged.entry.event, dice))),
            Act::Choose { decision, .. } => return self.chosen(folded, act, *decision).await,
            Act::Sit {
                chair,
                player,
                entropy_commit,
                ..
            } => {
                let seat = folded.game.seat(*chair);
                let mine = seat.is_some_and(|seat| {
                    seat.player == *player && seat.entropy_commit == *entropy_commit
                });
                self.newest_if(mine, folded, ["\"kind\":\"seated\"", &on_chair(*chair)])
                    .await?
            }
            Act::GetUp { chair, actor } => self.got_up(folded, *chair, *actor).await?,
            Act::Start { actor } => self.started(folded, *actor, objection).await?,
            Act::Reveal {
                chair,
                actor,
                entropy,
            } => {
                let seat = folded.game.seat(*chair);
                let mine = seat
                    .is_some_and(|seat| seat.player == *actor && seat.entropy == Some(*entropy));
                self.newest_if(mine, folded, ["\"kind\":\"ready\"", &on_chair(*chair)])
                    .await?
            }
            Act::Resign { chair, actor } => {
                let mine = folded.game.may_act(*chair, *actor) && folded.game.has_left(*chair);
                self.resigned(mine, folded, *chair).await?
            }
            Act::Cancel { actor } => {
                let end = folded.game.end().map(|end| end.reason);
                let mine = end == Some(EndReason::Cancelled) && folded.owner() == *actor;
                self.newest_if(mine, folded, ["\"kind\":\"end\"", ""])
                    .await?
            }
            Act::Expire => None,
        };
        match made {
            Some(made) => Ok(Some(self.command_at(folded.id, made.entry.command).await?)),
            None => Ok(None),
        }
    }

    /// Roll `n`, once it is made.
    pub(super) async fn roll(&self, folded: &Folded, n: u64) -> Result<Option<Logged>, PlayError> {
        // Both `roll` and `opening_roll`.
        let made = n > 0 && n < folded.game.next_roll();
        self.newest_if(made, folded, [&format!("roll\",\"n\":{n},"), ""])
            .await
    }

    /// The command that took this option under this decision.
    async fn chosen(
        &self,
        folded: &Folded,
        act: &Act,
        decision: Version,
    ) -> Result<Option<Vec<Logged>>, PlayError> {
        let (Act::Choose { option, .. }, Some(rules)) = (act, folded.game.rules()) else {
            return Ok(None);
        };
        if decision == Version(0) || decision >= folded.version() {
            return Ok(None);
        }
        // Whatever rests on a decision is the next command but for those that change nothing in play.
        let mut next = self.missed(folded.id, decision, 1).await?;
        while matches!(next.events.first(), Some(logged) if matches!(logged.entry.event, Event::Lapse(_)))
        {
            next = self.missed(folded.id, next.next, 1).await?;
        }
        let next = next.events;
        let events: Vec<&Event> = next.iter().map(|logged| &logged.entry.event).collect();
        Ok(took(option, &events, rules).then_some(next))
    }

    async fn got_up(
        &self,
        folded: &Folded,
        chair: Chair,
        actor: PlayerId,
    ) -> Result<Option<Logged>, PlayError> {
        let empty = folded.game.seat(chair).is_none();
        let made = self
            .newest_if(empty, folded, ["\"kind\":\"unseated\"", &on_chair(chair)])
            .await?;
        Ok(made.filter(|logged| {
            let Event::Unseated {
                player, actor: by, ..
            } = &logged.entry.event
            else {
                return false;
            };
            by.unwrap_or(*player) == actor
        }))
    }

    async fn started(
        &self,
        folded: &Folded,
        actor: PlayerId,
        objection: &Objection,
    ) -> Result<Option<Logged>, PlayError> {
        let owns = folded.owner() == actor;
        let awaited = *objection == Objection::Rules(Refusal::EntropyAwaited);
        let closed = self
            .newest_if(owns, folded, ["\"kind\":\"closed\"", ""])
            .await?;
        // Seats closed by the owner's start are its answer; closed by the last to sit down they are not.
        let by_start = |logged: &Logged| logged.entry.version == logged.entry.command;
        match closed.filter(by_start) {
            Some(closed) => Ok(Some(closed)),
            None => {
                self.newest_if(owns && !awaited, folded, ["\"kind\":\"start\"", ""])
                    .await
            }
        }
    }

    async fn resigned(
        &self,
        left: bool,
        folded: &Folded,
        chair: Chair,
    ) -> Result<Option<Logged>, PlayError> {
        // A chair leaves once: alone, or as the first or the second of a pair.
        for fragment in [format!("\"chairs\":[{chair}"), format!(",{chair}],")] {
            let fragments = [
                "\"kind\":\"leave\",\"reason\":\"resigned\"",
                fragment.as_str(),
            ];
            if let Some(found) = self.newest_if(left, folded, fragments).await? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The newest event whose body holds these fragments, where there may be one.
    async fn newest_if(
        &self,
        maybe: bool,
        folded: &Folded,
        fragments: [&str; 2],
    ) -> Result<Option<Logged>, PlayError> {
        if !maybe {
            return Ok(None);
        }
        let found = self
            .store
            .find(folded.id, folded.version(), fragments)
            .await?;
        Ok(found
            .map(|stored| Logged::read(folded.id, stored))
            .transpose()?)
    }
}

/// The fragment that says which chair an event is about.
fn on_chair(chair: Chair) -> String {
    format!("\"chair\":{chair},")
}

/// Whether a roll shows these dice.
fn shows(event: &Event, dice: Roll) -> bool {
    match event {
        Event::Roll { dice: shown, .. } | Event::OpeningRoll { dice: shown, .. } => {
            *shown == dice.dice()
        }
        Event::Created(_)
        | Event::Seated { .. }
        | Event::Unseated { .. }
        | Event::Closed {}
        | Event::Ready { .. }
        | Event::Start { .. }
        | Event::Begins { .. }
        | Event::ColourChoice { .. }
        | Event::Exit { .. }
        | Event::Move { .. }
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
        | Event::Reveal { .. } => false,
    }
}
