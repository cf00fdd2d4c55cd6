use std::io;
use std::path::{Path, PathBuf};

/// Why there is no private PostgreSQL.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The machine has no PostgreSQL programs where they usually are.
    #[error("no PostgreSQL (15 or later) was found: {install}, or set DATABASE_URL or PG_BIN")]
    NoBinaries {
        /// The command that installs it on this machine.
        install: &'static str,
    },
    /// The machine has PostgreSQL, but an old one.
    #[error("PostgreSQL {found} is too old, 15 or later is needed: {install}, or set DATABASE_URL")]
    TooOld {
        /// The newest version found.
        found: u32,
        /// The command that installs a newer one on this machine.
        install: &'static str,
    },
    /// The folder named by `PG_BIN` has no usable programs.
    #[error("PG_BIN names {}, where no `postgres` and `initdb` can be run", folder.display())]
    BadBin {
        /// The folder.
        folder: PathBuf,
    },
    /// The cluster was made by a major version that this machine lacks.
    #[error(
        "the database in {} was made by PostgreSQL {made}, and only {found} can be found: install PostgreSQL {made}, \
         or take its data over with pg_upgrade, or choose another --data",
        cluster.display()
    )]
    OtherVersion {
        /// The folder of the cluster.
        cluster: PathBuf,
        /// The major version that made it.
        made: u32,
        /// The major versions of this machine.
        found: String,
    },
    /// PostgreSQL refuses to run as root, and nobody else is there.
    #[error(
        "PostgreSQL does not run as root, and this machine has neither a user `postgres` nor `nobody`"
    )]
    NoAccount,
    /// A folder on the way to the data directory is closed to the user PostgreSQL runs as.
    #[error(
        "PostgreSQL runs as the user `{account}`, who may not enter {}: choose another --data, such as /var/lib/parchis",
        folder.display()
    )]
    Closed {
        /// The user.
        account: String,
        /// The first folder that the user may not enter.
        folder: PathBuf,
    },
    /// The folder for the socket is not ours alone.
    #[error("{} must be a folder that only its owner `{account}` may enter: remove it", folder.display())]
    OpenFolder {
        /// The folder.
        folder: PathBuf,
        /// Who should own it.
        account: String,
    },
    /// The operating system refused something.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// What came back.
        source: io::Error,
    },
    /// A new cluster could not be made.
    #[error("making a new database failed: {reason}")]
    Initdb {
        /// What the program said.
        reason: String,
    },
    /// PostgreSQL did not come up.
    #[error("PostgreSQL does not start (see {}): {reason}", log.display())]
    Start {
        /// Its last words.
        reason: String,
        /// Where the rest of them is.
        log: PathBuf,
    },
    /// PostgreSQL did not go down.
    #[error("PostgreSQL (process {pid}) does not stop")]
    Stop {
        /// Its process.
        pid: i32,
    },
}

/// Names what was tried on which path when the operating system refuses.
pub(super) fn refused(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> ClusterError {
    let path = path.to_owned();
    move |source| ClusterError::Io {
        action,
        path,
        source,
    }
}
