use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::database::Database;
use crate::play::play;

/// The data directory that goes with a database.
fn data(database: &Database) -> PathBuf {
    let options = database.options();
    let name = options.get_database().unwrap();
    std::env::temp_dir().join(format!("{name}-data"))
}

/// Runs `parchis` on a database.
fn parchis(database: &Database, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parchis"))
        .args(arguments)
        .env("DATABASE_URL", database.url())
        .env("PARCHIS_DATA", data(database))
        .output()
        .unwrap()
}

#[actix_web::test]
async fn games_go_from_one_database_to_another() {
    let (one, other) = (Database::fresh().await, Database::fresh().await);
    let table = play(5);
    let file = std::env::temp_dir().join(format!("parchis-transfer-{}.jsonl", table.id));
    let path = file.to_str().unwrap();
    let log: String = table.rows.iter().map(|row| row.line() + "\n").collect();
    fs::write(&file, &log).unwrap();
    for database in [&one, &other] {
        let imported = parchis(database, &["import", path]);
        assert!(imported.status.success(), "{imported:?}");
        let said = String::from_utf8(imported.stderr).unwrap();
        assert!(said.contains("1 games added with"), "{said}");
        let exported = parchis(database, &["export", &table.id.to_string()]);
        assert!(exported.status.success(), "{exported:?}");
        assert!(exported.stdout == log.as_bytes());
        fs::write(&file, exported.stdout).unwrap();
    }
    fs::write(&file, log.replacen("player", "order", 1)).unwrap();
    let refused = parchis(&other, &["import", path]);
    assert!(!refused.status.success());
    let why = String::from_utf8(refused.stderr).unwrap();
    assert!(
        why.contains("line 1") && why.contains(&table.id.to_string()),
        "{why}"
    );
    fs::remove_file(&file).unwrap();
    for database in [&one, &other] {
        fs::remove_dir_all(data(database)).unwrap();
    }
}

/// Runs `parchis` with this text on standard input, and nothing else.
fn verify(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parchis"))
        .arg("verify")
        .args(arguments)
        .arg("-")
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Who is told nonsense leaves without reading.
    let _unread = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

#[test]
fn proofs_are_verified_with_nothing_but_the_file() {
    let proofs = include_bytes!("../vectors/proofs.jsonl");
    let text = String::from_utf8_lossy(proofs);
    let seal = text
        .lines()
        .find(|line| line.starts_with("{\"seal\""))
        .unwrap();
    let seal: serde_json::Value = serde_json::from_str(seal).unwrap();
    let key = seal["seal"]["key"].as_str().unwrap();
    let receipt = std::env::temp_dir().join(format!("parchis-receipt-{}", std::process::id()));
    fs::write(
        &receipt,
        serde_json::json!({ "receipt": seal["seal"] }).to_string(),
    )
    .unwrap();
    let keys = receipt.with_extension("keys");
    let line = text
        .lines()
        .find(|line| line.contains(key) && line.starts_with("{\"key\""));
    fs::write(&keys, line.unwrap()).unwrap();
    let (receipt, keys) = (receipt.to_str().unwrap(), keys.to_str().unwrap());
    let other = "0".repeat(64);
    let cases: [(&[&str], &[u8], i32, &str); 9] = [
        (&[], proofs, 0, "consistent, origin not checked"),
        (&["--key", key], proofs, 0, ": valid"),
        (&["--key", keys], proofs, 0, ": valid"),
        (&["--receipt", receipt], proofs, 0, ": valid"),
        (
            &["--key", key, "--json"],
            proofs,
            0,
            "\"verdict\":\"valid\"",
        ),
        (&["--key", &other], proofs, 1, "not one that you believe"),
        (&["--key", key], &proofs[..500], 1, "wrong"),
        (&["--key", key], b"\0\xff junk", 1, "wrong"),
        (&["--key", "/nowhere"], proofs, 2, ""),
    ];
    for (arguments, input, code, says) in cases {
        let output = verify(arguments, input);
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(says), "{arguments:?}: {said}");
        let valid = said.contains(": valid") || said.contains("\"valid\"");
        assert_eq!(valid, says.contains("valid"), "{arguments:?}: {said}");
    }
    fs::remove_file(receipt).unwrap();
    fs::remove_file(keys).unwrap();
}

