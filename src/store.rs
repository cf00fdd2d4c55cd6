//! All SQL: appends, reads and the read models, on PostgreSQL.
//!
//! An append is one statement for one game. It moves the game's row from one (version, head) to the next and inserts the
//! events, or it does nothing and says so; no locks are held, nothing is lost and nothing doubled.

mod append;
mod columns;
mod company;
mod copy;
mod count;
mod create;
mod days;
mod error;
mod feed;
mod find;
mod import;
mod inbox;
mod list;
mod load;
mod meter;
mod orders;
mod players;
mod pulse;
mod rows;
mod seals;
mod waking;

use std::fmt;
use std::future;
use std::time::Duration;

use sqlx::Connection as _;
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

pub use append::{Append, Appended};
pub use company::{Company, Membership};
pub use create::{Creation, IdempotencyKey, NewGame};
pub use days::{DatedGame, Day, DayCursor, DayPage, FinishedGame, FinishedPage};
pub use error::{Away, StoreError};
pub use feed::Stint;
pub use import::{Import, Imported, Known};
pub use inbox::{InboxFilter, InboxPage, InboxPlace, Standings};
pub use list::{Cursor, Doer, Due, Filter, Listed, ListedGame, Of};
pub use load::{Loaded, Newest};
pub use meter::Meter;
pub use orders::{OrderBook, Orders, Question};
pub use players::{Player, TokenHash};
pub use pulse::Outage;
pub use rows::{Ask, Facts, GameRow, Standing, Status};
pub use seals::Sealing;
pub use waking::{Heard, Listener, Moved};

/// How long a statement may take, waiting for a connection included, before the database counts as away.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long to wait for a connection; shorter than a client's patience.
const ACQUIRE: Duration = Duration::from_secs(3);
/// A connection that rested this long is tried before it is used, so that a database that came back is found at once.
const RESTED: Duration = Duration::from_millis(250);

/// The database of one server process: a pool of connections that opens and heals by itself.
#[derive(Clone)]
pub struct Store {
    pool: PgPool,
    meter: Meter,
}

/// What a database lets one do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read and write.
    Full,
    /// Only read.
    Reading,
}

impl Store {
    /// A store on this database, with at most so many connections; none is opened before it is needed.
    #[must_use]
    pub fn connect(options: PgConnectOptions, connections: u32) -> Self {
        let meter = Meter::default();
        let (connected, found) = (meter.clone(), meter.clone());
        let pool = PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(ACQUIRE)
            .test_before_acquire(false)
            .after_connect(move |_, _| {
                connected.connected();
                Box::pin(future::ready(Ok(())))
            })
            .before_acquire(move |connection, rest| {
                let found = found.clone();
                Box::pin(async move {
                    if rest.idle_for > RESTED {
                        connection.ping().await?;
                    }
                    found.connected();
                    Ok(true)
                })
            })
            .connect_lazy_with(options);
        Self { pool, meter }
    }

    /// Brings the schema up to date; any number of processes may do so at once.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] when the database is away, [`StoreError::Schema`] when the schema cannot be brought
    /// up to date.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        sqlx::migrate!()
            .run(&self.pool)
            .await
            .map_err(StoreError::from)
    }

    /// Asks whether the database answers, and whether it can be written to.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] when it does not.
    pub async fn ping(&self) -> Result<Access, StoreError> {
        let statement = sqlx::query_scalar!(
            r#"select current_setting('transaction_read_only') = 'on' as "read_only!""#
        );
        let read_only = self.run(statement.fetch_one(&self.pool)).await?;
        Ok(if read_only {
            Access::Reading
        } else {
            Access::Full
        })
    }

    /// What it counts of itself.
    #[must_use]
    pub const fn meter(&self) -> &Meter {
        &self.meter
    }

    /// How many connections are open, and how many of them rest.
    #[must_use]
    pub fn connections(&self) -> (u32, usize) {
        (self.pool.size(), self.pool.num_idle())
    }

    /// How many connections there are at most.
    #[must_use]
    pub fn most_connections(&self) -> u32 {
        self.pool.options().get_max_connections()
    }

    /// Closes the connections, after what is in flight.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// Awaits a statement, for as long as patience lasts.
    async fn run<T>(
        &self,
        statement: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, StoreError> {
        let statement = self.meter.wanting(statement);
        let outcome = match tokio::time::timeout(PATIENCE, statement).await {
            Ok(outcome) => outcome.map_err(StoreError::from),
            Err(_) => Err(StoreError::Unavailable(Away::Silent)),
        };
        if matches!(outcome, Err(StoreError::Unavailable(_))) {
            self.meter.unanswered.inc();
        }
        outcome
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store")
            .field("connections", &self.pool.size())
            .finish_non_exhaustive()
    }
}
