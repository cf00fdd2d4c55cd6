//! Many at once, in one process and in two.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parchis::play::{Act, Clock, Games};
use parchis::proof::{self, Head};
use parchis::rules::asked::Asked;
use parchis::rules::ids::{GameId, Version};

use crate::table::{ask, asking, at, duel, next_act, random, server, sit, started, table};

async fn whole_chain(games: &Games, game: GameId) {
    let rows = games
        .store()
        .events(game, Version(0), 100_000)
        .await
        .expect("a log");
    let end = proof::check((Version(0), Head::genesis(game)), &rows).expect("no gap, no double");
    let folded = games.read(game).await.expect("a game");
    assert_eq!(end, (folded.version(), folded.head));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_64_times_the_same_roll_one_is_made_and_all_get_its_answer() {
    let (database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;
    let other = server(&database, Clock::standing(at(0)));
    let before = games.read(game).await.expect("a game");
    let act = next_act(&before.game, &mut random(1)).expect("a roll");
    assert!(matches!(act, Act::Roll { .. }));

    let rolls = (0..64).map(|number| {
        let games = if number % 2 == 0 {
            games.clone()
        } else {
            other.clone()
        };
        let act = act.clone();
        tokio::spawn(async move { ask(&games, game, act).await })
    });
    let mut answers = Vec::new();
    for roll in rolls.collect::<Vec<_>>() {
        answers.push(roll.await.expect("nobody panics"));
    }

    assert_eq!(answers.iter().filter(|done| !done.repeated).count(), 1);
    for done in &answers {
        assert_eq!(done.events, answers[0].events);
        assert_eq!(done.events[0].stored.version, before.version().next());
    }
    whole_chain(&games, game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_take_turns() {
    let (database, one) = table().await;
    let two = server(&database, Clock::standing(at(0)));
    let (game, _) = started(&one, &duel()).await;
    let mut random = random(7);
    let mut folded = one.read(game).await.expect("a game");

    for step in 0..120 {
        let games = if step % 2 == 0 { &one } else { &two };
        let Some(act) = next_act(&folded.game, &mut random) else {
            break;
        };
        folded = ask(games, game, act).await.folded;
    }

    whole_chain(&one, game).await;
    whole_chain(&two, game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audit_of_a_game_that_ends_meanwhile_finds_nothing_wrong() {
    let (_database, games) = table().await;
    for _ in 0..24 {
        let (game, players) = started(&games, &duel()).await;
        let over = Arc::new(AtomicBool::new(false));
        let audits: Vec<_> = (0..4)
            .map(|_| {
                let (games, over) = (games.clone(), Arc::clone(&over));
                tokio::spawn(async move {
                    while !over.load(Ordering::Relaxed) {
                        let audit = games.audit(game).await.expect("an audit");
                        assert!(audit.complaint.is_none(), "{:?}", audit.complaint);
                    }
                })
            })
            .collect();
        let (chair, actor) = (crate::table::chair(0), players[0]);
        ask(&games, game, Act::Resign { chair, actor }).await;
        over.store(true, Ordering::Relaxed);
        for audit in audits {
            audit.await.expect("no complaint");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_16_who_want_a_seat_one_gets_it() {
    let (_database, games) = table().await;
    let created = games
        .create(crate::table::player(), &duel(), None)
        .await
        .expect("a game");
    let game = created.folded.id;

    let sits = (0..16).map(|_| {
        let games = games.clone();
        let act = asking(sit(0, crate::table::player()));
        tokio::spawn(async move { games.request(game, &act).await.is_ok() })
    });
    let mut sat = 0;
    for seat in sits.collect::<Vec<_>>() {
        sat += usize::from(seat.await.expect("nobody panics"));
    }

    assert_eq!(sat, 1);
    whole_chain(&games, game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_who_is_behind_is_refused_on_what_is_true_now() {
    let (database, one) = table().await;
    let two = server(&database, Clock::standing(at(0)));
    let (game, players) = started(&one, &duel()).await;
    let behind = two.read(game).await.expect("a game");
    let Asked::Roll { n, chair } = behind.game.asked() else {
        panic!("a roll is due")
    };
    let roll = next_act(&behind.game, &mut random(1)).expect("a roll");
    ask(&one, game, roll).await;

    let refusal = crate::table::refused(
        &two,
        game,
        Act::Roll {
            n: n + 7,
            dice: None,
            actor: players[usize::from(chair.number())],
        },
    )
    .await;

    assert_eq!(
        refusal.folded.version(),
        one.read(game).await.expect("a game").version()
    );
}
