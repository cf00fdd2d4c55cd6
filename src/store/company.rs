//! The people at a game: what stands beside its log about them, and follows from it.

use super::columns::{self, to_i64};
use super::{Store, StoreError};
use crate::rules::ids::{Chair, GameId, PlayerId, Version};

/// Who sits at a game, and whose it is from when to when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Company {
    /// Whose the chairs are, by chair.
    pub seats: Vec<(Chair, PlayerId)>,
    /// Whose the game is or was, by player and then in order.
    pub members: Vec<Membership>,
}

/// A part of a game's log that is a player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Membership {
    /// Whose.
    pub player: PlayerId,
    /// The version after which it begins.
    pub after: Version,
    /// The version with which it ends; none while it goes on.
    pub until: Option<Version>,
}

impl Store {
    /// The people at a game, and the version of the log that they follow from, by one look; none where there is no such
    /// game.
    ///
    /// # Errors
    ///
    /// When the database is away, and [`StoreError::Corrupt`] when what it holds cannot be read.
    pub async fn company(&self, game: GameId) -> Result<Option<(Version, Company)>, StoreError> {
        let statement = sqlx::query!(
            r#"select version,
                array(select chair from seats where game_id = $1 order by chair) as "chairs!",
                array(select player_id from seats where game_id = $1 order by chair) as "sitting!",
                array(select player_id from members where game_id = $1 order by player_id, after_version) as "players!",
                array(select after_version from members where game_id = $1 order by player_id, after_version) as "afters!",
                array(select until_version from members where game_id = $1 order by player_id, after_version)
                    as "untils!: Vec<Option<i64>>"
            from games where game_id = $1"#,
            game.0,
        );
        let Some(found) = self.run(statement.fetch_optional(&self.pool)).await? else {
            return Ok(None);
        };
        let chairs = columns::chairs(&found.chairs);
        let members = found.players.into_iter().zip(found.afters);
        let members = members.zip(found.untils).map(|((player, after), until)| {
            let until = until.map(columns::version);
            Some(Membership {
                player: PlayerId(player),
                after: columns::version(after)?,
                until: match until {
                    Some(version) => Some(version?),
                    None => None,
                },
            })
        });
        let read = || {
            let sitting = found.sitting.into_iter().map(PlayerId);
            let company = Company {
                seats: chairs?.into_iter().zip(sitting).collect(),
                members: members.collect::<Option<_>>()?,
            };
            Some((columns::version(found.version)?, company))
        };
        let cannot = || "a row of its seats or members holds what cannot be".to_owned();
        let read = read().ok_or_else(|| columns::corrupt(game, Version(0), cannot()))?;
        Ok(Some(read))
    }
}

/// Members as the columns of one `unnest`.
pub(super) fn member_columns(
    members: &[Membership],
) -> (Vec<uuid::Uuid>, Vec<i64>, Vec<Option<i64>>) {
    let mut columns = (Vec::new(), Vec::new(), Vec::new());
    for member in members {
        columns.0.push(member.player.0);
        columns.1.push(to_i64(member.after));
        columns.2.push(member.until.map(to_i64));
    }
    columns
}
