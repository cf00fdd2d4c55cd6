//! Proof files: what is wrong is named, wherever it is; what is right without being believed is never called valid.

use std::fmt::Write as _;
use std::path::PathBuf;

use parchis::proof::{
    Entry, FileLine, Finding, Flaw, Format, Head, Header, Keyring, KeyringError, NamedKey, Origin,
    SignedHead, Stored, Trust, WrongReason, verify_file,
};
use parchis::rules::dice::Die;
use parchis::rules::event::Event;
use parchis::rules::ids::Version;

use crate::checker::{agrees, run};
use crate::play::{Table, play};
use crate::vectors::{bytes, compare, path};

/// Called off before it started, so that its proof is short; and one with server dice played to its end.
const SHORT: u64 = 4;
const WHOLE: u64 = 5;

/// Keys of a server: the one that signs, and one that did.
fn keys(label: &str) -> Keyring {
    let past = Keyring::parse(&line("secret", &bytes("past key"), 2020)).unwrap();
    let past = parchis::rules::ids::Hex32::from(past.published().keys[0].public_key);
    let lines = [
        line("secret", &bytes(label), 2021),
        line("public", &past.0, 2020),
    ];
    Keyring::parse(&lines.join("\n")).unwrap()
}

fn line(word: &str, key: &[u8; 32], year: u16) -> String {
    format!("{word} {} {year}-01-01T00:00:00.000000Z", hex::encode(key))
}

fn seal(table: &Table, rows: &[Stored], keys: &Keyring) -> SignedHead {
    let last = rows.last().unwrap();
    keys.seal(table.id, last.version, last.hash).unwrap()
}

/// A proof as the server writes it.
fn proof(table: &Table, rows: &[Stored], seal: Option<SignedHead>, keys: &Keyring) -> String {
    let published = keys.published().keys.iter();
    let mut named: Vec<NamedKey> = published.map(|key| key.public_key.into()).collect();
    named.sort_by_key(NamedKey::order);
    let header = Header {
        events: u64::try_from(rows.len()).unwrap(),
        format: Format::V1,
        game: table.id,
        keys: u32::try_from(named.len()).unwrap(),
    };
    let mut file = format!("{}\n", FileLine::Header(header));
    for row in rows {
        writeln!(file, "{}", row.line()).unwrap();
    }
    writeln!(file, "{}", FileLine::Seal(seal)).unwrap();
    for key in named {
        writeln!(file, "{}", FileLine::Key(key)).unwrap();
    }
    file
}

fn right(table: &Table) -> String {
    let keys = keys("signing key");
    proof(
        table,
        &table.rows,
        Some(seal(table, &table.rows, &keys)),
        &keys,
    )
}

/// Somebody who believes the server's key.
fn believer() -> Trust {
    let mut trust = Trust::default();
    trust.believe(keys("signing key").published().keys[0].fingerprint);
    trust
}

fn findings(file: &[u8], mut trust: Trust) -> Vec<Finding> {
    let mut found = Vec::new();
    verify_file(file, &mut trust, |finding| found.push(finding)).unwrap();
    found
}

