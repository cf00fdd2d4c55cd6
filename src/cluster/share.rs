use std::fs::{File, TryLockError};
use std::path::PathBuf;

use super::error::{ClusterError, refused};
use super::home::Home;

/// The locks by which processes share one cluster.
///
/// Starting, stopping and bringing up happen behind a gate, one process at a time. Everybody who uses the cluster holds a
/// shared lock on a second file; who can have it alone is the last. The operating system drops both when a process dies.
#[derive(Debug)]
pub(super) struct Share {
    home: Home,
    users: File,
}

/// The right to start or stop PostgreSQL, until it is dropped.
#[derive(Debug)]
pub(super) struct Gate {
    _lock: File,
}

impl Share {
    pub(super) fn open(home: &Home) -> Result<Share, ClusterError> {
        let users = home.lock_file("users.lock")?;
        Ok(Share {
            home: home.clone(),
            users,
        })
    }

    /// Waits for the gate.
    pub(super) fn pass(&self) -> Result<Gate, ClusterError> {
        let lock = self.home.lock_file("gate.lock")?;
        lock.lock()
            .map_err(refused("lock", &self.path("gate.lock")))?;
        Ok(Gate { _lock: lock })
    }

    /// Counts us among the users; only behind the gate, where nobody holds the lock alone.
    pub(super) fn join(&self) -> Result<(), ClusterError> {
        self.users
            .lock_shared()
            .map_err(refused("lock", &self.path("users.lock")))
    }

    /// Counts us out, and says whether nobody is left; only behind the gate.
    pub(super) fn leave_as_last(&self) -> Result<bool, ClusterError> {
        let path = self.path("users.lock");
        self.users.unlock().map_err(refused("unlock", &path))?;
        match self.users.try_lock() {
            Ok(()) => {
                self.users.unlock().map_err(refused("unlock", &path))?;
                Ok(true)
            }
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(refused("lock", &path)(error)),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.data().join(name)
    }
}
