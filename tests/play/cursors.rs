//! Cursors of feeds and inboxes as time goes by: they stay small, and are good for ever.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use parchis::play::{Clock, FeedCursor, Games};
use parchis::rules::ids::{GameId, PlayerId, Version};
use rand::RngExt as _;
use rand::seq::{IndexedMutRandom as _, IndexedRandom as _};
use rand_chacha::ChaCha8Rng;

use crate::database::Database;
use crate::feeds::scribble;
use crate::reader::{Ana, Reader, end, get_up, newest};
use crate::table::{ask, duel, play, player, random, server, sit};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
/// How many cursors are kept, the one before everything among them.
const READERS: usize = 8;
/// As much as a game that is named takes at most here.
const NAME: usize = 25;

/// Some processes, the clock of each a minute before the next one's, and a time that passes for all of them.
struct World {
    database: Database,
    processes: Vec<Games>,
    /// In seconds.
    now: i64,
    ends: i64,
}

impl World {
    async fn of(processes: i64) -> Self {
        let database = Database::fresh().await;
        let start = |_| server(&database, Clock::standing(long_ago(0)));
        let processes: Vec<_> = (0..processes).map(start).collect();
        let migrated = processes[0].store().migrate().await;
        migrated.expect("the schema applies");
        let mut world = Self {
            database,
            processes,
            now: 0,
            ends: 0,
        };
        world.pass(DAY).await;
        world
    }

    fn any(&self, random: &mut ChaCha8Rng) -> &Games {
        self.processes.choose(random).expect("a process")
    }

    fn first(&self) -> &Games {
        &self.processes[0]
    }

    /// Time passes, and the server lives.
    async fn pass(&mut self, seconds: i64) {
        self.now += seconds;
        let newest = self.clock_of(self.processes.len() - 1);
        let statement = "insert into pulse (beaten_at) values ($1)
            on conflict (singleton) do update set beaten_at = excluded.beaten_at";
        let mut connection = self.database.connect().await;
        let beat = sqlx::query(statement).bind(newest);
        beat.execute(&mut connection).await.expect("it beats");
        self.wake().await;
    }

    /// Time passes, and no process lives before its end.
    async fn pass_out(&mut self, seconds: i64) {
        self.now += seconds;
        self.wake().await;
    }

    async fn wake(&self) {
        for (place, games) in self.processes.iter().enumerate().rev() {
            games.clock().set(self.clock_of(place));
            games.beat().await.expect("it beats");
        }
    }

    fn clock_of(&self, place: usize) -> DateTime<Utc> {
        let ahead = i64::try_from(place).expect("few") * MINUTE;
        long_ago(self.now + ahead)
    }

    /// Lets what has just ended have ended by the time of this world, and not by the database's.
    async fn date_ends(&mut self) {
        self.ends += 1;
        let at = long_ago(self.now) + TimeDelta::microseconds(self.ends);
        let statement =
            "update members set until_at = $1 where until_version is not null and until_at > $2";
        let mut connection = self.database.connect().await;
        let dated = sqlx::query(statement).bind(at).bind(long_ago(300 * DAY));
        dated.execute(&mut connection).await.expect("it is dated");
    }
}

/// So many seconds after some moment that lies years before the database's clock.
fn long_ago(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_600_000_000 + seconds, 0).expect("a moment")
}

/// So many games of a player, who waits in them for others.
async fn waiting(games: &Games, player: PlayerId, number: usize) -> BTreeMap<GameId, Version> {
    let mut all = BTreeMap::new();
    for _ in 0..number {
        let created = games.create(player, &duel(), None).await.expect("a game");
        all.insert(created.folded.id, created.folded.version());
    }
    all
}

fn parse(player: PlayerId, cursor: &str) -> FeedCursor {
    FeedCursor::parse(player, cursor).expect("a cursor")
}

/// The size of a cursor that names no game.
fn least() -> usize {
    FeedCursor::start(player()).to_string().len()
}

