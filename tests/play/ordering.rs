//! Standing orders: what they do, once, and that nothing of it differs from the same game by hand.

use std::time::Duration;

use parchis::bots::policy::Policy;
use parchis::play::{Act, Clock, Games, NewGame, Objection, PlayError, sweep_for_ever};
use parchis::proof::By;
use parchis::rules::asked::Asked;
use parchis::rules::event::{DiceSource, Event};
use parchis::rules::game::{Game, Phase};
use parchis::rules::ids::{Chair, GameId, PlayerId, Version};
use parchis::rules::preset::Preset;
use parchis::rules::refusal::Refusal;
use parchis::store::Orders;
use sqlx::{AssertSqlSafe, Executor as _, PgConnection, Row as _};

use crate::database::Database;
use crate::table::{ask, at, chair, duel, player, server, sit, started, table};

/// Everything, by this policy.
const fn all(policy: Policy) -> Orders {
    Orders {
        roll: true,
        forced: true,
        policy: Some(policy),
    }
}

/// The players by chair, as they sit.
fn sitting(game: &Game) -> Vec<(Chair, PlayerId)> {
    game.seats().map(|seat| (seat.chair, seat.player)).collect()
}

async fn order(games: &Games, game: GameId, (chair, player): (Chair, PlayerId), orders: Orders) {
    games
        .order(game, chair, player, orders)
        .await
        .expect("it is taken");
}

async fn order_all(games: &Games, game: GameId, policy: Policy) {
    let folded = games.read(game).await.expect("a game");
    for seat in sitting(&folded.game) {
        order(games, game, seat, all(policy)).await;
    }
}

/// Sweeps until nothing is due.
async fn settled(games: &Games) {
    while games.sweep().await.expect("a sweep") > 0 {}
}

/// The log: whose acts, and the events with the versions of their commands.
async fn log(games: &Games, game: GameId) -> (Vec<By>, Vec<(Version, Event)>) {
    let page = games.events(game, Version(0), 20_000).await;
    let entries = page.expect("a log").events.into_iter();
    entries
        .map(|logged| {
            let entry = logged.entry;
            (entry.by, (entry.command, entry.event))
        })
        .unzip()
}

/// Copies every row of a game into another database, as it is.
async fn copied(from: &Database, to: &Database) {
    let (mut from, mut to) = (from.connect().await, to.connect().await);
    for name in ["games", "events", "seats", "secrets"] {
        copy_rows(&mut from, &mut to, name).await;
    }
}

async fn copy_rows(from: &mut PgConnection, to: &mut PgConnection, name: &str) {
    let rows = format!("select coalesce(jsonb_agg(to_jsonb(row)), '[]')::text from {name} as row");
    let rows = from.fetch_one(AssertSqlSafe(rows)).await.expect("rows");
    let rows: String = rows.get(0);
    let columns = "select string_agg(column_name, ', ') from information_schema.columns
        where table_name = $1 and is_generated = 'NEVER'";
    let columns: String = sqlx::query_scalar(columns)
        .bind(name)
        .fetch_one(from)
        .await
        .expect("columns");
    let insert = format!(
        "insert into {name} ({columns}) select {columns} from jsonb_populate_recordset(null::{name}, $1::text::jsonb)"
    );
    sqlx::query(AssertSqlSafe(insert))
        .bind(rows)
        .execute(to)
        .await
        .expect("the rows go in");
}

