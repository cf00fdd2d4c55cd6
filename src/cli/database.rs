use std::fmt;
use std::os::unix::fs::DirBuilderExt;
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

use super::settings::DatabaseArgs;
use crate::cluster::{Cluster, ClusterError, ClusterSettings, Durability};

/// The database of a command: somebody's, or a private one that ends with it.
#[derive(Debug)]
pub struct Database {
    options: PgConnectOptions,
    cluster: Option<Cluster>,
}

/// Why there is no database.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The address makes no sense; it is not shown, since a password may stand in it.
    #[error(
        "DATABASE_URL is no address of a PostgreSQL, such as postgres://user:password@host:5432/database"
    )]
    Address,
    /// The data directory cannot be made.
    #[error("cannot make the data directory: {0}")]
    Data(#[from] std::io::Error),
    /// The private PostgreSQL failed.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
}

impl Database {
    /// Takes the database that is named, or starts the private one; blocks until that runs.
    ///
    /// # Errors
    /// Where the address is wrong or the private PostgreSQL does not start.
    pub fn open(args: &DatabaseArgs) -> Result<Database, DatabaseError> {
        if let Some(url) = args.named() {
            // The secret key lives here, whoever keeps the games.
            std::fs::DirBuilder::new()
                .recursive(true)
                .mode(0o711)
                .create(args.data())?;
            return Ok(Database {
                options: options(url)?,
                cluster: None,
            });
        }
        let cluster = Cluster::start(&ClusterSettings {
            data: args.data(),
            pg_bin: args.pg_bin(),
            durability: Durability::Durable,
        })?;
        Ok(Database {
            options: options(&cluster.url())?,
            cluster: Some(cluster),
        })
    }

    /// How to connect to it.
    #[must_use]
    pub fn options(&self) -> PgConnectOptions {
        self.options.clone()
    }

    /// Stops the private PostgreSQL, unless others use it; blocks until it has stopped.
    ///
    /// # Errors
    /// Where it does not stop in time.
    pub fn close(self) -> Result<(), DatabaseError> {
        self.cluster.map_or(Ok(()), Cluster::stop)?;
        Ok(())
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(cluster) = &self.cluster {
            return write!(f, "private PostgreSQL in {}", cluster.data().display());
        }
        let database = self.options.get_database().unwrap_or_default();
        let user = self.options.get_username();
        match self.options.get_socket() {
            Some(socket) => write!(f, "PostgreSQL {user}@{}/{database}", socket.display()),
            None => write!(
                f,
                "PostgreSQL {user}@{}:{}/{database}",
                self.options.get_host(),
                self.options.get_port()
            ),
        }
    }
}

fn options(url: &str) -> Result<PgConnectOptions, DatabaseError> {
    if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
        return Err(DatabaseError::Address);
    }
    PgConnectOptions::from_str(url).map_err(|_| DatabaseError::Address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(url: &str) -> String {
        let database = Database {
            options: options(url).unwrap(),
            cluster: None,
        };
        database.to_string()
    }

    #[test]
    fn an_address_is_shown_without_its_password() {
        assert_eq!(
            shown("postgres://ana:s3cret@db.example:5433/games?application_name=x"),
            "PostgreSQL ana@db.example:5433/games"
        );
        assert_eq!(
            shown("postgres://ana:s3cret@localhost/games?host=/run/pg"),
            "PostgreSQL ana@/run/pg/games"
        );
    }

    #[test]
    fn a_wrong_address_is_not_repeated() {
        for url in [
            "mysql://ana:s3cret@db/games",
            "postgres://ana:s3cret@db:x/games",
        ] {
            let message = options(url).unwrap_err().to_string();
            assert!(!message.contains("s3cret"), "{message}");
        }
    }
}
