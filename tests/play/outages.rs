//! Outages are charged to nobody.

use parchis::play::{Act, Clock, Folded, Games, NewGame, Trouble};
use parchis::proof::By;
use parchis::rules::event::{ClockRule, Event, Lapse, LapseOutcome, OnLapse, Outage};
use parchis::rules::ids::GameId;

use crate::database::Database;
use crate::table::{ask, at, duel, lapses, live, log, next_act, random, server, started, table};

const HOUR: u32 = 3600;

/// A game with a clock, played until second 10, when the server dies.
async fn outage(rule: ClockRule) -> (Database, Games, GameId) {
    let (database, games) = table().await;
    let new = NewGame {
        clock: Some(rule),
        ..duel()
    };
    let (game, _) = started(&games, &new).await;
    live(&database, &games, 10).await;
    (database, games, game)
}

fn minute() -> ClockRule {
    ClockRule::Turn {
        seconds: 60,
        on_lapse: OnLapse::Forfeit,
        lapses: None,
    }
}

fn hours() -> ClockRule {
    ClockRule::Turn {
        seconds: 2 * HOUR,
        on_lapse: OnLapse::Forfeit,
        lapses: None,
    }
}

/// What was said of an outage from second 10 to the end of the hour, in a turn that began at second 0.
fn excused(lapse: &Lapse) {
    let outage = Outage {
        after_ms: 10_000,
        lasted_ms: 3_590_000,
    };
    assert_eq!(lapse.outcome, LapseOutcome::Excused);
    assert_eq!(lapse.charged_ms, 0);
    assert_eq!(lapse.basis.outages, [outage]);
    assert_eq!(lapse.basis.excused_ms, 3_590_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_that_fell_into_an_outage_moves() {
    let (database, games, game) = outage(minute()).await;
    // Two processes start at once, with nothing in their memories.
    let clock = Clock::standing(at(HOUR));
    let sweeps = (0..2).map(|_| {
        let games = server(&database, clock.clone());
        tokio::spawn(async move { games.sweep().await })
    });
    for sweep in sweeps.collect::<Vec<_>>() {
        sweep.await.expect("nobody panics").expect("a sweep");
    }

    let said = lapses(&log(&games, game).await);
    let [lapse] = said.as_slice() else {
        panic!("once: {said:?}");
    };
    excused(lapse);
    let folded = games.read(game).await.expect("a game");
    assert_eq!(folded.due_at, Some(at(HOUR + 50)));

    live(&database, &games, HOUR + 49).await;
    games.sweep().await.expect("a sweep");
    assert_eq!(lapses(&log(&games, game).await), said, "a second is left");
    live(&database, &games, HOUR + 50).await;
    assert_eq!(games.sweep().await.expect("a sweep"), 1);
    let said = lapses(&log(&games, game).await);
    let last = said.last().expect("a lapse");
    assert_eq!(last.outcome, LapseOutcome::Forfeited);
    assert_eq!(
        (last.charged_ms, last.basis.excused_ms),
        (60_000, 3_590_000)
    );
}

#[tokio::test]
async fn a_deadline_after_an_outage_moves_as_soon_as_it_is_over() {
    let (database, _, game) = outage(hours()).await;
    let games = server(&database, Clock::standing(at(HOUR)));
    games.sweep().await.expect("a sweep");
    let folded = games.read(game).await.expect("a game");
    assert_eq!(folded.due_at, Some(at(3 * HOUR - 10)));
    assert_eq!(games.sweep().await.expect("a sweep"), 0, "once");
}

#[tokio::test]
async fn an_option_that_is_tried_after_an_outage_brings_what_it_would_bring() {
    let (database, games, game) = outage(hours()).await;
    let mut random = random(2);
    let mut folded = games.read(game).await.expect("a game");
    while folded.game.choices().is_empty() {
        let act = next_act(&folded.game, &mut random).expect("an act");
        folded = ask(&games, game, act).await.folded;
    }
    let choice = next_act(&folded.game, &mut random).expect("a choice");
    let Act::Choose {
        decision,
        option,
        actor,
    } = choice.clone()
    else {
        panic!("a choice is due: {choice:?}");
    };
    let games = server(&database, Clock::standing(at(HOUR)));
    let tried = games
        .try_choice(game, actor, (decision, option), None)
        .await;
    let tried = tried.expect("it is tried");
    assert_eq!(tried.now.version(), folded.version(), "nothing happened");
    let done = ask(&games, game, choice).await;
    assert!(!done.repeated);
    assert_eq!(tried.events, done.events);
    assert_eq!(tried.then.due_at, done.folded.due_at);
}

#[tokio::test]
async fn an_outage_that_nobody_wrote_down_is_found() {
    let (database, _, game) = outage(minute()).await;
    let games = server(&database, Clock::standing(at(HOUR)));
    games.sweep().await.expect("a sweep");
    let audit = games.audit(game).await.expect("an audit");
    assert!(audit.complaint.is_none(), "{:?}", audit.complaint);
    let mut connection = database.connect().await;
    let forgetting = "update outages set began_at = began_at + interval '1 second'";
    sqlx::query(forgetting)
        .execute(&mut connection)
        .await
        .expect("it can be written");
    let complaint = games.audit(game).await.expect("an audit").complaint;
    let trouble = complaint.expect("a complaint").trouble;
    assert!(matches!(trouble, Trouble::NoOutage), "{trouble}");
}

#[tokio::test]
async fn a_request_after_an_outage_is_in_time_and_is_answered_with_its_own_events() {
    let (database, _, game) = outage(minute()).await;
    let games = server(&database, Clock::standing(at(HOUR)));
    let folded = games.read(game).await.expect("a game");
    let act = next_act(&folded.game, &mut random(1)).expect("a roll");

    let done = ask(&games, game, act.clone()).await;

    let first = done.events.first().expect("its events");
    assert!(!done.repeated && first.entry.by == By::Player);
    assert!(matches!(first.entry.event, Event::Roll { .. }));
    let entries = log(&games, game).await;
    excused(lapses(&entries).first().expect("an excuse"));
    let again = ask(&games, game, act).await;
    assert!(again.repeated && again.events == done.events);
}

#[tokio::test]
async fn an_outage_is_not_taken_from_a_bank() {
    let bank = ClockRule::Bank {
        seconds: 100,
        increment: 0,
        on_lapse: OnLapse::Forfeit,
        lapses: None,
    };
    let (database, _, game) = outage(bank).await;
    let games = server(&database, Clock::standing(at(HOUR)));
    let mut folded = games.read(game).await.expect("a game");
    let chair = folded.game.on_the_clock().expect("a clock runs");
    while folded.game.on_the_clock() == Some(chair) {
        let act = next_act(&folded.game, &mut random(1)).expect("an act");
        folded = ask(&games, game, act).await.folded;
    }
    assert_eq!(folded.clocks.allowance_ms(chair), Some(90_000));
    log(&games, game).await;
}

#[tokio::test]
async fn a_choice_is_found_again_behind_an_outage() {
    let (database, games, game) = outage(minute()).await;
    let mut folded = games.read(game).await.expect("a game");
    let mut random = random(2);
    while folded.game.choices().is_empty() {
        let act = next_act(&folded.game, &mut random).expect("an act");
        folded = ask(&games, game, act).await.folded;
    }
    let choice = next_act(&folded.game, &mut random).expect("a choice");
    let games = server(&database, Clock::standing(at(HOUR)));
    let done = ask(&games, game, choice.clone()).await;
    assert!(!done.repeated && lapses(&log(&games, game).await).len() == 1);
    let again = ask(&games, game, choice).await;
    assert!(again.repeated && again.events == done.events);
}

#[tokio::test]
async fn a_short_silence_is_no_outage() {
    let (_database, games, game) = outage(minute()).await;
    games.beat().await.expect("a beat");
    for second in [14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 60] {
        games.clock().set(at(second));
        games.sweep().await.expect("a sweep");
    }
    let said = lapses(&log(&games, game).await);
    assert_eq!(said.len(), 1);
    assert_eq!(
        said.first().expect("a lapse").outcome,
        LapseOutcome::Forfeited
    );
}

/// Who notices an outage is a request in one game; the deadlines of the others move no later for it.
#[tokio::test]
async fn deadlines_move_also_where_a_request_noticed_the_outage() {
    let rule = ClockRule::Turn {
        seconds: 2 * HOUR,
        on_lapse: OnLapse::Forfeit,
        lapses: None,
    };
    let (database, games, game) = outage(rule).await;
    let new = NewGame {
        clock: Some(rule),
        ..duel()
    };
    let (other, _) = started(&games, &new).await;
    games.sweep().await.expect("a sweep");
    live(&database, &games, 10).await;
    games.clock().set(at(HOUR));
    let folded = games.read(game).await.expect("a game");
    let act = next_act(&folded.game, &mut random(1)).expect("a roll");
    ask(&games, game, act).await;

    games.sweep().await.expect("a sweep");

    let folded = games.read(other).await.expect("a game");
    assert_eq!(folded.due_at, Some(at(3 * HOUR - 10 + 10)));
    assert_eq!(games.sweep().await.expect("a sweep"), 0, "once");
}

/// Increments can fill a bank without end, so that a turn may last longer than any outage is remembered.
#[tokio::test]
async fn an_outage_long_ago_is_left_out_of_a_turn_that_is_longer_still() {
    const DAY: u32 = 86_400;
    let rule = ClockRule::Bank {
        seconds: 30 * DAY,
        increment: 7 * DAY,
        on_lapse: OnLapse::Forfeit,
        lapses: None,
    };
    let (database, games, game) = outage(rule).await;
    let mut random = random(1);
    let mut folded = games.read(game).await.expect("a game");
    let rich = |folded: &Folded| {
        let chair = folded.game.on_the_clock().expect("a clock runs");
        folded.clocks.allowance_ms(chair) >= Some(130 * 86_400_000)
    };
    while !rich(&folded) {
        let act = next_act(&folded.game, &mut random).expect("an act");
        folded = ask(&games, game, act).await.folded;
    }
    let due = folded.due_at.expect("a deadline");
    let noted = sqlx::query("insert into outages (began_at, ended_at) values ($1, $2)");
    let noted = noted.bind(at(DAY)).bind(at(DAY + HOUR));
    let mut connection = database.connect().await;
    noted.execute(&mut connection).await.expect("it is written");
    let seconds = u32::try_from((due - at(0)).num_seconds()).expect("soon");
    assert!(seconds > 130 * DAY);
    live(&database, &games, seconds + 1).await;

    games.sweep().await.expect("a sweep");

    let folded = games.read(game).await.expect("a game");
    assert_eq!(folded.due_at, Some(due + chrono::TimeDelta::hours(1)));
    let said = lapses(&log(&games, game).await);
    let outcomes: Vec<_> = said.iter().map(|lapse| lapse.outcome).collect();
    assert_eq!(outcomes, [LapseOutcome::Excused]);
}
