use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use crate::database::Database;
use crate::play::play;

/// A data directory of this test's own.
fn data() -> PathBuf {
    std::env::temp_dir().join(format!("parchis-transfer-{}", std::process::id()))
}

/// Runs `parchis` on a database.
fn parchis(database: &Database, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parchis"))
        .args(arguments)
        .env("DATABASE_URL", database.url())
        .env("PARCHIS_DATA", data())
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
    fs::remove_dir_all(data()).unwrap();
}
