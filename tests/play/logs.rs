//! Importing files that are not what they should be: nothing of them is there.

use parchis::play::{Games, NewGame};
use parchis::rules::event::DiceSource;
use parchis::rules::ids::GameId;

use crate::table::{duel, play, random, started, table};

/// The export of a game with manual dice, some way on.
async fn exported(games: &Games) -> (GameId, String) {
    let manual = NewGame {
        dice: DiceSource::Manual,
        ..duel()
    };
    let (game, _) = started(games, &manual).await;
    play(games, game, 40, &mut random(1)).await;
    let mut file = Vec::new();
    games.export(game, &mut file).await.expect("it is exported");
    (game, String::from_utf8(file).expect("text"))
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_changed_refuses_the_whole_file() {
    let (_database, games) = table().await;
    let (_, sound) = exported(&games).await;
    let (game, file) = exported(&games).await;
    let lines: Vec<&str> = file.lines().collect();
    let without = |line: usize| {
        let mut lines = lines.clone();
        lines.remove(line);
        lines.join("\n")
    };
    let swapped = {
        let mut lines = lines.clone();
        lines.swap(10, 11);
        lines.join("\n")
    };
    let broken = [
        without(0),
        without(12),
        swapped,
        file.replacen("\"dice\":[", "\"dice\":[6,", 1),
        file.replace("\"kind\":\"begins\"", "\"kind\":\"finish\""),
        format!("{file}{{}}\n"),
        format!("{file}{}\n", lines[20]),
        file.replacen("\"hash\":\"", "\"hash\":\"00", 1),
        file.chars().take(file.len() - 30).collect(),
    ];
    let (_elsewhere, other) = table().await;

    for (number, broken) in (0..).zip(broken) {
        let error = other.import(format!("{sound}{broken}").as_bytes()).await;
        assert!(error.is_err(), "{number}");
        assert_eq!(
            other.store().newest(game).await.expect("an answer"),
            None,
            "{number}"
        );
    }
    let report = other
        .import(format!("{sound}{file}").as_bytes())
        .await
        .expect("both are sound");
    assert_eq!(report.added, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn more_of_a_game_that_is_there_is_refused() {
    let (_database, games) = table().await;
    let (game, file) = exported(&games).await;
    let (_elsewhere, other) = table().await;
    other.import(file.as_bytes()).await.expect("it is imported");
    play(&games, game, 10, &mut random(2)).await;
    let mut longer = Vec::new();
    games
        .export(game, &mut longer)
        .await
        .expect("it is exported");

    other
        .import(longer.as_slice())
        .await
        .expect_err("the file has more of it");

    play(&other, game, 10, &mut random(3)).await;
    other
        .import(longer.as_slice())
        .await
        .expect_err("it went on otherwise");
}
