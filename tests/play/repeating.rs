//! Repeating what was made answers with what it brought about, and writes nothing.

use parchis::dice::entropy_commit;
use parchis::play::{Act, Games, NewGame, Objection};
use parchis::rules::asked::Asked;
use parchis::rules::choice::Choice;
use parchis::rules::dice::{Die, Roll};
use parchis::rules::event::{DiceSource, Event, StartWhen};
use parchis::rules::game::Phase;
use parchis::rules::ids::{GameId, Hex32};
use parchis::rules::options::{Overrides, Teams};
use parchis::rules::refusal::Refusal;

use crate::table::{
    ask, chair, duel, next_act, play, player, random, refused, sit, started, table,
};

/// Asks twice: the second time brings the same events and no new version.
async fn twice(games: &Games, game: GameId, act: Act) {
    let first = ask(games, game, act.clone()).await;
    assert!(!first.repeated, "{act:?}");
    let again = ask(games, game, act.clone()).await;
    assert!(again.repeated, "{act:?}");
    assert_eq!(again.events, first.events, "{act:?}");
    assert_eq!(again.folded.version(), first.folded.version(), "{act:?}");
}

#[tokio::test]
async fn sitting_down_and_getting_up() {
    let (_database, games) = table().await;
    let (owner, guest) = (player(), player());
    let new = NewGame {
        start_when: StartWhen::Owner,
        ..duel()
    };
    let game = games
        .create(owner, &new, None)
        .await
        .expect("a game")
        .folded
        .id;

    twice(&games, game, sit(0, owner)).await;
    twice(&games, game, sit(1, guest)).await;
    twice(
        &games,
        game,
        Act::GetUp {
            chair: chair(1),
            actor: guest,
        },
    )
    .await;
    twice(&games, game, sit(1, guest)).await;
    twice(
        &games,
        game,
        Act::GetUp {
            chair: chair(1),
            actor: owner,
        },
    )
    .await;

    let refusal = refused(
        &games,
        game,
        Act::GetUp {
            chair: chair(1),
            actor: guest,
        },
    )
    .await;
    assert_eq!(
        refusal.objection,
        Refusal::SeatEmpty(chair(1)).into(),
        "somebody else did it"
    );
    let refusal = refused(&games, game, sit(0, guest)).await;
    assert_eq!(refusal.objection, Refusal::SeatTaken(chair(0)).into());
}

#[tokio::test]
async fn starting_resigning_and_cancelling() {
    let (_database, games) = table().await;
    let (owner, guest) = (player(), player());
    let new = NewGame {
        start_when: StartWhen::Owner,
        ..duel()
    };
    let game = games
        .create(owner, &new, None)
        .await
        .expect("a game")
        .folded
        .id;
    ask(&games, game, sit(0, owner)).await;
    ask(&games, game, sit(1, guest)).await;

    twice(&games, game, Act::Start { actor: owner }).await;
    let refusal = refused(&games, game, Act::Start { actor: guest }).await;
    assert_eq!(refusal.objection, Refusal::NotTheOwner.into());
    twice(
        &games,
        game,
        Act::Resign {
            chair: chair(1),
            actor: guest,
        },
    )
    .await;
    assert_eq!(
        games.read(game).await.expect("a game").game.phase(),
        Phase::Ended
    );

    let game = games
        .create(owner, &new, None)
        .await
        .expect("a game")
        .folded
        .id;
    twice(&games, game, Act::Cancel { actor: owner }).await;
    let refusal = refused(&games, game, Act::Cancel { actor: guest }).await;
    assert_eq!(refusal.objection, Refusal::NotTheOwner.into());
}

#[tokio::test]
async fn revealing_entropy() {
    let (_database, games) = table().await;
    let owner = player();
    let new = NewGame {
        start_when: StartWhen::Owner,
        ..duel()
    };
    let game = games
        .create(owner, &new, None)
        .await
        .expect("a game")
        .folded
        .id;
    // The same player on both seats, with the same entropy.
    let entropy = [5; 32];
    for number in [0, 1] {
        let entropy_commit = Some(entropy_commit(game, owner, &entropy));
        twice(
            &games,
            game,
            Act::Sit {
                chair: chair(number),
                player: owner,
                entropy_commit,
                invite: None,
            },
        )
        .await;
    }
    let refusal = refused(&games, game, sit(0, owner)).await;
    assert_eq!(
        refusal.objection,
        Refusal::SeatTaken(chair(0)).into(),
        "without a promise it is another request"
    );

    twice(&games, game, Act::Start { actor: owner }).await;
    for number in [0, 1] {
        twice(
            &games,
            game,
            Act::Reveal {
                chair: chair(number),
                actor: owner,
                entropy: Hex32(entropy),
            },
        )
        .await;
    }
    // The start that the owner asked for closed the seats; that is still its answer.
    let again = ask(&games, game, Act::Start { actor: owner }).await;
    assert_eq!(again.events[0].entry.event, Event::Closed {});
}

