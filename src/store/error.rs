//! What can go wrong with the database. Errors carry SQLSTATE and constraint names, never the messages of the database,
//! which may quote rows.

use std::fmt;

use sqlx::migrate::MigrateError;

use crate::rules::ids::{GameId, Version};

/// A failure of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database is away; the same request is right once it is back.
    #[error("the database is away: {0}")]
    Unavailable(Away),
    /// What the database holds about a game cannot be read.
    #[error("game {game}, version {version}: {reason}")]
    Corrupt {
        /// Which game.
        game: GameId,
        /// At which version; 0 for its row.
        version: Version,
        /// What is wrong.
        reason: String,
    },
    /// A newer release wrote the row of a game, with a word that this one does not know.
    #[error("game {game}: column {column} of its row holds a word that is newer than this program")]
    Newer {
        /// Which game.
        game: GameId,
        /// In which column.
        column: &'static str,
    },
    /// The database refused a statement.
    #[error("the database refused a statement: SQLSTATE {code}, constraint {}", constraint.as_deref().unwrap_or("none"))]
    Refused {
        /// The SQLSTATE.
        code: String,
        /// The constraint that was violated, if one was.
        constraint: Option<String>,
    },
    /// The schema cannot be brought up to date.
    #[error("the schema of the database cannot be brought up to date: {0}")]
    Schema(String),
    /// The server and the driver do not understand each other.
    #[error("the database driver failed: {0}")]
    Driver(&'static str),
}

/// Why the database counts as away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Away {
    /// Nobody answers at its address, or the connection broke.
    Unreachable,
    /// No connection could be had in time: all are in use, or nobody answers.
    Busy,
    /// It did not answer in time.
    Silent,
    /// It only reads: a stand-by, or an operator wants it so.
    ReadOnly,
    /// Its disk is full.
    Full,
    /// It says so itself, by this SQLSTATE.
    Says(String),
}

impl fmt::Display for Away {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable => f.write_str("it cannot be reached"),
            Self::Busy => f.write_str("no connection could be had in time"),
            Self::Silent => f.write_str("it did not answer in time"),
            Self::ReadOnly => f.write_str("it only reads for now"),
            Self::Full => f.write_str("its disk is full"),
            Self::Says(code) => write!(f, "it answered SQLSTATE {code}"),
        }
    }
}

impl StoreError {
    /// Whether this constraint was violated.
    #[must_use]
    pub fn violates(&self, name: &str) -> bool {
        match self {
            Self::Refused { constraint, .. } => constraint.as_deref() == Some(name),
            Self::Unavailable(_)
            | Self::Corrupt { .. }
            | Self::Newer { .. }
            | Self::Schema(_)
            | Self::Driver(_) => false,
        }
    }

    /// Whether the database asks to try the same statement again: it lost a race with another one.
    pub(super) fn lost_a_race(&self) -> bool {
        match self {
            Self::Refused { code, .. } => matches!(code.as_str(), "40001" | "40P01"),
            Self::Unavailable(_)
            | Self::Corrupt { .. }
            | Self::Newer { .. }
            | Self::Schema(_)
            | Self::Driver(_) => false,
        }
    }
}

impl From<sqlx::Error> for StoreError {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the driver's errors are open-ended"
    )]
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::Database(error) => {
                let code = error
                    .code()
                    .map_or_else(|| "unknown".to_owned(), std::borrow::Cow::into_owned);
                if let Some(away) = away(&code) {
                    return Self::Unavailable(away);
                }
                Self::Refused {
                    code,
                    constraint: error.constraint().map(str::to_owned),
                }
            }
            sqlx::Error::PoolTimedOut => Self::Unavailable(Away::Busy),
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::BeginFailed => Self::Unavailable(Away::Unreachable),
            sqlx::Error::Migrate(error) => Self::from(*error),
            sqlx::Error::Configuration(_) | sqlx::Error::ConfigFile(_) => {
                Self::Driver("its settings are wrong")
            }
            sqlx::Error::RowNotFound => Self::Driver("a row that must be there is not"),
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
                Self::Driver("a value cannot be decoded")
            }
            sqlx::Error::Encode(_) => Self::Driver("a value cannot be encoded"),
            _ => Self::Driver("an unexpected answer"),
        }
    }
}

impl From<MigrateError> for StoreError {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the driver's errors are open-ended"
    )]
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                Self::from(error)
            }
            MigrateError::VersionMissing(version) => Self::Schema(format!(
                "it has migration {version}, which this release does not know; run the newer release"
            )),
            MigrateError::VersionMismatch(version) => Self::Schema(format!(
                "migration {version} was applied in another wording"
            )),
            MigrateError::Dirty(version) => {
                Self::Schema(format!("migration {version} was applied in part"))
            }
            _ => Self::Schema("the migrations of this release cannot be applied".to_owned()),
        }
    }
}

/// Why a database that answers counts as away: a full disk, one that only reads (a stand-by), connection exceptions, wrong
/// credentials, a missing database or one that takes no connections, too few resources, an operator's intervention. Each passes without
/// a change to the request.
fn away(code: &str) -> Option<Away> {
    let passes = ["08", "28", "3D", "53", "57P", "58"]
        .iter()
        .any(|class| code.starts_with(class));
    match code {
        "25006" => Some(Away::ReadOnly),
        "53100" => Some(Away::Full),
        "57014" | "55000" | "55006" => Some(Away::Says(code.to_owned())),
        _ => passes.then(|| Away::Says(code.to_owned())),
    }
}
