//! Counting what one player has open, as far as a cap.

use super::{Store, StoreError};
use crate::rules::ids::{GameId, PlayerId};

impl Store {
    /// How many unfinished games a player owns; counted up to `most`.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn unfinished_games(&self, owner: PlayerId, most: u32) -> Result<u32, StoreError> {
        let statement = sqlx::query_scalar!(
            r#"select count(*) as "count!" from (
                select 1 from games where owner = $1 and status <> 'ended' limit $2
            ) as game"#,
            owner.0,
            i64::from(most),
        );
        let count = self.run(statement.fetch_one(&self.pool)).await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// In how many unfinished games but this one a player sits; counted up to `most`.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn unfinished_seats(
        &self,
        player: PlayerId,
        but: GameId,
        most: u32,
    ) -> Result<u32, StoreError> {
        let statement = sqlx::query_scalar!(
            r#"select count(*) as "count!" from (
                select 1 from members
                where player_id = $1 and until_at = 'infinity' and game_id <> $2 and exists (
                    select from seats where seats.game_id = members.game_id and seats.player_id = $1
                )
                limit $3
            ) as seat"#,
            player.0,
            but.0,
            i64::from(most),
        );
        let count = self.run(statement.fetch_one(&self.pool)).await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }
}
