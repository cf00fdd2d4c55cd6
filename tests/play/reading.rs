//! Games as they were, at the ends of commands and nowhere else.

use parchis::play::PlayError;
use parchis::rules::game::Game;
use parchis::rules::ids::Version;

use crate::table::{duel, play, random, started, table};

#[tokio::test(flavor = "multi_thread")]
async fn every_version_is_a_state_or_names_the_nearest() {
    let (_database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;
    let now = play(&games, game, 60, &mut random(1)).await;
    let log = games
        .events(game, Version(0), 1000)
        .await
        .expect("a log")
        .events;
    let ends = |version: Version| {
        log.iter()
            .all(|logged| logged.entry.command > version || logged.entry.version <= version)
            || log
                .iter()
                .find(|logged| logged.entry.version == version.next())
                .is_none_or(|next| next.entry.command == next.entry.version)
    };
    let mut inside = 0;

    for version in (0..=now.version().0).map(Version) {
        match games.state_at(game, version).await {
            Ok(folded) => {
                assert!(ends(version), "{version}");
                let before = log
                    .iter()
                    .take_while(|logged| logged.entry.version <= version);
                let events: Vec<_> = before.map(|logged| &logged.entry.event).collect();
                assert_eq!(folded.game, Game::fold(events).expect("it folds"));
                assert_eq!(folded.version(), version);
            }
            Err(PlayError::InsideCommand {
                version: named,
                before,
                after,
            }) => {
                inside += 1;
                assert_eq!(named, version);
                assert!(before.is_none_or(|before| before < version) && version < after);
                for nearest in before.into_iter().chain([after]) {
                    games
                        .state_at(game, nearest)
                        .await
                        .expect("the nearest is one");
                }
                assert!(version == Version(0) || games.events(game, version, 5).await.is_err());
            }
            Err(error) => panic!("{error}"),
        }
    }

    assert!(inside > 1, "some commands have several events");
    let beyond = games
        .state_at(game, now.version().next())
        .await
        .expect_err("beyond");
    assert!(matches!(beyond, PlayError::BeyondEnd { newest, .. } if newest == now.version()));
    let beyond = games
        .state_at(game, Version(u64::MAX))
        .await
        .expect_err("beyond");
    assert!(matches!(beyond, PlayError::BeyondEnd { .. }));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_hold_whole_commands_and_together_the_log() {
    let (_database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;
    let now = play(&games, game, 60, &mut random(2)).await;
    let whole = games.events(game, Version(0), 1000).await.expect("a log");
    assert!(!whole.more);
    assert_eq!(whole.next, now.version());

    for limit in [0, 1, 2, 3, 7, 64, 500] {
        let (mut all, mut after) = (Vec::new(), Version(0));
        loop {
            let page = games.events(game, after, limit).await.expect("a page");
            let one_command = page
                .events
                .iter()
                .all(|logged| logged.entry.command == page.events[0].entry.command);
            assert!(
                page.events.len() <= usize::from(limit) || one_command,
                "{limit}"
            );
            all.extend(page.events);
            after = page.next;
            if !page.more {
                break;
            }
        }
        assert_eq!(all, whole.events, "{limit}");
    }

    let end = games
        .events(game, now.version(), 10)
        .await
        .expect("an empty page");
    assert!(end.events.is_empty() && !end.more && end.next == now.version());
    let beyond = games
        .events(game, now.version().next(), 10)
        .await
        .expect_err("beyond");
    assert!(matches!(beyond, PlayError::BeyondEnd { .. }));
}
