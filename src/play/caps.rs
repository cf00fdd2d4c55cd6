//! How much one player may have open at once.

use super::Games;
use super::error::PlayError;
use super::request::Act;
use crate::rules::ids::{GameId, PlayerId};

/// How much each player may have open at once; none is no cap.
///
/// A cap is looked at before the statement that fills it: that statement touches one game, and no lock spans several. So
/// requests that a player sends at the same moment may get past it together, by as many as there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Caps {
    /// Unfinished games that a player owns.
    pub games: Option<u32>,
    /// Unfinished games in which a player sits.
    pub seats: Option<u32>,
}

impl Games {
    /// The same, within these caps.
    #[must_use]
    pub fn with_caps(self, caps: Caps) -> Self {
        Self { caps, ..self }
    }

    /// Refuses a player who owns as many unfinished games as may be, unless this one is there already.
    pub(super) async fn room_for_game(
        &self,
        owner: PlayerId,
        game: GameId,
    ) -> Result<(), PlayError> {
        let Some(most) = self.caps.games else {
            return Ok(());
        };
        let full = self.store.unfinished_games(owner, most).await? >= most;
        if full && self.store.newest(game).await?.is_none() {
            return Err(PlayError::TooManyGames(most));
        }
        Ok(())
    }

    /// Refuses a player who wants to sit down and sits in as many other unfinished games as may be.
    pub(super) async fn room_for_seat(&self, game: GameId, act: &Act) -> Result<(), PlayError> {
        let (Some(most), Act::Sit { player, .. }) = (self.caps.seats, act) else {
            return Ok(());
        };
        if self.store.unfinished_seats(*player, game, most).await? >= most {
            return Err(PlayError::TooManySeats(most));
        }
        Ok(())
    }
}
