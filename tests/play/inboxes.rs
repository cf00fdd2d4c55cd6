//! A player's inbox: what follows its changes has what it holds, whoever writes; and the most urgent comes first.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use parchis::play::{Act, Clock, FeedCursor, Games, NewGame};
use parchis::rules::event::{ClockRule, OnLapse};
use parchis::rules::ids::{GameId, PlayerId, Version};
use parchis::store::{Ask, Orders};
use rand::RngExt as _;
use rand::seq::{IndexedMutRandom as _, IndexedRandom as _};
use rand_chacha::ChaCha8Rng;
use sqlx::Executor as _;

use crate::database::Database;
use crate::table::{ask, at, chair, duel, live, play, player, random, server, sit, started, table};

/// Somebody who keeps what an inbox shows, and from then on asks for what has changed.
struct Reader {
    player: PlayerId,
    seen: String,
    games: BTreeMap<GameId, Version>,
}

impl Reader {
    async fn new(games: &Games, player: PlayerId) -> Self {
        let glance = games.glance(player).await.expect("a glance");
        Self {
            player,
            seen: glance.cursor.to_string(),
            games: glance.games().collect(),
        }
    }

    /// Takes in up to so many games that have changed; whether there are more.
    async fn read(&mut self, games: &Games, limit: u16) -> bool {
        let seen = FeedCursor::parse(self.player, &self.seen).expect("a cursor");
        let glance = games.glance_since(&seen, limit).await.expect("a glance");
        let page = games.inbox(&glance, false, None, limit).await;
        let page = page.expect("a page");
        assert_eq!(page.games.len(), glance.games().count());
        assert!(page.games.len() <= usize::from(limit) && page.next.is_none());
        for (game, version) in glance.games() {
            let before = if glance.is_gone(game) {
                self.games.remove(&game)
            } else {
                self.games.insert(game, version)
            };
            assert!(before < Some(version), "{game} has not changed");
        }
        self.seen = glance.cursor.to_string();
        glance.more
    }

    async fn read_all(&mut self, games: &Games) {
        while self.read(games, 3).await {}
    }

    /// Has what the inbox holds.
    async fn agrees(&mut self, games: &Games) {
        self.read_all(games).await;
        let whole = Self::new(games, self.player).await;
        assert_eq!(self.games, whole.games);
        let print = games.inbox_print(self.player).await.expect("a print");
        let glance = games.glance(self.player).await.expect("a glance");
        assert_eq!(print, glance.print());
        let nothing = FeedCursor::parse(self.player, &self.seen).expect("a cursor");
        let nothing = games.glance_since(&nothing, 1).await.expect("a glance");
        assert_eq!((nothing.games().count(), nothing.more), (0, false));
    }
}

/// A game of two of one player alone, that has begun.
async fn alone(games: &Games, player: PlayerId, new: &NewGame) -> GameId {
    let created = games.create(player, new, None).await.expect("a game");
    let game = created.folded.id;
    for number in 0..2 {
        ask(games, game, sit(number, player)).await;
    }
    game
}

fn resign(player: PlayerId) -> Act {
    Act::Resign {
        chair: chair(0),
        actor: player,
    }
}

/// So many seconds a turn, then the seat forfeits.
fn within(seconds: u32) -> NewGame {
    NewGame {
        clock: Some(ClockRule::Turn {
            seconds,
            on_lapse: OnLapse::Forfeit,
            lapses: None,
        }),
        ..duel()
    }
}

/// Lets all that is over have been over for so many minutes more.
async fn set_back(database: &Database, minutes: u32) {
    let statement = format!(
        "update members set until_at = until_at - interval '{minutes} minutes' where until_version is not null"
    );
    let mut connection = database.connect().await;
    let statement = sqlx::AssertSqlSafe(statement);
    connection.execute(statement).await.expect("it is set back");
}

/// The inbox of a player: the games, most urgent first.
async fn inbox(games: &Games, player: PlayerId, asking: bool) -> Vec<GameId> {
    let glance = games.glance(player).await.expect("a glance");
    let page = games.inbox(&glance, asking, None, 100).await;
    let page = page.expect("a page").games.into_iter();
    page.map(|listed| listed.row.id).collect()
}

