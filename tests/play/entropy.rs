//! Promised entropy, and the clock that awaits it.

use parchis::dice::entropy_commit;
use parchis::play::{Act, Clock, Games, Objection};
use parchis::proof::{By, Verifier};
use parchis::rules::asked::Asked;
use parchis::rules::event::{EndReason, Event};
use parchis::rules::game::Phase;
use parchis::rules::ids::{GameId, Hex32, PlayerId, Version};
use parchis::rules::refusal::Refusal;
use sqlx::Executor as _;

use crate::database::Database;
use crate::table::{ask, at, chair, duel, live, player, refused, server, sit, table};

/// A game whose two seats are taken, one with a promise: closed at second 0, due at second 60.
async fn promised(entropy: [u8; 32]) -> (Database, Games, GameId, PlayerId) {
    let (database, games) = table().await;
    let (game, owner) = promised_at(&games, entropy).await;
    (database, games, game, owner)
}

/// Another such game at the same server.
async fn promised_at(games: &Games, entropy: [u8; 32]) -> (GameId, PlayerId) {
    let owner = player();
    let game = games
        .create(owner, &duel(), None)
        .await
        .expect("a game")
        .folded
        .id;
    let entropy_commit = Some(entropy_commit(game, owner, &entropy));
    ask(
        games,
        game,
        Act::Sit {
            chair: chair(0),
            player: owner,
            entropy_commit,
            invite: None,
        },
    )
    .await;
    let closed = ask(games, game, sit(1, player())).await.folded;
    assert_eq!(closed.game.phase(), Phase::Promising);
    assert_eq!(closed.due_at, Some(at(60)));
    (game, owner)
}

