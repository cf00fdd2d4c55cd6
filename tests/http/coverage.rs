//! Which declared answers no test has seen. The list may only shrink.

use std::collections::BTreeSet;

use crate::contract::{self, Given};

const NOT_SEEN: &str = include_str!("not_seen.txt");

/// Whether exactly the answers of the list have not been seen; says what to do where not.
pub fn holds() -> bool {
    let (declared, seen) = contract::coverage();
    let listed: BTreeSet<Given> = NOT_SEEN
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(operation, status)| Some((operation.to_owned(), status.parse().ok()?)))
        .collect();
    // No test can make the server fail.
    let missing: BTreeSet<_> = declared
        .difference(&seen)
        .filter(|(_, status)| *status != 500)
        .cloned()
        .collect();
    for (operation, status) in missing.difference(&listed) {
        eprintln!("no test sees {operation} answer {status}: write one in tests/http");
    }
    for (operation, status) in listed.difference(&missing) {
        eprintln!(
            "{operation} {status} is seen now, or gone: take its line from tests/http/not_seen.txt"
        );
    }
    missing == listed
}
