use parchis::dice::Vault;
use parchis::play::{Clock, ExportError, Games, ImportReason, ImportReport};
use parchis::proof::{Entry, Keyring, Stored};
use parchis::rules::ids::GameId;
use parchis::store::Store;

use crate::database::Database;
use crate::play::{Table, play};

/// An ended game with server dice; one with manual dice; both quick.
const SERVER: u64 = 5;
const MANUAL: u64 = 7;

/// The games of a fresh database.
async fn games() -> (Database, Games) {
    let database = Database::fresh().await;
    let store = Store::connect(database.options(), 4);
    store.migrate().await.unwrap();
    let vault = Vault::from_hex(&"ab".repeat(32)).unwrap();
    let line = format!("secret {} 2020-01-01T00:00:00.000000Z", "5a".repeat(32));
    let keys = Keyring::parse(&line).unwrap();
    (database, Games::new(store, vault, keys, Clock::system()))
}

fn lines(rows: &[Stored]) -> String {
    rows.iter().map(|row| row.line() + "\n").collect()
}

/// About half of a log, cut between two commands.
fn half(table: &Table) -> &[Stored] {
    let middle = Entry::parse(&table.rows[table.rows.len() / 2].body).unwrap();
    &table.rows[..usize::try_from(middle.command.0 - 1).unwrap()]
}

async fn exported(games: &Games, game: GameId) -> Result<String, ExportError> {
    let mut output = Vec::new();
    games.export(game, &mut output).await?;
    Ok(String::from_utf8(output).unwrap())
}

async fn refused(games: &Games, file: &str) -> ImportReason {
    games.import(file.as_bytes()).await.unwrap_err().reason
}

#[actix_web::test]
async fn what_is_imported_is_exported_byte_for_byte() {
    let (_database, games) = games().await;
    let (server, manual) = (play(SERVER), play(MANUAL));
    let file = format!("{}\n{}", lines(&server.rows), lines(&manual.rows));
    let events = u64::try_from(server.rows.len() + manual.rows.len()).unwrap();
    let report = games.import(file.as_bytes()).await.unwrap();
    assert_eq!(
        report,
        ImportReport {
            added: 2,
            skipped: 0,
            events
        }
    );
    for table in [&server, &manual] {
        assert_eq!(
            exported(&games, table.id).await.unwrap(),
            lines(&table.rows)
        );
        let folded = games.read(table.id).await.unwrap();
        assert_eq!(folded.game, table.game);
    }
}

#[actix_web::test]
async fn the_same_events_or_their_beginning_are_skipped() {
    let (_database, games) = games().await;
    let table = play(SERVER);
    games.import(lines(&table.rows).as_bytes()).await.unwrap();
    let skipped = ImportReport {
        added: 0,
        skipped: 1,
        events: 0,
    };
    for file in [lines(&table.rows), lines(half(&table))] {
        assert_eq!(games.import(file.as_bytes()).await.unwrap(), skipped);
    }
    assert_eq!(
        exported(&games, table.id).await.unwrap(),
        lines(&table.rows)
    );
}

#[actix_web::test]
async fn a_game_that_the_file_holds_twice_is_skipped() {
    let (_database, games) = games().await;
    let (server, manual) = (play(SERVER), play(MANUAL));
    let file = [&server, &manual, &server].map(|table| lines(&table.rows));
    let report = games.import(file.concat().as_bytes()).await.unwrap();
    assert_eq!((report.added, report.skipped), (2, 1));
}

#[actix_web::test]
async fn a_game_that_is_there_otherwise_is_refused() {
    let (_database, games) = games().await;
    let table = play(MANUAL);
    games.import(lines(half(&table)).as_bytes()).await.unwrap();
    assert_eq!(
        exported(&games, table.id).await.unwrap(),
        lines(half(&table))
    );
    let longer = refused(&games, &lines(&table.rows)).await;
    assert!(
        matches!(longer, ImportReason::Another(game) if game == table.id),
        "{longer}"
    );
}

#[actix_web::test]
async fn a_running_game_with_server_dice_stays_where_its_seed_is() {
    let (_database, games) = games().await;
    let table = play(SERVER);
    let running = refused(&games, &lines(half(&table))).await;
    assert!(
        matches!(running, ImportReason::Running(game) if game == table.id),
        "{running}"
    );
}

#[actix_web::test]
async fn of_a_file_with_a_fault_nothing_is_there() {
    let (_database, games) = games().await;
    let (good, bad) = (play(SERVER), play(MANUAL));
    let last = bad.rows.len() - 1;
    let faults = [
        (
            lines(&bad.rows).replacen("\"by\":\"player\"", "\"by\":\"order\"", 1),
            "hash",
        ),
        (lines(&bad.rows[..last]), "other events"),
        (lines(&bad.rows[1..]), "version 2 stands"),
        ("{\"some\":\"thing\"}\n".to_owned(), "none of an export"),
        (
            format!("{{\"body\":\"{}\"}}", "x".repeat(200_000)),
            "none of an export",
        ),
        (lines(&good.rows), "version 1 stands"),
    ];
    for (fault, says) in faults {
        let file = format!("{}{fault}", lines(&good.rows));
        let error = games.import(file.as_bytes()).await.unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
        assert!(error.line > 1, "{error}");
        assert!(
            exported(&games, good.id).await.is_err(),
            "nothing of the file is there"
        );
    }
}
