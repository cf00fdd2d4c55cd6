//! The signing keys are lost: a new one is made, what was signed stays good for whoever knows the old one, and `check`
//! finds which key is missing.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use super::backup::{check, play};
use super::client::Client;
use super::mixed::play_by_orders;
use super::program::Program;
use super::table::Table;
use super::temporary::Temporary;
use super::told::Told;

fn parchis(arguments: &[&str], path: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parchis"));
    command.env_remove("DATABASE_URL").args(arguments);
    command.arg(path).output().unwrap()
}

/// The published keys of a server, the newest first.
async fn keys(address: &str) -> Vec<Value> {
    let url = format!("{address}/.well-known/parchis-keys");
    let published = Client::nobody().get(&url).await.expect_status(200).json();
    published["keys"].as_array().unwrap().clone()
}

fn word(key: &Value, member: &str) -> String {
    key[member].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_go_on_without_the_signing_keys_of_their_past() {
    let (data, kept) = (Temporary::new("unsigned"), Temporary::new("kept"));
    let server = Program::start(&data.path(), None);
    let [ended, running] = [
        Table::started(server.address(), 2).await,
        Table::started(server.address(), 2).await,
    ];
    play_by_orders(server.address(), &ended).await;
    let proof = ended.read(server.address(), "/proof").await.text;
    fs::write(kept.path(), &proof).unwrap();
    let told = Told::nothing();
    play(server.address(), &running, &told).await;
    let [old] = keys(server.address()).await.try_into().unwrap();
    let file = data.path().join("signing.key");
    fs::remove_file(&file).unwrap();
    // Those who hold the key go on with it.
    play(server.address(), &running, &told).await;
    server.stop();

    let server = Program::start(&data.path(), None);
    let [new] = keys(server.address()).await.try_into().unwrap();
    assert_ne!(word(&new, "fingerprint"), word(&old, "fingerprint"));
    play(server.address(), &running, &told).await;
    told.holds(server.address(), &running).await;
    let state = running.state(server.address()).await;
    let answer = running.step(server.address(), &state).await.unwrap();
    let receipt = answer.expect_status(200).json()["receipt"].clone();
    assert_eq!(receipt["key"], new["fingerprint"]);
    let old_name = word(&old, "fingerprint");
    let verified = parchis(&["verify", "--key", &old_name], &kept.path());
    assert!(verified.status.success(), "{verified:?}");
    server.stop();
    let said = parchis(&["check", "--data"], &data.path());
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(
        said.contains(&format!("the seal is by the key {old_name}")),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");

    // The public half is put back, as a further line.
    let lines = fs::read_to_string(&file).unwrap();
    let line = format!(
        "public {} {}\n",
        word(&old, "public_key"),
        word(&old, "since")
    );
    fs::write(&file, lines + &line).unwrap();
    let said = check(&data.path());
    assert!(said.contains("2 games checked, 0 wrong"), "{said}");
    let server = Program::start(&data.path(), None);
    assert_eq!(keys(server.address()).await.len(), 2);
    let proof = ended.read(server.address(), "/proof").await.text;
    fs::write(kept.path(), &proof).unwrap();
    let verified = parchis(&["verify", "--key", &old_name], &kept.path());
    assert!(verified.status.success(), "{verified:?}");
    server.stop();
}
