//! Clocks that run out: once, whoever does it, and in a log that holds.

use chrono::TimeDelta;
use parchis::play::{Act, Clock, Fork, Games, NewGame, Objection, PlayError};
use parchis::proof::{By, Entry, Fault, Flaw, Head, Verifier};
use parchis::rules::asked::Asked;
use parchis::rules::event::{
    ClockConflict, ClockRule, DiceSource, EndReason, Event, LapseOutcome, LeaveReason, OnLapse,
};
use parchis::rules::game::Phase;
use parchis::rules::ids::{Chair, GameId};
use parchis::rules::options::Overrides;
use parchis::rules::preset::Preset;
use parchis::rules::refusal::Refusal;
use rand::RngExt as _;

use crate::table::{
    ask, at, duel, lapses, live, log, next_act, play, random, refused, server, started, table,
};

/// A minute a turn, then the server plays, up to so many times.
fn minute(lapses: u8) -> NewGame {
    NewGame {
        clock: Some(ClockRule::Turn {
            seconds: 60,
            on_lapse: OnLapse::Play,
            lapses: Some(lapses),
        }),
        ..duel()
    }
}

/// The same where time that runs out forfeits.
fn strict() -> NewGame {
    NewGame {
        clock: Some(ClockRule::Turn {
            seconds: 60,
            on_lapse: OnLapse::Forfeit,
            lapses: None,
        }),
        ..duel()
    }
}

