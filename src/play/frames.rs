//! Frames: a game command by command, from any to any, also backwards; all, or those with a capture, a goal, a penalty.

use std::collections::VecDeque;

use super::Games;
use super::error::{FoldError, PlayError};
use super::folded::Folded;
use super::highlight::Highlight;
use super::past::{Step, Stretch};
use crate::proof::Head;
use crate::rules::game::Phase;
use crate::rules::ids::{GameId, Version};

/// Events that are read beyond the first frame for each one of a page; few commands have more.
const EVENTS_A_FRAME: u64 = 8;

/// Events that are looked through at most for frames of one kind.
const LOOKED_THROUGH: u64 = 4096;

/// Which frames are asked for: commands by the versions they end with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameRange {
    /// The first; by default the game's first.
    pub first: Option<Version>,
    /// The last, which may be before the first: then they run backwards; by default the game's newest.
    pub last: Option<Version>,
    /// Only those in which this happens.
    pub of: Option<Highlight>,
    /// How many at most.
    pub limit: u16,
}

/// Frames in the order asked for.
#[derive(Debug)]
pub struct FramePage {
    /// The frames.
    pub frames: Vec<Step>,
    /// The first frame of the next page; none at the end.
    pub next: Option<Version>,
    /// The newest command that was looked at.
    pub reached: (Version, Head),
    /// Whether the page can never change.
    pub settled: bool,
}

impl Games {
    /// A page of frames, made in one reading of a part of the log whose length does not depend on the game's.
    ///
    /// # Errors
    ///
    /// [`PlayError::NoGame`], [`PlayError::InsideCommand`] and [`PlayError::BeyondEnd`]; and when the database is away
    /// or the log cannot be folded.
    pub async fn frames(&self, game: GameId, range: FrameRange) -> Result<FramePage, PlayError> {
        let now = self.read(game).await?;
        let first = range.first.unwrap_or(Version(1));
        let last = range.last.unwrap_or(now.version());
        for named in range.first.into_iter().chain(range.last) {
            self.must_be_end(&now, named).await?;
        }
        let room = match range.of {
            Some(_) => LOOKED_THROUGH,
            None => EVENTS_A_FRAME * u64::from(range.limit),
        };
        let mut page = if first <= last {
            self.forwards(&now, (first, last), range, room).await?
        } else {
            self.backwards(&now, (first, last), range, room).await?
        };
        page.settled =
            range.last.is_some() || page.next.is_some() || now.game.phase() == Phase::Ended;
        Ok(page)
    }

    async fn forwards(
        &self,
        now: &Folded,
        (first, last): (Version, Version),
        range: FrameRange,
        room: u64,
    ) -> Result<FramePage, PlayError> {
        let to = last.min(Version(first.0.saturating_add(room)));
        let before = Version(first.0.saturating_sub(1));
        let mut stretch = self.stretch(now, before, to).await?;
        let games = self.clone();
        let reading = self.bench.work(stretch.length(), move || {
            let mut frames = Vec::new();
            while frames.len() < usize::from(range.limit) {
                let Some(step) = games.step(&mut stretch)? else {
                    break;
                };
                if step.after.version() >= first && range.holds(&step) {
                    frames.push(step);
                }
            }
            Ok::<_, FoldError>((frames, stretch))
        });
        let (frames, mut stretch) = reading.await??;
        let reached = &stretch.before;
        let reached = (reached.version(), reached.head);
        let next = if reached.0 < last {
            self.following(now, &mut stretch).await?
        } else {
            None
        };
        Ok(FramePage {
            frames,
            next,
            reached,
            settled: false,
        })
    }

    /// Where the command after a stretch, or after what was read of it, ends.
    async fn following(
        &self,
        now: &Folded,
        stretch: &mut Stretch,
    ) -> Result<Option<Version>, PlayError> {
        let after = stretch.before.version();
        let events = match stretch.next()? {
            Some(events) => events,
            None => self.command_at(now.id, after.next()).await?,
        };
        Ok(events.last().map(|last| last.entry.version))
    }

    async fn backwards(
        &self,
        now: &Folded,
        (first, last): (Version, Version),
        range: FrameRange,
        room: u64,
    ) -> Result<FramePage, PlayError> {
        let from = last.max(Version(first.0.saturating_sub(room)));
        let before = Version(from.0.saturating_sub(1));
        let mut stretch = self.stretch(now, before, first).await?;
        let games = self.clone();
        let reading = self.bench.work(stretch.length(), move || {
            let (mut frames, mut lowest) = (VecDeque::new(), first);
            while let Some(step) = games.step(&mut stretch)? {
                if step.after.version() < from {
                    continue;
                }
                lowest = lowest.min(step.before.version());
                if range.holds(&step) {
                    frames.push_back(step);
                }
                if frames.len() > usize::from(range.limit) {
                    frames.pop_front();
                }
            }
            Ok::<_, FoldError>((frames, lowest, stretch))
        });
        let (frames, mut lowest, stretch) = reading.await??;
        if frames.len() == usize::from(range.limit) {
            lowest = frames.front().map_or(lowest, |step| step.before.version());
        }
        let reached = &stretch.before;
        Ok(FramePage {
            frames: frames.into_iter().rev().collect(),
            next: (lowest >= last).then_some(lowest),
            reached: (reached.version(), reached.head),
            settled: false,
        })
    }

    /// Refuses a version at which no command ends.
    async fn must_be_end(&self, now: &Folded, version: Version) -> Result<(), PlayError> {
        now.reaches(version)?;
        if version == Version(0) {
            return Err(self.inside(now.id, version, Version(1)).await?);
        }
        self.events(now.id, version, 1).await.map(drop)
    }
}

impl FrameRange {
    fn holds(&self, step: &Step) -> bool {
        self.of.is_none_or(|wanted| {
            let mut events = step.events.iter().map(|logged| &logged.entry.event);
            events.any(|event| wanted.is(event))
        })
    }
}
