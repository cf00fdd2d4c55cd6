//! A player's feed: all their games, each in order, nothing missed and nothing doubled.

use std::collections::BTreeMap;

use parchis::play::Clock;
use parchis::rules::ids::{GameId, Version};
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use sqlx::Executor as _;

use crate::database::Database;
use crate::reader::{Ana, Reader, end, newest};
use crate::table::{ask, asking, at, duel, play, player, random, server, sit, started, table};

/// Lets all that has ended have ended so many minutes earlier.
async fn set_back(database: &Database, minutes: u32) {
    let statement = format!(
        "update members set until_at = until_at - interval '{minutes} minutes' where until_version is not null"
    );
    let mut connection = database.connect().await;
    let statement = sqlx::AssertSqlSafe(statement);
    connection.execute(statement).await.expect("it is set back");
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_done_in_whichever_process_comes_once_and_in_order() {
    for seed in 0..4 {
        let (database, here) = table().await;
        let there = server(&database, Clock::standing(at(0)));
        let mut random = random(seed);
        let mut ana = Ana::new();
        let mut reader = Reader::new(ana.id);
        for _ in 0..120 {
            let games = *[&here, &there].choose(&mut random).expect("a process");
            match random.random_range(0..10) {
                0 => ana.begin(games, &mut random).await,
                1..5 => ana.sit_or_get_up(games, &mut random).await,
                5 => ana.resign(games, &mut random).await,
                6 => {
                    // Time passes, in which she reads what there is.
                    reader.read_all(games, &mut random).await;
                    set_back(&database, 15).await;
                }
                _ => {
                    if let Some(game) = ana.running.choose(&mut random) {
                        play(games, *game, 3, &mut random).await;
                    }
                }
            }
            if random.random_bool(0.4) {
                reader.read(games, &mut random).await;
            }
        }
        for game in ana.running {
            ana.expected.insert(game, newest(&here, game).await);
        }
        reader.read_all(&there, &mut random).await;
        reader.has(&ana.expected);
        // Whoever comes late reads the same.
        let mut late = Reader::new(ana.id);
        late.read_all(&here, &mut random).await;
        late.has(&ana.expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_over_and_was_given_leaves_the_cursor() {
    let (database, games) = table().await;
    let mut random = random(7);
    let ana = player();
    let mut reader = Reader::new(ana);
    let empty = reader.cursor.len();
    let mut expected = BTreeMap::new();
    for _ in 0..5 {
        let created = games.create(ana, &duel(), None).await.expect("a game");
        let game = created.folded.id;
        ask(&games, game, sit(0, ana)).await;
        ask(&games, game, sit(1, player())).await;
        end(&games, game, ana).await;
        expected.insert(game, newest(&games, game).await);
    }
    reader.read_all(&games, &mut random).await;
    assert!(reader.cursor.len() > empty);

    set_back(&database, 16).await;

    reader.read_all(&games, &mut random).await;
    assert_eq!(reader.cursor.len(), empty);
    reader.has(&expected);
}

/// Changes what the log of a game says, as somebody at the database may; what it said before.
pub async fn scribble(database: &Database, game: GameId, version: Version, text: &str) -> String {
    let mut connection = database.connect().await;
    let open = "alter table events disable trigger events_append_only";
    connection.execute(open).await.expect("the operator may");
    let version = i64::try_from(version.0).expect("small");
    let before: String =
        sqlx::query_scalar("select body from events where game_id = $1 and version = $2")
            .bind(game.0)
            .bind(version)
            .fetch_one(&mut connection)
            .await
            .expect("an event");
    let update = sqlx::query("update events set body = $3 where game_id = $1 and version = $2");
    let update = update.bind(game.0).bind(version).bind(text);
    connection.execute(update).await.expect("the operator may");
    before
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_a_row_keeps_none_of_the_others_back() {
    let (database, games) = table().await;
    let mut random = random(13);
    let ana = player();
    let mut created = Vec::new();
    for _ in 0..3 {
        let new = games.create(ana, &duel(), None).await.expect("a game");
        created.push((new.folded.id, new.folded.version()));
    }
    let (lost, _) = created.remove(1);
    let mut connection = database.connect().await;
    let lose = sqlx::query("delete from games where game_id = $1").bind(lost.0);
    lose.execute(&mut connection).await.expect("it is lost");

    let mut reader = Reader::new(ana);
    reader.read_all(&games, &mut random).await;
    reader.has(&created.into_iter().collect());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_waits_alone() {
    let (database, games) = table().await;
    let mut random = random(9);
    let ana = player();
    let mut reader = Reader::new(ana);
    let empty = reader.cursor.len();
    let mut own = Vec::new();
    let mut expected = BTreeMap::new();
    for _ in 0..3 {
        let created = games.create(ana, &duel(), None).await.expect("a game");
        let game = created.folded.id;
        ask(&games, game, sit(0, ana)).await;
        ask(&games, game, sit(1, player())).await;
        end(&games, game, ana).await;
        expected.insert(game, newest(&games, game).await);
        own.push(game);
    }
    set_back(&database, 16).await;
    let broken = own[0];
    let before = scribble(&database, broken, Version(2), "{}").await;

    reader.read_all(&games, &mut random).await;

    let came = expected
        .clone()
        .into_iter()
        .filter(|(game, _)| *game != broken);
    reader.has(&came.collect());
    let named = reader.cursor.len() - empty;
    assert!((1..32).contains(&named), "it alone is named: {named}");

    scribble(&database, broken, Version(2), &before).await;

    reader.read_all(&games, &mut random).await;
    reader.has(&expected);
    assert_eq!(reader.cursor.len(), empty);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_end_that_becomes_visible_late_is_not_missed() {
    let (database, games) = table().await;
    let mut random = random(8);
    let ana = player();
    let mut reader = Reader::new(ana);
    let mut expected = BTreeMap::new();
    let mut own = Vec::new();
    for _ in 0..2 {
        let created = games.create(ana, &duel(), None).await.expect("a game");
        let game = created.folded.id;
        ask(&games, game, sit(0, ana)).await;
        ask(&games, game, sit(1, player())).await;
        own.push(game);
    }
    end(&games, own[0], ana).await;
    set_back(&database, 16).await;
    reader.read_all(&games, &mut random).await;

    // The other one ended before the moment that the cursor has settled, as far as clocks say.
    end(&games, own[1], ana).await;
    set_back(&database, 60).await;

    reader.read_all(&games, &mut random).await;
    for game in own {
        expected.insert(game, newest(&games, game).await);
    }
    reader.has(&expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn now_is_after_all_that_has_happened() {
    let (_database, games) = table().await;
    let (game, players) = started(&games, &duel()).await;
    let (over, _) = started(&games, &duel()).await;
    let loser = games.read(over).await.expect("a game");
    end(&games, over, loser.owner()).await;
    let cursor = games.feed_now(players[1]).await.expect("a cursor");
    let none = games.feed(&cursor, 100).await.expect("a page");
    assert!(none.steps.is_empty() && !none.more);

    let before = newest(&games, game).await;
    play(&games, game, 1, &mut random(1)).await;

    let page = games.feed(&cursor, 100).await.expect("a page");
    let first = page.steps.first().expect("a command");
    assert_eq!(first.events[0].entry.version, before.next());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follower_of_a_feed_is_woken_by_every_process() {
    let (database, here) = table().await;
    let there = server(&database, Clock::standing(at(0)));
    let (game, players) = started(&there, &duel()).await;
    let cursor = here.feed_now(players[0]).await.expect("a cursor");
    let mut follower = here.follow_feed(cursor);
    for lost in [false, true, true] {
        let mut random = random(2);
        let writing = async {
            if lost {
                // Nobody announces it; a look finds it.
                here.recheck().await.expect("it looks");
                play(&there, game, 1, &mut random).await;
                here.recheck().await.expect("it looks");
            } else {
                play(&here, game, 1, &mut random).await;
            }
        };
        let (page, ()) = tokio::join!(follower.next(), writing);
        let page = page.expect("a page");
        assert_eq!(page.steps[0].events[0].entry.game, game);
    }
    // A game that somebody sits down in comes from its first event.
    let created = there.create(player(), &duel(), None).await;
    let other = created.expect("a game").folded.id;
    let request = asking(sit(1, players[0]));
    let sitting = here.request(other, &request);
    let (page, sat) = tokio::join!(follower.next(), sitting);
    sat.expect("it is taken");
    let versions = page.expect("a page").steps;
    let versions: Vec<_> = versions
        .iter()
        .map(|step| step.events[0].entry.version.0)
        .collect();
    assert_eq!(versions, [1, 2]);
}
