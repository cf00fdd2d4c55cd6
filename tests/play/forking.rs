//! Forks: games of all kinds, repeated up to random commands, played on otherwise, and found right.

use parchis::dice::entropy_commit;
use parchis::play::{Act, Created, Fork, Games, NewGame, PlantError, PlayError};
use parchis::proof::Entry;
use parchis::rules::asked::Asked;
use parchis::rules::board::Arms;
use parchis::rules::event::{DiceSource, EndReason, Event, OriginKind, StartWhen};
use parchis::rules::game::{Game, Phase};
use parchis::rules::ids::{Chair, GameId, PlayerId, Version};
use parchis::rules::options::{Colours, Opening, Overrides, Teams};
use parchis::rules::preset::Preset;
use parchis::store::{Filter, Of};
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;

use crate::table::{
    ask, duel, ends, log, next_act, play, player, random, refused, sit, started, table,
};

/// Far more than any game has.
const TO_THE_END: usize = 20_000;

fn fork_at(game: GameId, version: Version) -> Fork {
    Fork {
        game,
        version,
        listed: false,
    }
}

async fn forked(games: &Games, owner: PlayerId, game: GameId, version: Version) -> Created {
    let forked = games.fork(owner, &fork_at(game, version), None).await;
    forked.expect("it is forked")
}

/// The events from the start on, but for what only server dice have.
fn from_the_start(log: &[Entry]) -> Vec<Event> {
    let events = log.iter().map(|entry| entry.event.clone());
    let events = events.skip_while(|event| !matches!(event, Event::Start { .. }));
    events
        .filter(|event| !matches!(event, Event::Reveal { .. }))
        .map(|event| {
            if matches!(event, Event::Start { .. }) {
                Event::Start { transcript: None }
            } else {
                event
            }
        })
        .collect()
}

/// Fails unless two games stand alike, whatever their versions.
fn assert_alike(fork: &Game, original: &Game) {
    assert_eq!(fork.phase(), original.phase());
    assert_eq!(fork.asked(), original.asked());
    assert_eq!(fork.position(), original.position());
    assert_eq!(fork.choices(), original.choices());
    assert_eq!(fork.end(), original.end());
    assert_eq!(fork.next_roll(), original.next_roll());
    for chair in Chair::ALL {
        assert_eq!(fork.colour(chair), original.colour(chair));
        assert_eq!(fork.has_left(chair), original.has_left(chair));
        let seated = |game: &Game| game.seat(chair).map(|seat| seat.player);
        assert_eq!(seated(fork), seated(original));
    }
}

async fn assert_sound(games: &Games, game: GameId) {
    let audit = games.audit(game).await.expect("an audit");
    let complaint = audit.complaint.map(|complaint| complaint.to_string());
    assert_eq!(complaint, None);
    let log = audit.log.expect("it holds");
    let ended = log.game.phase() == Phase::Ended;
    assert_eq!(audit.seal.is_some(), ended, "what is over is sealed");
}

/// Games of all kinds: presets with either kind of dice, boards of all sizes, pairs, openings, colours, single options.
fn kinds() -> Vec<NewGame> {
    let dice = [DiceSource::Server, DiceSource::Manual];
    let presets = Preset::ALL.into_iter().zip(dice.into_iter().cycle());
    let mut kinds: Vec<NewGame> = presets
        .map(|(preset, dice)| NewGame {
            preset,
            dice,
            take_single: dice == DiceSource::Server,
            ..duel()
        })
        .collect();
    for (overrides, start_when) in [
        (
            Overrides {
                arms: Some(Arms::Eight),
                opening: Some(Opening::FirstSeat),
                ..Overrides::default()
            },
            StartWhen::Full,
        ),
        (
            Overrides {
                arms: Some(Arms::Six),
                colours: Some(Colours::ByOpeningRoll),
                ..Overrides::default()
            },
            StartWhen::Owner,
        ),
        (
            Overrides {
                teams: Some(Teams::Pairs),
                ..Overrides::default()
            },
            StartWhen::Full,
        ),
    ] {
        kinds.push(NewGame {
            overrides,
            start_when,
            seats: None,
            ..duel()
        });
    }
    kinds
}

