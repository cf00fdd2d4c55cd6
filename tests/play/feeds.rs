//! A player's feed: all their games, each in order, nothing missed and nothing doubled.

use std::collections::BTreeMap;

use parchis::play::{Act, Clock, FeedCursor, Games};
use parchis::rules::ids::{GameId, PlayerId, Version};
use rand::RngExt as _;
use rand::seq::{IndexedMutRandom as _, IndexedRandom as _};
use rand_chacha::ChaCha8Rng;
use sqlx::Executor as _;

use crate::database::Database;
use crate::table::{
    ask, asking, at, chair, duel, play, player, random, server, sit, started, table,
};

/// Somebody who reads a feed, keeping a text between two readings, as a client does.
struct Reader {
    player: PlayerId,
    cursor: String,
    /// The newest version that came of each game.
    came: BTreeMap<GameId, Version>,
}

impl Reader {
    fn new(player: PlayerId) -> Self {
        Self {
            player,
            cursor: FeedCursor::start(player).to_string(),
            came: BTreeMap::new(),
        }
    }

    /// Reads a page, and now and then loses what comes after some command of it; whether there was more.
    async fn read(&mut self, games: &Games, random: &mut ChaCha8Rng) -> bool {
        let cursor = FeedCursor::parse(self.player, &self.cursor).expect("a cursor");
        let limit = random.random_range(1..20);
        let page = games.feed(&cursor, limit).await.expect("a page");
        let kept = if random.random_bool(0.3) && !page.steps.is_empty() {
            random.random_range(1..=page.steps.len())
        } else {
            page.steps.len()
        };
        for step in page.steps.iter().take(kept) {
            for logged in &step.events {
                let came = self.came.entry(logged.entry.game).or_default();
                assert_eq!(logged.entry.version, came.next(), "{}", logged.entry.game);
                *came = logged.entry.version;
            }
        }
        self.cursor = match page.steps.get(kept.saturating_sub(1)) {
            Some(step) if kept < page.steps.len() => step.cursor.to_string(),
            Some(_) | None => page.cursor.to_string(),
        };
        page.more || kept < page.steps.len()
    }

    async fn read_all(&mut self, games: &Games, random: &mut ChaCha8Rng) {
        while self.read(games, random).await {}
    }

    /// Has all of these games, up to these versions, and nothing else.
    fn has(&self, expected: &BTreeMap<GameId, Version>) {
        assert_eq!(self.came, *expected);
    }
}

/// How far a game is.
async fn newest(games: &Games, game: GameId) -> Version {
    games.read(game).await.expect("a game").version()
}

/// Ends a game.
async fn end(games: &Games, game: GameId, loser: PlayerId) {
    let resign = Act::Resign {
        chair: chair(0),
        actor: loser,
    };
    ask(games, game, resign).await;
}

/// Lets all that has ended have ended so many minutes earlier.
async fn set_back(database: &Database, minutes: u32) {
    let statement = format!(
        "update members set until_at = until_at - interval '{minutes} minutes' where until_version is not null"
    );
    let mut connection = database.connect().await;
    let statement = sqlx::AssertSqlSafe(statement);
    connection.execute(statement).await.expect("it is set back");
}

/// Ana's games, and how far each is, as far as it is hers.
struct Ana {
    id: PlayerId,
    /// Other players' games, and whether she sits there.
    open: Vec<(GameId, bool)>,
    running: Vec<GameId>,
    expected: BTreeMap<GameId, Version>,
}

impl Ana {
    /// Begins a game of her own, while another begins that is none of hers.
    async fn begin(&mut self, games: &Games, random: &mut ChaCha8Rng) {
        let (game, players) = started(games, &duel()).await;
        play(games, game, 2, random).await;
        let created = games.create(self.id, &duel(), None).await;
        let own = created.expect("a game").folded.id;
        ask(games, own, sit(0, self.id)).await;
        let other = *players.first().expect("a player");
        ask(games, own, sit(1, other)).await;
        self.running.push(own);
    }

    /// Sits down in somebody's game, or gets up there.
    async fn sit_or_get_up(&mut self, games: &Games, random: &mut ChaCha8Rng) {
        if self.open.len() < 3 {
            let created = games.create(player(), &duel(), None).await;
            self.open.push((created.expect("a game").folded.id, false));
        }
        let (game, sits) = self.open.choose_mut(random).expect("a game");
        let game = *game;
        *sits = !*sits;
        if *sits {
            ask(games, game, sit(1, self.id)).await;
            self.expected.insert(game, newest(games, game).await);
            return;
        }
        ask(games, game, get_up(1, self.id)).await;
        self.expected.insert(game, newest(games, game).await);
        // What happens now comes once she sits down again, and not before.
        let other = player();
        ask(games, game, sit(0, other)).await;
        ask(games, game, get_up(0, other)).await;
    }

    /// Resigns in one of her games.
    async fn resign(&mut self, games: &Games, random: &mut ChaCha8Rng) {
        if !self.running.is_empty() {
            let place = random.random_range(0..self.running.len());
            let game = self.running.swap_remove(place);
            end(games, game, self.id).await;
            self.expected.insert(game, newest(games, game).await);
        }
    }
}

fn get_up(number: u8, actor: PlayerId) -> Act {
    Act::GetUp {
        chair: chair(number),
        actor,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_done_in_whichever_process_comes_once_and_in_order() {
    for seed in 0..4 {
        let (database, here) = table().await;
        let there = server(&database, Clock::standing(at(0)));
        let mut random = random(seed);
        let mut ana = Ana {
            id: player(),
            open: Vec::new(),
            running: Vec::new(),
            expected: BTreeMap::new(),
        };
        let mut reader = Reader::new(ana.id);
        for _ in 0..120 {
            let games = *[&here, &there].choose(&mut random).expect("a process");
            match random.random_range(0..10) {
                0 => ana.begin(games, &mut random).await,
                1..5 => ana.sit_or_get_up(games, &mut random).await,
                5 => ana.resign(games, &mut random).await,
                6 => {
                    // A minute passes, in which she reads what there is.
                    reader.read_all(games, &mut random).await;
                    set_back(&database, 1).await;
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

    set_back(&database, 2).await;

    reader.read_all(&games, &mut random).await;
    assert_eq!(reader.cursor.len(), empty);
    reader.has(&expected);
}

/// Changes what the log of a game says, as somebody at the database may; what it said before.
async fn scribble(database: &Database, game: GameId, version: Version, text: &str) -> String {
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
    set_back(&database, 2).await;
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
    set_back(&database, 2).await;
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
