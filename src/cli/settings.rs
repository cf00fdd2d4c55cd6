use std::path::PathBuf;

use clap::Args;
use nix::unistd::geteuid;

/// Where the server listens when nobody says otherwise.
pub(super) const LISTEN: &str = "127.0.0.1:8080";

/// Where the games are, and the secrets that belong to them.
#[derive(Args, Clone, Debug)]
pub struct DatabaseArgs {
    /// The PostgreSQL to use, such as `postgres://user:password@host/database` [default: a private one in the data directory]
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// The data directory: private PostgreSQL, secret keys [default: ./.parchis, as root /var/lib/parchis]
    #[arg(long, env = "PARCHIS_DATA", value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// The folder of the PostgreSQL programs for the private one [default: the newest of this machine]
    #[arg(long, env = "PG_BIN", value_name = "FOLDER")]
    pub pg_bin: Option<PathBuf>,
    /// The file of the server's secret key, made at the first start [default: secret.key in the data directory]
    #[arg(long, env = "PARCHIS_KEY_FILE", value_name = "FILE")]
    pub key_file: Option<PathBuf>,
    /// The file of the keys that games are signed with, made at the first start [default: signing.key in the data directory]
    #[arg(long, env = "PARCHIS_SIGNING_KEY_FILE", value_name = "FILE")]
    pub signing_key_file: Option<PathBuf>,
}

impl DatabaseArgs {
    /// The database that was named, if one was.
    #[must_use]
    pub fn named(&self) -> Option<&str> {
        self.database_url.as_deref().filter(|url| !url.is_empty())
    }

    /// The data directory.
    #[must_use]
    pub fn data(&self) -> PathBuf {
        data(self.data.as_ref())
    }

    /// The folder of the PostgreSQL programs, if one was named.
    #[must_use]
    pub fn pg_bin(&self) -> Option<PathBuf> {
        given(self.pg_bin.as_ref())
    }

    /// The file of the secret key.
    #[must_use]
    pub fn key_file(&self) -> PathBuf {
        given(self.key_file.as_ref()).unwrap_or_else(|| self.data().join("secret.key"))
    }

    /// The file of the signing keys.
    #[must_use]
    pub fn signing_key_file(&self) -> PathBuf {
        signing_key_file(self.signing_key_file.as_ref(), self.data.as_ref())
    }
}

/// Where the keys are that games are signed with; they need no database, and may be named after the verb.
#[derive(Args, Clone, Debug)]
pub struct SigningKeyArgs {
    /// The data directory of the server [default: ./.parchis, as root /var/lib/parchis]
    #[arg(long, env = "PARCHIS_DATA", value_name = "FOLDER", global = true)]
    pub data: Option<PathBuf>,
    /// The file of the keys [default: signing.key in the data directory]
    #[arg(
        long,
        env = "PARCHIS_SIGNING_KEY_FILE",
        value_name = "FILE",
        global = true
    )]
    pub signing_key_file: Option<PathBuf>,
}

impl SigningKeyArgs {
    /// The file of the signing keys.
    #[must_use]
    pub fn file(&self) -> PathBuf {
        signing_key_file(self.signing_key_file.as_ref(), self.data.as_ref())
    }
}

fn data(named: Option<&PathBuf>) -> PathBuf {
    given(named).unwrap_or_else(|| {
        let usual = if geteuid().is_root() {
            "/var/lib/parchis"
        } else {
            ".parchis"
        };
        PathBuf::from(usual)
    })
}

fn signing_key_file(named: Option<&PathBuf>, folder: Option<&PathBuf>) -> PathBuf {
    given(named).unwrap_or_else(|| data(folder).join("signing.key"))
}

/// An empty variable in the environment is as good as none.
fn given(path: Option<&PathBuf>) -> Option<PathBuf> {
    path.filter(|path| !path.as_os_str().is_empty()).cloned()
}
