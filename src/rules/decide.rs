//! What a command brings about: events, or a refusal. Nothing is changed.
//!
//! What a game sees a few times is `cold`: out of line, so that rolls and choices need small frames.

mod creation;
mod draft;
mod play;

use arrayvec::ArrayVec;
use smallvec::smallvec;

use super::command::Command;
use super::event::{
    Created, DiceSource, End, EndReason, Event, Lapse, LapseOutcome, LeaveReason, StartWhen,
};
use super::game::{Game, Stage};
use super::ids::{Chair, Hex32, PlayerId};
use super::options::Teams;
use super::refusal::Refusal;
use super::ruling::Ruling;
use draft::Draft;
use play::{choose, roll};

pub use super::ruling::Events;

/// Decides a command. What only the dice know is left out: the transcript in `start`, and `reveal`.
///
/// # Errors
///
/// A refusal says why the command cannot be.
pub fn decide(game: &Game, command: &Command) -> Result<Events, Refusal> {
    match command {
        Command::Roll { n, dice, actor } => roll(game, *n, *dice, *actor),
        Command::Choose {
            decision,
            option,
            actor,
        } => choose(game, *decision, option, *actor),
        Command::Create(created) => create(game, created),
        Command::Sit {
            chair,
            player,
            entropy_commit,
        } => sit(game, *chair, *player, *entropy_commit),
        Command::GetUp { chair, actor } => get_up(game, *chair, *actor),
        Command::Start { actor } => start(game, *actor),
        Command::Reveal {
            chair,
            actor,
            entropy,
        } => reveal(game, *chair, *actor, *entropy),
        Command::Resign { chair, actor } => resign(game, *chair, *actor),
        Command::Forfeit { chair } => forfeit(game, *chair),
        Command::Cancel { actor } => cancel(game, *actor),
        Command::Lapse(told) => lapse(game, told),
        Command::EntropyMissing => entropy_missing(game),
    }
}

#[cold]
fn create(game: &Game, created: &Created) -> Result<Events, Refusal> {
    if game.stage != Stage::Empty {
        return Err(Refusal::AlreadyStarted);
    }
    created.check()?;
    Ok(smallvec![Event::Created(Box::new(created.clone()))])
}

/// Refuses unless players may still sit down and get up.
fn while_seating(game: &Game) -> Result<&Created, Refusal> {
    match (&game.stage, game.created()) {
        (Stage::Seating, Some(created)) => Ok(created),
        (Stage::Promising, _) => Err(Refusal::AlreadyClosed),
        (Stage::Ended(_), _) => Err(Refusal::GameOver),
        (Stage::Empty | Stage::Seating, _) => Err(Refusal::NotStarted),
        (Stage::Opening(_) | Stage::Colours(_) | Stage::Playing(_), _) => {
            Err(Refusal::AlreadyStarted)
        }
    }
}

#[cold]
fn sit(
    game: &Game,
    chair: Chair,
    player: PlayerId,
    entropy_commit: Option<Hex32>,
) -> Result<Events, Refusal> {
    let created = while_seating(game)?;
    if !game.chairs().any(|known| known == chair) {
        return Err(Refusal::NoSuchChair(chair));
    }
    if game.seat(chair).is_some() {
        return Err(Refusal::SeatTaken(chair));
    }
    if game.seats().count() >= usize::from(created.seats) {
        return Err(Refusal::Full);
    }
    if entropy_commit.is_some() && created.dice == DiceSource::Manual {
        return Err(Refusal::NoEntropyHere);
    }
    let mut drafts = Draft::of(game);
    drafts.say(Event::Seated {
        chair,
        player,
        entropy_commit,
        bot: None,
    });
    let full = drafts.game.seats().count() == usize::from(created.seats);
    if full && created.start_when == StartWhen::Full {
        drafts.close();
    }
    Ok(drafts.events)
}

#[cold]
fn get_up(game: &Game, chair: Chair, actor: PlayerId) -> Result<Events, Refusal> {
    let created = while_seating(game)?;
    let seat = game.seat(chair).ok_or(Refusal::SeatEmpty(chair))?;
    if actor != seat.player && actor != created.owner {
        return Err(Refusal::NotYourSeat(chair));
    }
    Ok(smallvec![Event::Unseated {
        chair,
        player: seat.player,
        actor: (actor != seat.player).then_some(actor),
    }])
}

#[cold]
fn start(game: &Game, actor: PlayerId) -> Result<Events, Refusal> {
    let owner = game.created().map(|created| created.owner);
    match while_seating(game) {
        Err(Refusal::AlreadyClosed) => return Err(Refusal::EntropyAwaited),
        other => other?,
    };
    if owner != Some(actor) {
        return Err(Refusal::NotTheOwner);
    }
    if !game.can_start() {
        return Err(Refusal::TooFewPlayers);
    }
    let mut draft = Draft::of(game);
    draft.close();
    Ok(draft.events)
}

