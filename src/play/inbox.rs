//! A player's inbox: their games, most urgent first, and what has changed in them.
//!
//! A print tells whether anything has happened, by one row; a glance tells where, by a row a game; only then the games
//! themselves are read. What a reader has seen is a cursor of the feed, so that nothing is missed whatever several
//! processes write at once, and the feed goes on where an inbox ended.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::Games;
use super::error::PlayError;
use super::feed::{FeedCursor, MOST, Place, QUIET};
use crate::rules::ids::{GameId, PlayerId, Version};
use crate::store::{InboxFilter, InboxPage, InboxPlace, Standings};

/// The SHA-256 of games with their versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Print(pub Vec<u8>);

/// Where the games of an inbox stand.
#[derive(Clone, Debug)]
pub struct Glance {
    player: PlayerId,
    games: BTreeMap<GameId, Glanced>,
    /// Where a reader is who has seen these games.
    pub cursor: FeedCursor,
    /// Whether more have changed.
    pub more: bool,
}

/// Where a game of an inbox stands.
#[derive(Clone, Copy, Debug)]
struct Glanced {
    version: Version,
    /// Whether it is over, or the player got up.
    gone: bool,
}

impl Games {
    /// A number that changes with whatever happens in a player's inbox: that of the [`Glance`] at it.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn inbox_print(&self, player: PlayerId) -> Result<Print, PlayError> {
        Ok(Print(self.store.print_of_games(player).await?))
    }

    /// Where all the games stand that a player owns or sits in, and that are not over.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn glance(&self, player: PlayerId) -> Result<Glance, PlayError> {
        let standings = self.store.standings(player, None, QUIET, MOST).await?;
        let cursor = self.after(player, &standings);
        let stints = standings.stints.iter();
        let games = stints.filter(|stint| stint.ended.is_none()).map(|stint| {
            let (version, gone) = (stint.end(), false);
            (stint.game, Glanced { version, gone })
        });
        let games = games.collect();
        Ok(Glance {
            player,
            games,
            cursor,
            more: false,
        })
    }

    /// Where up to `limit` of those games stand that have changed since a cursor, those too that are over or were left.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn glance_since(&self, cursor: &FeedCursor, limit: u16) -> Result<Glance, PlayError> {
        let Standings { stints, now } = self.standings_since(cursor).await?;
        let mut glance = Glance {
            player: cursor.player,
            games: BTreeMap::new(),
            cursor: cursor.clone(),
            more: false,
        };
        glance.cursor.begin(self.quiet(now));
        for stint in &stints {
            let version = stint.end();
            let changed = match glance.cursor.place(stint) {
                Place::After(seen) => seen < version,
                Place::Since(_) => true,
            };
            if changed {
                if glance.games.len() >= usize::from(limit) {
                    glance.more = true;
                    return Ok(glance);
                }
                let gone = stint.ended.is_some();
                glance.games.insert(stint.game, Glanced { version, gone });
                glance.cursor.reach(stint.game, version);
            }
            glance.cursor.pass(stint);
        }
        if u32::try_from(stints.len()).is_ok_and(|read| read < MOST) {
            glance.cursor.finish();
        } else {
            glance.more = glance.cursor.settled > cursor.settled;
        }
        Ok(glance)
    }

    /// A page of up to `limit` of the games of a glance, most urgent first; where `asking`, only those that ask something
    /// of the player.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn inbox(
        &self,
        glance: &Glance,
        asking: bool,
        after: Option<InboxPlace>,
        limit: u16,
    ) -> Result<InboxPage, PlayError> {
        let games: Vec<_> = glance.games.keys().copied().collect();
        let filter = InboxFilter {
            player: glance.player,
            games: &games,
            asking,
        };
        Ok(self.store.inbox(filter, after, limit).await?)
    }

    /// Where games stand that may have changed since a cursor.
    async fn standings_since(&self, cursor: &FeedCursor) -> Result<Standings, PlayError> {
        let (player, since) = (cursor.player, cursor.settled);
        let standings = self.store.standings(player, Some(since), QUIET, MOST);
        let mut standings = standings.await?;
        // A game that the reader knows, and whose end became visible so late that the cursor has settled beyond it.
        let mut late: BTreeMap<_, _> = cursor.reached.clone();
        for stint in &standings.stints {
            late.remove(&stint.game);
        }
        if !late.is_empty() {
            let late: Vec<_> = late.into_keys().collect();
            standings.stints = self.store.stints(player, since, &late, MOST).await?;
        }
        Ok(standings)
    }
}

impl Glance {
    /// The print of its games, as the database makes it of the same ones.
    #[must_use]
    pub fn print(&self) -> Print {
        let mut hash = Sha256::new();
        for (game, version) in self.games() {
            hash.update(game.0.as_bytes());
            hash.update(version.0.to_be_bytes());
        }
        Print(hash.finalize().to_vec())
    }

    /// The games with their versions.
    pub fn games(&self) -> impl Iterator<Item = (GameId, Version)> {
        self.games.iter().map(|(game, at)| (*game, at.version))
    }

    /// Whether a game has left the inbox.
    #[must_use]
    pub fn is_gone(&self, game: GameId) -> bool {
        self.games.get(&game).is_some_and(|at| at.gone)
    }

    /// Whose games they are.
    #[must_use]
    pub const fn player(&self) -> PlayerId {
        self.player
    }
}
