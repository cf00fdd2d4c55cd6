mod text;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{QUIET, is_settled};
use crate::rules::ids::{GameId, PlayerId, Version};
use crate::store::Stint;

/// How far a reader of a player's feed is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedCursor {
    /// Whose feed.
    pub(in crate::play) player: PlayerId,
    /// All stints that ended up to this moment, those of the moment itself up to this game, were given, unless their games
    /// are named here.
    pub(in crate::play) settled: (DateTime<Utc>, GameId),
    /// Up to when all other stints were given.
    pub(super) quiet: Quiet,
    /// How far it is in the games that are named.
    pub(in crate::play) reached: BTreeMap<GameId, Version>,
}

/// Up to when, by their logs, games were given that are not named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quiet {
    /// All of them up to this moment, …
    pub(super) done: DateTime<Utc>,
    /// … and, in the round that goes on, up to this one …
    pub(super) doing: DateTime<Utc>,
    /// … those up to this game; none yet where it is the first of all ids.
    pub(super) up_to: GameId,
}

/// How far a reader is in the game of a stint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::play) enum Place {
    /// After this version.
    After(Version),
    /// After the last event up to this moment; there are later ones in the game.
    Since(DateTime<Utc>),
}

/// Before every game.
const FIRST: GameId = GameId(Uuid::nil());

impl FeedCursor {
    /// The cursor before everything.
    #[must_use]
    pub const fn start(player: PlayerId) -> Self {
        Self {
            player,
            settled: (DateTime::UNIX_EPOCH, FIRST),
            quiet: Quiet {
                done: DateTime::UNIX_EPOCH,
                doing: DateTime::UNIX_EPOCH,
                up_to: FIRST,
            },
            reached: BTreeMap::new(),
        }
    }

    /// The cursor after all there is: these stints of a player, which are those that go on and those that ended in the
    /// last [`QUIET`] before `now`.
    pub(in crate::play) fn after(
        player: PlayerId,
        stints: &[Stint],
        (now, quiet): (DateTime<Utc>, Option<DateTime<Utc>>),
    ) -> Self {
        let mut cursor = Self::start(player);
        cursor.settled = (now - QUIET, GameId(Uuid::max()));
        cursor.begin(quiet);
        for stint in stints {
            cursor.reach(stint.game, stint.end());
            cursor.pass(stint);
        }
        cursor.finish();
        cursor
    }

    /// How far it is in the game of a stint, as far as it is the stint's.
    pub(in crate::play) fn place(&self, stint: &Stint) -> Place {
        if let Some(reached) = self.reached.get(&stint.game) {
            return Place::After(*reached);
        }
        let given = self.quiet.given(stint.game);
        if stint.joined_at > given {
            Place::After(stint.after)
        } else if stint.moved_at > given {
            Place::Since(given)
        } else {
            Place::After(stint.end())
        }
    }

    /// Takes in that a game was given up to a version.
    pub(in crate::play) fn reach(&mut self, game: GameId, version: Version) {
        let reached = self.reached.entry(game).or_default();
        *reached = version.max(*reached);
    }

    /// Begins a round, in which all that happened up to this moment is given, unless one goes on.
    pub(in crate::play) fn begin(&mut self, moment: Option<DateTime<Utc>>) {
        if self.quiet.up_to == FIRST {
            self.quiet.doing = moment.map_or(self.quiet.done, |moment| moment.max(self.quiet.done));
        }
    }

    /// Takes in that a stint, and all before it in their order, was given, but for what is left out and named.
    pub(in crate::play) fn pass(&mut self, stint: &Stint) {
        let all = self.reached.get(&stint.game) == Some(&stint.end());
        let unnamed = if let Some((_, at)) = stint.ended {
            if !is_settled(stint) {
                return;
            }
            self.settled = self.settled.max((at, stint.game));
            // A later stint of the same player in the game may have been given already.
            all
        } else {
            self.quiet.up_to = self.quiet.up_to.max(stint.game);
            all && stint.quiet_since() <= self.quiet.doing
        };
        if unnamed {
            self.reached.remove(&stint.game);
        }
    }

    /// Ends the round: all stints were passed.
    pub(in crate::play) const fn finish(&mut self) {
        self.quiet.done = self.quiet.doing;
        self.quiet.up_to = FIRST;
    }
}

impl Quiet {
    /// Up to when a game was given.
    fn given(&self, game: GameId) -> DateTime<Utc> {
        if game <= self.up_to {
            self.doing
        } else {
            self.done
        }
    }
}
