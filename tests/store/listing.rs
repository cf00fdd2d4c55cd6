//! Lists and what is due.

use parchis::rules::ids::{GameId, PlayerId};
use parchis::store::{Ask, Cursor, Doer, Due, Filter, Of, Status, Store};

use crate::fixture::{at, chair, game_id, new_game, player_id, store};

async fn pages(store: &Store, filter: Filter, limit: u16) -> Vec<GameId> {
    let (mut ids, mut cursor) = (Vec::new(), None::<Cursor>);
    loop {
        let page = store.list(filter, cursor, limit).await.expect("a page");
        assert!(page.games.len() <= usize::from(limit));
        ids.extend(page.games.iter().map(|game| game.row.id));
        let Some(next) = page.next else { return ids };
        cursor = Some(
            next.to_string()
                .parse()
                .expect("a cursor reads what it wrote"),
        );
    }
}

const fn all(of: Of) -> Filter {
    Filter { of, status: None }
}

#[tokio::test]
async fn pages_hold_every_listed_game_once_newest_first() {
    let (_database, store) = store().await;
    let mut newest_first = Vec::new();
    for number in 0..7 {
        // Two games at a time share their moment.
        let mut new = new_game(game_id(), player_id(), at(number / 2));
        new.standing.status = if number < 5 {
            Status::Open
        } else {
            Status::Ended
        };
        newest_first.push((new.facts.created_at, new.id, new.standing.status));
        store.create(new).await.expect("it is created");
    }
    let mut hidden = new_game(game_id(), player_id(), at(9));
    hidden.facts.listed = false;
    store.create(hidden).await.expect("it is created");
    newest_first.sort_by_key(|game| std::cmp::Reverse((game.0, game.1)));

    for limit in [1, 2, 3, 7, 100] {
        let expected: Vec<GameId> = newest_first.iter().map(|game| game.1).collect();
        assert_eq!(pages(&store, all(Of::Listed), limit).await, expected);
        let open = newest_first.iter().filter(|game| game.2 == Status::Open);
        let filter = Filter {
            of: Of::Listed,
            status: Some(Status::Open),
        };
        assert_eq!(
            pages(&store, filter, limit).await,
            open.map(|game| game.1).collect::<Vec<_>>()
        );
    }
}

#[tokio::test]
async fn mine_are_those_i_own_or_sit_in_once() {
    let (_database, store) = store().await;
    let (me, other) = (player_id(), player_id());
    let mut ids = Vec::new();
    for (number, (owner, sitting)) in [
        (me, vec![]),
        (other, vec![me, me]),
        (me, vec![me]),
        (other, vec![other]),
    ]
    .into_iter()
    .enumerate()
    {
        let mut new = new_game(game_id(), owner, at(u32::try_from(number).expect("small")));
        new.facts.listed = false;
        new.seated = sitting
            .into_iter()
            .zip(0..)
            .map(|(player, number)| (chair(number), player))
            .collect();
        ids.push(new.id);
        store.create(new).await.expect("it is created");
    }

    assert_eq!(
        pages(&store, all(Of::Player(me)), 10).await,
        [ids[2], ids[1], ids[0]]
    );
    assert_eq!(
        pages(&store, all(Of::Player(other)), 10).await,
        [ids[3], ids[1]]
    );
    let page = store
        .list(all(Of::Player(other)), None, 10)
        .await
        .expect("a page");
    assert_eq!(page.games[1].seats, [(chair(0), me), (chair(1), me)]);
}

#[tokio::test]
async fn my_turn_is_where_my_chair_or_my_start_is_asked() {
    let (_database, store) = store().await;
    let (me, other) = (player_id(), player_id());
    let create = async |owner: PlayerId, ask: Ask, asked: &[u8], seated: &[(u8, PlayerId)]| {
        let mut new = new_game(game_id(), owner, at(0));
        new.standing.ask = ask;
        new.standing.asked = asked.iter().copied().map(chair).collect();
        new.seated = seated
            .iter()
            .map(|(number, player)| (chair(*number), *player))
            .collect();
        let id = new.id;
        store.create(new).await.expect("it is created");
        id
    };
    let mine = create(other, Ask::Roll, &[1], &[(0, other), (1, me)]).await;
    create(me, Ask::Choice, &[0], &[(0, other), (1, me)]).await;
    let both = create(other, Ask::Entropy, &[0, 1], &[(0, other), (1, me)]).await;
    let start = create(me, Ask::Start, &[], &[(0, other)]).await;
    create(other, Ask::Start, &[], &[(0, me)]).await;

    let mut expected = vec![mine, both, start];
    expected.sort_by(|one, other| other.cmp(one));
    assert_eq!(pages(&store, all(Of::Turn(me)), 10).await, expected);
}

#[tokio::test]
async fn due_are_those_whose_time_has_come() {
    let (database, store) = store().await;
    let mut ids = Vec::new();
    for due in [Some(30), Some(10), None, Some(20)] {
        let mut new = new_game(game_id(), player_id(), at(0));
        new.standing.due_at = due.map(at);
        ids.push(new.id);
        store.create(new).await.expect("it is created");
    }

    let due = async |now, after, limit| {
        let due = store.due(Doer::Clock, at(now), after, limit).await;
        due.expect("an answer")
    };
    let (first, second) = (
        Due {
            at: at(10),
            id: ids[1],
        },
        Due {
            at: at(20),
            id: ids[3],
        },
    );
    assert_eq!(due(20, None, 10).await, [first, second]);
    assert_eq!(due(20, None, 1).await, [first]);
    assert_eq!(due(20, Some(first), 1).await, [second]);
    assert!(due(20, Some(second), 1).await.is_empty());
    assert!(due(9, None, 10).await.is_empty());

    let ordered = async |now| {
        let due = store.due(Doer::Order, at(now), None, 10).await;
        due.expect("an answer")
    };
    assert!(ordered(40).await.is_empty());
    sqlx::query("update games set ordered_at = $1 where game_id = $2")
        .bind(at(5))
        .bind(ids[0].0)
        .execute(&mut database.connect().await)
        .await
        .expect("it is ordered");
    let (at, id) = (at(5), ids[0]);
    assert_eq!(ordered(5).await, [Due { at, id }]);
    assert_eq!(
        due(20, None, 10).await,
        [first, second],
        "no clock acts there yet"
    );
    assert_eq!(due(30, None, 1).await, [Due { at, id }]);
}

#[test]
fn a_cursor_that_was_never_given_is_refused() {
    for text in [
        "",
        "x",
        "0000000000000000",
        "ffffffffffffffff00000000000000000000000000000000",
        "7fffffffffffffff00000000000000000000000000000000",
        "é000000000000000000000000000000000000000000000000",
    ] {
        assert!(text.parse::<Cursor>().is_err(), "{text}");
    }
}