/// Plays to the end; now and then somebody resigns.
async fn play_out(games: &Games, game: GameId, random: &mut ChaCha8Rng) {
    let mut folded = games.read(game).await.expect("a game");
    for _ in 0..TO_THE_END {
        let Some(mut act) = next_act(&folded.game, random) else {
            return;
        };
        if random.random_ratio(1, 400)
            && let Asked::Roll { chair, .. } = folded.game.asked()
        {
            let actor = folded.game.seat(chair).expect("a seat").player;
            act = Act::Resign { chair, actor };
        }
        folded = ask(games, game, act).await.folded;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fork_repeats_its_game_up_to_any_command() {
    let (_database, games) = table().await;
    for (seed, new) in (100..).zip(kinds()) {
        let mut random = random(seed);
        let (game, players) = started(&games, &new).await;
        if new.start_when == StartWhen::Owner {
            let actor = players[0];
            ask(&games, game, Act::Start { actor }).await;
        }
        play_out(&games, game, &mut random).await;
        let original = log(&games, game).await;
        let ends = ends(&original);
        let mut versions: Vec<Version> = ends.sample(&mut random, 2).copied().collect();
        versions.extend(ends.first().into_iter().chain(ends.last()));
        let somebody = player();

        for version in versions {
            let fork = forked(&games, somebody, game, version).await.folded;

            let then = games.state_at(game, version).await.expect("a state");
            assert_alike(&fork.game, &then.game);
            let length = usize::try_from(version.0).expect("small");
            let repeated = log(&games, fork.id).await;
            assert_eq!(
                from_the_start(&repeated),
                from_the_start(&original[..length])
            );
            let created = fork.game.created().expect("a creation");
            let origin = created.origin.as_ref().expect("an origin");
            assert_eq!(origin.kind, OriginKind::Fork);
            assert_eq!(
                (origin.game, origin.version, origin.hash),
                (Some(game), Some(version), Some(then.head.0))
            );
            assert_eq!(
                (created.dice, created.rated, created.owner),
                (DiceSource::Manual, false, somebody)
            );
            assert_sound(&games, fork.id).await;
            let again = forked(&games, player(), fork.id, fork.version())
                .await
                .folded;
            assert_alike(&again.game, &fork.game);
            if fork.game.decision().is_some() {
                play(&games, fork.id, 20, &mut random).await;
            }
            assert_sound(&games, fork.id).await;
        }
        assert_eq!(log(&games, game).await, original, "it is not touched");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_acts_for_every_seat_and_alone_finds_the_fork() {
    let (_database, games) = table().await;
    let (game, players) = started(&games, &duel()).await;
    let now = play(&games, game, 40, &mut random(1)).await;
    let owner = player();
    let mut fork = forked(&games, owner, game, now.version()).await.folded;

    for _ in 0..20 {
        let mut act = next_act(&fork.game, &mut random(2)).expect("it goes on");
        if let Act::Roll { actor, .. } | Act::Choose { actor, .. } = &mut act {
            *actor = player();
            refused(&games, fork.id, act.clone()).await;
        }
        if let Act::Roll { actor, .. } | Act::Choose { actor, .. } = &mut act {
            *actor = owner;
        }
        fork = ask(&games, fork.id, act).await.folded;
    }
    // Whoever is quoted may play the seat too.
    play(&games, fork.id, 5, &mut random(3)).await;
    let mine = |of| Filter { of, status: None };
    for of in [Of::Player, Of::Turn] {
        let found = games.list(mine(of(owner)), None, 10).await.expect("a list");
        assert_eq!(found.games.len(), 1);
        for quoted in &players {
            let found = games.list(mine(of(*quoted)), None, 10).await;
            let forks = found.expect("a list").games;
            assert!(forks.iter().all(|found| found.row.id == game));
        }
    }
    let chair = Chair::ALL[1];
    let resign = Act::Resign {
        chair,
        actor: owner,
    };
    let done = ask(&games, fork.id, resign.clone()).await;
    assert_eq!(done.folded.game.phase(), Phase::Ended);
    assert!(ask(&games, fork.id, resign).await.repeated);
    assert_sound(&games, fork.id).await;
    forked(&games, player(), fork.id, done.folded.version()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn before_the_start_only_the_seating_is_repeated() {
    let (_database, games) = table().await;
    let (owner, other, late) = (player(), player(), player());
    let created = games.create(owner, &duel(), None).await.expect("a game");
    let game = created.folded.id;
    ask(&games, game, sit(0, other)).await;
    let (chair, actor) = (Chair::ALL[0], owner);
    ask(&games, game, Act::GetUp { chair, actor }).await;
    let secret = [7; 32];
    let promise = Act::Sit {
        chair,
        player: owner,
        entropy_commit: Some(entropy_commit(game, owner, &secret)),
        invite: None,
    };
    ask(&games, game, promise).await;
    let closed = ask(&games, game, sit(1, late)).await.folded;
    assert_eq!(closed.game.phase(), Phase::Promising);
    let ended = ask(&games, game, Act::Cancel { actor }).await.folded;
    let reason = ended.game.end().map(|end| end.reason);
    assert_eq!(reason, Some(EndReason::Cancelled));
    let somebody = player();

    let seats = |fork: &Created| fork.folded.game.seats().count();
    let open = forked(&games, somebody, game, Version(2)).await;
    assert_eq!(
        (open.folded.game.phase(), seats(&open)),
        (Phase::Seating, 1)
    );
    for version in [closed.version(), ended.version()] {
        let fork = forked(&games, somebody, game, version).await;
        assert_eq!(
            (fork.folded.game.phase(), seats(&fork)),
            (Phase::Opening, 2)
        );
        let kinds = log(&games, fork.folded.id).await;
        let removed = kinds.iter().find_map(|entry| {
            if let Event::Unseated { actor, .. } = &entry.event {
                *actor
            } else {
                None
            }
        });
        assert_eq!(removed, Some(somebody), "in the fork its owner does it");
        assert_sound(&games, fork.folded.id).await;
    }
    let taken = ask(&games, open.folded.id, sit(1, somebody)).await.folded;
    assert_eq!(taken.game.phase(), Phase::Opening);
    assert_sound(&games, open.folded.id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fork_is_made_once_for_a_key_and_only_at_the_end_of_a_command() {
    let (_database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;
    let now = play(&games, game, 10, &mut random(4)).await;
    let owner = player();
    let fork = fork_at(game, now.version());

    let first = games.fork(owner, &fork, Some("a key")).await.expect("made");
    play(&games, game, 10, &mut random(5)).await;
    let again = games.fork(owner, &fork, Some("a key")).await.expect("made");
    assert_eq!(
        (first.repeated, again.repeated, first.folded.id),
        (false, true, again.folded.id)
    );
    assert_eq!(first.events, again.events);
    let other = Fork {
        listed: true,
        ..fork
    };
    let reused = games.fork(owner, &other, Some("a key")).await;
    assert!(matches!(
        reused,
        Err(PlantError::Play(PlayError::KeyReused))
    ));

    let inside = games.fork(owner, &fork_at(game, Version(3)), None).await;
    assert!(matches!(
        inside,
        Err(PlantError::Play(PlayError::InsideCommand { .. }))
    ));
    for version in [Version(0), Version(1 << 52)] {
        let refused = games.fork(owner, &fork_at(game, version), None).await;
        refused.expect_err("there is no such command");
    }
}
