//! News between processes: what one writes is announced by a notification, heard by the others, and looked for by all.

use std::time::Duration;

use futures_util::future;

use crate::play::Games;
use crate::store::{Heard, Listener, StoreError};

/// For how long writes are gathered before they are announced together.
const GATHER: Duration = Duration::from_millis(5);
/// How often a process looks by itself; with the look it is within two seconds.
const LOOK: Duration = Duration::from_secs(1);
/// After how long a lost connection is made anew.
const AGAIN: Duration = Duration::from_millis(500);

/// Announces, listens and looks, until it is dropped.
pub async fn wake_for_ever(games: Games) {
    let announcing = announce_for_ever(games.clone());
    let listening = listen_for_ever(games.clone());
    future::join3(announcing, listening, recheck_for_ever(games)).await;
}

/// Announces what this process writes, some milliseconds of it at once, until it is dropped. Writers never wait for it,
/// and what cannot be announced is found by looking.
pub async fn announce_for_ever(games: Games) {
    let mut complaint = Complaint::new("what was written cannot be announced");
    loop {
        games.waking.written.notified().await;
        tokio::time::sleep(GATHER).await;
        let announced = games.store.notify(&games.waking.unsaid()).await;
        complaint.about(announced.as_ref().err());
    }
}

/// Listens to what other processes write, until it is dropped.
pub async fn listen_for_ever(games: Games) {
    let mut complaint = Complaint::new("what others write cannot be heard");
    loop {
        let lost = match games.store.listen().await {
            Ok(listener) => {
                complaint.about(None);
                listen(&games, listener).await
            }
            Err(error) => error,
        };
        complaint.about(Some(&lost));
        tokio::time::sleep(AGAIN).await;
    }
}

/// Listens for as long as there is a connection; why there is none any more. What was said before it began to listen, or
/// while the connection was made anew, is looked for.
async fn listen(games: &Games, mut listener: Listener) -> StoreError {
    let mut heard = Heard::Gap;
    loop {
        let looked = match heard {
            Heard::Moved(moved) => {
                for moved in &moved {
                    games.waking.heard_of(moved);
                    if let Some(since) = moved.since {
                        games.meter.heard(games.clock.now() - since);
                    }
                }
                Ok(())
            }
            Heard::Gap => games.recheck().await,
        };
        match looked.and(listener.next().await) {
            Ok(next) => heard = next,
            Err(error) => return error,
        }
    }
}

/// Looks once a second for what was written and not heard of, until it is dropped.
pub async fn recheck_for_ever(games: Games) {
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut complaint = Complaint::new("the games that are followed cannot be looked at");
    loop {
        ticks.tick().await;
        complaint.about(games.recheck().await.as_ref().err());
    }
}

impl Games {
    /// Looks at the games that are followed here, and at those of the players whose feeds are, in one statement each, and
    /// wakes who is behind.
    ///
    /// # Errors
    ///
    /// When the database is away.
    pub async fn recheck(&self) -> Result<(), StoreError> {
        let games = self.waking.games.keys();
        if !games.is_empty() {
            for (game, version) in self.store.versions(&games).await? {
                if self.waking.is_at(game, version) {
                    self.meter.unheard.inc();
                }
            }
        }
        let players = self.waking.players.keys();
        if !players.is_empty() {
            for (player, tally) in self.store.tallies(&players).await? {
                self.waking.looks(player, tally);
            }
        }
        Ok(())
    }
}

/// Something that may fail for a while, and is logged when it begins to.
struct Complaint {
    what: &'static str,
    made: bool,
}

impl Complaint {
    const fn new(what: &'static str) -> Self {
        Self { what, made: false }
    }

    fn about(&mut self, error: Option<&StoreError>) {
        match error {
            Some(error) if self.made => tracing::debug!(%error, "still: {}", self.what),
            Some(error) => tracing::warn!(%error, "{}", self.what),
            None => {}
        }
        self.made = error.is_some();
    }
}
