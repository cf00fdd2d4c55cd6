//! The pulse of the server: when some process could write, and the outages in which none could.

use chrono::{DateTime, TimeDelta, Utc};

use super::{Store, StoreError};

/// A time in which no process of the server could write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// When one could for the last time.
    pub began_at: DateTime<Utc>,
    /// When one could again.
    pub ended_at: DateTime<Utc>,
}

impl Store {
    /// Says that a process can write now; where none could for longer than `silence`, an outage is written down. Any
    /// number of processes may do so at once.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn beat(&self, now: DateTime<Utc>, silence: TimeDelta) -> Result<(), StoreError> {
        // Of several that come after a gap, the one that moves the row writes it down.
        let statement = sqlx::query!(
            "with beaten as (
                update pulse set beaten_at = $1
                from (select beaten_at from pulse) as last
                where pulse.beaten_at = last.beaten_at and last.beaten_at < $1
                returning last.beaten_at as before
            ), missed as (
                insert into outages (began_at, ended_at)
                select beaten.before, $1 from beaten where beaten.before < $2
                on conflict (began_at) do nothing
            )
            insert into pulse (beaten_at)
            select $1 where not exists (select 1 from pulse)
            on conflict (singleton) do nothing",
            now,
            now - silence,
        );
        self.run(statement.execute(&self.pool)).await?;
        Ok(())
    }

    /// The outages that ended after `since`, in order.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn outages(&self, since: DateTime<Utc>) -> Result<Vec<Outage>, StoreError> {
        let statement = sqlx::query_as!(
            Outage,
            "select began_at, ended_at from outages where ended_at > $1 order by began_at",
            since,
        );
        self.run(statement.fetch_all(&self.pool)).await
    }
}
