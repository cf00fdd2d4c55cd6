//! Creations, with and without a key.

use parchis::play::{Clock, NewGame, PlayError};
use parchis::rules::event::DiceSource;
use parchis::rules::options::{Colours, Overrides, Teams};
use parchis::store::{Filter, Of};

use crate::table::{at, duel, player, server, table};

#[tokio::test(flavor = "multi_thread")]
async fn a_key_creates_one_game_across_processes() {
    let (database, games) = table().await;
    let owner = player();
    let new = NewGame {
        by_invite: true,
        ..duel()
    };
    let creations = (0..8).map(|_| {
        let games = server(&database, Clock::standing(at(0)));
        let new = new.clone();
        tokio::spawn(async move { games.create(owner, &new, Some("k")).await })
    });
    let mut created = Vec::new();
    for creation in creations.collect::<Vec<_>>() {
        created.push(
            creation
                .await
                .expect("nobody panics")
                .expect("it is created"),
        );
    }

    assert_eq!(
        created.iter().filter(|created| !created.repeated).count(),
        1
    );
    assert_eq!(
        created
            .iter()
            .filter(|created| created.invite.is_some())
            .count(),
        1,
        "a code is shown once"
    );
    for other in &created {
        assert_eq!(other.folded.id, created[0].folded.id);
        assert_eq!(other.events, created[0].events);
    }
    assert_eq!(created[0].folded.id.0.get_version_num(), 8);
    let page = games
        .list(
            Filter {
                of: Of::Player(owner),
                status: None,
            },
            None,
            10,
        )
        .await
        .expect("a list");
    assert_eq!(page.games.len(), 1);
}

#[tokio::test]
async fn a_key_is_one_players_and_one_requests() {
    let (_database, games) = table().await;
    let owner = player();
    let first = games
        .create(owner, &duel(), Some("k"))
        .await
        .expect("it is created");

    let other = NewGame {
        seats: Some(3),
        ..duel()
    };
    assert!(matches!(
        games.create(owner, &other, Some("k")).await,
        Err(PlayError::KeyReused)
    ));
    let another = games
        .create(owner, &duel(), Some("l"))
        .await
        .expect("another key");
    let anothers = games
        .create(player(), &duel(), Some("k"))
        .await
        .expect("another player");
    let without = games.create(owner, &duel(), None).await.expect("no key");

    let ids = [
        first.folded.id,
        another.folded.id,
        anothers.folded.id,
        without.folded.id,
    ];
    assert!((1..4).all(|later| !ids[..later].contains(&ids[later])));
    assert_eq!(without.folded.id.0.get_version_num(), 7);
}

#[tokio::test]
async fn rules_that_do_not_go_together_create_nothing() {
    let (_database, games) = table().await;
    let owner = player();
    let overrides = Overrides {
        colours: Some(Colours::ByOpeningRoll),
        teams: Some(Teams::Pairs),
        ..Overrides::default()
    };
    let conflict = NewGame {
        overrides,
        ..duel()
    };
    let crowd = NewGame {
        seats: Some(5),
        ..duel()
    };

    for new in [conflict, crowd] {
        let error = games
            .create(owner, &new, Some("k"))
            .await
            .expect_err("it cannot be");
        assert!(matches!(error, PlayError::NotCreated(_)), "{error}");
    }
    games
        .create(owner, &duel(), Some("k"))
        .await
        .expect("only successes are kept");
}

#[tokio::test]
async fn server_dice_have_a_sealed_seed_and_manual_dice_none() {
    let (_database, games) = table().await;
    for dice in [DiceSource::Server, DiceSource::Manual] {
        let created = games
            .create(player(), &NewGame { dice, ..duel() }, None)
            .await
            .expect("a game");

        let loaded = games
            .store()
            .load(created.folded.id, created.folded.version())
            .await;
        let secret = loaded.expect("a row").expect("a game").secret;
        assert_eq!(secret.is_some(), dice == DiceSource::Server);
        let commit = created.folded.game.created().expect("a creation").commit;
        assert_eq!(commit.is_some(), dice == DiceSource::Server);
    }
}
