//! What a game's row says to who looks through the games of a day.

use parchis::play::{Act, Games, NewGame};
use parchis::proof::Head;
use parchis::rules::event::{DiceSource, EndReason, StartWhen};
use parchis::rules::ids::GameId;
use parchis::store::{DatedGame, Status};
use sqlx::Executor as _;

use crate::table::{ask, at, chair, duel, play, player, random, started, table};

/// A game of each kind: open, playing, left, cancelled, of real dice, unlisted.
async fn evening(games: &Games) -> Vec<GameId> {
    let owner = player();
    let waiting = NewGame {
        start_when: StartWhen::Owner,
        listed: false,
        ..duel()
    };
    let open = games.create(owner, &waiting, None).await.expect("a game");
    let cancelled = games.create(owner, &waiting, None).await.expect("a game");
    let cancelled = cancelled.folded.id;
    ask(games, cancelled, Act::Cancel { actor: owner }).await;
    let (playing, _) = started(games, &duel()).await;
    play(games, playing, 20, &mut random(1)).await;
    let manual = NewGame {
        dice: DiceSource::Manual,
        ..duel()
    };
    let (manual, _) = started(games, &manual).await;
    let (left, players) = started(games, &duel()).await;
    let resign = Act::Resign {
        chair: chair(0),
        actor: *players.first().expect("an owner"),
    };
    ask(games, left, resign).await;
    vec![open.folded.id, cancelled, playing, manual, left]
}

async fn complaints(games: &Games) -> Vec<String> {
    let mut complaints = Vec::new();
    let all = games.audit_all(|audit| {
        complaints.extend(audit.complaint.map(|complaint| complaint.to_string()));
    });
    assert_eq!(all.await.expect("an audit of all"), 5);
    complaints
}

#[tokio::test]
async fn every_game_of_a_day_is_in_its_index() {
    let (_database, games) = table().await;
    let ids = evening(&games).await;
    let today = at(0).date_naive().to_string().parse().expect("a day");

    let (mut found, mut after): (Vec<DatedGame>, _) = (Vec::new(), None);
    loop {
        let page = games.day(today, after, 2).await.expect("a page");
        found.extend(page.games);
        assert_eq!(page.unreadable, 0);
        after = page.next;
        if after.is_none() {
            break;
        }
    }

    let genesis = |game: &DatedGame| Head::genesis(game.id).0.0;
    assert!(found.is_sorted_by_key(genesis), "all are of one moment");
    assert_eq!(found.len(), ids.len());
    let of = |at: usize| {
        found
            .iter()
            .find(|game| game.id == ids[at])
            .expect("a game")
    };
    let said = |at: usize| (of(at).status, of(at).end_reason, of(at).sealed);
    assert_eq!(said(0), (Status::Open, None, false));
    assert_eq!(said(1), (Status::Ended, Some(EndReason::Cancelled), true));
    assert_eq!(said(2), (Status::Playing, None, false));
    assert_eq!(said(4), (Status::Ended, Some(EndReason::LastLeft), true));
    let begun: Vec<bool> = (0..5).map(|at| of(at).started_at.is_some()).collect();
    assert_eq!(begun, [false, false, true, true, true]);
    assert!(of(2).commit.is_some() && of(3).commit.is_none());
    assert!(!of(0).listed && of(2).listed);
    let tomorrow = at(86_400).date_naive().to_string().parse().expect("a day");
    let page = games.day(tomorrow, None, 2).await.expect("a page");
    assert!(page.games.is_empty());
}

#[tokio::test]
async fn a_database_with_games_in_it_gets_the_index_too() {
    let (database, games) = table().await;
    evening(&games).await;
    let back = "drop index games_by_day;
        alter table games drop column genesis, drop column dice_commit, drop column started_at, drop column end_reason;
        delete from _sqlx_migrations where version = 20261130000006";
    let mut connection = database.connect().await;
    connection.execute(back).await.expect("the older schema");

    games.store().migrate().await.expect("the schema applies");

    assert_eq!(complaints(&games).await, Vec::<String>::new());
    // Each spoils another game.
    for (spoilt, set) in (1..).zip([
        "end_reason = 'draw' where end_reason = 'cancelled'",
        "end_reason = 'boredom' where end_reason = 'last_left'",
        "started_at = created_at where status = 'open'",
        "dice_commit = sha256('x') where status = 'playing' and dice_source = 'server'",
        "created_at = created_at - interval '1 day' where dice_source = 'manual'",
    ]) {
        let statement = sqlx::AssertSqlSafe(format!("update games set {set}"));
        connection.execute(statement).await.expect("a change");
        let found = complaints(&games).await;
        assert_eq!(found.len(), spoilt, "{set}: {found:?}");
    }
}