#[actix_web::test]
async fn the_operator_checks_the_database_and_changes_keys() {
    let database = Database::fresh().await;
    let table = play(7);
    let imported = std::env::temp_dir().join(format!("parchis-checked-{}.jsonl", table.id));
    let log: String = table.rows.iter().map(|row| row.line() + "\n").collect();
    fs::write(&imported, &log).unwrap();
    assert!(
        parchis(&database, &["import", imported.to_str().unwrap()])
            .status
            .success()
    );
    let checked = parchis(&database, &["check"]);
    let said = String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success(), "{said}");
    assert!(said.contains("1 games checked, 0 wrong"), "{said}");
    assert!(said.contains("1 that were imported"), "{said}");
    let mut connection = database.connect().await;
    let change = "update games set status = 'open'";
    sqlx::query(change).execute(&mut connection).await.unwrap();
    let checked = parchis(&database, &["check"]);
    let said = String::from_utf8_lossy(&checked.stdout);
    assert_eq!(checked.status.code(), Some(1), "{said}");
    assert!(said.contains(&table.id.to_string()), "{said}");

    let keys = data(&database).join("rotated.key");
    let file = keys.to_str().unwrap();
    // None are made by looking.
    for verb in ["list", "rotate"] {
        let refused = parchis(&database, &["keys", verb, "--signing-key-file", file]);
        let said = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && said.contains(file), "{said}");
        assert!(!keys.exists());
    }
    parchis(&database, &["check", "--signing-key-file", file]);
    let shown = |verb: &str| {
        let output = parchis(&database, &["keys", verb, "--signing-key-file", file]);
        let shown: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        shown["keys"].as_array().unwrap().len()
    };
    assert_eq!((shown("list"), shown("rotate"), shown("list")), (1, 2, 2));
    fs::remove_dir_all(data(&database)).unwrap();
    fs::remove_file(imported).unwrap();
}

#[actix_web::test]
async fn games_go_as_texts_too() {
    let database = Database::fresh().await;
    let table = play(7);
    let log: String = table.rows.iter().map(|row| row.line() + "\n").collect();
    let directory = std::env::temp_dir().join(format!("parchis-texts-{}", table.id));
    fs::create_dir(&directory).unwrap();
    let in_file = |name: &str, text: &str| {
        let file = directory.join(name);
        fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let output = |arguments: &[&str]| {
        let ran = parchis(&database, arguments);
        let [out, err] = [ran.stdout, ran.stderr].map(|said| String::from_utf8(said).unwrap());
        (ran.status.code(), out, err)
    };

    let (code, text, _) = output(&["notation", "write", &in_file("log.jsonl", &log)]);
    assert_eq!(code, Some(0));
    assert!(text.contains(&format!("[Game \"{}\"]", table.id)), "{text}");

    // Two games in one file; the second has its first turn misnumbered.
    let file = in_file("game.txt", &text);
    assert_eq!(output(&["notation", "check", &file]).0, Some(0));
    let wrong = format!("{text}\n{}", text.replacen("\n1. ", "\n7. ", 1));
    let turn = wrong.lines().skip(text.lines().count());
    let place = text.lines().count() + turn.take_while(|line| !line.starts_with("7. ")).count() + 1;
    let both = in_file("both.txt", &wrong);
    let (code, said, counted) = output(&["notation", "check", &both]);
    assert_eq!(code, Some(1));
    let expected = format!("{both}:{place}:1: \"7.\": the turn has another number; legal: 1.\n");
    assert_eq!(said, expected);
    assert!(
        counted.contains("1 games by the rules, 1 wrong"),
        "{counted}"
    );

    let owner = "01900000-0000-7000-8000-000000000001";
    let (code, id, _) = output(&["notation", "import", "--owner", owner, &file]);
    assert_eq!(code, Some(0));
    let (code, again, _) = output(&["notation", "export", id.trim()]);
    assert_eq!(code, Some(0));
    assert!(again.contains("[Origin \"import"), "{again}");
    assert_ne!(
        output(&["notation", "import", "--owner", owner, &both]).0,
        Some(0)
    );
    fs::remove_dir_all(directory).unwrap();
    fs::remove_dir_all(data(&database)).unwrap();
}
