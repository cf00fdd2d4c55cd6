//! From the events of a command back to the command: what is decided again must be what stands there.

use super::fault::Flaw;
use crate::dice::transcript_after;
use crate::proof::entry::By;
use crate::rules::choice::{Choice, ChoiceId};
use crate::rules::command::Command;
use crate::rules::decide::{Events, decide};
use crate::rules::dice::Roll;
use crate::rules::event::{EndReason, Event, LeaveReason};
use crate::rules::game::Game;
use crate::rules::ids::GameId;

/// Checks that the rules lead from `game` to exactly these events of one command.
pub(super) fn check(id: GameId, game: &Game, by: By, events: &[Event]) -> Result<(), Flaw> {
    let first = events.first().ok_or(Flaw::Nothing)?;
    let commands = commands(game, first)?;
    check_by(game, by, first)?;
    let mut refused = None;
    for command in &commands {
        match decide(game, command) {
            Ok(mut decided) => {
                disclose_like(id, game, events, &mut decided);
                if decided.as_slice() == events {
                    return Ok(());
                }
            }
            Err(refusal) => refused = Some(refusal),
        }
    }
    Err(refused.map_or(Flaw::Differs, Flaw::Refused))
}

/// Fills in what only the dice know: the transcript follows, the seed is taken as it stands and checked elsewhere.
fn disclose_like(id: GameId, game: &Game, events: &[Event], decided: &mut Events) {
    if !game.has_server_dice() {
        return;
    }
    let fixed = transcript_after(id, game, decided);
    for event in decided.iter_mut() {
        if let Event::Start { transcript } = event {
            *transcript = fixed;
        }
    }
    let ended = matches!(decided.last(), Some(Event::End(_)));
    if let Some(Event::Reveal { seed }) = events.last().filter(|_| ended) {
        decided.push(Event::Reveal { seed: *seed });
    } else if ended {
        // A game with server dice does not end without its seed.
        decided.clear();
    }
}

/// Whose act a command may be: the clock's is what nobody asked for in time, the server's is an only option.
fn check_by(game: &Game, by: By, first: &Event) -> Result<(), Flaw> {
    let timed = matches!(first, Event::End(end) if end.reason == EndReason::EntropyMissing);
    let chosen = matches!(
        first,
        Event::Exit { .. } | Event::Move { .. } | Event::ColourChoice { .. }
    );
    let fits = match by {
        By::Clock => timed,
        By::Server if chosen => {
            game.created().is_some_and(|created| created.take_single) && game.choices().len() == 1
        }
        By::Server => {
            matches!(first, Event::OpeningRoll { .. } | Event::Roll { .. })
                && game.has_server_dice()
        }
        By::Player | By::Bot | By::Order => !timed,
    };
    if fits { Ok(()) } else { Err(Flaw::By) }
}

/// The commands that can begin with this event: one, but where an exit leaves open who is crushed by choice.
fn commands(game: &Game, first: &Event) -> Result<Vec<Command>, Flaw> {
    let owner = || {
        game.created()
            .map(|created| created.owner)
            .ok_or(Flaw::NoCommand)
    };
    let holder = |chair| {
        game.seat(chair)
            .map(|seat| seat.player)
            .ok_or(Flaw::NoCommand)
    };
    let command = match first {
        Event::Created(created) => Command::Create(created.clone()),
        Event::Seated {
            chair,
            player,
            entropy_commit,
            ..
        } => Command::Sit {
            chair: *chair,
            player: *player,
            entropy_commit: *entropy_commit,
        },
        Event::Unseated {
            chair,
            player,
            actor,
        } => Command::GetUp {
            chair: *chair,
            actor: actor.unwrap_or(*player),
        },
        Event::Closed {} | Event::Start { .. } => Command::Start { actor: owner()? },
        Event::Ready { chair, entropy } => Command::Reveal {
            chair: *chair,
            actor: holder(*chair)?,
            entropy: *entropy,
        },
        Event::OpeningRoll { n, dice, .. } | Event::Roll { n, dice, .. } => {
            let dice = Roll::of(dice).ok_or(Flaw::NoCommand)?;
            Command::Roll {
                n: *n,
                dice,
                actor: None,
            }
        }
        Event::Exit { .. } | Event::Move { .. } | Event::ColourChoice { .. } => {
            return Ok(choices(game, first));
        }
        Event::Leave {
            chairs,
            reason: LeaveReason::Resigned,
            ..
        } => {
            let chair = *chairs.first().ok_or(Flaw::NoCommand)?;
            Command::Resign {
                chair,
                actor: holder(chair)?,
            }
        }
        Event::End(end) => match end.reason {
            EndReason::Cancelled => Command::Cancel { actor: owner()? },
            EndReason::EntropyMissing => Command::EntropyMissing,
            EndReason::Won
            | EndReason::LastLeft
            | EndReason::Draw
            | EndReason::Abandoned
            | EndReason::Expired => return Err(Flaw::NoCommand),
        },
        Event::Begins { .. }
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
        | Event::Leave {
            reason: LeaveReason::Lapsed,
            ..
        }
        | Event::Reveal { .. } => return Err(Flaw::NoCommand),
    };
    Ok(vec![command])
}

/// The options that can begin with this event.
fn choices(game: &Game, first: &Event) -> Vec<Command> {
    let decision = game.decision().unwrap_or_default();
    let choose = |option: ChoiceId| Command::Choose {
        decision,
        option,
        actor: None,
    };
    game.choices()
        .iter()
        .filter(|choice| begins(choice, first))
        .map(|choice| choose(choice.id()))
        .collect()
}

/// Whether what follows from a choice can begin with this event.
fn begins(choice: &Choice, first: &Event) -> bool {
    match choice {
        Choice::Exit { pieces, .. } => {
            matches!(first, Event::Exit { pieces: out, .. } if out == pieces)
        }
        Choice::Move { piece, die, .. } => {
            matches!(first, Event::Move { piece: moved, die: Some(used), .. } if moved == piece && used == die)
        }
        Choice::TakeCount { piece, .. } => {
            matches!(first, Event::Move { piece: moved, count: Some(_), .. } if moved == piece)
        }
        Choice::Colour { colour } => {
            matches!(first, Event::ColourChoice { colour: taken, .. } if taken == colour)
        }
    }
}
