//! Games as the store sees them: whatever chained events, and rows that fit them.

use chrono::{DateTime, Utc};
use parchis::dice::SealedSeed;
use parchis::proof::{Batch, By, Head, Stored};
use parchis::rules::event::{Created, DiceSource, Event, StartWhen};
use parchis::rules::ids::{Chair, GameId, PlayerId, Version};
use parchis::rules::options::DiceCount;
use parchis::rules::preset::Preset;
use parchis::store::{
    Append, Ask, Company, Creation, Facts, Imported, Membership, NewGame, Standing, Status, Store,
};
use uuid::Uuid;

use crate::database::Database;

/// A store on a fresh database with the schema in it.
pub async fn store() -> (Database, Store) {
    let database = Database::fresh().await;
    let store = Store::connect(database.options(), 8);
    store.migrate().await.expect("the schema applies");
    (database, store)
}

/// So many seconds after some moment.
pub fn at(seconds: u32) -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000 + i64::from(seconds), 0).expect("a moment")
}

pub fn game_id() -> GameId {
    GameId(Uuid::now_v7())
}

pub fn player_id() -> PlayerId {
    PlayerId(Uuid::now_v7())
}

pub fn chair(number: u8) -> Chair {
    Chair::new(number).expect("a chair")
}

/// A listed game that `owner` created, nobody sitting.
pub fn new_game(id: GameId, owner: PlayerId, created_at: DateTime<Utc>) -> NewGame {
    let created = Created {
        rules_version: 1,
        rules: Preset::League.rules(),
        preset: Preset::League,
        seats: 4,
        dice: DiceSource::Server,
        derivation: None,
        commit: None,
        owner,
        start_when: StartWhen::Full,
        entropy_seconds: 60,
        take_single: false,
        clock: None,
        rated: false,
        origin: None,
    };
    let mut batch = Batch::new(id, (Version(0), Head::genesis(id)), created_at);
    batch.push(By::Player, [Event::Created(Box::new(created))]);
    let to = batch.to();
    NewGame {
        id,
        to,
        events: batch.into_parts().1,
        facts: facts(owner, created_at),
        standing: standing(created_at),
        seated: Vec::new(),
        secret: Some(SealedSeed {
            key_id: "k".to_owned(),
            bytes: vec![1, 2, 3],
        }),
        seal: None,
        key: None,
    }
}

fn facts(owner: PlayerId, created_at: DateTime<Utc>) -> Facts {
    Facts {
        preset: Preset::League,
        arms: Preset::League.rules().arms,
        dice: DiceCount::One,
        dice_source: DiceSource::Server,
        commit: None,
        seats: 4,
        owner,
        listed: true,
        invite_hash: None,
        created_at,
    }
}

pub fn standing(updated_at: DateTime<Utc>) -> Standing {
    Standing {
        status: Status::Open,
        seated: 0,
        asked: Vec::new(),
        ask: Ask::Players,
        asked_since: updated_at,
        due_at: None,
        updated_at,
        started_at: None,
        end_reason: None,
    }
}

/// A game in the database; returns where its log ends.
pub async fn created(store: &Store, id: GameId) -> (Version, Head) {
    let new = new_game(id, player_id(), at(0));
    let to = new.to;
    assert_eq!(
        store.create(new).await.expect("a game can be created"),
        Creation::Made
    );
    to
}

/// An append of one command in which `player` sits down on chair 0.
pub fn sitting(game: GameId, from: (Version, Head), player: PlayerId) -> Append {
    let mut batch = Batch::new(game, from, at(1));
    batch.push(By::Player, [seated(player)]);
    Append {
        game,
        from,
        to: batch.to(),
        events: batch.into_parts().1,
        standing: Standing {
            seated: 1,
            ..standing(at(1))
        },
        question: None,
        ordered_by: None,
        seated: vec![(chair(0), player)],
        unseated: Vec::new(),
        turns: false,
        drop_secret: false,
        seal: None,
    }
}

pub fn seated(player: PlayerId) -> Event {
    Event::Seated {
        chair: chair(0),
        player,
        entropy_commit: None,
        bot: None,
    }
}

/// A game with so many events, to be imported.
pub fn imported(id: GameId, events: u64) -> Imported {
    let (owner, player) = (player_id(), player_id());
    let new = new_game(id, owner, at(0));
    let mut batch = Batch::new(id, new.to, at(1));
    for _ in 1..events {
        batch.push(By::Player, [seated(player)]);
    }
    let mut all = new.events;
    all.extend(batch.into_parts().1);
    Imported {
        id,
        events: all,
        facts: facts(owner, at(0)),
        standing: Standing {
            seated: 1,
            ..standing(at(1))
        },
        company: Company {
            seats: vec![(chair(0), player)],
            members: vec![member(owner), member(player)],
        },
        imported_at: at(2),
    }
}

/// Somebody whose a game is from its first event on.
const fn member(player: PlayerId) -> Membership {
    Membership {
        player,
        after: Version(0),
        until: None,
    }
}

/// The log of a game, whole.
pub async fn log(store: &Store, game: GameId) -> Vec<Stored> {
    store
        .events(game, Version(0), 100_000)
        .await
        .expect("the log can be read")
}
