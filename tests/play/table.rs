//! A table to play at: a server process of its own on a fresh database, and players who take whatever is asked of them.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use parchis::dice::Vault;
use parchis::play::{Act, Clock, Done, Folded, Games, NewGame, PlayError, Refused, Request};
use parchis::proof::{Entry, Keyring, Stored, Verifier};
use parchis::rules::asked::Asked;
use parchis::rules::dice::{Die, Roll};
use parchis::rules::event::{DiceSource, Event, Lapse, StartWhen};
use parchis::rules::game::Game;
use parchis::rules::ids::{Chair, GameId, PlayerId, Version};
use parchis::rules::options::{DiceCount, Overrides};
use parchis::rules::preset::Preset;
use parchis::store::Store;
use rand::SeedableRng as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;
use uuid::Uuid;

use crate::database::Database;

/// The key of all servers of a test.
const KEY: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// A server process on a fresh database.
pub async fn table() -> (Database, Games) {
    let database = Database::fresh().await;
    let games = server(&database, Clock::standing(at(0)));
    games.store().migrate().await.expect("the schema applies");
    (database, games)
}

/// One more server process on a database, with nothing in its memory.
pub fn server(database: &Database, clock: Clock) -> Games {
    served(database, clock, keys())
}

/// One more server process on a database, with other signing keys.
pub fn server_with(database: &Database, keys: Keyring) -> Games {
    served(database, Clock::standing(at(0)), keys)
}

fn served(database: &Database, clock: Clock, keys: Keyring) -> Games {
    let vault = Vault::from_hex(KEY).expect("a key");
    Games::new(Store::connect(database.options(), 8), vault, keys, clock)
}

/// The signing keys of all servers of a test, which began to serve before anything happened.
pub fn keys() -> Keyring {
    let line = format!("secret {} 2020-01-01T00:00:00.000000Z\n", "5a".repeat(32));
    Keyring::parse(&line).expect("a key")
}

/// So many seconds after some moment.
pub fn at(seconds: u32) -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000 + i64::from(seconds), 0).expect("a moment")
}

pub fn player() -> PlayerId {
    PlayerId(Uuid::now_v7())
}

pub fn chair(number: u8) -> Chair {
    Chair::new(number).expect("a chair")
}

/// A game of two by the rules of the league, that starts when both sit.
pub fn duel() -> NewGame {
    NewGame {
        preset: Preset::League,
        overrides: Overrides::default(),
        seats: Some(2),
        dice: DiceSource::Server,
        start_when: StartWhen::Full,
        entropy_seconds: 60,
        take_single: false,
        clock: None,
        rated: false,
        listed: true,
        by_invite: false,
    }
}

pub fn asking(act: Act) -> Request {
    Request {
        act,
        expected: None,
    }
}

pub fn sit(number: u8, player: PlayerId) -> Act {
    Act::Sit {
        chair: chair(number),
        player,
        entropy_commit: None,
        invite: None,
    }
}

/// Asks, and is not refused.
pub async fn ask(games: &Games, game: GameId, act: Act) -> Done {
    games
        .request(game, &asking(act))
        .await
        .expect("it is taken")
}

/// Asks, and is refused.
pub async fn refused(games: &Games, game: GameId, act: Act) -> Refused {
    match games.request(game, &asking(act)).await {
        Err(PlayError::Refused(refused)) => *refused,
        Ok(done) => panic!("it is taken: {:?}", done.events),
        Err(error) => panic!("{error}"),
    }
}

/// A game that has started, its owner on chair 0, somebody else on the others.
pub async fn started(games: &Games, new: &NewGame) -> (GameId, Vec<PlayerId>) {
    let owner = player();
    let created = games.create(owner, new, None).await.expect("it is created");
    let game = created.folded.id;
    let seats = created.folded.game.created().expect("a creation").seats;
    let mut players = vec![owner];
    players.resize_with(usize::from(seats), player);
    for (number, player) in (0..).zip(&players) {
        ask(games, game, sit(number, *player)).await;
    }
    (game, players)
}

/// Whatever is asked of a game now: rolls as the dice of `random` fall, options as it picks; none once it is over.
pub fn next_act(game: &Game, random: &mut ChaCha8Rng) -> Option<Act> {
    let player = |chair: Chair| game.seat(chair).expect("somebody sits there").player;
    match game.asked() {
        Asked::Nobody => None,
        Asked::Roll { chair, n } => {
            let dice = (!game.has_server_dice()).then(|| thrown(game, random));
            Some(Act::Roll {
                n,
                dice,
                actor: player(chair),
            })
        }
        Asked::Choice { chair } | Asked::Colour { chair } => {
            let choices = game.choices();
            let option = choices.choose(random).expect("an option").id();
            let decision = game.decision().expect("a decision");
            Some(Act::Choose {
                decision,
                option,
                actor: player(chair),
            })
        }
        asked @ (Asked::Players { .. } | Asked::Start | Asked::Entropy(_)) => {
            panic!("the game has not started: {asked:?}")
        }
    }
}

fn thrown(game: &Game, random: &mut ChaCha8Rng) -> Roll {
    let mut die = || *Die::FACES.choose(random).expect("a face");
    match game.rules().expect("rules").dice {
        DiceCount::One => Roll::One(die()),
        DiceCount::Two => Roll::Two(die(), die()),
    }
}

pub fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// The versions that commands end with.
pub fn ends(log: &[Entry]) -> Vec<Version> {
    let commands = log.chunk_by(|one, next| one.command == next.command);
    let last = |command: &[Entry]| command.last().map(|last| last.version);
    commands.filter_map(last).collect()
}

/// Plays so many rolls and choices, or to the end.
pub async fn play(
    games: &Games,
    game: GameId,
    steps: usize,
    random: &mut ChaCha8Rng,
) -> Arc<Folded> {
    let mut folded = games.read(game).await.expect("a game");
    for _ in 0..steps {
        let Some(act) = next_act(&folded.game, random) else {
            break;
        };
        folded = ask(games, game, act).await.folded;
    }
    folded
}

/// Time goes on to so many seconds, while the server lives.
pub async fn live(database: &Database, games: &Games, seconds: u32) {
    let statement = "insert into pulse (beaten_at) values ($1)
        on conflict (singleton) do update set beaten_at = excluded.beaten_at";
    sqlx::query(statement)
        .bind(at(seconds))
        .execute(&mut database.connect().await)
        .await
        .expect("the pulse can be written");
    games.clock().set(at(seconds));
}

/// The whole log of a game, which must hold.
pub async fn log(games: &Games, game: GameId) -> Vec<Entry> {
    let rows = games.store().events(game, Version(0), 100_000).await;
    let rows = rows.expect("a log");
    let mut verifier = Verifier::new(game);
    for row in &rows {
        verifier.push(&row.body, row.hash).expect("the log holds");
    }
    verifier.finish().expect("the log holds");
    let parse = |row: &Stored| Entry::parse(&row.body).expect("an event");
    rows.iter().map(parse).collect()
}

/// What the clocks of a log said.
pub fn lapses(entries: &[Entry]) -> Vec<Lapse> {
    entries
        .iter()
        .filter_map(|entry| {
            let Event::Lapse(lapse) = &entry.event else {
                return None;
            };
            Some(Lapse::clone(lapse))
        })
        .collect()
}
