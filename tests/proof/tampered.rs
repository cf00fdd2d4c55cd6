//! Proof files that were changed: what is wrong is named, wherever it is, and never called valid.

use parchis::proof::{Entry, Finding, Flaw, Head, Trust, WrongReason};
use parchis::rules::dice::Die;
use parchis::rules::event::Event;
use parchis::rules::ids::Version;

use crate::play::play;
use crate::written::{
    SHORT, WHOLE, believer, chained_again, findings, keys, proof, right, seal, wrong,
};

#[test]
fn no_byte_can_be_changed() {
    let file = right(&play(SHORT)).into_bytes();
    for at in 0..file.len() {
        for flip in [1, 0x20] {
            let mut changed = file.clone();
            changed[at] ^= flip;
            let found = findings(&changed, believer());
            let valid = found.iter().any(Finding::is_valid);
            assert!(!valid, "byte {at}: {:?}", char::from(changed[at]));
            let consistent = findings(&changed, Trust::default());
            assert!(
                consistent.iter().any(|finding| finding.outcome.is_err()),
                "byte {at} of {}",
                String::from_utf8_lossy(&changed)
            );
        }
    }
}

#[test]
fn nothing_can_be_cut_off() {
    let file = right(&play(SHORT)).into_bytes();
    for length in 0..file.len() {
        let found = findings(&file[..length], Trust::default());
        assert!(
            found.iter().all(|finding| finding.outcome.is_err()),
            "{length} bytes of {}",
            file.len()
        );
    }
}

#[test]
fn lines_swapped_dropped_and_inserted_are_named() {
    let table = play(WHOLE);
    let file = right(&table);
    let lines: Vec<&str> = file.split_inclusive('\n').collect();
    let middle = lines.len() / 2;
    let version = u64::try_from(middle).unwrap();
    let at = |line: usize| u64::try_from(line).unwrap() + 1;

    let mut swapped = lines.clone();
    swapped.swap(middle, middle + 1);
    let gap = WrongReason::Log(Flaw::Gap(Version(version + 1)));
    assert_eq!(
        wrong(&swapped.concat()),
        (at(middle), Some(version), gap.clone())
    );

    let mut dropped = lines.clone();
    dropped.remove(middle);
    assert_eq!(wrong(&dropped.concat()), (at(middle), Some(version), gap));

    let mut doubled = lines.clone();
    doubled.insert(middle, lines[middle - 1]);
    let (line, event, _) = wrong(&doubled.concat());
    assert_eq!((line, event), (at(middle), Some(version)));

    for last in [1, 2, 3] {
        let (line, _, reason) = wrong(&lines[..lines.len() - last].concat());
        assert_eq!(line, at(lines.len() - last));
        assert!(matches!(reason, WrongReason::Due(_)), "{reason}");
    }
    let mut reordered = lines.clone();
    let count = reordered.len();
    reordered.swap(count - 1, count - 2);
    assert_eq!(wrong(&reordered.concat()).2, WrongReason::KeyOrder);
    let mut again = lines.clone();
    again.push(lines[count - 1]);
    let found = findings(again.concat().as_bytes(), believer());
    assert!(found.iter().any(|finding| finding.outcome.is_err()));
}

#[test]
fn no_byte_can_be_put_in_or_taken_out() {
    let file = right(&play(SHORT)).into_bytes();
    for at in 0..=file.len() {
        let mut longer = file.clone();
        longer.insert(at, [b'0', b' ', b'\n', b'\r', 0][at % 5]);
        refused(&longer, at);
        if at < file.len() {
            let mut shorter = file.clone();
            shorter.remove(at);
            refused(&shorter, at);
        }
    }
}

fn refused(file: &[u8], at: usize) {
    let found = findings(file, believer());
    let wrong = found.iter().any(|finding| finding.outcome.is_err());
    assert!(wrong, "byte {at} of {}", String::from_utf8_lossy(file));
}

#[test]
fn rules_of_a_newer_release_are_named() {
    let table = play(SHORT);
    let mut head = Head::genesis(table.id);
    let mut rows = table.rows.clone();
    for row in &mut rows {
        row.body = row
            .body
            .replace("\"rules_version\":1", "\"rules_version\":2");
        head = head.after(&row.body);
        row.hash = head;
    }
    let keys = keys("signing key");
    let (line, event, reason) = wrong(&proof(
        &table,
        &rows,
        Some(seal(&table, &rows, &keys)),
        &keys,
    ));
    assert_eq!((line, event), (2, Some(1)));
    let said = "the rules version 2 is newer than this program";
    assert_eq!(reason.to_string(), said);
}

/// Another roll than the seed's is named, also where what follows from it is what is found first.
#[test]
fn a_roll_that_was_changed_is_named_first() {
    let table = play(WHOLE);
    let keys = keys("signing key");
    let mut rolls = table.rows.iter().filter(|row| {
        let event = Entry::parse(&row.body).unwrap().event;
        matches!(event, Event::Roll { .. })
    });
    let roll = rolls.nth(10).unwrap().version;
    for turn in 1..6 {
        let rows = chained_again(&table, |entry| {
            if let Event::Roll { dice, .. } = &mut entry.event
                && entry.version == roll
            {
                for die in dice.iter_mut() {
                    *die = Die::FACES[usize::from((die.pips() - 1 + turn) % 6)];
                }
            }
        });
        let sealed = seal(&table, &rows, &keys);
        let (line, event, reason) = wrong(&proof(&table, &rows, Some(sealed), &keys));
        assert_eq!(event, Some(roll.0), "{reason}");
        assert_eq!(line, event.unwrap() + 1);
    }
}

#[test]
fn many_games_stand_in_a_file_and_junk_hurts_only_itself() {
    let (short, whole) = (play(SHORT), play(WHOLE));
    let export: String = whole.rows.iter().map(|row| row.line() + "\n").collect();
    let junk = b"\0\xff\xfe junk\n{}\n\n[[[[\n".to_vec();
    let file = [
        junk.clone(),
        right(&short).into_bytes(),
        right(&whole).into_bytes(),
        junk.clone(),
        right(&short).into_bytes(),
        export.into_bytes(),
    ]
    .concat();
    let found = findings(&file, Trust::default());
    let outcomes: Vec<bool> = found
        .iter()
        .map(|finding| finding.outcome.is_ok())
        .collect();
    assert_eq!(
        outcomes,
        [false, true, true, false, true, true],
        "{found:#?}"
    );
    assert!(!findings(b"", Trust::default()).remove(0).is_valid());
    let endless = vec![b'x'; 1 << 20];
    assert_eq!(findings(&endless, Trust::default()).len(), 1);
}
