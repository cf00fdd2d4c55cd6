//! Rolls and choices.

use super::draft::Draft;
use super::{Events, while_started};
use crate::rules::asked::Asked;
use crate::rules::choice::ChoiceId;
use crate::rules::dice::Roll;
use crate::rules::event::Event;
use crate::rules::game::{Game, Stage};
use crate::rules::ids::{Chair, PlayerId, Version};
use crate::rules::position::Position;
use crate::rules::refusal::Refusal;
use crate::rules::ruling::Ruling;

/// Refuses unless the actor may act for the chair that is asked.
#[inline]
fn is_asked(game: &Game, chair: Chair, actor: Option<PlayerId>) -> Result<(), Refusal> {
    let Some(actor) = actor else {
        return Ok(());
    };
    if game.may_act(chair, actor) {
        Ok(())
    } else if game.seats().any(|seat| seat.player == actor) {
        Err(Refusal::NotYourTurn(chair))
    } else {
        Err(Refusal::NotYourSeat(chair))
    }
}

pub(super) fn roll(
    game: &Game,
    n: u64,
    roll: Roll,
    actor: Option<PlayerId>,
) -> Result<Events, Refusal> {
    let next = game.next_roll();
    if n < next && n > 0 {
        return Err(Refusal::RollMade { n, next });
    }
    while_started(game)?;
    if let Stage::Playing(position) = &game.stage {
        return roll_in_play(game, position, n, roll, actor);
    }
    opening_roll(game, n, roll, actor)
}

#[cold]
fn opening_roll(
    game: &Game,
    n: u64,
    roll: Roll,
    actor: Option<PlayerId>,
) -> Result<Events, Refusal> {
    let chair = game.asked_roll().ok_or(Refusal::ChooseFirst)?;
    is_asked(game, chair, actor)?;
    is_next(game, n, roll)?;
    let mut draft = Draft::of(game);
    draft.say(Event::OpeningRoll {
        chair,
        n,
        dice: roll.dice(),
    });
    draft.begin();
    Ok(draft.events)
}

fn roll_in_play(
    game: &Game,
    position: &Position,
    n: u64,
    roll: Roll,
    actor: Option<PlayerId>,
) -> Result<Events, Refusal> {
    if position.hand().is_some() {
        return Err(Refusal::ChooseFirst);
    }
    let turn = position.turn_with(roll);
    if let Some(chair) = position.chair(turn.seat) {
        is_asked(game, chair, actor)?;
    }
    is_next(game, n, roll)?;
    Ok(Ruling::roll(position, turn, n, roll))
}

/// Refuses a roll that is not the next, or of other dice than the rules'.
#[inline]
fn is_next(game: &Game, n: u64, roll: Roll) -> Result<(), Refusal> {
    let next = game.next_roll();
    if n != next {
        return Err(Refusal::RollTooFar { next });
    }
    let dice = game.rules().map_or(0, |rules| rules.dice.number());
    if roll.number() == dice {
        Ok(())
    } else {
        Err(Refusal::DiceCount(dice))
    }
}

pub(super) fn choose(
    game: &Game,
    decision: Version,
    option: &ChoiceId,
    actor: Option<PlayerId>,
) -> Result<Events, Refusal> {
    while_started(game)?;
    let now = game.decision().unwrap_or_default();
    if decision < now {
        return Err(Refusal::StaleDecision { now });
    }
    if decision > now {
        return Err(Refusal::NoSuchDecision { now });
    }
    match game.asked() {
        Asked::Choice { chair } => {
            is_asked(game, chair, actor)?;
            match &game.stage {
                Stage::Playing(position) => choose_in_play(position, option),
                Stage::Empty
                | Stage::Seating
                | Stage::Promising
                | Stage::Opening(_)
                | Stage::Colours(_)
                | Stage::Ended(_) => Err(Refusal::NotStarted),
            }
        }
        Asked::Colour { chair } => {
            is_asked(game, chair, actor)?;
            choose_colour(game, chair, option)
        }
        Asked::Nobody
        | Asked::Players { .. }
        | Asked::Start
        | Asked::Entropy(_)
        | Asked::Roll { .. } => Err(Refusal::RollFirst),
    }
}

fn choose_in_play(position: &Position, option: &ChoiceId) -> Result<Events, Refusal> {
    let choice = position.choice(option).ok_or(Refusal::UnknownOption)?;
    Ok(Ruling::choose(position, &choice))
}

#[cold]
fn choose_colour(game: &Game, chair: Chair, option: &ChoiceId) -> Result<Events, Refusal> {
    let ChoiceId::Colour(colour) = option else {
        return Err(Refusal::UnknownOption);
    };
    if !game.choices().iter().any(|choice| choice.is(option)) {
        return Err(Refusal::UnknownOption);
    }
    let mut draft = Draft::of(game);
    draft.say(Event::ColourChoice {
        chair,
        colour: *colour,
    });
    draft.hand_out_colours();
    Ok(draft.events)
}
