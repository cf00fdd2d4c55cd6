use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A data directory that goes away with the test, together with a PostgreSQL that a failure left on it.
pub(super) struct Temporary {
    root: PathBuf,
    data: PathBuf,
}

impl Temporary {
    pub(super) fn new(name: &str) -> Temporary {
        let unique = uuid::Uuid::now_v7().simple();
        let root = std::env::temp_dir().join(format!("pc-{unique}"));
        fs::create_dir(&root).unwrap();
        let data = root.join(name);
        Temporary { root, data }
    }

    pub(super) fn path(&self) -> PathBuf {
        self.data.clone()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        end_postgres_of(&self.data);
        let _gone = fs::remove_dir_all(&self.root);
    }
}

/// Ends the PostgreSQL of a data directory, if one runs.
pub(super) fn end_postgres_of(data: &Path) {
    let Some(pid) = super::process::pid_in(data) else {
        return;
    };
    let _gone = Command::new("kill")
        .args(["-QUIT", &pid.to_string()])
        .status();
}
