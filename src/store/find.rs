//! Finding an event by what its canonical body says.

use super::columns;
use super::{Store, StoreError};
use crate::proof::Stored;
use crate::rules::ids::{GameId, Version};

impl Store {
    /// The newest event of a game up to `until` whose body holds both these fragments.
    ///
    /// Bodies are canonical: members stand in a fixed order without blanks, and a quotation mark inside a text is
    /// escaped, so that a fragment with quoted member names occurs where it is meant and nowhere else.
    ///
    /// # Errors
    ///
    /// When the database is away, and [`StoreError::Corrupt`] when what it holds cannot be read.
    pub async fn find(
        &self,
        game: GameId,
        until: Version,
        fragments: [&str; 2],
    ) -> Result<Option<Stored>, StoreError> {
        let statement = sqlx::query!(
            "select version, body, hash from events
            where game_id = $1 and version <= $2 and position($3 in body) > 0
                and position($4 in body) > 0
            order by version desc limit 1",
            game.0,
            columns::to_i64(until),
            fragments[0],
            fragments[1],
        );
        let Some(row) = self.run(statement.fetch_optional(&self.pool)).await? else {
            return Ok(None);
        };
        let version = columns::version(row.version).unwrap_or_default();
        let before = Version(version.0.saturating_sub(1));
        let found = columns::events(game, before, [(row.version, row.body, row.hash)])?;
        Ok(found.into_iter().next())
    }
}
