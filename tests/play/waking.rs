//! Waking: who follows a game learns what this process and others write to it, also where notifications are lost.

use std::sync::Arc;

use parchis::play::{Clock, Follower, Games, announce_for_ever, listen_for_ever};
use parchis::rules::ids::{GameId, Version};
use sqlx::Executor as _;

use crate::database::Database;
use crate::table::{at, duel, play, random, server, started, table};

/// A game, and the end of its log.
async fn game(games: &Games) -> (GameId, Version) {
    let (game, _) = started(games, &duel()).await;
    (game, games.read(game).await.expect("a game").version())
}

/// What a follower gets by the time a writer, who does not stop before, has done one thing.
async fn after_one_step(follower: &mut Follower, writer: &Games, game: GameId) {
    let mut random = random(1);
    let (page, now) = tokio::join!(follower.next(), play(writer, game, 1, &mut random));
    assert_eq!(page.expect("a page").next, now.version());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_readers_of_a_game_share_one_reading() {
    let (_database, games) = table().await;
    let (game, newest) = game(&games).await;
    let mut readers: Vec<_> = (0..50).map(|_| games.follow(game, newest)).collect();
    for reader in &mut readers {
        assert!(reader.now(10).await.expect("a page").events.is_empty());
    }

    let now = play(&games, game, 1, &mut random(1)).await;

    let mut pages = Vec::new();
    for reader in &mut readers {
        pages.push(reader.next().await.expect("a page"));
    }
    assert_eq!(pages[0].next, now.version());
    assert!(pages.iter().all(|page| Arc::ptr_eq(page, &pages[0])));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follower_catches_up_and_goes_on_to_the_end() {
    let (database, games) = table().await;
    let (game, _) = game(&games).await;
    let elsewhere = server(&database, Clock::standing(at(0)));
    play(&games, game, 150, &mut random(2)).await;
    let mut follower = elsewhere.follow(game, Version(0));
    let mut read = Vec::new();
    let now = play(&games, game, usize::MAX, &mut random(3)).await;

    loop {
        let page = follower.next().await.expect("a page");
        read.extend(page.events.iter().cloned());
        if page.over {
            break;
        }
    }

    assert_eq!(
        read.last().map(|last| last.entry.version),
        Some(now.version())
    );
    let log = games.events(game, Version(0), u16::MAX).await;
    assert_eq!(read, log.expect("a log").events);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_process_announces_is_heard() {
    let (database, here) = table().await;
    let there = server(&database, Clock::standing(at(0)));
    let (game, newest) = game(&there).await;
    let mut follower = here.follow(game, newest);
    let reading = async {
        // The first may be found when listening begins; the second is heard of by a notification, or never.
        after_one_step(&mut follower, &there, game).await;
        after_one_step(&mut follower, &there, game).await;
    };
    tokio::select! {
        () = reading => {}
        () = announce_for_ever(there.clone()) => {}
        () = listen_for_ever(here.clone()) => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_said_while_the_connection_was_cut_is_found() {
    let (database, here) = table().await;
    let there = server(&database, Clock::standing(at(0)));
    let (game, newest) = game(&there).await;
    let mut follower = here.follow(game, newest);
    let reading = async {
        after_one_step(&mut follower, &there, game).await;
        for _ in 0..3 {
            cut_listeners(&database).await;
            after_one_step(&mut follower, &there, game).await;
        }
    };
    tokio::select! {
        () = reading => {}
        () = announce_for_ever(there.clone()) => {}
        () = listen_for_ever(here.clone()) => {}
    }
}

async fn cut_listeners(database: &Database) {
    let cut = "select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen%'";
    let mut connection = database.connect().await;
    connection.execute(cut).await.expect("it can be cut");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_announced_is_found_by_looking() {
    let (database, here) = table().await;
    let there = server(&database, Clock::standing(at(0)));
    let (game, newest) = game(&there).await;
    let mut follower = here.follow(game, newest);
    assert!(follower.now(10).await.expect("a page").events.is_empty());

    let now = play(&there, game, 1, &mut random(1)).await;
    assert_eq!(here.meter().unheard.get(), 0);
    here.recheck().await.expect("it looks");
    assert_eq!(here.meter().unheard.get(), 1);
    here.recheck().await.expect("it looks");
    assert_eq!(here.meter().unheard.get(), 1, "nothing has happened since");

    let page = follower.next().await.expect("a page");
    assert_eq!(page.next, now.version());
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_of_readers_who_go() {
    let (_database, games) = table().await;
    let (game, newest) = game(&games).await;
    let readers = (0..64).map(|number| {
        let mut reader = games.follow(game, newest);
        let games = games.clone();
        tokio::spawn(async move {
            let page = reader.now(10).await.expect("a page");
            drop(reader);
            // Who comes while others go finds the game followed, or follows it anew.
            games.follow(game, page.next).now(number).await
        })
    });
    for reader in readers.collect::<Vec<_>>() {
        let page = reader.await.expect("no reader panics");
        assert!(page.expect("a page").events.is_empty());
    }
    assert_eq!(games.followed(), 0);
}
