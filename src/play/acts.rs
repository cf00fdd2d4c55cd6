//! The way of a request: decide, append; on a conflict look again.

use std::ops::Range;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::Games;
use super::draft::{Draft, Drafted};
use super::error::PlayError;
use super::folded::Folded;
use super::log::Logged;
use super::request::{Act, Request};
use super::settle::Objection;
use crate::dice::entropy_commit;
use crate::proof::{By, SignedHead};
use crate::rules::asked::Asked;
use crate::rules::command::Command;
use crate::rules::dice::{Die, Roll};
use crate::rules::ids::GameId;
use crate::rules::refusal::Refusal;
use crate::store::{Appended, Outage};

/// How often a command is decided again because others were faster; each time one of them got on.
const TRIES: usize = 64;
/// For how long a decision may be written, by the clock that gave it its time.
const FRESH: TimeDelta = TimeDelta::minutes(1);

/// What a request brought about, now or when it was made before.
#[derive(Clone, Debug)]
pub struct Done {
    /// The events of its own command.
    pub events: Vec<Logged>,
    /// The game now.
    pub folded: Arc<Folded>,
    /// The server's signature over that state, or over a later one that it has signed meanwhile.
    pub receipt: SignedHead,
    /// Whether it had been made before.
    pub repeated: bool,
}

impl Games {
    /// Does what is asked of a game, or answers with what it brought about when it was made before.
    ///
    /// # Errors
    ///
    /// [`PlayError::Refused`] where the game refuses, decided on what the database says after the request came in;
    /// [`PlayError::NoGame`]; [`PlayError::TooManySeats`]; and when the database is away or the log cannot be folded.
    pub async fn request(&self, game: GameId, request: &Request) -> Result<Done, PlayError> {
        let (mut folded, mut fresh) = match self.folded.get(&game) {
            Some(known) if !self.is_behind(&known) => (known, false),
            known => (self.look(game, known).await?, true),
        };
        let mut clock_acted = false;
        for _ in 0..TRIES {
            let now = self.clock.now().max(folded.updated_at);
            let outages = self.outages_of(&folded, now).await?;
            let overdue = folded.is_overdue(now, &outages) && request.act != Act::Expire;
            if overdue && !clock_acted {
                self.expire(game).await?;
                (folded, fresh) = (self.look(game, Some(folded)).await?, true);
                clock_acted = true;
                continue;
            }
            match self.decide(&folded, request, (now, &outages))? {
                // Nothing is done after time has run out. What is refused then need not wait for the clock again: it might
                // have a whole game to play.
                Ok(_) if overdue => clock_acted = false,
                Ok((drafted, own)) => match self.room_for_seat(game, &request.act).await {
                    // By now the player may sit there, and repeats what was made.
                    Err(PlayError::TooManySeats(_)) if !fresh => {}
                    Err(error) => return Err(error),
                    Ok(()) => {
                        if let Some(done) = self.append(drafted, own).await? {
                            if let (Act::Expire, Some(due)) = (&request.act, folded.due_at) {
                                self.meter.acted(now - due);
                            }
                            return Ok(done);
                        }
                    }
                },
                Err(objection) if fresh => return self.settle(folded, request, objection).await,
                Err(_) => {}
            }
            self.meter.retries.inc();
            (folded, fresh) = (self.look(game, Some(folded)).await?, true);
        }
        Err(PlayError::Crowded(game))
    }

