//! Whole games: played to the end, their logs verified, exported and imported elsewhere.

use parchis::play::{Clock, Games, NewGame};
use parchis::proof::{By, Verifier};
use parchis::rules::board::Arms;
use parchis::rules::event::{DiceSource, Event};
use parchis::rules::game::Phase;
use parchis::rules::ids::{GameId, Version};
use parchis::rules::options::Overrides;
use parchis::rules::preset::Preset;

use crate::table::{at, duel, play, player, random, server, started, table};

/// Far more than any game has.
const TO_THE_END: usize = 20_000;

async fn verified(games: &Games, game: GameId) -> Vec<Event> {
    let rows = games
        .store()
        .events(game, Version(0), 100_000)
        .await
        .expect("a log");
    let mut verifier = Verifier::new(game);
    for row in &rows {
        verifier.push(&row.body, row.hash).expect("the log holds");
    }
    let found = verifier.finish().expect("the log holds");
    let folded = games.read(game).await.expect("a game");
    assert_eq!((&found.game, found.head), (&folded.game, folded.head));
    rows.iter()
        .map(|row| {
            parchis::proof::Entry::parse(&row.body)
                .expect("an event")
                .event
        })
        .collect()
}

fn games_to_play() -> Vec<NewGame> {
    let dice = [DiceSource::Server, DiceSource::Manual];
    let presets = Preset::ALL.into_iter().zip(dice.into_iter().cycle());
    let mut games: Vec<NewGame> = presets
        .map(|(preset, dice)| NewGame {
            preset,
            dice,
            take_single: dice == DiceSource::Server,
            ..duel()
        })
        .collect();
    let six = Overrides {
        arms: Some(Arms::Six),
        ..Overrides::default()
    };
    games.push(NewGame {
        overrides: six,
        seats: None,
        ..duel()
    });
    games
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_every_preset_end_and_hold() {
    let (_database, games) = table().await;
    for (seed, new) in (0..).zip(games_to_play()) {
        let (game, _) = started(&games, &new).await;

        let folded = play(&games, game, TO_THE_END, &mut random(seed)).await;

        assert_eq!(folded.game.phase(), Phase::Ended, "{new:?}");
        let events = verified(&games, game).await;
        let last = events.last().expect("events");
        assert_eq!(
            matches!(last, Event::Reveal { .. }),
            new.dice == DiceSource::Server,
            "{new:?}"
        );
        let loaded = games
            .store()
            .load(game, Version(0))
            .await
            .expect("a row")
            .expect("a game");
        assert!(loaded.secret.is_none(), "the sealed seed is gone");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_is_imported_elsewhere_and_goes_on_there() {
    let (_database, games) = table().await;
    let (ended, _) = started(&games, &duel()).await;
    play(&games, ended, TO_THE_END, &mut random(1)).await;
    let manual = NewGame {
        dice: DiceSource::Manual,
        ..duel()
    };
    let (running, _) = started(&games, &manual).await;
    play(&games, running, 30, &mut random(2)).await;
    let mut file = Vec::new();
    for game in [ended, running] {
        games.export(game, &mut file).await.expect("it is exported");
    }
    let (_elsewhere, other) = table().await;

    let report = other.import(file.as_slice()).await.expect("it is imported");
    assert_eq!((report.added, report.skipped), (2, 0));
    let again = other.import(file.as_slice()).await.expect("it is there");
    assert_eq!((again.added, again.skipped), (0, 2));

    for game in [ended, running] {
        let (here, there) = (
            games.read(game).await.expect("here"),
            other.read(game).await.expect("there"),
        );
        assert_eq!((here.head, &here.game), (there.head, &there.game));
        assert_eq!(here.asked_since, there.asked_since);
    }
    play(&other, running, 10, &mut random(3)).await;
    let skipped = other
        .import(file.as_slice())
        .await
        .expect("its beginning is there");
    assert_eq!((skipped.added, skipped.skipped), (0, 2));
}

#[tokio::test]
async fn the_server_makes_the_opening_rolls_in_the_append_that_starts() {
    let (database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;

    let page = server(&database, Clock::standing(at(0)))
        .events(game, Version(0), 100)
        .await
        .expect("events");

    let commands: Vec<_> = page
        .events
        .iter()
        .map(|logged| (logged.entry.command, logged.entry.by))
        .collect();
    let opening = page
        .events
        .iter()
        .filter(|logged| matches!(logged.entry.event, Event::OpeningRoll { .. }));
    assert!(opening.clone().count() >= 2);
    for roll in opening {
        assert_eq!(roll.entry.by, By::Server);
        assert_eq!(
            roll.entry.command, roll.entry.version,
            "each is a command of its own: {commands:?}"
        );
    }
}

#[tokio::test]
async fn a_running_game_with_server_dice_is_not_exported() {
    let (_database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;
    let mut file = Vec::new();

    games
        .export(game, &mut file)
        .await
        .expect_err("its seed is secret");

    assert!(file.is_empty());
    games
        .export(parchis::rules::ids::GameId(player().0), &mut file)
        .await
        .expect_err("no such game");
}