/// The one game of a file, by who believes the key.
fn found(file: &str) -> Finding {
    let mut found = findings(file.as_bytes(), believer());
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

fn wrong(file: &str) -> (u64, Option<u64>, WrongReason) {
    let wrong = found(file).outcome.unwrap_err();
    (
        wrong.line,
        wrong.version.map(|version| version.0),
        wrong.reason,
    )
}

/// The events with one changed, and all hashes made to fit again.
fn chained_again(table: &Table, mut change: impl FnMut(&mut Entry)) -> Vec<Stored> {
    let mut head = Head::genesis(table.id);
    let rows = table.rows.iter().map(|row| {
        let mut entry = Entry::parse(&row.body).unwrap();
        change(&mut entry);
        let body = entry.body();
        head = head.after(&body);
        Stored {
            version: row.version,
            body,
            hash: head,
        }
    });
    rows.collect()
}

#[test]
fn it_is_valid_only_for_who_believes_somebody() {
    for number in [SHORT, WHOLE] {
        let table = play(number);
        let file = right(&table);
        assert!(found(&file).is_valid());
        let nobody = findings(file.as_bytes(), Trust::default()).remove(0);
        assert_eq!(nobody.verdict(), "consistent, origin not checked");
        let mut other = Trust::default();
        other.believe(keys("another key").published().keys[0].fingerprint);
        let foreign = findings(file.as_bytes(), other).remove(0);
        let reason = foreign.outcome.unwrap_err().reason;
        assert!(matches!(reason, WrongReason::ForeignSeal(_)), "{reason}");
    }
}

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
fn a_log_chained_again_has_no_seal_that_fits() {
    let table = play(WHOLE);
    let keys = keys("signing key");
    let original = seal(&table, &table.rows, &keys);
    let later = chained_again(&table, |entry| entry.at += chrono::TimeDelta::seconds(1));
    let (_, _, reason) = wrong(&proof(&table, &later, Some(original), &keys));
    assert!(
        matches!(reason, WrongReason::SealElsewhere { .. }),
        "{reason}"
    );
    let forger = self::keys("another key");
    let forged = seal(&table, &later, &forger);
    let (_, _, reason) = wrong(&proof(&table, &later, Some(forged), &forger));
    assert!(matches!(reason, WrongReason::ForeignSeal(_)), "{reason}");
    let mut renamed = forged;
    renamed.key = original.key;
    let (_, _, reason) = wrong(&proof(&table, &later, Some(renamed), &keys));
    assert_eq!(reason, WrongReason::Seal);
    assert_eq!(
        wrong(&proof(&table, &later, None, &keys)).2,
        WrongReason::NoSeal
    );
    let (_, _, reason) = wrong(&proof(&table, &table.rows, Some(forged), &keys));
    assert!(
        matches!(reason, WrongReason::SealElsewhere { .. }),
        "{reason}"
    );
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
        assert!(
            event == Some(roll.0) || event == Some(roll.0 + 1),
            "{reason}"
        );
        assert_eq!(line, event.unwrap() + 1);
    }
}