    /// Lets the clock act in a game where it is due; nothing where another did so already.
    pub(super) async fn expire(&self, game: GameId) -> Result<(), PlayError> {
        let request = Request {
            act: Act::Expire,
            expected: None,
        };
        match Box::pin(self.request(game, &request)).await {
            Ok(_) | Err(PlayError::Refused(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Decides a request on a game, what the clock says before it and what the server does after it; with the place of
    /// the request's own events among all.
    fn decide(
        &self,
        folded: &Folded,
        request: &Request,
        (now, outages): (DateTime<Utc>, &[Outage]),
    ) -> Result<Result<(Drafted, Range<usize>), Objection>, PlayError> {
        let expected = request.expected.as_ref();
        if expected.is_some_and(|expected| !expected.holds(folded.version(), folded.head)) {
            return Ok(Err(Objection::Changed));
        }
        let mut draft = Draft::on(folded.clone(), self.secrets(), now);
        draft.excuse(outages)?;
        let before = draft.length();
        let taken = match command(&mut draft, &request.act)? {
            Ok(Some(command)) => draft.command(By::Player, &command)?,
            Ok(None) => draft.expire(outages)?,
            Err(objection) => return Ok(Err(objection)),
        };
        if let Err(refusal) = taken {
            return Ok(Err(refusal.into()));
        }
        if draft.length() == 0 {
            return Ok(Err(Refusal::NothingAwaited.into()));
        }
        if let Some(objection) = entropy_objection(folded, &request.act) {
            return Ok(Err(objection));
        }
        let own = before..draft.length();
        draft.server_acts()?;
        Ok(Ok((draft.finish()?, own)))
    }

    /// Writes what was decided; nothing where another was faster.
    pub(super) async fn append(
        &self,
        drafted: Drafted,
        own: Range<usize>,
    ) -> Result<Option<Done>, PlayError> {
        let Drafted {
            append,
            mut events,
            folded,
        } = drafted;
        let (before, _) = append.from;
        if self.has_slept(append.standing.updated_at) {
            return Ok(None);
        }
        match self.store.append(append).await? {
            Appended::Conflict => Ok(None),
            made @ (Appended::Made | Appended::Ordered) => {
                if made == Appended::Ordered {
                    self.wake();
                }
                let folded = Arc::new(folded);
                self.remember(&folded);
                self.waking.wrote(before, &events, &folded);
                events.truncate(own.end);
                events.drain(..own.start);
                Ok(Some(Done {
                    events,
                    receipt: self.receipt(&folded)?,
                    folded,
                    repeated: false,
                }))
            }
        }
    }

    /// Whether a decision of this moment is too old to be written, because the process slept meanwhile: who reads games by
    /// the times of their logs counts on it that what is written says when.
    pub(super) fn has_slept(&self, decided: DateTime<Utc>) -> bool {
        self.clock.now() - decided > FRESH
    }
}

/// The command that a player's act is, with all that must be looked up; none for the clock's.
fn command(
    draft: &mut Draft<'_>,
    act: &Act,
) -> Result<Result<Option<Command>, Objection>, PlayError> {
    let command = match act.clone() {
        Act::Sit {
            chair,
            player,
            entropy_commit,
            invite,
        } => {
            let needed = draft
                .folded()
                .invite_hash()
                .filter(|_| player != draft.folded().owner());
            if needed.is_some() && invite.map(|invite| invite.hash()).as_ref() != needed {
                return Ok(Err(Objection::InviteNeeded));
            }
            Command::Sit {
                chair,
                player,
                entropy_commit,
            }
        }
        Act::GetUp { chair, actor } => Command::GetUp { chair, actor },
        Act::Start { actor } => Command::Start { actor },
        Act::Reveal {
            chair,
            actor,
            entropy,
        } => Command::Reveal {
            chair,
            actor,
            entropy,
        },
        Act::Roll { n, dice, actor } => {
            let by_server = draft.folded().game.has_server_dice();
            let dice = match (by_server, dice) {
                (true, None) => rolled(draft, n)?,
                (false, Some(dice)) => dice,
                (true, Some(_)) | (false, None) => return Ok(Err(Objection::DiceSource)),
            };
            Command::Roll {
                n,
                dice,
                actor: Some(actor),
            }
        }
        Act::Choose {
            decision,
            option,
            actor,
        } => Command::Choose {
            decision,
            option,
            actor: Some(actor),
        },
        Act::Resign { chair, actor } => Command::Resign { chair, actor },
        Act::Cancel { actor } => Command::Cancel { actor },
        Act::Expire => return Ok(Ok(None)),
    };
    Ok(Ok(Some(command)))
}

/// What the server's dice show for roll `n`. Where that roll is not due, anything: it is refused without a look.
fn rolled(draft: &mut Draft<'_>, n: u64) -> Result<Roll, PlayError> {
    let anything = Roll::One(Die::FACES[0]);
    let game = &draft.folded().game;
    let due = matches!(game.asked(), Asked::Roll { .. }) && n == game.next_roll();
    if due {
        Ok(draft.next_roll()?.unwrap_or(anything))
    } else {
        Ok(anything)
    }
}

/// Objects to entropy that is not the one promised.
fn entropy_objection(folded: &Folded, act: &Act) -> Option<Objection> {
    let Act::Reveal {
        chair,
        actor,
        entropy,
    } = act
    else {
        return None;
    };
    let promised = folded
        .game
        .seat(*chair)
        .and_then(|seat| seat.entropy_commit);
    let kept = promised == Some(entropy_commit(folded.id, *actor, &entropy.0));
    (!kept).then_some(Objection::EntropyDiffers)
}
