//! A hundred games by real play, which the verifier and the checker in Python both find right.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use parchis::proof::{Entry, Fault, Flaw, Head, Stored, Verified, Verifier};
use parchis::rules::event::Event;
use parchis::rules::game::Phase;
use parchis::rules::ids::{GameId, Version};

use crate::checker::{agrees, run};
use crate::play::{Table, play};

/// A folder that goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("parchis-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Writes an export.
    fn export(&self, name: &str, rows: &[Stored]) -> PathBuf {
        let path = self.0.join(name);
        let mut file = BufWriter::new(File::create(&path).unwrap());
        for row in rows {
            writeln!(file, "{}", row.line()).unwrap();
        }
        file.into_inner().unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn verify(id: GameId, rows: &[Stored]) -> Result<Verified, Fault> {
    let mut verifier = Verifier::new(id);
    for row in rows {
        verifier.push(&row.body, row.hash)?;
    }
    verifier.finish()
}

#[test]
fn a_hundred_games_are_found_right_by_both() {
    let folder = Folder::new("hundred-games");
    let mut files = Vec::new();
    let mut events = 0;
    for number in 0..100 {
        let table = play(number);
        let verified = verify(table.id, &table.rows).unwrap();
        assert_eq!(verified.game, table.game);
        assert_eq!(verified.head, table.rows.last().unwrap().hash);
        assert_eq!(verified.game.phase(), Phase::Ended);
        events += table.rows.len();
        files.push(folder.export(&format!("{number}.jsonl"), &table.rows));
    }
    assert!(events > 30_000, "the games are whole ones: {events} events");
    let paths: Vec<_> = files.iter().map(PathBuf::as_path).collect();
    let said = agrees(&paths);
    assert_eq!(
        said.lines()
            .filter(|line| line.ends_with("1 games and 0 vectors agree"))
            .count(),
        100
    );
}

/// Writes the bodies anew with a change, and chains them again: only the content gives the change away.
fn forged(table: &Table, mut change: impl FnMut(&mut Entry)) -> Vec<Stored> {
    let mut head = Head::genesis(table.id);
    table
        .rows
        .iter()
        .map(|row| {
            let mut entry = Entry::parse(&row.body).unwrap();
            change(&mut entry);
            let body = entry.body();
            head = head.after(&body);
            Stored {
                version: row.version,
                body,
                hash: head,
            }
        })
        .collect()
}

fn flaw(table: &Table, rows: &[Stored]) -> Flaw {
    verify(table.id, rows).unwrap_err().flaw
}

/// A game with server dice and promised entropy, played to the end.
fn example() -> Table {
    play(5)
}

#[test]
fn a_forged_log_is_found_out_though_its_chain_holds() {
    let table = example();
    let folder = Folder::new("forged");
    let seed = forged(&table, |entry| {
        if let Event::Reveal { seed } = &mut entry.event {
            seed.0[0] ^= 1;
        }
    });
    assert_eq!(flaw(&table, &seed), Flaw::Seed);
    assert!(!run(&[&folder.export("seed", &seed)]).status.success());

    let entropy = forged(&table, |entry| {
        if let Event::Ready { entropy, .. } = &mut entry.event {
            entropy.0[31] ^= 1;
        }
    });
    assert_eq!(flaw(&table, &entropy), Flaw::Promise);
    assert!(!run(&[&folder.export("entropy", &entropy)]).status.success());

    let transcript = forged(&table, |entry| {
        if let Event::Start {
            transcript: Some(transcript),
        } = &mut entry.event
        {
            transcript.0[7] ^= 1;
        }
    });
    assert_eq!(flaw(&table, &transcript), Flaw::Differs);
    assert!(
        !run(&[&folder.export("transcript", &transcript)])
            .status
            .success()
    );

    let result = forged(&table, |entry| {
        if let Event::End(end) = &mut entry.event {
            end.places.as_mut().unwrap().reverse();
        }
    });
    assert_eq!(flaw(&table, &result), Flaw::Differs);
}

#[test]
fn another_roll_is_found_out() {
    let table = example();
    let mut first = true;
    let rows = forged(&table, |entry| {
        if let Event::OpeningRoll { dice, .. } = &mut entry.event {
            // Whoever wins the opening may stay the same; the roll does not.
            if std::mem::take(&mut first) {
                for die in dice.iter_mut() {
                    *die = parchis::rules::dice::Die::FACES[usize::from(die.pips() % 6)];
                }
            }
        }
    });
    assert!(verify(table.id, &rows).is_err());
    let folder = Folder::new("roll");
    assert!(!run(&[&folder.export("roll", &rows)]).status.success());
}

type Change = fn(&mut Entry);

#[test]
fn the_envelope_is_checked() {
    let table = example();
    let folder = Folder::new("envelope");
    let middle = Version(u64::try_from(table.rows.len() / 2).unwrap());
    let changes: [(&str, Change); 3] = [
        ("at", |entry| entry.at -= chrono::TimeDelta::days(1)),
        ("command", |entry| entry.command = Version(1)),
        ("game", |entry| entry.game = GameId(uuid::Uuid::nil())),
    ];
    for (name, change) in changes {
        let rows = forged(&table, |entry| {
            if entry.version == middle {
                change(entry);
            }
        });
        assert!(verify(table.id, &rows).is_err(), "{name}");
        assert!(
            !run(&[&folder.export(name, &rows)]).status.success(),
            "{name}"
        );
    }
}

#[test]
fn a_log_cut_inside_a_command_or_changed_in_a_byte_does_not_hold() {
    let table = example();
    let last = table.rows.len() - 1;
    assert_eq!(
        flaw(&table, &table.rows[..last]),
        Flaw::Differs,
        "without its seed"
    );
    let mut rows = table.rows.clone();
    rows[9].body = rows[9]
        .body
        .replace("\"by\":\"player\"", "\"by\":\"order\"");
    assert_eq!(flaw(&table, &rows), Flaw::Hash);
    assert_eq!(flaw(&table, &[]), Flaw::Nothing);
    let gap: Vec<Stored> = table.rows.iter().skip(1).cloned().collect();
    assert_eq!(flaw(&table, &gap), Flaw::Gap(Version(2)));
}

#[test]
fn a_running_game_holds_as_far_as_it_goes() {
    let table = example();
    let half = table.rows.len() / 2;
    let entry = Entry::parse(&table.rows[half].body).unwrap();
    let whole_commands = usize::try_from(entry.command.0 - 1).unwrap();
    let verified = verify(table.id, &table.rows[..whole_commands]).unwrap();
    assert_eq!(verified.game.phase(), Phase::Playing);
    assert!(!verified.is_whole(), "its seed is elsewhere");
}

#[test]
fn known_members_cannot_be_written_in_a_second_way() {
    let table = example();
    let chain = |body: String| {
        let hash = Head::genesis(table.id).after(&body);
        [Stored {
            version: Version(1),
            body,
            hash,
        }]
    };
    let body = table.rows[0].body.clone();
    verify(table.id, &chain(body.clone())).unwrap();
    let newer = body.replace("\"version\":1", "\"speed\":3,\"version\":1");
    assert_ne!(newer, body);
    let newer = newer
        .replace("\"speed\":3,", "")
        .replace("\"start_when\"", "\"speed\":3,\"start_when\"");
    verify(table.id, &chain(newer)).unwrap();
    let null = body.replace("\"owner\":", "\"origin\":null,\"owner\":");
    assert_eq!(
        flaw(&table, &chain(null)),
        Flaw::Surplus("origin".to_owned())
    );
}
