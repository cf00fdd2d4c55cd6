//! Reading whole logs from JSON Lines: everything is checked, and a file is one transaction.

use std::io::{self, BufRead, Read};

use chrono::{DateTime, Utc};

use super::Games;
use super::error::FoldError;
use super::folded::Folded;
use crate::proof::{Fault, Line, Stored, Verified, Verifier};
use crate::rules::ids::GameId;
use crate::store::{Facts, Import, Imported, Known, StoreError};

/// Bytes of the longest line there may be; the longest events have some two thousand.
const LONGEST_LINE: u64 = 64 * 1024;

/// What an import brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// Games that are there now.
    pub added: u64,
    /// Games that were there with these events already.
    pub skipped: u64,
    /// Events of the games added.
    pub events: u64,
}

/// Why a file is not imported; nothing of it is then there.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct ImportError {
    /// The line up to which it was read, from 1.
    pub line: u64,
    /// What is wrong there.
    pub reason: ImportReason,
}

/// Why a file is not imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportReason {
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Input(#[from] io::Error),
    /// The line is none of an export.
    #[error(
        "the line is none of an export, which reads {{\"body\":{{…}},\"hash\":\"64 hex digits\"}}"
    )]
    Line,
    /// The log does not hold.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// It cannot go on, since nobody here knows its seed.
    #[error("game {0} is running with server dice, and its seed is not in the file")]
    Running(GameId),
    /// The game is there with other events, or with fewer.
    #[error("game {0} is there already, and its log does not begin with the events of the file")]
    Another(GameId),
    /// The log cannot be folded.
    #[error(transparent)]
    Fold(#[from] FoldError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Games {
    /// Imports the games of a file: all of them, or none.
    ///
    /// # Errors
    /// Names the line, and the game, version and reason.
    pub async fn import(&self, input: impl BufRead) -> Result<ImportReport, ImportError> {
        let mut file = File {
            input,
            line: 0,
            text: String::new(),
        };
        match self.import_all(&mut file).await {
            Ok(report) => Ok(report),
            Err(reason) => Err(ImportError {
                line: file.line,
                reason,
            }),
        }
    }

    async fn import_all(
        &self,
        file: &mut File<impl BufRead>,
    ) -> Result<ImportReport, ImportReason> {
        let now = self.clock().now();
        let mut import = self.store().import().await?;
        let mut report = ImportReport::default();
        let mut reading: Option<Reading> = None;
        while let Some(line) = file.next()? {
            let game = line.game().ok_or(ImportReason::Line)?;
            if let Some(read) = reading.take_if(|reading| reading.id != game) {
                read.finish(&mut import, &mut report, now).await?;
            }
            reading
                .get_or_insert_with(|| Reading::new(game))
                .push(line)?;
        }
        if let Some(read) = reading {
            read.finish(&mut import, &mut report, now).await?;
        }
        import.finish().await?;
        Ok(report)
    }
}

/// A file, read line by line.
struct File<R> {
    input: R,
    /// Lines read so far.
    line: u64,
    text: String,
}

impl<R: BufRead> File<R> {
    /// The next line that is not blank; none at the end.
    fn next(&mut self) -> Result<Option<Line<'_>>, ImportReason> {
        loop {
            self.text.clear();
            // A line without an end must not fill the memory.
            let mut bounded = self.input.by_ref().take(LONGEST_LINE);
            if bounded.read_line(&mut self.text)? == 0 {
                return Ok(None);
            }
            self.line += 1;
            if !self.text.trim_ascii().is_empty() {
                break;
            }
        }
        Line::parse(&self.text)
            .map(Some)
            .map_err(|_| ImportReason::Line)
    }
}

/// A game being read.
struct Reading {
    id: GameId,
    verifier: Verifier,
    rows: Vec<Stored>,
}

impl Reading {
    fn new(id: GameId) -> Self {
        Self {
            id,
            verifier: Verifier::new(id),
            rows: Vec::new(),
        }
    }

    fn push(&mut self, line: Line<'_>) -> Result<(), Fault> {
        let version = self.verifier.push(line.body, line.hash)?;
        self.rows.push(Stored {
            version,
            body: line.body.to_owned(),
            hash: line.hash,
        });
        Ok(())
    }

    /// Adds the game, if it is right and not there yet.
    async fn finish(
        self,
        import: &mut Import,
        report: &mut ImportReport,
        now: DateTime<Utc>,
    ) -> Result<(), ImportReason> {
        let verified = self.verifier.finish()?;
        match import.known(self.id, verified.game.version()).await? {
            Known::At(head) if head == verified.head => report.skipped += 1,
            Known::At(_) | Known::Shorter => return Err(ImportReason::Another(self.id)),
            Known::Unknown if !verified.is_whole() => return Err(ImportReason::Running(self.id)),
            Known::Unknown => {
                report.events += verified.game.version().0;
                report.added += 1;
                import.add(&imported(&verified, self.rows, now)?).await?;
            }
        }
        Ok(())
    }
}

/// The rows of a game that was found right. It is listed nowhere: whether it should be is not in its log.
fn imported(
    verified: &Verified,
    rows: Vec<Stored>,
    now: DateTime<Utc>,
) -> Result<Imported, ImportReason> {
    let created = verified.game.created().ok_or(ImportReason::Line)?;
    let facts = Facts::of(created, false, verified.created_at);
    let mut folded = Folded::empty(verified.id, facts.clone(), None);
    let logged = folded.follow_rows(rows)?;
    Ok(Imported {
        id: verified.id,
        company: folded.company(&logged),
        events: logged.into_iter().map(|logged| logged.stored).collect(),
        standing: folded.standing(),
        facts,
        imported_at: now,
    })
}