#[cold]
fn reveal(game: &Game, chair: Chair, actor: PlayerId, entropy: Hex32) -> Result<Events, Refusal> {
    match &game.stage {
        Stage::Promising => {}
        Stage::Ended(_) => return Err(Refusal::GameOver),
        Stage::Empty
        | Stage::Seating
        | Stage::Opening(_)
        | Stage::Colours(_)
        | Stage::Playing(_) => {
            return Err(Refusal::NothingAwaited);
        }
    }
    let seat = game.seat(chair).ok_or(Refusal::SeatEmpty(chair))?;
    if seat.player != actor {
        return Err(Refusal::NotYourSeat(chair));
    }
    if !game.promises_open().contains(&chair) {
        return Err(Refusal::NothingPromised(chair));
    }
    let mut draft = Draft::of(game);
    draft.say(Event::Ready { chair, entropy });
    if draft.game.promises_open().is_empty() {
        draft.open();
    }
    Ok(draft.events)
}

/// Refuses unless the game is being played.
fn while_started(game: &Game) -> Result<(), Refusal> {
    match &game.stage {
        Stage::Opening(_) | Stage::Colours(_) | Stage::Playing(_) => Ok(()),
        Stage::Empty | Stage::Seating => Err(Refusal::NotStarted),
        Stage::Promising => Err(Refusal::EntropyAwaited),
        Stage::Ended(_) => Err(Refusal::GameOver),
    }
}

#[cold]
fn resign(game: &Game, chair: Chair, actor: PlayerId) -> Result<Events, Refusal> {
    while_started(game)?;
    if game.seat(chair).is_none() {
        return Err(Refusal::SeatEmpty(chair));
    }
    if !game.may_act(chair, actor) {
        return Err(Refusal::NotYourSeat(chair));
    }
    if game.has_left(chair) {
        return Err(Refusal::HasLeft(chair));
    }
    if game.has_finished(chair) {
        return Err(Refusal::HasFinished(chair));
    }
    Ok(leave(game, chair, LeaveReason::Resigned))
}

#[cold]
fn lapse(game: &Game, told: &Lapse) -> Result<Events, Refusal> {
    while_started(game)?;
    if game.on_the_clock() != Some(told.chair) {
        return Err(Refusal::NotOnTheClock(told.chair));
    }
    let mut events: Events = smallvec![Event::Lapse(Box::new(told.clone()))];
    match told.outcome {
        LapseOutcome::Played | LapseOutcome::Excused => {}
        LapseOutcome::Forfeited => events.extend(leave(game, told.chair, LeaveReason::Lapsed)),
    }
    Ok(events)
}

#[cold]
fn forfeit(game: &Game, chair: Chair) -> Result<Events, Refusal> {
    while_started(game)?;
    let quoted = game.is_quoted() && game.seat(chair).is_some();
    if !quoted || game.has_left(chair) || game.has_finished(chair) {
        return Err(Refusal::NotOnTheClock(chair));
    }
    Ok(leave(game, chair, LeaveReason::Lapsed))
}

/// A chair leaves a game that is being played, and what follows from it.
fn leave(game: &Game, chair: Chair, reason: LeaveReason) -> Events {
    let chairs = leavers(game, chair);
    if let Stage::Playing(position) = &game.stage {
        let mut ruling = Ruling::new(position);
        ruling.leave(chairs, reason, None);
        return ruling.events;
    }
    let mut draft = Draft::of(game);
    draft.say(Event::Leave {
        chairs,
        reason,
        actor: None,
    });
    draft.begin();
    draft.hand_out_colours();
    draft.end_if_decided();
    draft.events
}

/// A chair that leaves, and in pairs its partner's.
fn leavers(game: &Game, chair: Chair) -> ArrayVec<Chair, 2> {
    let mut chairs = ArrayVec::from_iter([chair]);
    let partner = game.rules().and_then(|rules| match rules.teams {
        Teams::None => None,
        Teams::Pairs => {
            let arms = rules.arms.number();
            Chair::new((chair.number() + arms / 2) % arms)
        }
    });
    chairs.extend(partner);
    chairs
}

#[cold]
fn cancel(game: &Game, actor: PlayerId) -> Result<Events, Refusal> {
    match &game.stage {
        Stage::Seating | Stage::Promising => {}
        Stage::Empty => return Err(Refusal::NotStarted),
        Stage::Opening(_) | Stage::Colours(_) | Stage::Playing(_) => {
            return Err(Refusal::AlreadyStarted);
        }
        Stage::Ended(_) => return Err(Refusal::GameOver),
    }
    if game.created().map(|created| created.owner) != Some(actor) {
        return Err(Refusal::NotTheOwner);
    }
    Ok(smallvec![never_played(game, EndReason::Cancelled)])
}

#[cold]
fn entropy_missing(game: &Game) -> Result<Events, Refusal> {
    if game.stage == Stage::Promising {
        Ok(smallvec![never_played(game, EndReason::EntropyMissing)])
    } else {
        Err(Refusal::NothingAwaited)
    }
}

/// The end of a game that was never played.
fn never_played(game: &Game, reason: EndReason) -> Event {
    let stakes = game.rules().and_then(|rules| rules.stakes);
    let arms = game
        .rules()
        .map_or(0, |rules| usize::from(rules.arms.number()));
    let nothing = |chair| game.seat(chair).map(|_| 0);
    let ledger = stakes.map(|_| Chair::ALL.into_iter().take(arms).map(nothing).collect());
    Event::End(Box::new(End {
        reason,
        places: None,
        outcomes: None,
        ledger,
    }))
}