/// Plays to the end by hand, choosing by a policy.
async fn by_hand(games: &Games, game: GameId, policy: Policy) {
    let mut folded = games.read(game).await.expect("a game");
    while folded.game.phase() != Phase::Ended {
        let actor = |chair| folded.game.seat(chair).expect("a seat").player;
        let act = match folded.game.asked() {
            Asked::Roll { chair, n } => Act::Roll {
                n,
                dice: None,
                actor: actor(chair),
            },
            Asked::Choice { chair } | Asked::Colour { chair } => Act::Choose {
                decision: folded.game.decision().expect("a decision"),
                option: policy.choose(&folded.game).expect("an option").id(),
                actor: actor(chair),
            },
            other @ (Asked::Nobody | Asked::Players { .. } | Asked::Start | Asked::Entropy(_)) => {
                unreachable!("{other:?}")
            }
        };
        folded = ask(games, game, act).await.folded;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_automatic_game_and_the_same_by_hand_differ_in_marks_alone() {
    for (preset, seats, policy) in [
        (Preset::League, 2, Policy::Cautious),
        (Preset::Rebound, 3, Policy::Capture),
        (Preset::TwoDice, 4, Policy::Forward),
    ] {
        let (here, automatic) = table().await;
        let (there, manual) = table().await;
        let new = NewGame {
            preset,
            seats: Some(seats),
            ..duel()
        };
        let (game, _) = started(&automatic, &new).await;
        copied(&here, &there).await;
        let (_, beginning) = log(&automatic, game).await;

        order_all(&automatic, game, policy).await;
        settled(&automatic).await;
        by_hand(&manual, game, policy).await;

        let (marks, events) = log(&automatic, game).await;
        let (hands, same) = log(&manual, game).await;
        assert_eq!(events, same, "{preset:?}");
        assert!(matches!(events.last(), Some((_, Event::Reveal { .. }))));
        assert!(
            marks
                .iter()
                .skip(beginning.len())
                .all(|by| *by == By::Order)
        );
        assert!(
            hands
                .iter()
                .skip(beginning.len())
                .all(|by| *by == By::Player)
        );
        let audit = automatic.audit(game).await.expect("an audit");
        assert!(audit.complaint.is_none(), "{:?}", audit.complaint);
    }
}

#[tokio::test]
async fn an_order_acts_for_its_seat_and_for_what_it_says() {
    let (_database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;
    let folded = games.read(game).await.expect("a game");
    let seats = sitting(&folded.game);
    let roll = Orders {
        roll: true,
        ..Orders::default()
    };
    for seat in &seats {
        order(&games, game, *seat, roll).await;
    }
    settled(&games).await;
    let folded = games.read(game).await.expect("a game");
    assert!(matches!(folded.game.asked(), Asked::Choice { .. }));
    assert!(
        folded.game.next_roll() > 3,
        "seats that pass are rolled for"
    );

    // The first exit is the only option there is.
    let forced = Orders {
        forced: true,
        ..Orders::default()
    };
    let Asked::Choice { chair: asked } = folded.game.asked() else {
        unreachable!("a choice is asked");
    };
    let (mine, other) = if asked == seats[0].0 {
        (seats[0], seats[1])
    } else {
        (seats[1], seats[0])
    };
    order(&games, game, other, all(Policy::First)).await;
    assert_eq!(games.sweep().await.expect("a sweep"), 0, "another is asked");
    order(&games, game, mine, forced).await;
    settled(&games).await;
    let folded = games.read(game).await.expect("a game");
    let asked = folded.game.asked();
    assert_eq!(
        asked.chairs().as_slice(),
        [mine.0],
        "the other plays on: {asked:?}"
    );

    order(&games, game, mine, Orders::default()).await;
    is_answered_alone(&games, game, mine).await;
}

/// Rolls by hand while the other plays by order: the answer to a request is its own command, what follows comes after.
async fn is_answered_alone(games: &Games, game: GameId, mine: (Chair, PlayerId)) {
    let mut done = None;
    while let Asked::Roll { n, chair } = games.read(game).await.expect("a game").game.asked() {
        assert_eq!(chair, mine.0);
        let act = Act::Roll {
            n,
            dice: None,
            actor: mine.1,
        };
        let answer = ask(games, game, act).await;
        assert!(
            answer
                .events
                .iter()
                .all(|event| event.entry.by == By::Player)
        );
        assert_eq!(
            answer.folded.version(),
            answer.events.last().expect("events").entry.version
        );
        done = Some(answer);
        settled(games).await;
    }
    assert!(
        done.is_some(),
        "{:?}",
        games.read(game).await.expect("a game").game.asked()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn many_processes_obey_an_order_once() {
    let (database, games) = table().await;
    let mut all_games = Vec::new();
    for _ in 0..4 {
        let (game, _) = started(&games, &duel()).await;
        order_all(&games, game, Policy::Capture).await;
        all_games.push(game);
    }
    drop(games);
    let sweeps = (0..4).map(|_| {
        // Each with nothing in its memory, as after a crash.
        let games = server(&database, Clock::standing(at(1)));
        tokio::spawn(async move { settled(&games).await })
    });
    for sweep in sweeps.collect::<Vec<_>>() {
        sweep.await.expect("nobody panics");
    }
    let games = server(&database, Clock::standing(at(2)));
    settled(&games).await;
    for game in all_games {
        let audit = games.audit(game).await.expect("an audit");
        assert!(audit.complaint.is_none(), "{:?}", audit.complaint);
        let folded = games.read(game).await.expect("a game");
        assert_eq!(folded.game.phase(), Phase::Ended);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_plays_on_by_itself_once_an_order_is_put() {
    let (_database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;
    let server = tokio::spawn(sweep_for_ever(games.clone()));
    order_all(&games, game, Policy::Capture).await;
    let over = async {
        while games.read(game).await.expect("a game").game.phase() != Phase::Ended {
            tokio::task::yield_now().await;
        }
    };
    // Not one batch a second, which would take half a minute.
    let over = tokio::time::timeout(Duration::from_secs(10), over).await;
    server.abort();
    over.expect("it plays to the end at once");
}

#[tokio::test]
async fn orders_are_changed_taken_back_and_lost_by_getting_up() {
    let (_database, games) = table().await;
    let new = NewGame {
        seats: Some(3),
        ..duel()
    };
    let owner = player();
    let created = games.create(owner, &new, None).await.expect("a game");
    let game = created.folded.id;
    ask(&games, game, sit(0, owner)).await;
    let seat = (chair(0), owner);
    let orders = async || games.orders(game, chair(0), owner).await.expect("orders");

    for wanted in [all(Policy::First), all(Policy::First), all(Policy::Capture)] {
        order(&games, game, seat, wanted).await;
        assert_eq!(orders().await, wanted);
    }
    order(&games, game, seat, Orders::default()).await;
    assert_eq!(orders().await, Orders::default());
    order(&games, game, seat, all(Policy::Forward)).await;
    let up = Act::GetUp {
        chair: chair(0),
        actor: owner,
    };
    ask(&games, game, up).await;
    ask(&games, game, sit(0, owner)).await;
    assert_eq!(orders().await, Orders::default());
}

#[tokio::test]
async fn what_cannot_be_ordered_is_refused() {
    let (_database, games) = table().await;
    let (game, players) = started(&games, &duel()).await;
    let manual = NewGame {
        dice: DiceSource::Manual,
        ..duel()
    };
    let (by_hand, hands) = started(&games, &manual).await;
    let refused = async |game, number, player, orders| match games
        .order(game, chair(number), player, orders)
        .await
    {
        Err(PlayError::Refused(refused)) => refused.objection,
        other => unreachable!("{other:?}"),
    };
    let wanted = all(Policy::First);
    let other = Objection::NotYourOrders(chair(0));
    assert_eq!(refused(game, 0, players[1], wanted).await, other);
    assert_eq!(refused(game, 0, players[1], Orders::default()).await, other);
    assert!(games.orders(game, chair(0), players[1]).await.is_err());
    let empty = Refusal::SeatEmpty(chair(3)).into();
    assert_eq!(refused(game, 3, players[0], wanted).await, empty);
    let roll = Objection::RolledByHand;
    assert_eq!(refused(by_hand, 0, hands[0], wanted).await, roll);

    let resign = Act::Resign {
        chair: chair(0),
        actor: players[0],
    };
    ask(&games, game, resign).await;
    let over = Refusal::GameOver.into();
    assert_eq!(refused(game, 0, players[0], wanted).await, over);
    order(&games, game, (chair(0), players[0]), Orders::default()).await;
}
