//! Proof files as a server writes them, and what is found in them.

use std::fmt::Write as _;

use parchis::proof::{
    Entry, FileLine, Finding, Format, Head, Header, Keyring, NamedKey, SignedHead, Stored, Trust,
    WrongReason, verify_file,
};

use crate::play::Table;
use crate::vectors::bytes;

/// Called off before it started, so that its proof is short; and one with server dice played to its end.
pub(crate) const SHORT: u64 = 4;
pub(crate) const WHOLE: u64 = 5;

/// Keys of a server: the one that signs, and one that did.
pub(crate) fn keys(label: &str) -> Keyring {
    let past = Keyring::parse(&line("secret", &bytes("past key"), 2020)).unwrap();
    let past = parchis::rules::ids::Hex32::from(past.published().keys[0].public_key);
    let lines = [
        line("secret", &bytes(label), 2021),
        line("public", &past.0, 2020),
    ];
    Keyring::parse(&lines.join("\n")).unwrap()
}

pub(crate) fn line(word: &str, key: &[u8; 32], year: u16) -> String {
    format!("{word} {} {year}-01-01T00:00:00.000000Z", hex::encode(key))
}

pub(crate) fn seal(table: &Table, rows: &[Stored], keys: &Keyring) -> SignedHead {
    let last = rows.last().unwrap();
    keys.seal(table.id, last.version, last.hash).unwrap()
}

/// A proof as the server writes it.
pub(crate) fn proof(
    table: &Table,
    rows: &[Stored],
    seal: Option<SignedHead>,
    keys: &Keyring,
) -> String {
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

pub(crate) fn right(table: &Table) -> String {
    let keys = keys("signing key");
    proof(
        table,
        &table.rows,
        Some(seal(table, &table.rows, &keys)),
        &keys,
    )
}

/// Somebody who believes the server's key.
pub(crate) fn believer() -> Trust {
    let mut trust = Trust::default();
    trust.believe(keys("signing key").published().keys[0].fingerprint);
    trust
}

pub(crate) fn findings(file: &[u8], mut trust: Trust) -> Vec<Finding> {
    let mut found = Vec::new();
    verify_file(file, &mut trust, |finding| found.push(finding)).unwrap();
    found
}

/// The one game of a file, by who believes the key.
pub(crate) fn found(file: &str) -> Finding {
    let mut found = findings(file.as_bytes(), believer());
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

pub(crate) fn wrong(file: &str) -> (u64, Option<u64>, WrongReason) {
    let wrong = found(file).outcome.unwrap_err();
    (
        wrong.line,
        wrong.version.map(|version| version.0),
        wrong.reason,
    )
}

/// The events with one changed, and all hashes made to fit again.
pub(crate) fn chained_again(table: &Table, mut change: impl FnMut(&mut Entry)) -> Vec<Stored> {
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
