//! Importing whole logs through binary `COPY`.

use parchis::rules::ids::Version;
use parchis::store::Known;

use crate::fixture::{created, game_id, imported, log, store};

#[tokio::test]
async fn what_is_imported_is_there_byte_for_byte() {
    let (_database, store) = store().await;
    let games = [
        imported(game_id(), 1),
        imported(game_id(), 30_000),
        imported(game_id(), 3),
    ];
    let mut import = store.import().await.expect("an import");
    for game in &games {
        import.add(game).await.expect("it is added");
    }
    assert_eq!(
        log(&store, games[0].id).await.len(),
        0,
        "nothing is there before the end"
    );

    import.finish().await.expect("it is finished");

    for game in &games {
        assert_eq!(log(&store, game.id).await, game.events);
        let loaded = store
            .load(game.id, Version(0))
            .await
            .expect("it loads")
            .expect("a game");
        assert_eq!(
            (loaded.row.facts, loaded.row.standing),
            (game.facts.clone(), game.standing.clone())
        );
        assert!(loaded.secret.is_none());
    }
}

#[tokio::test]
async fn an_import_that_is_not_finished_leaves_nothing() {
    let (_database, store) = store().await;
    let game = imported(game_id(), 30_000);
    let mut import = store.import().await.expect("an import");
    import.add(&game).await.expect("it is added");

    drop(import);

    assert_eq!(store.newest(game.id).await.expect("an answer"), None);
    assert_eq!(log(&store, game.id).await.len(), 0);
}

#[tokio::test]
async fn what_is_known_is_told_by_its_hash() {
    let (_database, store) = store().await;
    let game = game_id();
    let (version, head) = created(&store, game).await;
    let mut import = store.import().await.expect("an import");

    assert_eq!(
        import.known(game_id(), version).await.expect("an answer"),
        Known::Unknown
    );
    assert_eq!(
        import.known(game, version).await.expect("an answer"),
        Known::At(head)
    );
    assert_eq!(
        import.known(game, Version(9)).await.expect("an answer"),
        Known::Shorter
    );
}

#[tokio::test]
async fn a_game_that_came_meanwhile_refuses_the_import() {
    let (_database, store) = store().await;
    let game = imported(game_id(), 3);
    created(&store, game.id).await;
    let mut import = store.import().await.expect("an import");

    let error = import.add(&game).await.expect_err("it is there");

    assert!(error.violates("games_pkey"), "{error}");
}
