//! The past of a game: what it was at the end of any command.
//!
//! Of every game that somebody looks back at, a state is kept every so many versions, so that the cost of a look does not
//! grow with the length of the game.

use std::sync::Arc;

use super::Games;
use super::error::{FoldError, PlayError};
use super::folded::Folded;
use super::log::Logged;
use crate::proof::{self, Entry, Head, Stored};
use crate::rules::ids::{GameId, Version};

/// Versions between two states that are kept.
const STRIDE: u64 = 128;

/// A part of a game, as yet unread: the state before it, and its whole commands.
pub(super) struct Stretch {
    /// The state before.
    pub(super) before: Arc<Folded>,
    rows: std::vec::IntoIter<Stored>,
    /// The event that told that the command before it ended.
    ahead: Option<Logged>,
    to: Version,
}

/// A command, with the game around it.
#[derive(Debug)]
pub struct Step {
    /// The game before it.
    pub before: Arc<Folded>,
    /// Its events.
    pub events: Vec<Logged>,
    /// The game after it.
    pub after: Arc<Folded>,
}

impl Games {
    /// A game as it was at the end of a command.
    ///
    /// # Errors
    ///
    /// [`PlayError::NoGame`], [`PlayError::InsideCommand`] and [`PlayError::BeyondEnd`]; and when the database is away
    /// or the log cannot be folded.
    pub async fn state_at(&self, game: GameId, version: Version) -> Result<Arc<Folded>, PlayError> {
        let now = self.read(game).await?;
        now.reaches(version)?;
        if version == now.version() {
            return Ok(now);
        }
        let mut stretch = self.stretch(&now, version, version).await?;
        let games = self.clone();
        let folding = self.bench.work(stretch.length(), move || {
            while games.step(&mut stretch)?.is_some() {}
            Ok::<_, FoldError>(stretch.before)
        });
        let then = folding.await??;
        self.must_end(&then, version).await?;
        Ok(then)
    }

    /// Refuses a version unless the last command that ends by then ends there.
    pub(super) async fn must_end(&self, then: &Folded, version: Version) -> Result<(), PlayError> {
        if version > Version(0) && then.version() == version {
            return Ok(());
        }
        Err(self.inside(then.id, version, then.version().next()).await?)
    }

    /// The commands of a game from somewhere before `after` to the last that ends at or before `to`, in one reading.
    pub(super) async fn stretch(
        &self,
        now: &Folded,
        after: Version,
        to: Version,
    ) -> Result<Stretch, PlayError> {
        if let Some(before) = self.landmark(now.id, after) {
            let rows = self.rows(&before, to).await?;
            let length = rows.len();
            let checking = move || Stretch::checked(before, rows, to);
            if let Ok(stretch) = self.bench.work(length, checking).await? {
                return Ok(stretch);
            }
            // The database was set back to an older backup and went on otherwise, or it is corrupt; the whole log tells.
            self.forget(now.id, now.version());
        }
        let before = Arc::new(Folded::empty(now.id, now.facts.clone(), None));
        let rows = self.rows(&before, to).await?;
        let length = rows.len();
        let checking = move || Stretch::checked(before, rows, to);
        Ok(self.bench.work(length, checking).await??)
    }

    /// The events after a state up to a version, and one more, which tells whether a command ends there.
    async fn rows(&self, before: &Folded, to: Version) -> Result<Vec<Stored>, PlayError> {
        let wanted = to.0.saturating_sub(before.version().0).saturating_add(1);
        let limit = u32::try_from(wanted).unwrap_or(u32::MAX);
        let rows = self.store.events(before.id, before.version(), limit);
        Ok(rows.await?)
    }

    /// Folds the next command of a stretch; none at its end.
    pub(super) fn step(&self, stretch: &mut Stretch) -> Result<Option<Step>, FoldError> {
        let Some(events) = stretch.next()? else {
            return Ok(None);
        };
        let before = Arc::clone(&stretch.before);
        let mut after = Folded::clone(&before);
        let entries: Vec<&Entry> = events.iter().map(|logged| &logged.entry).collect();
        let head = events.last().map_or(before.head, |last| last.stored.hash);
        after.follow(&entries, head)?;
        let after = Arc::new(after);
        self.note(&before, &after);
        stretch.before = Arc::clone(&after);
        Ok(Some(Step {
            before,
            events,
            after,
        }))
    }

    /// Keeps the last state that is not beyond a multiple of the stride.
    fn note(&self, before: &Arc<Folded>, after: &Folded) {
        let number = after.version().0.saturating_sub(1) / STRIDE;
        if number > 0 && number * STRIDE >= before.version().0 {
            self.past.insert((before.id, number), Arc::clone(before));
        }
    }

    /// The newest state kept that is not after a version.
    fn landmark(&self, game: GameId, version: Version) -> Option<Arc<Folded>> {
        let numbers = 1..=version.0 / STRIDE;
        numbers.rev().find_map(|n| self.past.get(&(game, n)))
    }

    fn forget(&self, game: GameId, newest: Version) {
        for number in 1..=newest.0 / STRIDE {
            self.past.invalidate(&(game, number));
        }
    }
}

impl Folded {
    /// Refuses a version that the game has not come to.
    pub(super) fn reaches(&self, version: Version) -> Result<(), PlayError> {
        let newest = self.version();
        if version > newest {
            return Err(PlayError::BeyondEnd { version, newest });
        }
        Ok(())
    }
}

impl Stretch {
    /// These events after a state, where they follow from it.
    fn checked(before: Arc<Folded>, rows: Vec<Stored>, to: Version) -> Result<Self, FoldError> {
        let checked = proof::check((before.version(), before.head), &rows);
        checked.map_err(|broken| before.broken(broken))?;
        Ok(Self {
            before,
            rows: rows.into_iter(),
            ahead: None,
            to,
        })
    }

    /// How many events are unread.
    pub(super) fn length(&self) -> usize {
        self.rows.len()
    }

    /// The hash of the event of a version that is still unread; that of the state before where it is none of them.
    pub(super) fn head_at(&self, version: Version) -> Head {
        let mut rows = self.rows.as_slice().iter();
        let row = rows.find(|row| row.version == version);
        row.map_or(self.before.head, |row| row.hash)
    }

    /// The events of the next command that ends within the stretch.
    pub(super) fn next(&mut self) -> Result<Option<Vec<Logged>>, FoldError> {
        let mut events: Vec<Logged> = self.ahead.take().into_iter().collect();
        for stored in self.rows.by_ref() {
            let logged = Logged::read(self.before.id, stored)?;
            let command = events.first().map(|first| first.entry.command);
            if command.is_some_and(|command| command != logged.entry.command) {
                self.ahead = Some(logged);
                break;
            }
            events.push(logged);
        }
        let whole = events.last().filter(|last| last.entry.version <= self.to);
        Ok(whole.is_some().then_some(events))
    }
}
