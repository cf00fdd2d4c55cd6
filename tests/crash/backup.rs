//! Backup and restore, as docs/OPERATING.md says.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use parchis::cluster::{Cluster, ClusterSettings, Durability};

use super::program::Program;
use super::table::Table;
use super::temporary::Temporary;
use super::told::Told;

/// How many commands are played at least before the backup, and after it.
const STEPS: usize = 30;

/// Plays some commands.
pub(crate) async fn play(address: &str, table: &Table, told: &Told) {
    let mut state = table.state(address).await;
    let mut steps = 0;
    // To where a roll is due.
    while steps < STEPS || state["asked"]["kind"] != "roll" {
        steps += 1;
        let answer = table.step(address, &state).await.unwrap();
        state = told.note(&answer.expect_status(200));
    }
}

/// Runs a command, which must go well.
pub(crate) fn done(command: &mut Command) -> Output {
    let output = command.output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {output:?}");
    output
}

/// Dumps the database of a server that runs.
fn dump(data: &Path, to: &Path) {
    let folder = data.join("run");
    let url = format!(
        "postgres://parchis@localhost/parchis?host={}",
        folder.display()
    );
    let file = format!("--file={}", to.display());
    done(Command::new("pg_dump").args(["--format=custom", &file, &url]));
}

/// Restores a dump into a fresh cluster.
fn restore(dump: &Path, data: &Path) {
    let cluster = Cluster::start(&ClusterSettings {
        data: data.to_path_buf(),
        pg_bin: None,
        durability: Durability::Durable,
    })
    .unwrap();
    let database = format!("--dbname={}", cluster.url());
    let arguments = ["--no-owner", "--exit-on-error", &database];
    done(Command::new("pg_restore").args(arguments).arg(dump));
    cluster.stop().unwrap();
}

/// What `parchis check` says, which must find nothing wrong.
pub(crate) fn check(data: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parchis"));
    command.args(["check", "--data"]).arg(data);
    let output = done(command.env_remove("DATABASE_URL"));
    String::from_utf8(output.stderr).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_go_on_from_a_backup() {
    let data = Temporary::new("backed-up");
    let server = Program::start(&data.path(), None);
    let table = Table::started(server.address(), 2).await;
    let told = Told::nothing();
    play(server.address(), &table, &told).await;
    let kept = Temporary::new("kept");
    fs::create_dir(kept.path()).unwrap();
    let file = kept.path().join("parchis.dump");
    dump(&data.path(), &file);
    let before = table.state(server.address()).await;
    let lost = table.step(server.address(), &before).await.unwrap();
    let lost = lost.expect_status(200).json();
    server.stop();

    let restored = Temporary::new("restored");
    restore(&file, &restored.path());
    for key in ["secret.key", "signing.key"] {
        fs::copy(data.path().join(key), restored.path().join(key)).unwrap();
    }
    let said = check(&restored.path());
    assert!(said.contains("1 games checked, 0 wrong"), "{said}");
    let server = Program::start(&restored.path(), None);
    told.holds(server.address(), &table).await;
    assert_eq!(table.state(server.address()).await["head"], before["head"]);
    let again = table.step(server.address(), &before).await.unwrap();
    let again = again.expect_status(200).json();
    let dice = |answer: &serde_json::Value| answer["events"][0]["dice"].clone();
    assert_eq!(dice(&again), dice(&lost), "the dice are others");
    play(server.address(), &table, &told).await;
    told.holds(server.address(), &table).await;
    server.stop();

    // The same without the keys.
    let keyless = Temporary::new("keyless");
    restore(&file, &keyless.path());
    let server = Program::start(&keyless.path(), None);
    assert_eq!(table.state(server.address()).await["head"], before["head"]);
    let roll = table.at(server.address(), &format!("/rolls/{}", before["next_roll"]));
    let mut refused = 0;
    for player in &table.players {
        let answer = player.put(&roll, serde_json::json!({})).await;
        refused += usize::from(answer.text.contains("corrupt_game"));
    }
    assert!(refused > 0, "the dice are rolled without their key");
    let another = Table::started(server.address(), 2).await;
    play(server.address(), &another, &Told::nothing()).await;
    server.stop();
    // The key is put back, as a further line.
    let lines = |folder: &Temporary| fs::read_to_string(folder.path().join("secret.key")).unwrap();
    let both = lines(&keyless) + &lines(&data);
    fs::write(keyless.path().join("secret.key"), both).unwrap();
    let server = Program::start(&keyless.path(), None);
    play(server.address(), &table, &Told::nothing()).await;
    server.stop();
}
