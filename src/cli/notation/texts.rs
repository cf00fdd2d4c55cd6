//! The games of a file of texts, one after the other.

use std::path::Path;

use chrono::{DateTime, Utc};

use crate::notation::NotationError;
use crate::rules::event::Event;
use crate::rules::ids::Version;

/// Events with the commands they belong to, and their times.
pub(super) type Log = Vec<(Version, DateTime<Utc>, Event)>;

/// The tag with which the program begins every game.
const FIRST: &str = "[Parchis ";

/// A game's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Text<'a> {
    /// The line of the file where it begins, from 1.
    pub(super) first_line: usize,
    pub(super) text: &'a str,
}

impl Text<'_> {
    /// An error with its place in the file.
    pub(super) fn place(&self, file: &Path, error: NotationError) -> String {
        let error = NotationError {
            line: error.line + self.first_line - 1,
            ..error
        };
        format!("{}:{error}", file.display())
    }
}

/// The games of a text: a new one begins with each line that begins with the tag `Parchis`.
pub(super) fn texts(all: &str) -> Vec<Text<'_>> {
    let mut starts = vec![(1, 0)];
    let mut offset = 0;
    for (number, line) in (1..).zip(all.split_inclusive('\n')) {
        let before = starts.last().and_then(|(_, start)| all.get(*start..offset));
        let something = before.is_some_and(|before| !before.trim().is_empty());
        if something && line.starts_with(FIRST) {
            starts.push((number, offset));
        }
        offset += line.len();
    }
    let ends = starts.iter().skip(1).map(|(_, start)| *start);
    let ends: Vec<usize> = ends.chain([all.len()]).collect();
    let spans = starts.into_iter().zip(ends);
    spans
        .map(|((first_line, start), end)| Text {
            first_line,
            text: all.get(start..end).unwrap_or_default(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_holds_games_one_after_the_other() {
        let all = "[Parchis \"1\"]\none\n\n[Parchis \"1\"]\ntwo\n";
        let found: Vec<_> = texts(all)
            .into_iter()
            .map(|text| (text.first_line, text.text))
            .collect();
        let one = (1, "[Parchis \"1\"]\none\n\n");
        assert_eq!(found, [one, (4, "[Parchis \"1\"]\ntwo\n")]);
        assert_eq!(texts("").len(), 1);
        assert_eq!(texts("; by hand\nY: 4").len(), 1);
    }
}
