//! Appends and creations: one wins, nothing is lost, nothing doubled.

use parchis::proof::{self, Head};
use parchis::rules::ids::{Hex32, Version};
use parchis::store::{Append, Appended, Creation, IdempotencyKey, OrderBook, Orders, StoreError};
use sqlx::Executor as _;

use crate::fixture::{at, chair, created, game_id, log, new_game, player_id, sitting, store};

#[tokio::test(flavor = "multi_thread")]
async fn of_64_appends_at_once_one_is_made() {
    let (_database, store) = store().await;
    let game = game_id();
    let from = created(&store, game).await;

    let appends = (0..64).map(|_| {
        let store = store.clone();
        tokio::spawn(async move { store.append(sitting(game, from, player_id())).await })
    });
    let mut made = 0;
    for append in appends.collect::<Vec<_>>() {
        match append
            .await
            .expect("no append panics")
            .expect("the database is there")
        {
            Appended::Made | Appended::Ordered => made += 1,
            Appended::Conflict => (),
        }
    }

    assert_eq!(made, 1, "one append from one version is made");
    assert_eq!(log(&store, game).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn appenders_that_try_again_leave_no_gap_and_no_double() {
    let (_database, store) = store().await;
    let game = game_id();
    created(&store, game).await;

    let appenders = (0..8).map(|_| {
        let store = store.clone();
        tokio::spawn(async move {
            let player = player_id();
            for _ in 0..10 {
                loop {
                    let newest = store.newest(game).await.expect("a head").expect("a game");
                    let from = (newest.version, newest.head);
                    if store
                        .append(sitting(game, from, player))
                        .await
                        .expect("an answer")
                        == Appended::Made
                    {
                        break;
                    }
                }
            }
        })
    });
    for appender in appenders.collect::<Vec<_>>() {
        appender.await.expect("no appender panics");
    }

    let log = log(&store, game).await;
    assert_eq!(log.len(), 81, "one creation and eighty appends");
    let end = proof::check((Version(0), Head::genesis(game)), &log).expect("the chain holds");
    let newest = store.newest(game).await.expect("a head").expect("a game");
    assert_eq!((newest.version, newest.head), end);
}

#[tokio::test]
async fn a_conflict_writes_nothing() {
    let (_database, store) = store().await;
    let game = game_id();
    let from = created(&store, game).await;
    let mut append = sitting(game, (from.0, Head(Hex32([7; 32]))), player_id());
    append.drop_secret = true;

    assert_eq!(
        store.append(append).await.expect("an answer"),
        Appended::Conflict
    );

    let loaded = store
        .load(game, Version(0))
        .await
        .expect("it loads")
        .expect("a game");
    assert_eq!((loaded.row.version, loaded.row.head), from);
    assert_eq!(loaded.tail.len(), 1);
    assert!(loaded.secret.is_some(), "the secret stays");
    let page = store
        .list(filter_mine(loaded.row.facts.owner), None, 10)
        .await
        .expect("a list");
    assert!(page.games[0].seats.is_empty(), "nobody sits");
}

fn filter_mine(player: parchis::rules::ids::PlayerId) -> parchis::store::Filter {
    parchis::store::Filter {
        of: parchis::store::Of::Player(player),
        status: None,
    }
}

#[tokio::test]
async fn an_append_moves_row_seats_and_secret_together() {
    let (_database, store) = store().await;
    let (game, player) = (game_id(), player_id());
    let from = created(&store, game).await;
    let append = sitting(game, from, player);
    let seated_at = append.to;
    store.append(append).await.expect("it is made");
    let mut append = sitting(game, seated_at, player);
    append.seated.clear();
    append.unseated = vec![chair(0)];
    append.drop_secret = true;
    let end = append.to;

    assert_eq!(
        store.append(append).await.expect("an answer"),
        Appended::Made
    );

    let loaded = store
        .load(game, from.0)
        .await
        .expect("it loads")
        .expect("a game");
    assert_eq!((loaded.row.version, loaded.row.head), end);
    assert_eq!(
        loaded.tail.len(),
        2,
        "the tail begins after the version asked for"
    );
    assert!(loaded.secret.is_none(), "the secret is gone");
    let page = store
        .list(filter_mine(player), None, 10)
        .await
        .expect("a list");
    assert!(page.games.is_empty(), "who got up has no game");
}

#[tokio::test]
async fn what_was_decided_by_orders_that_are_others_by_now_is_refused() {
    let (database, store) = store().await;
    let game = game_id();
    let from = created(&store, game).await;
    let all = Orders {
        roll: true,
        forced: true,
        policy: None,
    };
    let roll = Orders {
        forced: false,
        ..all
    };
    let none = OrderBook::default();
    let (read, now) = (none.with(chair(0), all), none.with(chair(0), roll));
    let put = async |before: &OrderBook, after: &OrderBook| {
        let put = store.order(game, from, (before, after), None).await;
        put.expect("an answer")
    };
    let by = async |book: &OrderBook| {
        let append = Append {
            ordered_by: Some(book.clone()),
            ..sitting(game, from, player_id())
        };
        store.append(append).await.expect("an answer")
    };
    assert!(put(&none, &read).await);
    // Between decision and append.
    assert!(put(&read, &now).await);

    assert_eq!(by(&read).await, Appended::Conflict);
    assert_eq!(by(&none).await, Appended::Conflict);

    assert_eq!(log(&store, game).await.len(), 1, "nothing is written");
    assert!(!put(&read, &none).await, "nor ordered");
    // Whatever wrote them in another order, or twice, they are the same.
    let mut connection = database.connect().await;
    let swapped = "update games set orders = array['0:roll', '0:forced', '0:roll']";
    connection.execute(swapped).await.expect("it is written");
    assert!(put(&read, &read).await);
    connection.execute(swapped).await.expect("it is written");
    assert_eq!(by(&read).await, Appended::Made);
}

#[tokio::test]
async fn a_log_beyond_its_row_is_corruption() {
    let (database, store) = store().await;
    let game = game_id();
    let from = created(&store, game).await;
    let query =
        sqlx::query("insert into events (game_id, version, body, hash) values ($1, 2, '{}', $2)");
    let query = query.bind(game.0).bind(vec![0_u8; 32]);
    database
        .connect()
        .await
        .execute(query)
        .await
        .expect("events can be inserted");

    let error = store
        .append(sitting(game, from, player_id()))
        .await
        .expect_err("it is refused");

    assert!(
        matches!(
            error,
            StoreError::Corrupt {
                version: Version(2),
                ..
            }
        ),
        "{error}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_creation_with_a_key_is_made_once() {
    let (_database, store) = store().await;
    let (game, player) = (game_id(), player_id());
    let creations = (0..16).map(|_| {
        let store = store.clone();
        let mut new = new_game(game, player, at(0));
        new.key = Some(key(player, 1));
        tokio::spawn(async move { store.create(new).await })
    });
    let mut made = 0;
    for creation in creations.collect::<Vec<_>>() {
        match creation
            .await
            .expect("no creation panics")
            .expect("an answer")
        {
            Creation::Made => made += 1,
            Creation::Repeated => (),
            Creation::Taken => panic!("the same request is never refused"),
        }
    }
    assert_eq!(made, 1);

    let mut other = new_game(game, player, at(0));
    other.key = Some(key(player, 2));
    assert_eq!(
        store.create(other).await.expect("an answer"),
        Creation::Taken
    );
    assert_eq!(log(&store, game).await.len(), 1);
}

fn key(player: parchis::rules::ids::PlayerId, print: u8) -> IdempotencyKey {
    IdempotencyKey {
        player,
        key: "first".to_owned(),
        print: Hex32([print; 32]),
    }
}
