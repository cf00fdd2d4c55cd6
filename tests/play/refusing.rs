//! Refusals, and what comes with them.

use parchis::play::{Act, Expected, Invite, NewGame, Objection, PlayError, Request};
use parchis::rules::ids::{GameId, Version};
use parchis::rules::refusal::Refusal;

use crate::table::{
    ask, asking, chair, duel, next_act, player, random, refused, sit, started, table,
};

#[tokio::test]
async fn an_invite_is_needed_to_sit_but_by_the_owner() {
    let (_database, games) = table().await;
    let owner = player();
    let new = NewGame {
        by_invite: true,
        ..duel()
    };
    let created = games.create(owner, &new, None).await.expect("a game");
    let game = created.folded.id;
    let invite = created.invite.expect("a code");
    let with = |invite: Option<Invite>| Act::Sit {
        chair: chair(1),
        player: player(),
        entropy_commit: None,
        invite,
    };

    for wrong in [
        None,
        Some(Invite::sent("no".to_owned())),
        Some(Invite::sent(String::new())),
    ] {
        let refusal = refused(&games, game, with(wrong)).await;
        assert_eq!(refusal.objection, Objection::InviteNeeded);
    }
    assert!(!format!("{invite:?}").contains(&invite.clone().reveal()));
    ask(&games, game, sit(0, owner)).await;
    ask(&games, game, with(Some(Invite::sent(invite.reveal())))).await;
}

#[tokio::test]
async fn who_expects_another_state_is_told_what_happened_since() {
    let (_database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;
    let before = games.read(game).await.expect("a game");
    let expecting = |version: Version, digits: &str, act: Act| Request {
        act,
        expected: Some(Expected(vec![(version, digits.to_owned())])),
    };
    let digits: String = before.head.to_string().chars().take(12).collect();
    let roll = next_act(&before.game, &mut random(1)).expect("a roll");
    let done = games
        .request(game, &expecting(before.version(), &digits, roll.clone()))
        .await
        .expect("it is so");
    assert!(
        games
            .request(game, &expecting(before.version(), &digits, roll))
            .await
            .expect("it was made")
            .repeated
    );

    let next = next_act(&done.folded.game, &mut random(1)).expect("it goes on");
    for (version, digits) in [
        (before.version(), digits.as_str()),
        (done.folded.version(), "00"),
        (done.folded.version(), ""),
    ] {
        match games
            .request(game, &expecting(version, digits, next.clone()))
            .await
        {
            Err(PlayError::Refused(refused)) => {
                assert_eq!(refused.objection, Objection::Changed);
                let missed = refused.missed.expect("a page");
                let since = if version == before.version() {
                    done.events.clone()
                } else {
                    Vec::new()
                };
                assert_eq!(missed.events, since);
            }
            other => panic!("{other:?}"),
        }
    }
    let digits = done.folded.head.to_string();
    games
        .request(game, &expecting(done.folded.version(), &digits, next))
        .await
        .expect("it is so");
}

#[tokio::test]
async fn no_game_is_no_game() {
    let (_database, games) = table().await;
    let nowhere = GameId(player().0);

    assert!(matches!(
        games.read(nowhere).await,
        Err(PlayError::NoGame(_))
    ));
    assert!(matches!(
        games.events(nowhere, Version(0), 10).await,
        Err(PlayError::NoGame(_))
    ));
    assert!(matches!(
        games.state_at(nowhere, Version(1)).await,
        Err(PlayError::NoGame(_))
    ));
    let act = asking(sit(0, player()));
    assert!(matches!(
        games.request(nowhere, &act).await,
        Err(PlayError::NoGame(_))
    ));
}

#[tokio::test]
async fn not_before_the_start_and_not_for_others() {
    let (_database, games) = table().await;
    let owner = player();
    let game = games
        .create(owner, &duel(), None)
        .await
        .expect("a game")
        .folded
        .id;
    ask(&games, game, sit(0, owner)).await;
    let roll = |n| Act::Roll {
        n,
        dice: None,
        actor: owner,
    };
    assert_eq!(
        refused(&games, game, roll(1)).await.objection,
        Refusal::NotStarted.into()
    );
    assert_eq!(
        refused(&games, game, Act::Start { actor: owner })
            .await
            .objection,
        Refusal::TooFewPlayers.into()
    );

    let (game, _) = started(&games, &duel()).await;
    let folded = games.read(game).await.expect("a game");
    let refusal = refused(
        &games,
        game,
        Act::Roll {
            n: folded.game.next_roll(),
            dice: None,
            actor: owner,
        },
    )
    .await;
    assert!(matches!(
        refusal.objection,
        Objection::Rules(Refusal::NotYourSeat(_))
    ));
    assert_eq!(
        refusal.folded.version(),
        folded.version(),
        "nothing was written"
    );
}
