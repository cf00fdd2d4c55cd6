//! Moments of a game: its state at the end of a command, with the command that led there.

use std::sync::Arc;

use super::Games;
use super::error::{FoldError, PlayError};
use super::folded::Folded;
use super::log::Logged;
use super::past::Step;
use crate::rules::event::Event;
use crate::rules::ids::{GameId, Version};

/// A game at the end of a command.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The game then.
    pub folded: Arc<Folded>,
    /// The events of the command.
    pub command: Vec<Event>,
}

impl From<Step> for Moment {
    fn from(step: Step) -> Self {
        let event = |logged: Logged| logged.entry.event;
        Self {
            folded: step.after,
            command: step.events.into_iter().map(event).collect(),
        }
    }
}

impl Games {
    /// A game at the end of the command that ends with a version.
    ///
    /// # Errors
    ///
    /// As [`state_at`](Self::state_at).
    pub async fn moment(&self, game: GameId, version: Version) -> Result<Moment, PlayError> {
        let mut moments = self
            .moments(game, (Some(version), Some(version)), 1)
            .await?;
        match moments.pop() {
            Some(moment) => Ok(moment),
            None => Err(self.inside(game, version, version).await?),
        }
    }

    /// The moments of a game from the end of one command to that of another, but not more than one beyond `limit`; where
    /// the first is not said, from when there is a board, and where the last is not, to now.
    ///
    /// # Errors
    ///
    /// As [`state_at`](Self::state_at), for either version.
    pub async fn moments(
        &self,
        game: GameId,
        (first, last): (Option<Version>, Option<Version>),
        limit: usize,
    ) -> Result<Vec<Moment>, PlayError> {
        let now = self.read(game).await?;
        let last = last.unwrap_or_else(|| now.version());
        now.reaches(first.map_or(last, |first| first.max(last)))?;
        let before = first.map_or(0, |first| first.0.saturating_sub(1));
        let mut stretch = self.stretch(&now, Version(before), last).await?;
        let games = self.clone();
        let reading = self.bench.work(stretch.length(), move || {
            let (mut moments, mut begun) = (Vec::new(), None);
            while let Some(step) = games.step(&mut stretch)? {
                let version = step.after.version();
                let wanted = first.map_or(
                    step.after.game.position().is_some() || version == last,
                    |first| version >= first,
                );
                if wanted {
                    begun.get_or_insert((step.before.version().next(), version));
                    moments.push(Moment::from(step));
                }
                if moments.len() > limit {
                    break;
                }
            }
            Ok::<_, FoldError>((moments, begun, stretch.before))
        });
        let (moments, begun, then) = reading.await??;
        if let (Some(first), Some((command, end))) = (first, begun)
            && end > first
        {
            return Err(self.inside(game, first, command).await?);
        }
        if moments.len() <= limit {
            self.must_end(&then, last).await?;
        }
        Ok(moments)
    }
}