#[test]
fn receipts_cover_what_they_are_over() {
    let table = play(WHOLE);
    let keys = keys("signing key");
    let file = right(&table);
    let unsealed = proof(&table, &table.rows, None, &keys);
    let receipt = |row: &Stored| keys.seal(table.id, row.version, row.hash).unwrap();
    let hold = |receipt: SignedHead| {
        let mut trust = Trust::default();
        trust.hold(receipt);
        trust
    };
    let (middle, last) = (&table.rows[40], table.rows.last().unwrap());
    for (held, valid_unsealed) in [(receipt(middle), false), (receipt(last), true)] {
        assert!(findings(file.as_bytes(), hold(held)).remove(0).is_valid());
        let found = findings(unsealed.as_bytes(), hold(held)).remove(0);
        assert_eq!(found.is_valid(), valid_unsealed);
        if !valid_unsealed {
            let origin = found.outcome.unwrap().origin;
            assert_eq!(origin, Origin::UpTo(middle.version, held.key));
        }
    }
    let mut other = receipt(middle);
    other.head = last.hash;
    let reason = findings(file.as_bytes(), hold(other)).remove(0);
    let wrong = reason.outcome.unwrap_err();
    assert_eq!(
        (wrong.version, wrong.reason),
        (Some(middle.version), WrongReason::Receipt)
    );
    let mut forged = receipt(middle);
    forged.signature.0[0] ^= 1;
    let reason = findings(file.as_bytes(), hold(forged)).remove(0);
    let reason = reason.outcome.unwrap_err().reason;
    assert_eq!(reason, WrongReason::ForgedReceipt(middle.version));
    let mut beyond = last.clone();
    beyond.version = Version(last.version.0 + 1);
    let reason = findings(file.as_bytes(), hold(receipt(&beyond))).remove(0);
    let reason = reason.outcome.unwrap_err().reason;
    assert_eq!(reason, WrongReason::ReceiptBeyond(beyond.version));
    let mut trust = hold(receipt(middle));
    verify_file(right(&play(SHORT)).as_bytes(), &mut trust, |_| ()).unwrap();
    assert_eq!(trust.not_met().count(), 1);
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

#[test]
fn the_signer_signs_nothing_below_what_it_signed() {
    let table = play(WHOLE);
    let keys = keys("signing key");
    let (early, late) = (&table.rows[3], &table.rows[9]);
    let first = keys.receipt(table.id, late.version, late.hash).unwrap();
    assert_eq!(first.version, late.version);
    let second = keys.receipt(table.id, early.version, early.hash).unwrap();
    assert_eq!(second, first);
    assert!(keys.receipt(table.id, late.version, early.hash).is_err());
    assert_eq!(keys.signed(table.id), Some((late.version, late.hash)));
    let shown = format!("{keys:?}");
    assert!(!shown.contains(&hex::encode(bytes("signing key"))));
}

#[test]
fn a_key_stands_once_in_the_file() {
    let key = bytes("a key");
    let public = Keyring::parse(&line("secret", &key, 2021)).unwrap();
    let public = parchis::rules::ids::Hex32::from(public.published().keys[0].public_key);
    let twice = [line("secret", &key, 2021), line("public", &public.0, 2020)];
    assert!(matches!(
        Keyring::parse(&twice.join("\n")),
        Err(KeyringError::Garbled { line: 2 })
    ));
}

#[test]
fn a_new_key_takes_the_place_of_the_old_one() {
    let folder = std::env::temp_dir().join(format!("parchis-keys-{}", std::process::id()));
    let file = folder.join("signing.key");
    let at = |second: u32| format!("2026-01-01T00:00:{second:02}Z").parse().unwrap();
    let first = Keyring::open_or_create(&file, at(0)).unwrap();
    let again = Keyring::open_or_create(&file, at(1)).unwrap();
    assert_eq!(first.published(), again.published());
    let rotated = Keyring::rotate(&file, at(2)).unwrap();
    let opened = Keyring::open_or_create(&file, at(3)).unwrap();
    assert_eq!(rotated.published(), opened.published());
    let [new, old] = rotated.published().keys.as_slice() else {
        panic!("two keys")
    };
    assert_eq!(old.fingerprint, first.published().keys[0].fingerprint);
    assert_eq!(
        (old.until, new.since, new.until),
        (Some(at(2)), at(2), None)
    );
    assert_eq!(rotated.first_served(), Some(at(0)));
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.matches("secret").count(), 1, "past keys sign no more");
    for bad in ["", "secret", "public 00 x", "secret 00 2026", &text[7..]] {
        assert!(Keyring::parse(bad).is_err(), "{bad}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Games with the proofs that were made of them: they verify for ever.
#[test]
fn golden_proofs_verify_for_ever() {
    let written: String = [SHORT, WHOLE].map(|number| right(&play(number))).concat();
    compare("proofs.jsonl", &written);
    let committed = std::fs::read(path("proofs.jsonl")).unwrap();
    let found = findings(&committed, believer());
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(Finding::is_valid), "{found:?}");
}

#[test]
fn the_checker_in_python_agrees() {
    agrees(&[&path("proofs.jsonl")]);
    let folder = std::env::temp_dir().join(format!("parchis-signed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let table = play(SHORT);
    let keys = keys("signing key");
    let mut forged = seal(&table, &table.rows, &keys);
    forged.signature.0[40] ^= 1;
    let refused = |name: &str, text: String| {
        let file: PathBuf = folder.join(name);
        std::fs::write(&file, text).unwrap();
        assert!(!run(&[&file]).status.success(), "{name}");
    };
    refused("forged", proof(&table, &table.rows, Some(forged), &keys));
    let whole = right(&table);
    let cut = whole.rfind("{\"key\"").unwrap();
    refused("cut", whole[..cut].to_owned());
    std::fs::remove_dir_all(folder).unwrap();
}