#[tokio::test(flavor = "multi_thread")]
async fn every_roll_and_choice_of_a_game() {
    let (_database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;
    let mut random = random(11);
    let mut folded = games.read(game).await.expect("a game");
    let mut made = Vec::new();
    while let Some(act) = next_act(&folded.game, &mut random).filter(|_| made.len() < 60) {
        let done = ask(&games, game, act.clone()).await;
        folded = done.folded;
        made.push((act, done.events));
    }
    let stranger = player();

    for (mut act, events) in made {
        if let Act::Roll { actor, .. } | Act::Choose { actor, .. } = &mut act {
            *actor = stranger;
        }
        let again = ask(&games, game, act.clone()).await;
        assert!(again.repeated);
        assert_eq!(again.events, events, "{act:?}");
        assert_eq!(again.folded.version(), folded.version());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_choice_of_a_game_that_is_over() {
    let (_database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;
    let mut random = random(5);
    let mut folded = games.read(game).await.expect("a game");
    let mut last = None;
    while let Some(act) = next_act(&folded.game, &mut random) {
        let done = ask(&games, game, act.clone()).await;
        folded = done.folded.clone();
        last = Some((act, done));
    }
    let (act, done) = last.expect("something was done");
    assert!(matches!(
        done.events.last().expect("events").entry.event,
        Event::Reveal { .. }
    ));

    let again = ask(&games, game, act).await;

    assert_eq!((again.repeated, again.events), (true, done.events));
}

#[tokio::test]
async fn another_throw_under_the_same_number_is_refused() {
    let (_database, games) = table().await;
    let manual = NewGame {
        dice: DiceSource::Manual,
        ..duel()
    };
    let (game, _) = started(&games, &manual).await;
    let roll = |pips| Some(Roll::One(Die::new(pips).expect("a die")));
    let folded = games.read(game).await.expect("a game");
    let Asked::Roll { chair: asked, n } = folded.game.asked() else {
        panic!("a roll is due")
    };
    let actor = folded.game.seat(asked).expect("somebody").player;
    ask(
        &games,
        game,
        Act::Roll {
            n,
            dice: roll(3),
            actor,
        },
    )
    .await;

    let refusal = refused(
        &games,
        game,
        Act::Roll {
            n,
            dice: roll(4),
            actor,
        },
    )
    .await;
    assert_eq!(
        refusal.objection,
        Refusal::RollMade { n, next: n + 1 }.into()
    );
    assert!(
        ask(
            &games,
            game,
            Act::Roll {
                n,
                dice: roll(3),
                actor
            }
        )
        .await
        .repeated
    );
    let refusal = refused(
        &games,
        game,
        Act::Roll {
            n: n + 1,
            dice: None,
            actor,
        },
    )
    .await;
    assert_eq!(refusal.objection, Objection::DiceSource);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_option_under_the_same_decision_is_refused() {
    let (_database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;
    let mut folded = play(&games, game, 40, &mut random(3)).await;
    let mut random = random(4);
    let (decision, other, actor) = loop {
        let act = next_act(&folded.game, &mut random).expect("the game goes on");
        let choices = folded.game.choices().to_vec();
        let done = ask(&games, game, act.clone()).await;
        folded = done.folded;
        if let (
            Act::Choose {
                decision,
                option,
                actor,
            },
            true,
        ) = (act, choices.len() > 1)
        {
            let other = choices
                .iter()
                .map(Choice::id)
                .find(|other| *other != option);
            break (decision, other.expect("another option"), actor);
        }
    };
    let refusal = refused(
        &games,
        game,
        Act::Choose {
            decision,
            option: other,
            actor,
        },
    )
    .await;
    assert!(matches!(
        refusal.objection,
        Objection::Rules(Refusal::StaleDecision { .. })
    ));
    let missed = refusal.missed.expect("what happened since");
    assert!(missed.events[0].entry.command > decision);
    assert_eq!(
        missed.events.last().expect("events").entry.version,
        folded.version()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_whose_decision_is_not_the_last_event_of_its_command() {
    let (_database, games) = table().await;
    // In pairs the seat that finishes goes on with its partner's pieces: `finish` stands after what the choice hangs on.
    let pairs = NewGame {
        overrides: Overrides {
            teams: Some(Teams::Pairs),
            ..Overrides::default()
        },
        seats: Some(4),
        take_single: true,
        ..duel()
    };
    let (game, _) = started(&games, &pairs).await;
    let mut random = random(2);
    let mut folded = games.read(game).await.expect("a game");
    while let Some(act) = next_act(&folded.game, &mut random) {
        let inside = matches!(&act, Act::Choose { decision, .. } if *decision < folded.version());
        let done = ask(&games, game, act.clone()).await;
        if inside {
            let again = ask(&games, game, act).await;
            assert_eq!((again.repeated, again.events), (true, done.events));
            return;
        }
        folded = done.folded;
    }
    panic!("no such choice in this game: take another seed");
}
