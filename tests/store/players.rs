//! Players and tokens.

use parchis::store::{Player, TokenHash};

use crate::fixture::{at, player_id, store};

#[tokio::test]
async fn a_player_is_found_by_the_hash_of_the_token() {
    let (_database, store) = store().await;
    let player = Player {
        id: player_id(),
        name: "Ana 🎲".to_owned(),
        created_at: at(0),
    };

    store
        .create_player(&player, TokenHash([1; 32]))
        .await
        .expect("it is created");

    assert_eq!(
        store
            .player_by_token(TokenHash([1; 32]))
            .await
            .expect("an answer"),
        Some(player.clone())
    );
    assert_eq!(
        store
            .player_by_token(TokenHash([2; 32]))
            .await
            .expect("an answer"),
        None
    );
    assert_eq!(
        store
            .players(&[player_id(), player.id])
            .await
            .expect("an answer"),
        [player]
    );
}

#[tokio::test]
async fn a_token_is_nobody_elses() {
    let (_database, store) = store().await;
    let player = |name: &str| Player {
        id: player_id(),
        name: name.to_owned(),
        created_at: at(0),
    };
    store
        .create_player(&player("Ana"), TokenHash([1; 32]))
        .await
        .expect("it is created");

    let error = store
        .create_player(&player("Eva"), TokenHash([1; 32]))
        .await
        .expect_err("a token twice");

    assert!(error.violates("tokens_pkey"), "{error}");
    assert!(
        !format!("{error} {error:?} {:?}", TokenHash([1; 32])).contains("0101"),
        "{error:?}"
    );
}
