//! Several processes on one database, each command sent to any of them, or to all at once.

use std::process::Command;
use std::sync::Arc;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::client::Answer;
use super::database::Database;
use super::process::{alive, kill, pid_of, try_pid_of, until};
use super::program::Program;
use super::table::Table;
use super::temporary::Temporary;
use super::told::Told;

/// Two, started at once on an empty database.
fn two(data: &Temporary, database: Option<&str>) -> [Program; 2] {
    let begun = [(); 2].map(|()| Program::begin(&data.path(), database, "info"));
    begun.map(super::program::Starting::served)
}

/// The one answer that all got.
fn the_same(answers: Vec<Answer>) -> Answer {
    let mut answers = answers.into_iter();
    let first = answers.next().unwrap().expect_status(200);
    for other in answers {
        let other = other.expect_status(200);
        assert_eq!(events(&first), events(&other));
    }
    first
}

fn events(answer: &Answer) -> Vec<String> {
    let done = answer.done();
    done.events
        .iter()
        .map(|event| event.get().to_owned())
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_are_as_good_as_one() {
    let (data, database) = (Temporary::new("two"), Database::fresh().await);
    let url = database.url();
    let servers = two(&data, Some(&url));
    let at = |number: usize| servers[number % 2].address();
    let table = Table::started(at(0), 2).await;
    let told = Told::nothing();
    let mut state = table.state(at(1)).await;

    // The same roll, 64 times at once.
    assert_eq!(state["asked"]["kind"], "roll");
    let answers = join_all((0..64).map(|number| table.step(at(number), &state))).await;
    let answers = answers.into_iter().map(Result::unwrap).collect();
    state = told.note(&the_same(answers));

    for turn in 0..60 {
        // In turn, and every third command to both at once.
        let sent = if turn % 3 == 0 { 2 } else { 1 };
        let answers = (turn..turn + sent).map(|number| table.step(at(number), &state));
        let answers = join_all(answers).await.into_iter().map(Result::unwrap);
        let next = told.note(&the_same(answers.collect()));
        assert_eq!(table.state(at(turn + 1)).await, next);
        state = next;
    }
    for server in &servers {
        told.holds(server.address(), &table).await;
    }
    for server in servers {
        server.stop();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_creation_at_two_processes_is_one_game() {
    let (data, database) = (Temporary::new("twice"), Database::fresh().await);
    let url = database.url();
    let servers = two(&data, Some(&url));
    let player = super::client::Client::new_player(servers[0].address()).await;
    let create = |number: usize| {
        let url = format!("{}/v1/games", servers[number % 2].address());
        let player = player.clone();
        async move {
            let body = Some(json!({ "preset": "league" }));
            let key = [("idempotency-key", "evening")];
            let sent = player.send_with(Method::POST, &url, body, &key).await;
            sent.unwrap()
        }
    };
    let answers = join_all((0..8).map(create)).await;
    let made = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(made, 1, "{answers:?}");
    let game = |answer: &Answer| answer.json()["game"]["state"]["game"].clone();
    for answer in &answers {
        assert!(matches!(answer.status, 200 | 201), "{}", answer.text);
        assert_eq!(game(answer), game(&answers[0]));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_share_a_private_postgresql_and_the_last_one_stops_it() {
    let data = Temporary::new("shared");
    let [one, two] = two(&data, None);
    let told = Arc::new(Told::nothing());
    let table = Table::started(one.address(), 2).await;
    let mut state = play(
        &table,
        &told,
        table.state(two.address()).await,
        &[&one, &two],
    )
    .await;

    // The one that started PostgreSQL dies, and after it PostgreSQL.
    let postgres = pid_of(&data);
    let (starter, other) = if parent(postgres) == one.pid() {
        (one, two)
    } else {
        (two, one)
    };
    assert_eq!(parent(postgres), starter.pid());
    starter.kill();
    play(&table, &told, state, &[&other]).await;
    assert_eq!(pid_of(&data), postgres, "PostgreSQL was started again");
    kill(postgres, "KILL");
    until("the other one brings PostgreSQL up again", || {
        try_pid_of(&data).is_some_and(|now| now != postgres && alive(now))
    });
    state = table.state(other.address()).await;
    state = play(&table, &told, state, &[&other]).await;

    // A third one comes, and stays when the other one goes.
    let third = Program::start(&data.path(), None);
    let postgres = pid_of(&data);
    state = play(&table, &told, state, &[&other, &third]).await;
    other.stop();
    assert!(alive(postgres), "PostgreSQL was stopped under the third");
    play(&table, &told, state, &[&third]).await;
    told.holds(third.address(), &table).await;
    third.stop();
    assert!(!alive(postgres), "PostgreSQL lives on");
    assert_eq!(try_pid_of(&data), None);
}

/// Plays on, at these servers in turn; the state then.
async fn play(table: &Table, told: &Told, mut state: Value, servers: &[&Program]) -> Value {
    let mut made = 0;
    while made < 10 {
        let server = servers[made % servers.len()];
        let answer = table.step(server.address(), &state).await.unwrap();
        // A connection that broke with PostgreSQL may show once more.
        if !answer.is_away() {
            state = told.note(&answer.expect_status(200));
            made += 1;
        }
    }
    state
}

fn parent(pid: i32) -> i32 {
    let said = Command::new("ps")
        .args(["-o", "ppid=", "-p", &pid.to_string()])
        .output()
        .unwrap();
    String::from_utf8_lossy(&said.stdout)
        .trim()
        .parse()
        .unwrap()
}
