//! Requests that come when time has run out.

use parchis::play::{Act, NewGame};
use parchis::proof::By;
use parchis::rules::asked::Asked;
use parchis::rules::event::{ClockRule, OnLapse};
use parchis::rules::refusal::Refusal;

use crate::table::{ask, at, duel, lapses, live, log, next_act, random, refused, started, table};

/// A second for the whole game, then the server plays, up to a hundred times.
fn second() -> NewGame {
    NewGame {
        clock: Some(ClockRule::Bank {
            seconds: 1,
            increment: 0,
            on_lapse: OnLapse::Play,
            lapses: Some(100),
        }),
        ..duel()
    }
}

#[tokio::test]
async fn where_nobody_has_time_left_a_request_waits_for_one_turn_alone() {
    let (database, games) = table().await;
    let (game, players) = started(&games, &second()).await;
    for turn in 1..=2 {
        live(&database, &games, turn * 2).await;
        games.sweep().await.expect("a sweep");
    }
    let folded = games.read(game).await.expect("a game");
    assert_eq!(folded.due_at, Some(at(4)), "the next turn has no time");
    let said = lapses(&log(&games, game).await).len();

    let act = next_act(&folded.game, &mut random(1)).expect("a roll");
    let done = ask(&games, game, act).await;
    assert!(done.repeated, "the roll was made, by the clock");
    assert_eq!(done.events.first().expect("a roll").entry.by, By::Clock);
    assert_eq!(lapses(&log(&games, game).await).len(), said + 1);

    let Asked::Roll { n, .. } = done.folded.game.asked() else {
        panic!("a roll is asked");
    };
    let far = Act::Roll {
        n: n + 50,
        dice: None,
        actor: *players.first().expect("a player"),
    };
    refused(&games, game, far).await;
    assert_eq!(lapses(&log(&games, game).await).len(), said + 2);
}

#[tokio::test]
async fn who_was_forfeited_has_not_resigned() {
    let (database, games) = table().await;
    let new = NewGame {
        seats: Some(3),
        clock: Some(ClockRule::Turn {
            seconds: 60,
            on_lapse: OnLapse::Forfeit,
            lapses: None,
        }),
        ..duel()
    };
    let (game, players) = started(&games, &new).await;
    let folded = games.read(game).await.expect("a game");
    let chair = folded.game.on_the_clock().expect("a clock runs");
    live(&database, &games, 60).await;
    games.sweep().await.expect("a sweep");

    let resign = Act::Resign {
        chair,
        actor: players[chair.index()],
    };
    let refused = refused(&games, game, resign).await;
    assert_eq!(refused.objection, Refusal::HasLeft(chair).into());
}
