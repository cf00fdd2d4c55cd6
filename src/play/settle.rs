//! What a request gets that the game does not take: the answer it got before, or a refusal with what there is to know.

use std::sync::Arc;

use super::Games;
use super::acts::Done;
use super::error::PlayError;
use super::folded::Folded;
use super::log::EventPage;
use super::request::{Act, Request};
use crate::rules::ids::{Chair, Version};
use crate::rules::refusal::Refusal;

/// How many missed events come with a refusal; the rest can be read.
const PAGE: u16 = 100;

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Objection {
    /// The rules refuse.
    #[error(transparent)]
    Rules(#[from] Refusal),
    /// The game is not in the state that the request was meant for.
    #[error("the game is not in the state that the request was meant for")]
    Changed,
    /// Who says what the dice show is not who is asked.
    #[error("with server dice no dice are sent, with manual dice they are")]
    DiceSource,
    /// The entropy is not the one promised.
    #[error("the entropy is not the one promised")]
    EntropyDiffers,
    /// An invite is needed to sit down.
    #[error("the game is by invite")]
    InviteNeeded,
    /// The orders of another player's seat.
    #[error("the orders for chair {0} are another player's")]
    NotYourOrders(Chair),
    /// An order to roll where somebody says what real dice showed.
    #[error("nobody can be ordered to roll by hand")]
    RolledByHand,
}

/// A refusal, with the game it was decided on.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Why.
    pub objection: Objection,
    /// The game now.
    pub folded: Arc<Folded>,
    /// What happened since the state, decision or roll that the request names; none where it names none.
    pub missed: Option<EventPage>,
}

impl Games {
    /// Answers a request that is not taken.
    pub(super) async fn settle(
        &self,
        folded: Arc<Folded>,
        request: &Request,
        objection: Objection,
    ) -> Result<Done, PlayError> {
        if let Some(events) = self.made_before(&folded, &request.act, &objection).await? {
            return Ok(Done {
                events,
                receipt: self.receipt(&folded)?,
                folded,
                repeated: true,
            });
        }
        let objection = said_first(&folded, &request.act, objection);
        let missed = match self.since(&folded, request).await? {
            Some(since) => {
                let since = since.min(folded.version());
                Some(self.missed(folded.id, since, PAGE).await?)
            }
            None => None,
        };
        Err(PlayError::Refused(Box::new(Refused {
            objection,
            folded,
            missed,
        })))
    }

    /// The version since which the client may have missed events.
    async fn since(
        &self,
        folded: &Folded,
        request: &Request,
    ) -> Result<Option<Version>, PlayError> {
        if let Some(expected) = &request.expected {
            return Ok(expected.newest());
        }
        match &request.act {
            Act::Choose { decision, .. } => Ok(Some(*decision)),
            Act::Roll { n, .. } => {
                // The roll before: what came after it is what the client has not seen.
                let before = n.saturating_sub(1);
                if before == 0 {
                    return Ok(Some(Version(0)));
                }
                let roll = self.roll(folded, before).await?;
                Ok(roll.map(|roll| roll.entry.command))
            }
            Act::Sit { .. }
            | Act::GetUp { .. }
            | Act::Start { .. }
            | Act::Reveal { .. }
            | Act::Resign { .. }
            | Act::Cancel { .. }
            | Act::Expire => Ok(None),
        }
    }
}

/// The objection that matters most to who asks: what belongs to the owner is refused to others whatever the state, unless
/// it was meant for another one.
fn said_first(folded: &Folded, act: &Act, objection: Objection) -> Objection {
    match act {
        _ if objection == Objection::Changed => objection,
        Act::Start { actor } | Act::Cancel { actor } if *actor != folded.owner() => {
            Refusal::NotTheOwner.into()
        }
        Act::Start { .. }
        | Act::Cancel { .. }
        | Act::Sit { .. }
        | Act::GetUp { .. }
        | Act::Reveal { .. }
        | Act::Roll { .. }
        | Act::Choose { .. }
        | Act::Resign { .. }
        | Act::Expire => objection,
    }
}
