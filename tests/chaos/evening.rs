//! An evening of many games, and what has become of them.

use std::sync::Arc;
use std::time::Instant;

use futures_util::future::join_all;
use parchis::proof::PublishedKeys;
use tokio::task::JoinSet;

use super::caller::Caller;
use super::database::Database;
use super::feed::Feed;
use super::game::Game;
use super::inbox;
use super::log::Log;
use super::plan::Plan;
use super::proxy::Proxy;
use super::reader::{Reader, Way};
use super::seat::Seat;
use super::servers::Servers;
use super::setting::{Lot, Setting};
use super::tally::Tally;
use super::temporary::Temporary;
use super::verdict;

/// Every so many-th game is read by somebody.
const READ: usize = 3;
/// Every so many-th client lives on its inbox.
const INBOX: usize = 4;
/// Every so many-th client follows its feed.
const FEED: usize = 5;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_and_nothing_doubled_in_bad_weather() {
    let setting = Setting::from_environment();
    eprintln!("to repeat: {setting}");
    let (data, database) = (Temporary::new("chaos"), Database::fresh().await);
    let (begun, tally) = (Instant::now(), Arc::new(Tally::default()));
    let servers = Servers::start(&data.path(), &database.url());
    let proxy = Proxy::begin(setting, servers.addresses(), Arc::clone(&tally)).await;
    let killer = servers.suffer(&setting, &proxy);

    let callers = join_all((0..setting.clients).map(|_| Caller::new(&proxy))).await;
    let games = begin(&setting, &callers).await;
    let evening = tokio::time::timeout(setting.patience, play(&setting, &callers, &games));
    let Ok(read) = evening.await else {
        let unfinished = verdict::unfinished(&callers[0], &games).await;
        panic!("these games do not end:\n{unfinished}{tally}");
    };
    let servers = killer.rests().await;

    let address = &servers.addresses()[0];
    verdict::judge(address, &games, read, &tally).await;
    verdict::none_twice(&callers, &games).await;
    verdict::nothing_failed(&proxy);
    verdict::all_well(&data.path(), &database.url(), games.len());
    servers.stop();
    assert!(tally.of("processes killed") > 0, "nobody was killed");
    eprintln!("{tally}{:>8.1} seconds", begun.elapsed().as_secs_f64());
}

/// All games, created by one client each, who sits down with another.
async fn begin(setting: &Setting, callers: &[Caller]) -> Vec<Arc<Game>> {
    let keys = callers[0].get("/.well-known/parchis-keys").await;
    let keys: PublishedKeys = serde_json::from_str(&keys.text).expect("keys");
    let key = keys.keys[0].public_key;
    let games = (0..setting.games).map(|number| {
        let plan = Plan::of(setting, number);
        let players = [0, 1].map(|chair| &callers[client(setting, number, chair)]);
        Game::begin(number, plan, players, key)
    });
    join_all(games).await.into_iter().map(Arc::new).collect()
}

/// Who sits on a chair of a game.
const fn client(setting: &Setting, game: usize, chair: usize) -> usize {
    (game + chair * (1 + game / setting.clients)) % setting.clients
}

/// The seats of a client.
fn seats(setting: &Setting, caller: &Caller, number: usize, games: &[Arc<Game>]) -> Vec<Seat> {
    let mut seats = Vec::new();
    for (index, game) in games.iter().enumerate() {
        for chair in [0, 1] {
            if client(setting, index, chair) == number {
                seats.push(Seat {
                    caller: caller.clone(),
                    game: Arc::clone(game),
                    chair,
                    random: setting.random(Lot::Seat, 2 * index + chair),
                });
            }
        }
    }
    seats
}

/// Plays all of them to the end; what readers have read.
async fn play(setting: &Setting, callers: &[Caller], games: &[Arc<Game>]) -> Vec<Log> {
    let (mut playing, mut reading) = (JoinSet::new(), JoinSet::new());
    for (number, caller) in callers.iter().enumerate() {
        let seats = seats(setting, caller, number, games);
        if number % FEED == 0 {
            let games = seats.iter().map(|seat| &seat.game);
            let random = setting.random(Lot::Feed, number);
            reading.spawn(Feed::new(caller, games, random).read());
        }
        if number % INBOX == 0 {
            playing.spawn(inbox::play(caller.clone(), seats));
        } else {
            for seat in seats {
                playing.spawn(seat.play());
            }
        }
    }
    for (number, game) in games.iter().step_by(READ).enumerate() {
        let random = setting.random(Lot::Reader, number);
        let reader = Reader::new(&callers[0].proxy, game, random);
        reading.spawn(reader.read(Way::of(number)));
    }
    // Who finds a fault ends it for all.
    while let Some(played) = playing.join_next().await {
        played.expect("a client finds no fault");
    }
    reading.join_all().await.into_iter().flatten().collect()
}
