use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::error::{ClusterError, refused};
use super::{Cluster, ClusterSettings, Durability};

/// What the keeper does once our end of its input closes, in whatever way we end.
const KEEPER: &str = r#"
cat >/dev/null
pid=$(sed -n 1p "$1/pg/postmaster.pid" 2>/dev/null)
socket=$(sed -n 5p "$1/pg/postmaster.pid" 2>/dev/null)
if [ -n "$pid" ]; then
    kill -QUIT "$pid"
    for step in 1 2 3 4 5 6 7 8 9 10; do
        kill -0 "$pid" || break
        sleep 0.1
    done
fi 2>/dev/null
case $socket in /tmp/parchis-*) rm -rf -- "$socket" ;; esac
rm -rf -- "$1"
"#;

/// A private PostgreSQL for tests, which leaves nothing behind, even when its process is killed.
#[derive(Debug)]
pub struct Throwaway {
    cluster: Option<Cluster>,
    folder: PathBuf,
    keeper: Child,
}

impl Throwaway {
    /// Makes and starts one in the folder for temporary files.
    ///
    /// # Errors
    /// As [`Cluster::start`].
    pub fn start(pg_bin: Option<PathBuf>) -> Result<Throwaway, ClusterError> {
        let temporary = std::env::temp_dir();
        let temporary = temporary
            .canonicalize()
            .map_err(refused("find", &temporary))?;
        let folder = temporary.join(name()?);
        let mut throwaway = Throwaway {
            keeper: keeper(&folder)?,
            cluster: None,
            folder: folder.clone(),
        };
        throwaway.cluster = Some(Cluster::start(&ClusterSettings {
            data: folder,
            pg_bin,
            durability: Durability::Throwaway,
        })?);
        Ok(throwaway)
    }

    /// The address of its database, as `DATABASE_URL` has it.
    #[must_use]
    pub fn url(&self) -> String {
        self.cluster.as_ref().map(Cluster::url).unwrap_or_default()
    }

    /// The folder of the PostgreSQL programs that belong to it.
    #[must_use]
    pub fn programs(&self) -> PathBuf {
        self.cluster
            .as_ref()
            .map(Cluster::programs)
            .unwrap_or_default()
    }

    /// The folder that goes away with it.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Throwaway {
    fn drop(&mut self) {
        drop(self.cluster.take());
        drop(self.keeper.stdin.take());
        if let Err(error) = self.keeper.wait() {
            tracing::warn!(%error, "the keeper of a throw-away PostgreSQL was lost");
        }
    }
}

/// A name that nobody else has.
fn name() -> Result<String, ClusterError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)
        .map_err(|error| refused("read", Path::new("the system's random bytes"))(error.into()))?;
    Ok(format!("parchis-{}", hex::encode(bytes)))
}

fn keeper(folder: &Path) -> Result<Child, ClusterError> {
    Command::new("/bin/sh")
        .args(["-c", KEEPER, "keeper"])
        .arg(folder)
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map_err(refused("run", Path::new("/bin/sh")))
}
