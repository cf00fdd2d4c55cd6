//! A dump of the database without the key file reveals no coming roll.

use std::fs;
use std::process::Command;

use hmac::{Hmac, KeyInit as _, Mac as _};
use parchis::cluster::{Cluster, ClusterSettings, Durability};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::program::Program;
use super::table::Table;
use super::temporary::Temporary;

/// A game that was running when the database was dumped, and what came to light when it ended.
struct Ended {
    id: String,
    seed: Vec<u8>,
    key: Vec<u8>,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dump_reveals_no_coming_roll() {
    let data = Temporary::new("dumped");
    let server = Program::start(&data.path(), None);
    let mut tables = Vec::new();
    for _ in 0..4 {
        let table = Table::started(server.address(), 2).await;
        let mut state = table.state(server.address()).await;
        for _ in 0..6 {
            let step = table.step(server.address(), &state).await.unwrap();
            state = step.expect_status(200).json()["game"]["state"].clone();
        }
        tables.push(table);
    }
    // The server's PostgreSQL, which tells where its programs are.
    let cluster = Cluster::start(&ClusterSettings {
        data: data.path(),
        pg_bin: None,
        durability: Durability::Durable,
    });
    let cluster = cluster.unwrap();
    let running = dump(&cluster);
    let mut ended = Vec::new();
    for table in &tables {
        ended.push(end(&server, table).await);
    }
    let over = dump(&cluster);

    let server_key = fs::read_to_string(data.path().join("secret.key")).unwrap();
    let server_key = hex::decode(server_key.trim()).unwrap();
    for dump in [&running, &over] {
        assert_eq!(forms_in(dump, &server_key), Vec::<String>::new());
    }
    assert_eq!(rows(&running, "secrets").len(), ended.len());
    assert_eq!(rows(&over, "secrets"), Vec::<&str>::new());
    for game in &ended {
        assert_eq!(forms_in(&running, &game.seed), Vec::<String>::new());
        assert_eq!(forms_in(&running, &game.key), Vec::<String>::new());
        let secrets = rows(&running, "secrets");
        let sealed = secrets.iter().find(|row| row.starts_with(&game.id));
        let sealed = sealed.expect("a sealed seed").split('\t').nth(1).unwrap();
        let sealed = sealed.trim_start_matches(['\\', 'x']);
        assert_eq!(
            running.matches(sealed).count(),
            1,
            "it stands elsewhere too"
        );
        // Nonce, seed and tag.
        assert_eq!(sealed.len(), 2 * (24 + 32 + 16));
        assert!(!over.contains(sealed), "the secret stays behind");
        let said = rows(&over, "events");
        let revealed = said
            .iter()
            .filter(|row| row.contains(&hex::encode(&game.seed)));
        let revealed: Vec<_> = revealed.collect();
        assert_eq!(revealed.len(), 1);
        assert!(revealed[0].starts_with(&game.id) && revealed[0].contains("\"reveal\""));
    }
    cluster.stop().unwrap();
    server.stop();
}

fn dump(cluster: &Cluster) -> String {
    // Beside the server's programs, or wherever this machine keeps it.
    let mut path = cluster.programs().into_os_string();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let done = Command::new("pg_dump")
        .env("PATH", path)
        .arg(cluster.url())
        .output();
    let done = done.expect("pg_dump can be run");
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{errors}");
    String::from_utf8(done.stdout).unwrap()
}

/// The rows of a table in a dump.
fn rows<'a>(dump: &'a str, table: &str) -> Vec<&'a str> {
    let head = format!("COPY public.{table} (");
    let mut lines = dump.lines().skip_while(|line| !line.starts_with(&head));
    assert!(lines.next().is_some(), "no table {table}");
    lines.take_while(|line| *line != "\\.").collect()
}

/// The forms in which this secret stands in a text.
fn forms_in(text: &str, secret: &[u8]) -> Vec<String> {
    let hex = hex::encode(secret);
    let octal = |byte: &u8| format!("\\{byte:03o}");
    let forms = [
        hex.to_uppercase(),
        hex,
        base64(secret),
        base64(secret).replace('+', "-").replace('/', "_"),
        secret.iter().map(octal).collect(),
        format!("{secret:?}"),
        serde_json::to_string(secret).unwrap(),
    ];
    let mut found: Vec<String> = forms
        .into_iter()
        .filter(|form| text.contains(form.trim_end_matches('=')))
        .collect();
    let raw = |window: &[u8]| window == secret;
    if text.as_bytes().windows(secret.len()).any(raw) {
        found.push("raw".to_owned());
    }
    found
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits = |byte: &u8| {
        let byte = *byte;
        (0..8).rev().map(move |place| byte >> place & 1)
    };
    let bits: Vec<u8> = bytes.iter().flat_map(bits).collect();
    let bit = |six: &[u8], place: usize| six.get(place).copied().unwrap_or_default();
    let value = |six: &[u8]| (0..6).fold(0, |value, place| value * 2 + bit(six, place));
    bits.chunks(6)
        .map(|six| char::from(DIGITS[usize::from(value(six))]))
        .collect()
}

#[test]
fn the_forms_that_are_looked_for_are_right() {
    assert_eq!(base64(b"parchis!"), "cGFyY2hpcyE");
    let hex = hex::encode(b"jklmnopq");
    assert_eq!(forms_in(&format!("a {hex} b"), b"jklmnopq"), [hex]);
    assert_eq!(forms_in("a jklmnopq b", b"jklmnopq"), ["raw"]);
}

/// Ends a game by resigning; the seed that it reveals, and the key that follows from it.
async fn end(server: &Program, table: &Table) -> Ended {
    let resign = table.at(server.address(), "/seats/0/resignation");
    let ended = table.players[0].put(&resign, json!({})).await;
    let ended = ended.expect_status(200).json();
    let reveal = ended["events"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(reveal["kind"], "reveal");
    let page = table.read(server.address(), "/events?limit=200").await;
    let events: Vec<Value> = page.json()["events"].as_array().unwrap().clone();
    let of_kind = |kind: &str| events.iter().find(|event| event["kind"] == kind).unwrap();
    let bytes = |value: &Value| hex::decode(value.as_str().unwrap()).unwrap();

    let id = table.path.strip_prefix("/v1/games/").unwrap().to_owned();
    let seed = bytes(&reveal["seed"]);
    let mut commit = Sha256::new();
    for part in [
        b"parchis-dice/1 commit".as_slice(),
        id.parse::<uuid::Uuid>().unwrap().as_bytes(),
        &seed,
    ] {
        commit.update(framed(part));
    }
    let commit = commit.finalize().to_vec();
    assert_eq!(commit, bytes(&of_kind("created")["commit"]));
    let mut key = Hmac::<Sha256>::new_from_slice(&seed).unwrap();
    key.update(&framed(b"parchis-dice/1 key"));
    key.update(&framed(&bytes(&of_kind("start")["transcript"])));
    let key = key.finalize().into_bytes().to_vec();
    Ended { id, seed, key }
}

fn framed(part: &[u8]) -> Vec<u8> {
    let length = u32::try_from(part.len()).unwrap().to_be_bytes();
    [&length, part].concat()
}
