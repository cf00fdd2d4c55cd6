//! Audits: what is missing or was set back is named.

use parchis::play::{Act, Games, NewGame, Trouble, Unsealed};
use parchis::proof::Entry;
use parchis::rules::event::StartWhen;
use parchis::rules::ids::{GameId, Version};
use sqlx::Executor as _;

use crate::superuser::{log, put, superuser};
use crate::table::{ask, chair, duel, play, player, random, sit, started, table};

/// A game with server dice, over and sealed, after some play.
async fn over(games: &Games) -> GameId {
    let (game, players) = started(games, &duel()).await;
    play(games, game, 30, &mut random(7)).await;
    let resign = Act::Resign {
        chair: chair(0),
        actor: *players.first().expect("an owner"),
    };
    ask(games, game, resign).await;
    game
}

async fn complaint(games: &Games, game: GameId) -> Option<(Version, Trouble)> {
    let audit = games.audit(game).await.expect("an audit");
    audit
        .complaint
        .map(|complaint| (complaint.version, complaint.trouble))
}

#[tokio::test]
async fn a_seal_that_is_gone_is_a_finding() {
    let (database, games) = table().await;
    let game = over(&games).await;
    let mut connection = superuser(&database).await;
    connection
        .execute("delete from seals")
        .await
        .expect("seals go");
    let found = complaint(&games, game).await;
    assert!(matches!(found, Some((_, Trouble::NoSeal))), "{found:?}");
    connection
        .execute("insert into imports select game_id, now() from games")
        .await
        .expect("an import is claimed");
    let audit = games.audit(game).await.expect("an audit");
    assert_eq!(audit.unsealed, Some(Unsealed::Imported));
    connection
        .execute("delete from games")
        .await
        .expect("rows go");
    let mut found = Vec::new();
    let all = games.audit_all(|audit| found.extend(audit.complaint));
    assert_eq!(all.await.expect("an audit of all"), 1);
    assert!(matches!(found[0].trouble, Trouble::NoRow), "{}", found[0]);
}

#[tokio::test]
async fn a_running_game_is_audited_with_its_secret_seed() {
    let (database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;
    play(&games, game, 10, &mut random(3)).await;
    let audit = games.audit(game).await.expect("an audit");
    assert!(audit.complaint.is_none(), "{:?}", audit.complaint);
    assert!(audit.log.expect("a log").rolls_derived);
    let mut connection = superuser(&database).await;
    connection
        .execute("delete from secrets")
        .await
        .expect("secrets go");
    let found = complaint(&games, game).await;
    assert!(matches!(found, Some((_, Trouble::NoSeed))), "{found:?}");
}

#[tokio::test]
async fn a_database_that_was_set_back_gets_no_signature() {
    let (database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;
    play(&games, game, 10, &mut random(3)).await;
    let rows = log(&games, game).await;
    let command = Entry::parse(&rows[7].body).expect("an event").command.0;
    let mut connection = superuser(&database).await;
    let kept = &rows[..usize::try_from(command - 1).expect("small")];
    put(&mut connection, game, kept).await;
    let folded = games.read(game).await.expect("it can be read");
    let act = crate::table::next_act(&folded.game, &mut random(4)).expect("something is asked");
    let refused = games.request(game, &crate::table::asking(act)).await;
    assert!(
        matches!(refused, Err(parchis::play::PlayError::SetBack { .. })),
        "{refused:?}"
    );
    assert!(complaint(&games, game).await.is_some());
}

/// People come and go before the start; every time of theirs is found in the log again, also where the log is imported.
#[tokio::test]
async fn whoever_came_and_went_is_audited_here_and_where_the_log_is_imported() {
    let (_database, games) = table().await;
    let new = NewGame {
        seats: Some(4),
        start_when: StartWhen::Owner,
        ..duel()
    };
    let (owner, ana, ben) = (player(), player(), player());
    let created = games.create(owner, &new, None).await.expect("a game");
    let game = created.folded.id;
    let get_up = |number, actor| Act::GetUp {
        chair: chair(number),
        actor,
    };
    for act in [
        sit(0, owner),
        sit(1, ana),
        sit(2, ben),
        get_up(1, ana),
        sit(3, ana),
        get_up(0, owner),
        get_up(2, owner),
        sit(1, ana),
        get_up(3, ana),
        get_up(1, ana),
        sit(2, ana),
        sit(1, owner),
        Act::Start { actor: owner },
    ] {
        ask(&games, game, act.clone()).await;
        let found = complaint(&games, game).await;
        assert!(found.is_none(), "{act:?}: {found:?}");
    }
    play(&games, game, 10, &mut random(3)).await;
    let resign = Act::Resign {
        chair: chair(2),
        actor: ana,
    };
    ask(&games, game, resign).await;
    assert!(complaint(&games, game).await.is_none());
    let mut file = Vec::new();
    games.export(game, &mut file).await.expect("an export");

    let (_database, elsewhere) = table().await;
    elsewhere.import(&*file).await.expect("an import");

    let found = complaint(&elsewhere, game).await;
    assert!(found.is_none(), "{found:?}");
    let here = games.store().company(game).await.expect("people");
    assert_eq!(elsewhere.store().company(game).await.expect("people"), here);
}
