//! What a server does by itself goes on side by side.

use std::time::Duration;

use chrono::{DateTime, Utc};
use parchis::bots::policy::Policy;
use parchis::play::{Games, NewGame, sweep_for_ever};
use parchis::rules::event::{ClockRule, LapseOutcome, OnLapse};
use parchis::rules::ids::GameId;
use parchis::store::Orders;
use sqlx::{Connection as _, PgConnection};

use crate::database::Database;
use crate::table::{at, duel, lapses, log, started, table};

/// Orders that answer whatever is asked now, in a game that nobody else can write to until the transaction is over.
async fn order(games: &Games, game: GameId, holder: &mut PgConnection) {
    let folded = games.read(game).await.expect("a game");
    let orders = Orders {
        roll: true,
        forced: true,
        policy: Some(Policy::First),
    };
    for seat in folded.game.seats() {
        let put = games.order(game, seat.chair, seat.player, orders).await;
        put.expect("it is taken");
    }
    sqlx::query("select from games where game_id = $1 for update")
        .bind(game.0)
        .execute(holder)
        .await
        .expect("the row is held");
}

/// Waits until the server says that it lived then.
async fn lived(database: &Database, then: DateTime<Utc>) {
    let mut connection = database.connect().await;
    let newest = "select max(beaten_at) from pulse";
    loop {
        let beaten: Option<DateTime<Utc>> = sqlx::query_scalar(newest)
            .fetch_one(&mut connection)
            .await
            .expect("a pulse");
        if beaten == Some(then) {
            return;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_clock_waits_for_orders_and_a_busy_server_is_not_away() {
    let (database, games) = table().await;
    let (ordered, _) = started(&games, &duel()).await;
    let new = NewGame {
        clock: Some(ClockRule::Turn {
            seconds: 8,
            on_lapse: OnLapse::Play,
            lapses: Some(3),
        }),
        ..duel()
    };
    let (clocked, _) = started(&games, &new).await;
    let mut connection = database.connect().await;
    let mut holder = connection.begin().await.expect("a transaction");
    order(&games, ordered, &mut holder).await;

    let server = tokio::spawn(sweep_for_ever(games.clone()));
    let acted = async {
        for second in [0, 4, 8] {
            games.clock().set(at(second));
            lived(&database, at(second)).await;
        }
        loop {
            let said = lapses(&log(&games, clocked).await);
            if let [lapse] = said.as_slice() {
                return lapse.outcome;
            }
        }
    };
    let outcome = tokio::time::timeout(Duration::from_secs(8), acted).await;
    server.abort();
    // Nothing of it is left out as an outage.
    assert_eq!(outcome.expect("the clock acts"), LapseOutcome::Played);
    holder.rollback().await.expect("the row is free");
}