/// An outage, after which somebody reads before all that it held up is written.
async fn hold_up(
    world: &mut World,
    seconds: i64,
    (ana, reader): (&mut Ana, &mut Reader),
    random: &mut ChaCha8Rng,
) {
    let before = world.clock_of(0);
    world.pass_out(seconds).await;
    reader.read_all(&world.processes[1], random).await;
    let slow = world.first();
    slow.clock().set(before);
    ana.begin(slow, random).await;
    ana.sit_or_get_up(slow, random).await;
    slow.clock().set(world.clock_of(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cursor_kept_at_any_time_is_good_at_any_later_time() {
    for seed in 0..3 {
        let mut world = World::of(3).await;
        let mut random = random(seed);
        let mut ana = Ana::new();
        let mut readers = vec![Reader::new(ana.id)];
        for _ in 0..150 {
            let games = world.any(&mut random);
            match random.random_range(0..12) {
                0 => ana.begin(games, &mut random).await,
                1..4 => ana.sit_or_get_up(games, &mut random).await,
                4 => ana.resign(games, &mut random).await,
                5..8 => {
                    if let Some(game) = ana.running.choose(&mut random) {
                        play(games, *game, 2, &mut random).await;
                    }
                }
                _ => {
                    let lengths = [1, 10, MINUTE, 10 * MINUTE, 14 * MINUTE, HOUR, DAY];
                    let seconds = *lengths.choose(&mut random).expect("a length");
                    if random.random_bool(0.8) {
                        world.pass(seconds).await;
                    } else {
                        let reader = readers.choose_mut(&mut random).expect("a reader");
                        hold_up(&mut world, seconds, (&mut ana, reader), &mut random).await;
                    }
                }
            }
            world.date_ends().await;
            // Somebody goes on with a cursor from some time, and keeps that one, too.
            let mut reader = readers.choose(&mut random).expect("a reader").clone();
            let more = reader.read(world.any(&mut random), &mut random).await;
            if more || random.random_bool(0.3) {
                let forgotten = random.random_range(1..=READERS);
                match readers.get_mut(forgotten) {
                    Some(place) => *place = reader,
                    None => readers.push(reader),
                }
            }
        }
        for game in &ana.running {
            let version = newest(world.first(), *game).await;
            ana.expected.insert(*game, version);
        }
        for reader in &mut readers {
            let games = world.any(&mut random);
            reader.read_all(games, &mut random).await;
            reader.has(&ana.expected);
        }
        // When nothing has happened for long, nothing is named.
        world.pass(HOUR).await;
        for reader in &mut readers {
            reader.read_all(world.first(), &mut random).await;
            assert_eq!(reader.cursor.len(), least());
            reader.has(&ana.expected);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cursor_names_what_happened_lately_and_nothing_else() {
    let mut world = World::of(2).await;
    let mut random = random(1);
    let ana = player();
    let mut expected = waiting(world.first(), ana, 300).await;
    world.pass(HOUR).await;
    let mut reader = Reader::new(ana);
    let games = world.first();
    // Page by page from the start: the one it is in at most.
    while reader.read(games, &mut random).await {
        let length = reader.cursor.len();
        assert!(length <= least() + NAME, "{length} midway");
    }
    reader.has(&expected);
    assert_eq!(reader.cursor.len(), least());
    let now = games.feed_now(ana).await.expect("a cursor");
    assert_eq!(now.to_string().len(), least());

    for (named, game) in (1..4).zip(expected.clone().into_keys()) {
        ask(games, game, sit(0, player())).await;
        expected.insert(game, newest(games, game).await);
        reader.read_all(games, &mut random).await;
        let length = reader.cursor.len() - least();
        assert!((named * 20..=named * NAME).contains(&length), "{length}");
    }
    reader.has(&expected);

    // They are quiet again, and one wakes after days.
    for days in [1, 30] {
        world.pass(days * DAY).await;
        let games = &world.processes[1];
        reader.read_all(games, &mut random).await;
        assert_eq!(reader.cursor.len(), least());
        let kept = reader.clone();
        let game = *expected.keys().nth(150).expect("a game");
        let other = player();
        ask(games, game, sit(0, other)).await;
        world.pass(HOUR).await;
        ask(world.first(), game, get_up(0, other)).await;
        expected.insert(game, newest(world.first(), game).await);
        for mut reader in [kept, reader.clone()] {
            reader.read_all(world.first(), &mut random).await;
            reader.has(&expected);
        }
        reader.read_all(world.first(), &mut random).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_somebody_joins_late_comes_from_its_first_event() {
    let mut world = World::of(2).await;
    let mut random = random(2);
    let (ana, bea) = (player(), player());
    let old = waiting(world.first(), bea, 3).await;
    let mut reader = Reader::new(ana);
    world.pass(3 * DAY).await;
    let mut expected = waiting(world.first(), ana, 2).await;
    world.pass(HOUR).await;
    reader.read_all(world.first(), &mut random).await;
    reader.has(&expected);
    assert_eq!(reader.cursor.len(), least());
    let kept = reader.clone();
    for game in old.into_keys() {
        ask(world.first(), game, sit(1, ana)).await;
        expected.insert(game, newest(world.first(), game).await);
        reader.read_all(&world.processes[1], &mut random).await;
        reader.has(&expected);
        world.pass(10 * MINUTE).await;
    }
    for mut reader in [kept, Reader::new(ana)] {
        reader.read_all(&world.processes[1], &mut random).await;
        reader.has(&expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_outage_held_up_is_not_missed() {
    let mut world = World::of(2).await;
    let mut random = random(3);
    let ana = player();
    let mut expected = waiting(world.first(), ana, 3).await;
    world.pass(HOUR).await;
    let mut reader = Reader::new(ana);
    reader.read_all(world.first(), &mut random).await;

    // One process sleeps on as the others wake, and what it writes then says that it happened before the outage.
    let before = world.clock_of(0);
    world.pass_out(DAY).await;
    reader.read_all(&world.processes[1], &mut random).await;
    let slow = world.first();
    slow.clock().set(before);
    let game = *expected.keys().next().expect("a game");
    ask(slow, game, sit(0, player())).await;
    expected.insert(game, newest(slow, game).await);

    reader.read_all(&world.processes[1], &mut random).await;
    reader.has(&expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_cannot_be_read_when_it_wakes_waits_alone() {
    let mut world = World::of(2).await;
    let mut random = random(4);
    let ana = player();
    let mut expected = waiting(world.first(), ana, 5).await;
    world.pass(HOUR).await;
    let mut reader = Reader::new(ana);
    reader.read_all(world.first(), &mut random).await;
    let games: Vec<GameId> = expected.keys().copied().collect();
    for game in &games {
        ask(world.first(), *game, sit(0, player())).await;
    }
    let broken = games[2];
    let before = scribble(&world.database, broken, Version(2), "{}").await;
    for game in &games {
        if *game != broken {
            expected.insert(*game, newest(world.first(), *game).await);
        }
    }
    for seconds in [MINUTE, DAY] {
        world.pass(seconds).await;
        reader.read_all(&world.processes[1], &mut random).await;
        reader.has(&expected);
    }
    let length = reader.cursor.len() - least();
    assert!((20..=NAME).contains(&length), "it alone is named: {length}");

    scribble(&world.database, broken, Version(2), &before).await;
    reader.read_all(&world.processes[1], &mut random).await;
    expected.insert(broken, newest(world.first(), broken).await);
    reader.has(&expected);
    assert_eq!(reader.cursor.len(), least());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_inbox_shows_what_wakes_and_goes_on_as_a_feed() {
    let mut world = World::of(2).await;
    let mut random = random(5);
    let ana = player();
    let all = waiting(world.first(), ana, 50).await;
    world.pass(HOUR).await;
    let glance = world.first().glance(ana).await.expect("a glance");
    assert_eq!(glance.games().collect::<BTreeMap<_, _>>(), all);
    let seen = glance.cursor.to_string();
    assert_eq!(seen.len(), least());

    world.pass(2 * DAY).await;
    let mut changed = BTreeMap::new();
    for game in all.keys().step_by(9) {
        let games = world.any(&mut random);
        ask(games, *game, sit(0, ana)).await;
        ask(games, *game, sit(1, player())).await;
        play(games, *game, 3, &mut random).await;
        changed.insert(*game, newest(games, *game).await);
    }
    let gone = *changed.keys().next().expect("a game");
    end(world.first(), gone, ana).await;
    changed.insert(gone, newest(world.first(), gone).await);
    // What is seen page by page, hours apart.
    let (mut cursor, mut shown) = (seen.clone(), BTreeMap::new());
    loop {
        let games = world.any(&mut random);
        let glance = games.glance_since(&parse(ana, &cursor), 2).await;
        let glance = glance.expect("a glance");
        for (game, version) in glance.games() {
            assert_eq!(shown.insert(game, version), None);
            assert_eq!(glance.is_gone(game), game == gone);
        }
        cursor = glance.cursor.to_string();
        assert!(cursor.len() <= least() + changed.len() * NAME);
        if !glance.more {
            break;
        }
        world.pass(HOUR).await;
    }
    assert_eq!(shown, changed);
    world.pass(HOUR).await;
    let none = world.first().glance_since(&parse(ana, &cursor), 2).await;
    let none = none.expect("a glance");
    assert_eq!((none.games().count(), none.more), (0, false));
    // The one that is over, until it is settled by the database's clock.
    assert!(none.cursor.to_string().len() <= least() + NAME);

    let page = world.first().feed(&parse(ana, &seen), u16::MAX).await;
    let mut given = all;
    for logged in page
        .expect("a page")
        .steps
        .iter()
        .flat_map(|step| &step.events)
    {
        let version = given.get_mut(&logged.entry.game).expect("hers");
        assert_eq!(logged.entry.version, version.next());
        *version = logged.entry.version;
    }
    for (game, version) in changed {
        assert_eq!(given.get(&game), Some(&version));
    }
}
