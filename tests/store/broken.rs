//! Rows that cannot be: an error that names game, version and reason, never a panic.

use parchis::rules::ids::{GameId, Version};
use parchis::store::{Filter, Of, Store, StoreError};
use sqlx::{AssertSqlSafe, Executor as _};

use crate::database::Database;
use crate::fixture::{created, game_id, store};

/// A game whose row was changed by hand.
async fn broken(set: &str) -> (Database, Store, GameId) {
    let (database, store) = store().await;
    let game = game_id();
    created(&store, game).await;
    let statement = format!(
        "alter table games drop constraint games_head_is_sha256, drop constraint games_status_known,
            drop constraint games_version_positive, drop constraint games_invite_is_sha256;
        update games set {set} where game_id = '{game}'"
    );
    database
        .connect()
        .await
        .execute(AssertSqlSafe(statement))
        .await
        .expect("the row can be changed");
    (database, store, game)
}

#[tokio::test]
async fn a_column_that_cannot_be_is_named() {
    for (set, column) in [
        ("arms = 5", "arms"),
        ("dice_count = -1", "dice_count"),
        ("seats = 300", "seats"),
        ("seated = -1", "seated"),
        ("asked = '{9}'", "asked"),
        ("invite_hash = '\\x00'", "invite_hash"),
    ] {
        let (_database, store, game) = broken(set).await;

        let error = store.load(game, Version(0)).await.expect_err(set);

        let StoreError::Corrupt {
            game: named,
            reason,
            ..
        } = error
        else {
            panic!("{set}: {error}")
        };
        assert_eq!(named, game, "{set}");
        assert!(reason.contains(column), "{set}: {reason}");
    }
}

#[tokio::test]
async fn a_word_that_is_not_known_may_be_of_a_newer_release() {
    for (set, column) in [
        ("status = 'asleep'", "status"),
        ("preset = 'chess'", "preset"),
        ("dice_source = 'heaven'", "dice_source"),
        ("asked_what = 'why'", "asked_what"),
        ("end_reason = 'boredom'", "end_reason"),
    ] {
        let (_database, store, game) = broken(set).await;

        let error = store.load(game, Version(0)).await.expect_err(set);

        assert!(
            matches!(error, StoreError::Newer { game: named, column: at } if (named, at) == (game, column)),
            "{set}: {error}"
        );
        if column == "status" {
            let error = store.newest(game).await.expect_err(set);
            assert!(matches!(error, StoreError::Newer { .. }), "{set}: {error}");
        }
    }
}

#[tokio::test]
async fn a_row_that_cannot_be_read_takes_no_other_out_of_the_list() {
    let (_database, store, broken) = broken("preset = 'chess'").await;
    let sound = [game_id(), game_id()];
    for game in sound {
        created(&store, game).await;
    }
    let filter = Filter {
        of: Of::Listed,
        status: None,
    };

    let (mut found, mut after) = (Vec::new(), None);
    for _ in 0..3 {
        let page = store.list(filter, after, 1).await.expect("a page");
        found.extend(page.games.iter().map(|game| game.row.id));
        after = page.next;
    }

    assert_eq!(after, None);
    found.sort_unstable();
    assert_eq!(found, sound, "all but {broken}");
}

#[tokio::test]
async fn a_row_and_a_log_that_disagree_are_named() {
    for set in [
        "version = 3",
        "version = -3",
        "head = '\\x07'",
        "head = sha256('x')",
    ] {
        let (_database, store, game) = broken(set).await;

        let error = store.load(game, Version(0)).await.expect_err(set);

        assert!(
            matches!(error, StoreError::Corrupt { game: named, .. } if named == game),
            "{set}: {error}"
        );
    }
}

#[tokio::test]
async fn a_gap_in_the_log_is_named() {
    let (database, store) = store().await;
    let game = game_id();
    created(&store, game).await;
    let statement = format!(
        "insert into events (game_id, version, body, hash) values ('{game}', 3, '{{}}', sha256('x'))"
    );
    database
        .connect()
        .await
        .execute(AssertSqlSafe(statement))
        .await
        .expect("events can be inserted");

    let error = store.events(game, Version(0), 10).await.expect_err("a gap");

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
