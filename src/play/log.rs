//! Events as the log holds them, read whole command by whole command.

use super::Games;
use super::error::{FoldError, PlayError};
use crate::proof::{Entry, Stored};
use crate::rules::event::Event;
use crate::rules::ids::{GameId, Version};
use crate::store::Status;

/// Rows read at once where the end of a command is looked for; hardly any command has more events.
const STRIDE: u32 = 64;

/// An event with the exact bytes and the hash it is stored with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    /// What it says.
    pub entry: Entry,
    /// Its bytes and hash.
    pub stored: Stored,
}

/// Whole commands of a game, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventPage {
    /// The events.
    pub events: Vec<Logged>,
    /// The version after which the next page begins.
    pub next: Version,
    /// Whether the game holds events after this page.
    pub more: bool,
    /// Whether the game is over, and holds no events after this page.
    pub over: bool,
}

impl EventPage {
    /// These events, the ones after this version.
    pub(super) fn of(after: Version, events: Vec<Logged>, more: bool) -> Self {
        let last = events.last();
        Self {
            next: last.map_or(after, |last| last.entry.version),
            over: !more && last.is_some_and(|last| ends(&last.entry.event)),
            more,
            events,
        }
    }
}

impl Logged {
    /// Reads a row.
    pub(super) fn read(game: GameId, stored: Stored) -> Result<Self, FoldError> {
        match Entry::parse(&stored.body) {
            Ok(entry) => Ok(Self { entry, stored }),
            Err(error) => Err(FoldError {
                game,
                version: stored.version,
                reason: error.into(),
            }),
        }
    }

    /// Reads rows.
    pub(super) fn read_all(game: GameId, rows: Vec<Stored>) -> Result<Vec<Self>, FoldError> {
        rows.into_iter()
            .map(|stored| Self::read(game, stored))
            .collect()
    }
}

impl Games {
    /// Up to `limit` events after `after`, more only where the first command alone has more.
    ///
    /// # Errors
    ///
    /// [`PlayError::NoGame`], [`PlayError::InsideCommand`] and [`PlayError::BeyondEnd`]; and when the database is away
    /// or the log cannot be read.
    pub async fn events(
        &self,
        game: GameId,
        after: Version,
        limit: u16,
    ) -> Result<EventPage, PlayError> {
        let page = self.page(game, after, limit).await?;
        match page.events.first() {
            Some(first) if first.entry.command <= after => {
                Err(self.inside(game, after, first.entry.command).await?)
            }
            Some(_) => Ok(page),
            None => self.nothing_after(game, page).await,
        }
    }

    /// A page without events, which there may be at the end of a game only.
    async fn nothing_after(&self, game: GameId, page: EventPage) -> Result<EventPage, PlayError> {
        let newest = self.store.newest(game).await?;
        let newest = newest.ok_or(PlayError::NoGame(game))?;
        if page.next > newest.version {
            return Err(PlayError::BeyondEnd {
                version: page.next,
                newest: newest.version,
            });
        }
        // Since the page was read, the game may have come further.
        let over = page.next == newest.version && newest.status == Status::Ended;
        Ok(EventPage { over, ..page })
    }

    /// Checks that a command of a game ends with the event of this version, and that its hash begins with these digits.
    ///
    /// # Errors
    ///
    /// [`PlayError::NoGame`] and [`PlayError::UnknownEvent`]; and when the database is away or the log cannot be read.
    pub async fn knows(
        &self,
        game: GameId,
        version: Version,
        digits: &str,
    ) -> Result<(), PlayError> {
        let _turn = self.waking.turn().await;
        let before = Version(version.0.saturating_sub(1));
        let rows = Logged::read_all(game, self.store.events(game, before, 2).await?)?;
        let is = rows.first().is_some_and(|logged| {
            logged.entry.version == version && logged.stored.hash.to_string().starts_with(digits)
        });
        let is_last = rows
            .get(1)
            .is_none_or(|next| next.entry.command == next.entry.version);
        if is && is_last {
            return Ok(());
        }
        let known = self.store.newest(game).await?.is_some();
        Err(if known {
            PlayError::UnknownEvent { game, version }
        } else {
            PlayError::NoGame(game)
        })
    }

    /// The commands after the one that `after` belongs to, as one page.
    pub(super) async fn missed(
        &self,
        game: GameId,
        after: Version,
        limit: u16,
    ) -> Result<EventPage, PlayError> {
        let mut page = self.page(game, after, limit).await?;
        page.events.retain(|logged| logged.entry.command > after);
        if page.events.is_empty() && page.more {
            // It held nothing but the rest of the command that `after` lies in.
            page = self.page(game, page.next, limit).await?;
        }
        Ok(page)
    }

    /// The events of the command that begins with this version.
    pub(super) async fn command_at(
        &self,
        game: GameId,
        first: Version,
    ) -> Result<Vec<Logged>, PlayError> {
        let before = Version(first.0.saturating_sub(1));
        Ok(self.page(game, before, 1).await?.events)
    }

    /// The error that a version lies inside the command that begins with `command`.
    pub(super) async fn inside(
        &self,
        game: GameId,
        version: Version,
        command: Version,
    ) -> Result<PlayError, PlayError> {
        let before = command
            .0
            .checked_sub(1)
            .filter(|before| *before > 0)
            .map(Version);
        let last = self.command_at(game, command).await?.pop();
        let after = last.map_or(version, |last| last.entry.version);
        Ok(PlayError::InsideCommand {
            version,
            before,
            after,
        })
    }

    /// Events from the one after `after` to the end of a command.
    async fn page(&self, game: GameId, after: Version, limit: u16) -> Result<EventPage, PlayError> {
        let limit = usize::from(limit.max(1));
        let mut stride = u32::try_from(limit).unwrap_or(u32::MAX).saturating_add(1);
        let mut events: Vec<Logged> = Vec::new();
        loop {
            let last = events.last().map_or(after, |last| last.entry.version);
            let rows = self.store.events(game, last, stride).await?;
            let all = rows.len() < usize::try_from(stride).unwrap_or(usize::MAX);
            events.extend(Logged::read_all(game, rows)?);
            if let Some(page) = cut(&mut events, after, limit, all) {
                return Ok(page);
            }
            stride = STRIDE;
        }
    }
}

/// A page out of the events read so far; none where the end of its first command is not among them yet.
fn cut(events: &mut Vec<Logged>, after: Version, limit: usize, all: bool) -> Option<EventPage> {
    let read = events.len();
    let ends = |at: &usize| match events.get(*at) {
        Some(next) => next.entry.command == next.entry.version,
        None => all,
    };
    // The last end of a command within the limit, else the first one beyond it.
    let within = (0..=limit.min(read))
        .rev()
        .find(ends)
        .filter(|length| *length > 0 || read == 0);
    let length = within.or_else(|| (limit.saturating_add(1)..=read).find(ends))?;
    events.truncate(length);
    let more = length < read || !all;
    Some(EventPage::of(after, std::mem::take(events), more))
}

/// Whether nothing can follow a command that ends with this event.
const fn ends(event: &Event) -> bool {
    matches!(event, Event::End(_) | Event::Reveal { .. })
}
