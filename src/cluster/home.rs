use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use nix::unistd::geteuid;

use super::account::Account;
use super::error::{ClusterError, refused};

/// The data directory and what stands where in it.
#[derive(Clone, Debug)]
pub(super) struct Home {
    data: PathBuf,
}

impl Home {
    /// Makes the data directory where it is missing.
    pub(super) fn open(data: &Path) -> Result<Home, ClusterError> {
        // Root's PostgreSQL is somebody else, who must get through, but need not look around.
        let mode = if geteuid().is_root() { 0o711 } else { 0o700 };
        make(data, mode).map_err(refused("make", data))?;
        let data = data.canonicalize().map_err(refused("find", data))?;
        Ok(Home { data })
    }

    pub(super) fn data(&self) -> &Path {
        &self.data
    }

    /// PostgreSQL's own data directory.
    pub(super) fn cluster(&self) -> PathBuf {
        self.data.join("pg")
    }

    /// A cluster in the making; it gets its name only when it is whole.
    pub(super) fn unfinished(&self) -> PathBuf {
        self.data.join("pg.new")
    }

    pub(super) fn log(&self) -> PathBuf {
        self.data.join("postgres.log")
    }

    /// The major version that made the cluster, if there is one.
    pub(super) fn made_by(&self) -> Result<Option<(u32, PathBuf)>, ClusterError> {
        let cluster = self.cluster();
        let path = cluster.join("PG_VERSION");
        match fs::read_to_string(&path) {
            Ok(text) => {
                let major = text.trim().parse().map_err(|_| {
                    refused("read", &path)(io::Error::from(io::ErrorKind::InvalidData))
                })?;
                Ok(Some((major, cluster)))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(refused("read", &path)(error)),
        }
    }

    /// Opens the data directory to the account, and checks that it gets as far.
    pub(super) fn admit(&self, account: &Account) -> Result<(), ClusterError> {
        let found = self
            .data
            .metadata()
            .map_err(refused("look at", &self.data))?;
        if !account.may_enter(&found) {
            let mode = found.permissions().mode() | 0o011;
            fs::set_permissions(&self.data, Permissions::from_mode(mode))
                .map_err(refused("open", &self.data))?;
        }
        let mut ancestors: Vec<&Path> = self.data.ancestors().collect();
        ancestors.reverse();
        for folder in ancestors {
            let found = folder.metadata().map_err(refused("look at", folder))?;
            if !account.may_enter(&found) {
                return Err(ClusterError::Closed {
                    account: account.name.clone(),
                    folder: folder.to_owned(),
                });
            }
        }
        Ok(())
    }

    /// Opens one of the lock files beside the cluster.
    pub(super) fn lock_file(&self, name: &str) -> Result<File, ClusterError> {
        let path = self.data.join(name);
        OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .open(&path)
            .map_err(refused("open", &path))
    }

    /// Opens PostgreSQL's log for appending.
    pub(super) fn open_log(&self) -> Result<File, ClusterError> {
        let path = self.log();
        OpenOptions::new()
            .create(true)
            .append(true)
            .mode(0o600)
            .open(&path)
            .map_err(refused("open", &path))
    }
}

/// Makes a folder and those above it, with exactly these permissions whatever the umask; what exists stays as it is.
pub(super) fn make(folder: &Path, mode: u32) -> io::Result<()> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    if let Some(parent) = folder.parent() {
        make(parent, mode)?;
    }
    match fs::create_dir(folder) {
        Ok(()) => fs::set_permissions(folder, Permissions::from_mode(mode)),
        // Another process may be making the same folder.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        Err(error) => Err(error),
    }
}
