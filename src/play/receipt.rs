//! Receipts: the server's signature over a running game, in the answer to every command.

use std::sync::Arc;

use super::Games;
use super::error::PlayError;
use super::folded::Folded;
use crate::dice::Vault;
use crate::proof::{Head, Keyring, SignedHead};
use crate::rules::ids::{GameId, Version};
use crate::store::OrderBook;

impl Games {
    /// Signs a game as it is stored.
    pub(super) fn receipt(&self, folded: &Folded) -> Result<SignedHead, PlayError> {
        let signed = self.keys.receipt(folded.id, folded.version(), folded.head);
        signed.map_err(|reason| PlayError::NotSigned {
            game: folded.id,
            reason,
        })
    }

    /// A game as the database has it now, for a command. Where the database holds less than this process has signed, it
    /// was set back: then nothing more is signed, and so nothing more is done in the game.
    pub(super) async fn look(
        &self,
        game: GameId,
        known: Option<Arc<Folded>>,
    ) -> Result<Arc<Folded>, PlayError> {
        Ok(self.look_with_orders(game, known).await?.0)
    }

    /// The same, with the standing orders of its seats.
    pub(super) async fn look_with_orders(
        &self,
        game: GameId,
        known: Option<Arc<Folded>>,
    ) -> Result<(Arc<Folded>, OrderBook), PlayError> {
        // Before the reading: what others sign meanwhile is no sign of anything.
        let signed = self.keys.signed(game);
        let (folded, orders) = self.refresh_with_orders(game, known).await?;
        match signed.filter(|newest| behind(&folded, *newest)) {
            Some((signed, _)) => Err(PlayError::SetBack { game, signed }),
            None => Ok((folded, orders)),
        }
    }

    /// Whether this process has signed more of a game than is folded here.
    pub(super) fn is_behind(&self, folded: &Folded) -> bool {
        let signed = self.keys.signed(folded.id);
        signed.is_some_and(|newest| behind(folded, newest))
    }

    /// What seals seeds, and what signs.
    pub(super) fn secrets(&self) -> (&Vault, &Keyring) {
        (&self.vault, &self.keys)
    }
}

/// Whether a folded game ends before what was signed, or otherwise.
fn behind(folded: &Folded, (version, head): (Version, Head)) -> bool {
    version > folded.version() || (version == folded.version() && head != folded.head)
}