async fn asked(games: &Games, game: GameId) -> Chair {
    let folded = games.read(game).await.expect("a game");
    folded.game.on_the_clock().expect("a clock runs")
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_processes_let_a_clock_act_once() {
    let (database, games) = table().await;
    let (game, _) = started(&games, &minute(3)).await;
    let late = asked(&games, game).await;
    live(&database, &games, 59).await;
    assert_eq!(games.sweep().await.expect("a sweep"), 0, "it is not due");
    live(&database, &games, 60).await;
    let sweeps = (0..8).map(|_| {
        let games = server(&database, Clock::standing(at(60)));
        tokio::spawn(async move { games.sweep().await })
    });
    for sweep in sweeps.collect::<Vec<_>>() {
        sweep.await.expect("nobody panics").expect("a sweep");
    }

    let entries = log(&games, game).await;
    let said = lapses(&entries);
    let [lapse] = said.as_slice() else {
        panic!("once: {said:?}");
    };
    assert_eq!((lapse.chair, lapse.outcome), (late, LapseOutcome::Played));
    assert_eq!((lapse.charged_ms, lapse.basis.elapsed_ms), (60_000, 60_000));
    let by_clock = entries.iter().filter(|entry| entry.by == By::Clock);
    let kinds: Vec<&Event> = by_clock.map(|entry| &entry.event).collect();
    assert!(matches!(kinds.get(1), Some(Event::Roll { chair, .. }) if *chair == late));
    assert_ne!(asked(&games, game).await, late, "its turn is over");
    let folded = games.read(game).await.expect("a game");
    assert_eq!(folded.due_at, Some(at(120)));
}

#[tokio::test]
async fn a_request_that_comes_too_late_finds_the_turn_played() {
    let (database, games) = table().await;
    let (game, players) = started(&games, &minute(3)).await;
    let late = asked(&games, game).await;
    live(&database, &games, 61).await;

    let folded = games.read(game).await.expect("a game");
    let act = next_act(&folded.game, &mut random(1)).expect("a roll");
    let done = ask(&games, game, act).await;

    assert!(done.repeated, "the roll was made, by the clock");
    assert_eq!(done.events.first().expect("a roll").entry.by, By::Clock);
    let resigned = players.get(late.index()).copied().expect("a player");
    let done = ask(
        &games,
        game,
        Act::Resign {
            chair: late,
            actor: resigned,
        },
    )
    .await;
    assert_eq!(done.folded.game.phase(), Phase::Ended);
    log(&games, game).await;
}

#[tokio::test]
async fn a_game_in_which_nobody_comes_back_ends() {
    let (database, games) = table().await;
    let (game, _) = started(&games, &minute(3)).await;
    for turn in 1..=5 {
        assert_eq!(games.read(game).await.expect("a game").game.end(), None);
        live(&database, &games, turn * 60).await;
        games.sweep().await.expect("a sweep");
    }

    let folded = games.read(game).await.expect("a game");
    let end = folded.game.end().expect("an end");
    assert_eq!(end.reason, EndReason::LastLeft);
    assert_eq!(folded.due_at, None);
    let entries = log(&games, game).await;
    let outcomes: Vec<LapseOutcome> = lapses(&entries).iter().map(|said| said.outcome).collect();
    let (played, forfeited) = (LapseOutcome::Played, LapseOutcome::Forfeited);
    assert_eq!(outcomes, [played, played, played, played, forfeited]);
    let last = entries.iter().rev().find_map(|entry| {
        let Event::Leave { reason, .. } = &entry.event else {
            return None;
        };
        Some((*reason, entry.by))
    });
    assert_eq!(last, Some((LeaveReason::Lapsed, By::Clock)));
}

#[tokio::test]
async fn pairs_leave_together_and_their_points_are_settled() {
    let (database, games) = table().await;
    let overrides = r#"{"teams": "pairs", "opening": "first_seat", "stakes": {"capture": 1, "win": 5, "third_six": 1}}"#;
    let overrides: Overrides = serde_json::from_str(overrides).expect("overrides");
    let new = NewGame {
        overrides,
        seats: Some(4),
        ..strict()
    };
    let (game, _) = started(&games, &new).await;
    live(&database, &games, 60).await;
    games.sweep().await.expect("a sweep");

    let folded = games.read(game).await.expect("a game");
    let end = folded.game.end().expect("an end");
    assert_eq!(end.reason, EndReason::LastLeft);
    let ledger: Vec<Option<i64>> = end.ledger.iter().flatten().copied().collect();
    assert_eq!(ledger.iter().flatten().sum::<i64>(), 0);
    assert!(ledger.first().copied().flatten() < Some(0), "{ledger:?}");
    log(&games, game).await;
}

#[tokio::test]
async fn colours_and_two_dice_are_played_by_the_clock() {
    for preset in [Preset::Rebound, Preset::TwoDice] {
        let (database, games) = table().await;
        let new = NewGame {
            preset,
            seats: Some(3),
            ..minute(100)
        };
        let (game, _) = started(&games, &new).await;
        for turn in 1..=40 {
            live(&database, &games, turn * 60).await;
            games.sweep().await.expect("a sweep");
        }
        let entries = log(&games, game).await;
        assert_eq!(lapses(&entries).len(), 40);
        let chosen = |entry: &&Entry| matches!(entry.event, Event::ColourChoice { .. });
        let colours = entries.iter().filter(chosen).count();
        assert_eq!(colours, if preset == Preset::Rebound { 3 } else { 0 });
    }
}

#[tokio::test]
async fn with_real_dice_time_that_runs_out_forfeits_and_nothing_else() {
    let (database, games) = table().await;
    let owner = crate::table::player();
    let manual = |new: NewGame| NewGame {
        dice: DiceSource::Manual,
        ..new
    };
    match games.create(owner, &manual(minute(3)), None).await {
        Err(PlayError::NotCreated(refusal)) => {
            assert_eq!(refusal, Refusal::Clock(ClockConflict::Manual));
        }
        other => panic!("{other:?}"),
    }
    let (game, _) = started(&games, &manual(strict())).await;
    // The opening is by hand too.
    assert_eq!(asked(&games, game).await, Chair::ALL[0]);
    live(&database, &games, 60).await;
    games.sweep().await.expect("a sweep");
    let folded = games.read(game).await.expect("a game");
    let end = folded.game.end().expect("an end");
    assert_eq!(end.reason, EndReason::LastLeft);
    log(&games, game).await;
}

#[tokio::test]
async fn a_roll_after_the_end_of_its_time_is_refused_where_the_seat_is_out() {
    let (database, games) = table().await;
    let (game, _) = started(&games, &strict()).await;
    let folded = games.read(game).await.expect("a game");
    let act = next_act(&folded.game, &mut random(1)).expect("a roll");
    live(&database, &games, 60).await;
    let refusal = refused(&games, game, act).await;
    assert_eq!(refusal.objection, Objection::Rules(Refusal::GameOver));
}

/// Games with clocks of every kind, in which players come in time, too late or not at all.
#[tokio::test]
async fn random_games_with_random_clocks_hold() {
    for seed in 0..6 {
        let (database, games) = table().await;
        let mut random = random(seed);
        let seconds = random.random_range(5..60);
        let rule = if seed % 2 == 0 {
            ClockRule::Turn {
                seconds,
                on_lapse: OnLapse::Play,
                lapses: Some(20),
            }
        } else {
            ClockRule::Bank {
                seconds: seconds * 4,
                increment: random.random_range(0..5),
                on_lapse: OnLapse::Play,
                lapses: Some(4),
            }
        };
        let new = NewGame {
            clock: Some(rule),
            seats: Some(random.random_range(2..=4)),
            ..duel()
        };
        let (game, _) = started(&games, &new).await;
        let mut now = 0;
        for _ in 0..120 {
            now += random.random_range(0..seconds + 2);
            live(&database, &games, now).await;
            if random.random_bool(0.5) {
                games.sweep().await.expect("a sweep");
            }
            let folded = games.read(game).await.expect("a game");
            let Some(act) = next_act(&folded.game, &mut random) else {
                break;
            };
            let request = crate::table::asking(act);
            match games.request(game, &request).await {
                Ok(_) | Err(PlayError::Refused(_)) => {}
                Err(error) => panic!("{error}"),
            }
            let folded = games.read(game).await.expect("a game");
            let rest = folded.due_at.is_none_or(|due| due > at(now))
                || matches!(rule, ClockRule::Bank { increment: 0, .. });
            assert!(rest, "nothing stays due after a request");
        }
        log(&games, game).await;
        let audit = games.audit(game).await.expect("an audit");
        assert!(audit.complaint.is_none(), "{:?}", audit.complaint);
    }
}

/// The log with an event changed, chained anew; what is found.
fn tampered(entries: &[Entry], change: impl Fn(&mut Entry)) -> Fault {
    let game = entries.first().expect("events").game;
    let (mut verifier, mut head) = (Verifier::new(game), Head::genesis(game));
    for entry in entries {
        let mut entry = entry.clone();
        change(&mut entry);
        let body = entry.body();
        head = head.after(&body);
        if let Err(fault) = verifier.push(&body, head) {
            return fault;
        }
    }
    verifier.finish().expect_err("it was tampered with")
}

#[tokio::test]
async fn charges_that_do_not_follow_are_found() {
    let (database, games) = table().await;
    let (game, _) = started(&games, &minute(3)).await;
    play(&games, game, 5, &mut random(3)).await;
    live(&database, &games, 70).await;
    games.sweep().await.expect("a sweep");
    let folded = games.read(game).await.expect("a game");
    assert!(matches!(
        folded.game.asked(),
        Asked::Roll { .. } | Asked::Choice { .. }
    ));
    let entries = log(&games, game).await;

    let lapse = |change: fn(&mut parchis::rules::event::Lapse)| {
        tampered(&entries, |entry| {
            if let Event::Lapse(lapse) = &mut entry.event {
                change(lapse);
            }
        })
        .flaw
    };
    assert_eq!(lapse(|lapse| lapse.charged_ms = 1), Flaw::Charge);
    assert_eq!(lapse(|lapse| lapse.basis.elapsed_ms -= 1), Flaw::Charge);
    assert_eq!(lapse(|lapse| lapse.basis.allowance_ms -= 1), Flaw::Charge);
    assert_eq!(
        lapse(|lapse| lapse.outcome = LapseOutcome::Excused),
        Flaw::Charge
    );
    assert_eq!(
        lapse(|lapse| lapse.outcome = LapseOutcome::Forfeited),
        Flaw::Charge
    );
    let early = tampered(&entries, |entry| {
        if entry.by == By::Clock {
            entry.at -= TimeDelta::seconds(30);
        }
    });
    assert_eq!(early.flaw, Flaw::Charge, "time had not run out");
    let unasked = tampered(&entries, |entry| {
        if matches!(entry.event, Event::Roll { n: 4.., .. }) {
            entry.by = By::Clock;
        }
    });
    assert!(matches!(unasked.flaw, Flaw::By | Flaw::Envelope(_)));
}

#[tokio::test]
async fn a_lapse_that_is_missing_is_found() {
    let (_database, games) = table().await;
    let (game, _) = started(&games, &minute(3)).await;
    play(&games, game, 3, &mut random(3)).await;
    let entries = log(&games, game).await;
    let newest = entries.last().expect("events").command;
    let late = tampered(&entries, |entry| {
        if entry.command == newest {
            entry.at += TimeDelta::seconds(60);
        }
    });
    assert_eq!((late.flaw, late.version), (Flaw::RanOut, newest));
}

#[tokio::test]
async fn a_fork_repeats_what_the_clock_did_and_has_none() {
    let (database, games) = table().await;
    let (game, players) = started(&games, &minute(2)).await;
    for turn in 1..=3 {
        live(&database, &games, turn * 60).await;
        games.sweep().await.expect("a sweep");
    }
    let ended = games.read(game).await.expect("a game");
    assert_eq!(ended.game.phase(), Phase::Ended);
    let fork = Fork {
        game,
        version: ended.version(),
        listed: false,
    };
    let owner = players.first().copied().expect("a player");
    let forked = games.fork(owner, &fork, None).await.expect("a fork");
    let created = forked.folded.game.created().expect("a creation");
    assert_eq!(created.clock, None);
    assert_eq!(forked.folded.game.position(), ended.game.position());
    assert_eq!(lapses(&log(&games, forked.folded.id).await), []);
}
