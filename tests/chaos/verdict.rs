use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use super::caller::Caller;
use super::game::Game;
use super::log::Log;
use super::proxy::Proxy;
use super::tally::Tally;

/// Checks each game's log against what its clients sent and were told, and what readers read of it.
pub(crate) async fn judge(address: &str, games: &[Arc<Game>], read: Vec<Log>, tally: &Tally) {
    for game in games {
        let log = game.told.holds(address, &game.table).await;
        game.is_as_sent(&log);
        for _ in log {
            tally.count("events");
        }
    }
    for log in read {
        let stored = log.game.told.holds(address, &log.game.table).await;
        assert_eq!(stored, log.bodies);
    }
}

/// Checks that each player has created the games that they know of, and no others.
pub(crate) async fn none_twice(callers: &[Caller], games: &[Arc<Game>]) {
    let mut found = BTreeSet::new();
    for caller in callers {
        let page = caller.get("/v1/games?mine=true&limit=200").await.json();
        assert_eq!(page["next_cursor"], serde_json::Value::Null);
        for game in page["games"].as_array().unwrap() {
            found.insert(format!("/v1/games/{}", game["game"].as_str().unwrap()));
        }
    }
    let known: BTreeSet<String> = games.iter().map(|game| game.table.path.clone()).collect();
    assert_eq!(known.len(), games.len(), "two games are one");
    assert_eq!(found, known);
}

/// Checks that servers failed at nothing that no client has seen.
pub(crate) fn nothing_failed(proxy: &Proxy) {
    assert_eq!(proxy.faults(), Vec::<String>::new());
}

/// Lets the program itself check the database.
pub(crate) fn all_well(data: &Path, database: &str, games: usize) {
    let checked = Command::new(env!("CARGO_BIN_EXE_parchis"))
        .args(["check", "--database-url", database, "--data"])
        .arg(data)
        .output()
        .unwrap();
    let said =
        [&checked.stdout, &checked.stderr].map(|said| String::from_utf8_lossy(said).into_owned());
    let all = format!("{games} games checked, 0 wrong");
    assert!(
        checked.status.success() && said[1].contains(&all),
        "{said:?}"
    );
}

/// The games that are not over, with where each stands.
pub(crate) async fn unfinished(caller: &Caller, games: &[Arc<Game>]) -> String {
    let mut unfinished = String::new();
    for game in games {
        let state = caller.get(&game.table.path).await.json()["state"].clone();
        if state["phase"] != "ended" {
            let (path, plan) = (&game.table.path, &game.plan);
            let line = format!(
                "{path} at {}, {}: {plan:?}\n",
                state["version"], state["asked"]
            );
            unfinished.push_str(&line);
        }
    }
    unfinished
}
