//! Signatures: whom a proof comes from, and what is right without being believed is never called valid.

use std::path::PathBuf;

use parchis::proof::{
    Finding, Keyring, KeyringError, Origin, SignedHead, Stored, Trust, WrongReason, verify_file,
};
use parchis::rules::ids::Version;

use crate::checker::{agrees, run};
use crate::play::play;
use crate::vectors::{bytes, compare, path};
use crate::written::{
    SHORT, WHOLE, believer, chained_again, findings, found, keys, line, proof, right, seal, wrong,
};

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
fn a_time_is_read_as_it_is_published() {
    let key = hex::encode(bytes("a key"));
    for since in ["2021-01-01T00:00:00Z", "2021-01-01T00:00:00.250Z"] {
        let keys = Keyring::parse(&format!("secret {key} {since}")).unwrap();
        let shown = serde_json::to_value(keys.published()).unwrap();
        assert_eq!(shown["keys"][0]["since"], since);
    }
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

#[test]
fn keys_that_are_replaced_at_once_are_all_kept() {
    let folder = std::env::temp_dir().join(format!("parchis-at-once-{}", std::process::id()));
    let file = folder.join("signing.key");
    let now = "2026-01-01T00:00:00Z".parse().unwrap();
    Keyring::open_or_create(&file, now).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| Keyring::rotate(&file, now).unwrap());
        }
    });
    let keys = Keyring::open(&file).unwrap();
    assert_eq!(keys.published().keys.len(), 9);
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