#[tokio::test]
async fn a_promise_kept_starts_the_game() {
    let (_database, games, game, owner) = promised([9; 32]).await;
    let reveal = |bytes| Act::Reveal {
        chair: chair(0),
        actor: owner,
        entropy: Hex32(bytes),
    };
    assert_eq!(
        refused(&games, game, reveal([8; 32])).await.objection,
        Objection::EntropyDiffers
    );
    let roll = Act::Roll {
        n: 1,
        dice: None,
        actor: owner,
    };
    assert_eq!(
        refused(&games, game, roll).await.objection,
        Refusal::EntropyAwaited.into()
    );
    assert_eq!(
        refused(&games, game, Act::Start { actor: owner })
            .await
            .objection,
        Refusal::EntropyAwaited.into()
    );

    let done = ask(&games, game, reveal([9; 32])).await;

    assert!(matches!(done.folded.game.asked(), Asked::Roll { .. }));
    assert_eq!(done.folded.due_at, None);
    assert_eq!(done.events.len(), 2, "ready and start");
    assert_eq!(games.sweep().await.expect("a sweep"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_promise_not_kept_ends_the_game_once() {
    let (database, games, game, owner) = promised([9; 32]).await;
    games.clock().set(at(59));
    assert_eq!(games.sweep().await.expect("a sweep"), 0, "it is not due");
    let clock = Clock::standing(at(61));
    let sweeps = (0..8).map(|_| {
        let games = server(&database, clock.clone());
        tokio::spawn(async move { games.sweep().await })
    });
    for sweep in sweeps.collect::<Vec<_>>() {
        sweep.await.expect("nobody panics").expect("a sweep");
    }

    let folded = games.read(game).await.expect("a game");
    assert_eq!(
        folded.game.end().expect("an end").reason,
        EndReason::EntropyMissing
    );
    let rows = games
        .store()
        .events(game, Version(0), 100)
        .await
        .expect("a log");
    let mut verifier = Verifier::new(game);
    for row in &rows {
        verifier.push(&row.body, row.hash).expect("the log holds");
    }
    verifier.finish().expect("the log holds");
    let last = parchis::proof::Entry::parse(&rows.last().expect("events").body).expect("an event");
    assert_eq!(last.by, By::Clock);
    assert!(matches!(last.event, Event::Reveal { .. }));
    let late = Act::Reveal {
        chair: chair(0),
        actor: owner,
        entropy: Hex32([9; 32]),
    };
    assert_eq!(
        refused(&games, game, late).await.objection,
        Refusal::GameOver.into()
    );
}

#[tokio::test]
async fn a_promise_kept_too_late_is_not_kept() {
    let (_database, games, game, owner) = promised([9; 32]).await;
    games.clock().set(at(60));

    let late = Act::Reveal {
        chair: chair(0),
        actor: owner,
        entropy: Hex32([9; 32]),
    };
    let refusal = refused(&games, game, late).await;

    assert_eq!(refusal.objection, Refusal::GameOver.into());
    assert_eq!(
        refusal.folded.game.end().expect("an end").reason,
        EndReason::EntropyMissing
    );
}

#[tokio::test]
async fn time_never_runs_backwards_in_a_game() {
    let (_database, games, game, owner) = promised([9; 32]).await;
    games.clock().set(at(0) - chrono::TimeDelta::hours(1));

    let reveal = Act::Reveal {
        chair: chair(0),
        actor: owner,
        entropy: Hex32([9; 32]),
    };
    let done = ask(&games, game, reveal).await;

    assert_eq!(done.folded.updated_at, at(0));
}

#[tokio::test]
async fn games_that_cannot_be_folded_keep_none_waiting() {
    let (database, games, game, _) = promised([9; 32]).await;
    // As many as two pages, due before it: rows without a log.
    let statement = "insert into games (game_id, version, head, status, preset, arms, dice_count, dice_source, seats,
            seated, owner, listed, asked, asked_what, asked_since, due_at, created_at, updated_at)
        select gen_random_uuid(), version, head, status, preset, arms, dice_count, dice_source, seats,
            seated, owner, listed, asked, asked_what, asked_since, due_at - interval '1 second', created_at, updated_at
        from games, generate_series(1, 200)";
    database
        .connect()
        .await
        .execute(statement)
        .await
        .expect("rows can be written");
    games.clock().set(at(60));

    assert_eq!(games.sweep().await.expect("a sweep"), 201);

    let folded = games.read(game).await.expect("a game");
    assert_eq!(folded.game.phase(), Phase::Ended);
    assert_eq!(games.sweep().await.expect("a sweep"), 200, "they stay due");
}

/// A promise is due at second 60; nobody could keep it from second 10 on, for an hour.
#[tokio::test]
async fn a_promise_is_waited_for_as_much_longer_as_the_server_was_away() {
    let (database, games, game, owner) = promised([9; 32]).await;
    let (late, breaker) = promised_at(&games, [7; 32]).await;
    live(&database, &games, 10).await;
    let games = server(&database, Clock::standing(at(3600)));

    games.sweep().await.expect("a sweep");

    let reveal = Act::Reveal {
        chair: chair(0),
        actor: owner,
        entropy: Hex32([9; 32]),
    };
    let done = ask(&games, game, reveal).await;
    assert!(matches!(done.folded.game.asked(), Asked::Roll { .. }));
    live(&database, &games, 3649).await;
    games.sweep().await.expect("a sweep");
    let folded = games.read(late).await.expect("a game");
    assert_eq!(folded.game.phase(), Phase::Promising, "a second is left");
    live(&database, &games, 3650).await;
    games.sweep().await.expect("a sweep");
    let folded = games.read(late).await.expect("a game");
    let end = folded.game.end().expect("an end").reason;
    assert_eq!(end, EndReason::EntropyMissing);
    let refused = refused(&games, late, Act::Start { actor: breaker }).await;
    assert_eq!(refused.objection, Refusal::GameOver.into());
    let audit = games.audit(late).await.expect("an audit");
    assert!(audit.complaint.is_none(), "{:?}", audit.complaint);
}
