//! Standing orders: put by the players of seats, and obeyed.

use std::sync::Arc;

use super::Games;
use super::draft::Draft;
use super::error::PlayError;
use super::folded::Folded;
use super::settle::{Objection, Refused};
use crate::bots::policy::Policy;
use crate::proof::By;
use crate::rules::asked::Asked;
use crate::rules::command::Command;
use crate::rules::game::{Game, Phase};
use crate::rules::ids::{Chair, GameId, PlayerId};
use crate::rules::refusal::Refusal;
use crate::store::{OrderBook, Orders, Question};

/// How many commands one append obeys at most, so that a game that plays itself keeps no other waiting.
const BATCH: usize = 32;

/// How often orders are put again because the game has gone on meanwhile.
const TRIES: usize = 64;

impl Games {
    /// The orders for a seat, which its player alone may see.
    ///
    /// # Errors
    ///
    /// [`PlayError::Refused`] for another player's seat, [`PlayError::NoGame`]; and when the database is away or the log
    /// cannot be folded.
    pub async fn orders(
        &self,
        game: GameId,
        chair: Chair,
        actor: PlayerId,
    ) -> Result<Orders, PlayError> {
        let known = self.folded.get(&game);
        let (folded, book) = self.look_with_orders(game, known).await?;
        match whose(&folded.game, chair, actor) {
            Ok(()) => Ok(book.of(chair)),
            Err(objection) => Err(refused(folded, objection)),
        }
    }

    /// Puts orders for a seat in place of those it had, or takes them back where they order nothing. Where they answer
    /// what is asked now, they are obeyed at once, but not by this call.
    ///
    /// # Errors
    ///
    /// [`PlayError::Refused`] for another player's seat, one that takes no further part, and where what is ordered cannot
    /// be done; [`PlayError::NoGame`]; and when the database is away or the log cannot be folded.
    pub async fn order(
        &self,
        game: GameId,
        chair: Chair,
        actor: PlayerId,
        orders: Orders,
    ) -> Result<Orders, PlayError> {
        for _ in 0..TRIES {
            let known = self.folded.get(&game);
            let (folded, before) = self.look_with_orders(game, known).await?;
            let able = whose(&folded.game, chair, actor);
            if let Err(objection) = able.and_then(|()| can_obey(&folded.game, chair, orders)) {
                return Err(refused(folded, objection));
            }
            let after = before.with(chair, orders);
            let due = question(&folded.game)
                .is_some_and(|(asked, question)| after.of(asked).answer(question));
            let ordered_at = due.then(|| self.clock.now());
            let at = (folded.version(), folded.head);
            let put = after == before
                || self
                    .store
                    .order(game, at, (&before, &after), ordered_at)
                    .await?;
            if put {
                if due {
                    self.wake();
                }
                return Ok(orders);
            }
        }
        Err(PlayError::Crowded(game))
    }

    /// Does what is ordered in a game, each act a command of its own, as far as one append goes; nothing where nothing is
    /// ordered, or another was faster.
    pub(super) async fn obey(&self, game: GameId) -> Result<(), PlayError> {
        let known = self.folded.get(&game);
        let (folded, book) = self.look_with_orders(game, known).await?;
        let now = self.clock.now().max(folded.updated_at);
        let outages = self.outages_of(&folded, now).await?;
        if folded.is_overdue(now, &outages) {
            // The clock acts first, when it is looked for again.
            return Ok(());
        }
        let mut draft = Draft::on(Folded::clone(&folded), self.secrets(), now);
        draft.excuse(&outages)?;
        let excused = draft.length();
        for _ in 0..BATCH {
            let Some(command) = ordered(&mut draft, &book)? else {
                break;
            };
            if draft.command(By::Order, &command)?.is_err() {
                break;
            }
            draft.server_acts()?;
        }
        if draft.length() > excused {
            let mut drafted = draft.finish()?;
            drafted.append.ordered_by = Some(book);
            self.append(drafted, 0..0).await?;
        }
        Ok(())
    }
}

/// What is asked of which chair, as far as an order can answer it.
pub(super) fn question(game: &Game) -> Option<(Chair, Question)> {
    match game.asked() {
        Asked::Roll { chair, .. } => game.has_server_dice().then_some((chair, Question::Roll)),
        Asked::Choice { chair } | Asked::Colour { chair } => Some(match game.choices().len() {
            1 => (chair, Question::Forced),
            _ => (chair, Question::Choice),
        }),
        Asked::Nobody | Asked::Players { .. } | Asked::Start | Asked::Entropy(_) => None,
    }
}

/// The command that an order for the seat that is asked says.
fn ordered(draft: &mut Draft<'_>, book: &OrderBook) -> Result<Option<Command>, PlayError> {
    let game = &draft.folded().game;
    let orders = |(chair, question)| Some((question, book.of(chair)));
    let Some((question, orders)) = question(game).and_then(orders) else {
        return Ok(None);
    };
    match question {
        _ if !orders.answer(question) => Ok(None),
        Question::Roll => {
            let n = game.next_roll();
            let roll = draft.next_roll()?;
            Ok(roll.map(|dice| Command::Roll {
                n,
                dice,
                actor: None,
            }))
        }
        Question::Forced | Question::Choice => {
            let policy = orders.policy.unwrap_or(Policy::First);
            let taken = game.decision().zip(policy.choose(game));
            Ok(taken.map(|(decision, choice)| Command::Choose {
                decision,
                option: choice.id(),
                actor: None,
            }))
        }
    }
}

/// Objects to whoever has no say in the orders of a seat.
fn whose(game: &Game, chair: Chair, actor: PlayerId) -> Result<(), Objection> {
    if game.seat(chair).is_none() {
        Err(Refusal::SeatEmpty(chair).into())
    } else if game.may_act(chair, actor) {
        Ok(())
    } else {
        Err(Objection::NotYourOrders(chair))
    }
}

/// Objects to orders that can never be obeyed. That nothing is ordered, always can.
fn can_obey(game: &Game, chair: Chair, orders: Orders) -> Result<(), Objection> {
    if orders == Orders::default() {
        Ok(())
    } else if game.phase() == Phase::Ended {
        Err(Refusal::GameOver.into())
    } else if game.has_left(chair) {
        Err(Refusal::HasLeft(chair).into())
    } else if orders.roll && !game.has_server_dice() {
        Err(Objection::RolledByHand)
    } else {
        Ok(())
    }
}

fn refused(folded: Arc<Folded>, objection: Objection) -> PlayError {
    PlayError::Refused(Box::new(Refused {
        objection,
        folded,
        missed: None,
    }))
}
