//! Random games, proved, read back and proved again: the same bytes, and valid.

use std::fmt::Write as _;

use parchis::proof::{FileLine, Finding};

use crate::play::play;
use crate::vectors::count;
use crate::written::{believer, findings, right};

/// `PARCHIS_GAMES=100000 cargo test --release --test proof round_trips` takes more of them, `PARCHIS_FIRST_GAME` others.
#[test]
fn what_is_written_is_valid_and_written_again_it_is_the_same() {
    let first = count("PARCHIS_FIRST_GAME", 0);
    let last = first + count("PARCHIS_GAMES", 40);
    for number in first..last {
        let table = play(number);
        let file = right(&table);
        let found = findings(file.as_bytes(), believer());
        assert!(
            found.iter().all(Finding::is_valid),
            "game {number}: {found:?}"
        );
        let [finding] = found.as_slice() else {
            panic!("game {number}: {} findings", found.len())
        };
        let sound = finding.outcome.as_ref().unwrap();
        assert_eq!(sound.verified.game, table.game, "game {number}");
        let mut again = String::with_capacity(file.len());
        for line in file.lines() {
            writeln!(again, "{}", FileLine::parse(line).unwrap()).unwrap();
        }
        assert!(again == file, "game {number} is written otherwise again");
    }
    eprintln!("{} games", last - first);
}
