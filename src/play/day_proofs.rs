//! The proofs of a whole day, one after another.

use std::collections::VecDeque;

use super::Games;
use super::proving::{Proof, ProofError};
use crate::rules::ids::GameId;
use crate::store::{Day, DayCursor, FinishedGame};

/// Games looked up at once.
const STRIDE: u16 = 200;

/// The proofs of the listed games of a day that are over, in the order of their creation, part by part: it holds some
/// events of one game at a time, however many games and events there are.
#[derive(Debug)]
pub struct DayProofs {
    games: Games,
    day: Day,
    /// How many more games to begin; no end where nobody named one.
    left: Option<u32>,
    /// Games to come.
    ahead: VecDeque<FinishedGame>,
    /// The place after the newest of them.
    after: Option<DayCursor>,
    /// The game that is being given out, its header already.
    current: Option<Proof>,
    /// What comes first.
    begun: Option<String>,
}

impl Games {
    /// The proofs of a day, from the one after a game's on, at most so many.
    ///
    /// # Errors
    /// [`ProofError::AnotherDay`], and when the database is away.
    pub async fn prove_day(
        &self,
        day: Day,
        after: Option<GameId>,
        limit: Option<u32>,
    ) -> Result<DayProofs, ProofError> {
        let after = match after {
            Some(game) => {
                let place = self.store.place(game).await?;
                let place = place.filter(|place| day.holds(place));
                Some(place.ok_or(ProofError::AnotherDay(game))?)
            }
            None => None,
        };
        let mut proofs = DayProofs {
            games: self.clone(),
            day,
            left: limit,
            ahead: VecDeque::new(),
            after,
            current: None,
            begun: None,
        };
        proofs.begun = proofs.begin().await?;
        Ok(proofs)
    }
}

impl DayProofs {
    /// The next part; none at the end. Until then every part ends inside a game, since the header of the next one comes with
    /// the last lines of the one before: whatever is cut off, a game is incomplete.
    ///
    /// # Errors
    /// When the database is away, or a game cannot be read.
    pub async fn next(&mut self) -> Result<Option<String>, ProofError> {
        if let Some(header) = self.begun.take() {
            return Ok(Some(header));
        }
        let Some(proof) = &mut self.current else {
            return Ok(None);
        };
        let mut part = proof.next(&self.games).await?;
        if proof.is_whole() {
            part.extend(self.begin().await?);
        }
        Ok(Some(part))
    }

    /// Turns to the next game, if there is one; returns its header.
    async fn begin(&mut self) -> Result<Option<String>, ProofError> {
        self.current = None;
        if self.left == Some(0) {
            return Ok(None);
        }
        while self.ahead.is_empty() {
            let after = self.after.clone();
            let page = self.games.store.finished(self.day, after, STRIDE).await?;
            let Some(next) = page.next else {
                break;
            };
            if page.unreadable > 0 {
                let (day, games) = (self.day, page.unreadable);
                tracing::error!(%day, games, "games that cannot be read are left out of the proofs of a day");
            }
            self.after = Some(next);
            self.ahead = page.games.into();
        }
        let Some(next) = self.ahead.pop_front() else {
            return Ok(None);
        };
        self.left = self.left.map(|left| left - 1);
        let proof = self.games.proof(next.id, next.newest);
        let header = proof.header();
        self.current = Some(proof);
        Ok(Some(header))
    }
}