/// Does something in some game of a player's, or begins one.
async fn something(
    games: &Games,
    ana: PlayerId,
    (own, open): (&mut Vec<GameId>, &mut Vec<(GameId, bool)>),
    random: &mut ChaCha8Rng,
) {
    match random.random_range(0..8) {
        0 | 1 => own.push(alone(games, ana, &duel()).await),
        2 => {
            let created = games.create(player(), &duel(), None).await;
            open.push((created.expect("a game").folded.id, false));
        }
        3 | 4 if !open.is_empty() => {
            let (game, sits) = open.choose_mut(random).expect("an open game");
            let (chair, actor) = (chair(1), ana);
            let act = if *sits {
                Act::GetUp { chair, actor }
            } else {
                sit(1, ana)
            };
            ask(games, *game, act).await;
            *sits = !*sits;
        }
        5 if !own.is_empty() => {
            let game = own.swap_remove(random.random_range(0..own.len()));
            ask(games, game, resign(ana)).await;
        }
        _ => {
            if let Some(game) = own.choose(random) {
                play(games, *game, 2, random).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_follows_the_changes_has_the_inbox() {
    for seed in 0..3 {
        let (database, here) = table().await;
        let there = server(&database, Clock::standing(at(0)));
        let mut random = random(seed);
        let ana = player();
        let mut reader = Reader::new(&here, ana).await;
        let (mut own, mut open) = (Vec::new(), Vec::new());
        for step in 0..80 {
            let games = *[&here, &there].choose(&mut random).expect("a process");
            something(games, ana, (&mut own, &mut open), &mut random).await;
            if step % 20 == 19 {
                reader.agrees(&here).await;
                set_back(&database, 16).await;
            } else if random.random_bool(0.5) {
                let limit = random.random_range(1..5);
                reader.read(&there, limit).await;
            }
        }
        reader.agrees(&there).await;
        assert!(!reader.games.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_missed_while_several_processes_write() {
    let (database, here) = table().await;
    let ana = player();
    let mut reader = Reader::new(&here, ana).await;
    let writers = (0..4).map(|seed| {
        let games = server(&database, Clock::standing(at(0)));
        tokio::spawn(async move {
            let mut random = random(seed);
            for _ in 0..3 {
                let game = alone(&games, ana, &duel()).await;
                play(&games, game, 20, &mut random).await;
                if random.random_bool(0.5) {
                    ask(&games, game, resign(ana)).await;
                }
            }
        })
    });
    let writers: Vec<_> = writers.collect();
    while writers.iter().any(|writer| !writer.is_finished()) {
        reader.read(&here, 2).await;
    }
    for writer in writers {
        writer.await.expect("nobody panics");
    }
    reader.agrees(&here).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_end_that_becomes_visible_late_is_shown() {
    let (database, games) = table().await;
    let ana = player();
    let [first, second] = [
        alone(&games, ana, &duel()).await,
        alone(&games, ana, &duel()).await,
    ];
    let mut reader = Reader::new(&games, ana).await;
    ask(&games, first, resign(ana)).await;
    set_back(&database, 16).await;
    reader.read_all(&games).await;

    // It was over before the moment up to which the reader has seen what is over, as far as clocks say.
    ask(&games, second, resign(ana)).await;
    set_back(&database, 60).await;

    reader.agrees(&games).await;
    assert!(reader.games.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn deadlines_order_the_inbox_and_move() {
    let (database, games) = table().await;
    let ana = player();
    let soon = alone(&games, ana, &within(1000)).await;
    let later = alone(&games, ana, &within(1100)).await;
    let never = alone(&games, ana, &duel()).await;
    assert_eq!(inbox(&games, ana, true).await, [soon, later, never]);

    // Once a turn is over, the next one has all its time.
    let due = games.read(soon).await.expect("a game").due_at;
    live(&database, &games, 500).await;
    let mut random = random(1);
    while play(&games, soon, 1, &mut random).await.due_at == due {}

    assert_eq!(inbox(&games, ana, true).await, [later, soon, never]);
    let mut reader = Reader::new(&games, ana).await;
    // Another process lets the clock act; the player hears of it like of anything else.
    let there = server(&database, Clock::standing(at(0)));
    live(&database, &there, 1101).await;
    while there.sweep().await.expect("a sweep") > 0 {}
    assert_eq!(inbox(&games, ana, true).await, [soon, never]);
    reader.agrees(&games).await;
    let due = games.glance(ana).await.expect("a glance");
    let page = games.inbox(&due, true, None, 1).await.expect("a page");
    let first = &page.games.first().expect("a game").row.standing;
    assert_eq!(
        first.due_at,
        Some(first.asked_since + TimeDelta::seconds(1000))
    );
    assert!(page.next.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_orders_do_is_a_change_and_what_they_leave_is_asked() {
    let (_database, games) = table().await;
    let (game, players) = started(&games, &duel()).await;
    for (number, player) in (0..).zip(&players) {
        let orders = Orders {
            roll: true,
            forced: false,
            policy: None,
        };
        let ordered = games.order(game, chair(number), *player, orders).await;
        ordered.expect("it is taken");
    }
    let mut readers = Vec::new();
    for player in &players {
        readers.push(Reader::new(&games, *player).await);
    }

    while games.sweep().await.expect("a sweep") > 0 {}

    for reader in &mut readers {
        reader.agrees(&games).await;
    }
    let folded = games.read(game).await.expect("a game");
    assert!(!folded.game.choices().is_empty(), "nobody rolls any more");
    let mut asked = 0;
    for player in &players {
        let glance = games.glance(*player).await.expect("a glance");
        let page = games.inbox(&glance, true, None, 100).await;
        for listed in page.expect("a page").games {
            assert_eq!(listed.row.standing.ask, Ask::Choice);
            assert_eq!(listed.asks(*player).map(|chairs| chairs.len()), Some(1));
            asked += 1;
        }
    }
    assert_eq!(asked, 1);
}
