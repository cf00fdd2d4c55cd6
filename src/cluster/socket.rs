use std::fs::{self, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::account::Account;
use super::error::{ClusterError, refused};
use super::home::Home;

/// The name of the socket; nobody else uses the folder, so the port is always the same.
pub(super) const PORT: u16 = 5432;

/// The longest path of a socket, in bytes: Linux takes 107, macOS 103.
const LONGEST: usize = 103;

/// The folder of the socket, which only PostgreSQL's user may enter: in the data directory, or below `/tmp` where that path is too long.
pub(super) fn folder(home: &Home, account: &Account) -> Result<PathBuf, ClusterError> {
    let near = home.data().join("run");
    let folder = if near.to_str().is_some() && file(&near).as_os_str().len() <= LONGEST {
        near
    } else {
        short(home.data())
    };
    close(&folder, account)?;
    Ok(folder)
}

/// The socket in its folder.
pub(super) fn file(folder: &Path) -> PathBuf {
    folder.join(format!(".s.PGSQL.{PORT}"))
}

/// Takes a folder outside the data directory away again when nobody uses it.
pub(super) fn remove(folder: &Path, home: &Home) {
    if !folder.starts_with(home.data()) {
        // Where it is not empty, somebody else has come.
        let _not_empty = fs::remove_dir(folder);
    }
}

/// The same short folder for every process that uses this data directory.
fn short(data: &Path) -> PathBuf {
    let digest = hex::encode(Sha256::digest(data.as_os_str().as_bytes()));
    let name: String = digest.chars().take(20).collect();
    Path::new("/tmp").join(format!("parchis-{name}"))
}

/// Makes the folder ours alone; one that somebody else has put there is refused.
fn close(folder: &Path, account: &Account) -> Result<(), ClusterError> {
    if fs::create_dir(folder).is_ok() {
        fs::set_permissions(folder, Permissions::from_mode(0o700))
            .map_err(refused("close", folder))?;
        account.own(folder)?;
    }
    let found = folder
        .symlink_metadata()
        .map_err(refused("look at", folder))?;
    let closed = found.permissions().mode() & 0o777 == 0o700;
    if found.is_dir() && account.owns(&found) && closed {
        Ok(())
    } else {
        Err(ClusterError::OpenFolder {
            folder: folder.to_owned(),
            account: account.name.clone(),
        })
    }
}
