//! Frames: from any command to any, both ways, in pages, by what happens; the same after however many looks.

use parchis::play::{FramePage, FrameRange, Games, Highlight, NewGame, Step};
use parchis::proof::Entry;
use parchis::rules::event::{DiceSource, Event};
use parchis::rules::ids::{GameId, Version};
use rand::RngExt as _;

use crate::database::Database;
use crate::table::{ask, duel, ends, log, next_act, play, random, server, started, table};

/// A game that is longer than what is read at once for a small page.
async fn long_game() -> (Database, Games, GameId, Vec<Entry>) {
    let (database, games) = table().await;
    let new = NewGame {
        seats: None,
        dice: DiceSource::Manual,
        ..duel()
    };
    let (game, _) = started(&games, &new).await;
    play(&games, game, 20_000, &mut random(7)).await;
    let log = log(&games, game).await;
    assert!(log.len() > 700, "{}", log.len());
    (database, games, game, log)
}

/// What is looked for, and the events that it is.
type Looked = (Highlight, fn(&Event) -> bool);

fn range(first: Option<Version>, last: Option<Version>, limit: u16) -> FrameRange {
    FrameRange {
        first,
        last,
        of: None,
        limit,
    }
}

async fn page(games: &Games, game: GameId, range: FrameRange) -> FramePage {
    games.frames(game, range).await.expect("frames")
}

/// All pages, one after the other.
async fn pages(games: &Games, game: GameId, mut range: FrameRange) -> Vec<Step> {
    let mut frames = Vec::new();
    loop {
        let page = page(games, game, range).await;
        assert!(page.frames.len() <= usize::from(range.limit));
        frames.extend(page.frames);
        match page.next {
            Some(next) => range.first = Some(next),
            None => return frames,
        }
    }
}

fn versions(frames: &[Step]) -> Vec<Version> {
    frames.iter().map(|step| step.after.version()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_hold_every_command_once_both_ways() {
    let (_database, games, game, log) = long_game().await;
    let forwards = ends(&log);
    let mut backwards = forwards.clone();
    backwards.reverse();
    let (oldest, newest) = (forwards.first().copied(), forwards.last().copied());

    for limit in [3, 200] {
        let all = pages(&games, game, range(None, None, limit)).await;
        assert_eq!(versions(&all), forwards, "{limit}");
        let back = pages(&games, game, range(newest, oldest, limit)).await;
        assert_eq!(versions(&back), backwards, "{limit}");
    }
    let all = pages(&games, game, range(None, None, 200)).await;
    let events = all.iter().flat_map(|step| &step.events);
    assert!(events.map(|logged| &logged.entry).eq(&log));
    for (one, next) in all.iter().zip(all.iter().skip(1)) {
        assert_eq!(one.after.game, next.before.game);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn from_any_command_to_any() {
    let (database, games, game, log) = long_game().await;
    let ends = ends(&log);
    let mut random = random(8);

    for _ in 0..20 {
        let mut pick = || random.random_range(0..ends.len());
        let (first, last) = (pick(), pick());
        let mut expected: Vec<Version> = ends[first.min(last)..=first.max(last)].to_vec();
        if first > last {
            expected.reverse();
        }
        let asked = range(Some(ends[first]), Some(ends[last]), 50);
        let found = pages(&games, game, asked).await;
        assert_eq!(versions(&found), expected);
        // Another process, with nothing in its memory, finds the same.
        let cold = server(&database, games.clock().clone());
        let step = found.last().expect("a frame");
        let then = cold.state_at(game, step.after.version()).await;
        let then = then.expect("a state");
        assert_eq!((&then.game, then.head), (&step.after.game, step.after.head));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_is_found_both_ways() {
    let (_database, games, game, log) = long_game().await;
    let newest = ends(&log).last().copied();
    let kinds: [Looked; 4] = [
        (Highlight::Capture, |event| {
            matches!(event, Event::Capture { .. } | Event::Crush { .. })
        }),
        (Highlight::Penalty, |event| {
            matches!(event, Event::Penalty { .. })
        }),
        (Highlight::End, |event| matches!(event, Event::End(_))),
        (Highlight::Leave, |event| {
            matches!(event, Event::Leave { .. })
        }),
    ];
    for (of, is) in kinds {
        let commands = log.chunk_by(|one, next| one.command == next.command);
        let with = commands.filter(|command| command.iter().any(|entry| is(&entry.event)));
        let mut expected: Vec<Version> = with
            .filter_map(|command| command.last().map(|last| last.version))
            .collect();
        let every = FrameRange {
            of: Some(of),
            ..range(None, None, 1)
        };
        assert_eq!(
            versions(&pages(&games, game, every).await),
            expected,
            "{of:?}"
        );
        expected.reverse();
        let back = FrameRange {
            first: newest,
            last: Some(Version(1)),
            ..every
        };
        assert_eq!(
            versions(&pages(&games, game, back).await),
            expected,
            "{of:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_settled_unless_more_may_come() {
    let (_database, games) = table().await;
    let (game, _) = started(&games, &duel()).await;
    let mut random = random(9);
    let now = play(&games, game, 10, &mut random).await;
    let newest = Some(now.version());

    let open = page(&games, game, range(None, None, 200)).await;
    assert!(!open.settled && open.next.is_none());
    for asked in [
        range(None, newest, 200),
        range(newest, Some(Version(1)), 200),
        range(None, None, 3),
    ] {
        assert!(page(&games, game, asked).await.settled, "{asked:?}");
    }
    let act = next_act(&now.game, &mut random).expect("it goes on");
    ask(&games, game, act).await;
    let grown = page(&games, game, range(None, None, 200)).await;
    assert!(grown.frames.len() > open.frames.len());
    assert_ne!(grown.reached, open.reached);
}
