//! Proof files `parchis-proof/1`: everything that shows how a finished game was played, to be checked without any server.
//!
//! JSON Lines, for each game: a header, its events as lines of an export, its seal (or null), and the public keys of the
//! server by rising fingerprint. Every line is canonical JSON and ends with a line feed. A file may hold many games, also
//! plain exports, which have neither header nor seal.

mod finding;
mod line;
mod reading;
mod trust;

use std::io::{self, BufRead, Read};

pub use finding::{Finding, Origin, Sound, Wrong, WrongReason};
pub use line::{FileLine, FileLineError, Format, Header, NamedKey};
pub use reading::check_seal;
pub use trust::Trust;

use reading::Reading;

/// Bytes of the longest line there may be; the longest events have some two thousand.
const LONGEST_LINE: u64 = 64 * 1024;

/// Verifies every game of a file, and reports each as soon as its end is read. Holds one game's state at a time, so that
/// the size of the file does not matter; whatever the file holds, it is a finding and never a panic.
///
/// # Errors
/// When the file cannot be read.
pub fn verify_file(
    mut input: impl BufRead,
    trust: &mut Trust,
    mut report: impl FnMut(Finding),
) -> io::Result<()> {
    let mut buffer = Vec::new();
    let mut number = 0;
    let mut reading: Option<Reading> = None;
    while next_line(&mut input, &mut buffer)? {
        number += 1;
        let line = text(&buffer).and_then(|text| FileLine::parse(text).map_err(WrongReason::Line));
        if let Some(read) = reading.take_if(|reading| !reading.takes(line.as_ref())) {
            report(read.finish(trust, number));
        }
        let reading = reading.get_or_insert_with(|| Reading::new(line.as_ref(), number));
        reading.read(line, number, trust);
    }
    if let Some(read) = reading {
        report(read.finish(trust, number.saturating_add(1)));
    } else if number == 0 {
        report(Finding::nothing());
    }
    Ok(())
}

/// The next line with its line feed; of an endless one only as much as is never a line.
fn next_line(input: &mut impl BufRead, buffer: &mut Vec<u8>) -> io::Result<bool> {
    buffer.clear();
    let read = input
        .by_ref()
        .take(LONGEST_LINE)
        .read_until(b'\n', buffer)?;
    Ok(read > 0)
}

/// The text of a line without its line feed.
fn text(line: &[u8]) -> Result<&str, WrongReason> {
    let Some((b'\n', line)) = line.split_last() else {
        return Err(WrongReason::CutOff);
    };
    std::str::from_utf8(line).map_err(|_| WrongReason::NoText)
}
