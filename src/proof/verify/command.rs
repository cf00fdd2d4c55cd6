//! From the events of a command back to the command: what is decided again must be what stands there.

use super::fault::Flaw;
use crate::dice::fix_transcript;
use crate::proof::entry::By;
use crate::rules::choice::{Choice, ChoiceId};
use crate::rules::command::Command;
use crate::rules::decide::{Events, decide};
use crate::rules::dice::{Die, Roll};
use crate::rules::event::{EndReason, Event, LeaveReason};
use crate::rules::game::Game;
use crate::rules::ids::{Chair, GameId, Hex32, PlayerId};

/// Checks that the rules lead from `game` to exactly these events of one command; else says how many of its events are
/// fine, and what is wrong then.
pub(super) fn check(id: GameId, game: &Game, by: By, events: &[Event]) -> Result<(), (u64, Flaw)> {
    let at_first = |flaw| (0, flaw);
    let first = events.first().ok_or((0, Flaw::Nothing))?;
    let commands = commands(game, first).map_err(at_first)?;
    check_by(game, by, first).map_err(at_first)?;
    let mut refused = None;
    let mut fine = 0;
    for command in &commands {
        match decide(game, command) {
            Ok(mut decided) => {
                disclose_like(id, game, events, &mut decided);
                if decided.as_slice() == events {
                    return Ok(());
                }
                let same = decided
                    .iter()
                    .zip(events)
                    .take_while(|(ours, theirs)| ours == theirs);
                fine = fine.max(same.count());
            }
            Err(refusal) => refused = Some(refusal),
        }
    }
    let fine = u64::try_from(fine).unwrap_or_default();
    Err((fine, refused.map_or(Flaw::Differs, Flaw::Refused)))
}

/// Fills in what only the dice know: the transcript follows, the seed is taken as it stands and checked elsewhere.
fn disclose_like(id: GameId, game: &Game, events: &[Event], decided: &mut Events) {
    if !game.has_server_dice() {
        return;
    }
    fix_transcript(id, game, decided);
    let ended = matches!(decided.last(), Some(Event::End(_)));
    if let Some(Event::Reveal { seed }) = events.last().filter(|_| ended) {
        decided.push(Event::Reveal { seed: *seed });
    } else if ended {
        // A game with server dice does not end without its seed.
        decided.clear();
    }
}

/// Whose act a command may be: the clock's is what nobody did in time (that it plays for a seat only where time has run
/// out is checked with the times), the server's is an only option.
fn check_by(game: &Game, by: By, first: &Event) -> Result<(), Flaw> {
    let timed = matches!(first, Event::End(end) if end.reason == EndReason::EntropyMissing);
    let chosen = matches!(
        first,
        Event::Exit { .. } | Event::Move { .. } | Event::ColourChoice { .. }
    );
    let played = chosen || matches!(first, Event::OpeningRoll { .. } | Event::Roll { .. });
    let lapse = matches!(first, Event::Lapse(_));
    let fits = match by {
        By::Clock => timed || (game.on_the_clock().is_some() && (played || lapse)),
        By::Server if chosen => {
            game.created().is_some_and(|created| created.take_single) && game.choices().len() == 1
        }
        By::Server => {
            matches!(first, Event::OpeningRoll { .. } | Event::Roll { .. })
                && game.has_server_dice()
        }
        By::Player | By::Bot | By::Order => !timed && !lapse,
    };
    if fits { Ok(()) } else { Err(Flaw::By) }
}

/// The commands that can begin with this event: one, but where an exit leaves open who is crushed by choice.
fn commands(game: &Game, first: &Event) -> Result<Vec<Command>, Flaw> {
    let command = match first {
        Event::Created(created) => Ok(Command::Create(created.clone())),
        Event::Seated {
            chair,
            player,
            entropy_commit,
            ..
        } => Ok(sit(*chair, *player, *entropy_commit)),
        Event::Unseated {
            chair,
            player,
            actor,
        } => Ok(get_up(*chair, actor.unwrap_or(*player))),
        Event::Closed {} | Event::Start { .. } => owner(game).map(|actor| Command::Start { actor }),
        Event::Ready { chair, entropy } => reveal(game, *chair, *entropy),
        Event::OpeningRoll { n, dice, .. } | Event::Roll { n, dice, .. } => roll(*n, dice),
        Event::Exit { .. } | Event::Move { .. } | Event::ColourChoice { .. } => {
            return Ok(choices(game, first));
        }
        Event::Leave {
            chairs,
            reason: LeaveReason::Resigned,
            ..
        } => resign(game, chairs),
        Event::Leave {
            chairs,
            reason: LeaveReason::Lapsed,
            ..
        } => forfeit(chairs),
        Event::Lapse(told) => Ok(Command::Lapse(told.clone())),
        Event::End(end) => never_played(game, end.reason),
        Event::Begins { .. }
        | Event::Capture { .. }
        | Event::Crush { .. }
        | Event::Count { .. }
        | Event::CountLost { .. }
        | Event::Pass { .. }
        | Event::Penalty { .. }
        | Event::Payment { .. }
        | Event::Finish { .. }
        | Event::TakenOver { .. }
        | Event::Agreed { .. }
        | Event::Reveal { .. } => Err(Flaw::NoCommand),
    };
    command.map(|command| vec![command])
}

fn sit(chair: Chair, player: PlayerId, entropy_commit: Option<Hex32>) -> Command {
    Command::Sit {
        chair,
        player,
        entropy_commit,
    }
}

fn get_up(chair: Chair, actor: PlayerId) -> Command {
    Command::GetUp { chair, actor }
}

fn reveal(game: &Game, chair: Chair, entropy: Hex32) -> Result<Command, Flaw> {
    holder(game, chair).map(|actor| Command::Reveal {
        chair,
        actor,
        entropy,
    })
}

fn roll(n: u64, dice: &[Die]) -> Result<Command, Flaw> {
    let dice = Roll::of(dice).ok_or(Flaw::NoCommand)?;
    Ok(Command::Roll {
        n,
        dice,
        actor: None,
    })
}

fn resign(game: &Game, chairs: &[Chair]) -> Result<Command, Flaw> {
    let chair = *chairs.first().ok_or(Flaw::NoCommand)?;
    holder(game, chair).map(|actor| Command::Resign { chair, actor })
}

fn forfeit(chairs: &[Chair]) -> Result<Command, Flaw> {
    let chair = *chairs.first().ok_or(Flaw::NoCommand)?;
    Ok(Command::Forfeit { chair })
}

/// The command that ends a game before it is played.
fn never_played(game: &Game, reason: EndReason) -> Result<Command, Flaw> {
    match reason {
        EndReason::Cancelled => Ok(Command::Cancel {
            actor: owner(game)?,
        }),
        EndReason::EntropyMissing => Ok(Command::EntropyMissing),
        EndReason::Won
        | EndReason::LastLeft
        | EndReason::Draw
        | EndReason::Abandoned
        | EndReason::Expired => Err(Flaw::NoCommand),
    }
}

fn owner(game: &Game) -> Result<PlayerId, Flaw> {
    game.created()
        .map(|created| created.owner)
        .ok_or(Flaw::NoCommand)
}

fn holder(game: &Game, chair: Chair) -> Result<PlayerId, Flaw> {
    game.seat(chair)
        .map(|seat| seat.player)
        .ok_or(Flaw::NoCommand)
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
