use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use nix::unistd::{Uid, User, getegid, geteuid};

use super::error::{ClusterError, refused};

/// The user that PostgreSQL runs as.
#[derive(Clone, Debug)]
pub(super) struct Account {
    pub(super) name: String,
    uid: u32,
    gid: u32,
    /// Root hands PostgreSQL to somebody else; everybody else runs it as themselves.
    switched: bool,
}

impl Account {
    /// Ourselves; for root the owner of the cluster that is there, else `postgres`, else `nobody`.
    pub(super) fn choose(cluster: &Path) -> Result<Account, ClusterError> {
        let us = geteuid();
        if !us.is_root() {
            return Ok(Account {
                name: name_of(us),
                uid: us.as_raw(),
                gid: getegid().as_raw(),
                switched: false,
            });
        }
        let owner = match cluster.metadata() {
            Ok(found) if found.uid() != 0 => user(Uid::from_raw(found.uid())),
            Ok(_) | Err(_) => None,
        };
        let chosen = owner
            .or_else(|| named("postgres"))
            .or_else(|| named("nobody"))
            .ok_or(ClusterError::NoAccount)?;
        Ok(Account {
            name: chosen.name,
            uid: chosen.uid.as_raw(),
            gid: chosen.gid.as_raw(),
            switched: true,
        })
    }

    /// A program about to run as this user, untouched by `PG…` variables and by the terminal's Ctrl-C.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        for (name, _) in std::env::vars_os() {
            if name.as_encoded_bytes().starts_with(b"PG") {
                command.env_remove(name);
            }
        }
        command
            .env_remove("DATABASE_URL")
            .env("LC_ALL", "C")
            .current_dir("/")
            .stdin(Stdio::null())
            .process_group(0);
        if self.switched {
            command.uid(self.uid).gid(self.gid);
        }
        command
    }

    /// Gives a file or folder to this user.
    pub(super) fn own(&self, path: &Path) -> Result<(), ClusterError> {
        if self.switched {
            chown(path, Some(self.uid), Some(self.gid)).map_err(refused("give away", path))?;
        }
        Ok(())
    }

    pub(super) fn owns(&self, found: &std::fs::Metadata) -> bool {
        found.uid() == self.uid
    }

    /// Whether this user may enter a folder, by its permission bits.
    pub(super) fn may_enter(&self, found: &std::fs::Metadata) -> bool {
        if !self.switched {
            return true;
        }
        let bit = if found.uid() == self.uid {
            0o100
        } else if found.gid() == self.gid {
            0o010
        } else {
            0o001
        };
        found.mode() & bit != 0
    }
}

fn named(name: &str) -> Option<User> {
    User::from_name(name).ok().flatten()
}

fn user(uid: Uid) -> Option<User> {
    User::from_uid(uid).ok().flatten()
}

fn name_of(uid: Uid) -> String {
    user(uid).map_or_else(|| uid.to_string(), |user| user.name)
}
