use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::error::ClusterError;

/// The oldest major version that is good enough.
const OLDEST: u32 = 15;

/// Folders that hold one folder a version, with the programs in the part after the star.
const SHELVES: [(&str, &str, &str); 6] = [
    ("/usr/lib/postgresql", "", "bin"),
    ("/usr", "pgsql-", "bin"),
    ("/opt/homebrew/opt", "postgresql", "bin"),
    ("/usr/local/opt", "postgresql", "bin"),
    ("/home/linuxbrew/.linuxbrew/opt", "postgresql", "bin"),
    ("/Applications/Postgres.app/Contents/Versions", "", "bin"),
];

/// A folder of PostgreSQL programs that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Binaries {
    pub(super) folder: PathBuf,
    version: Version,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    major: u32,
    minor: u32,
}

impl Binaries {
    /// The newest programs of this machine, or those of the major version that made the cluster.
    pub(super) fn find(
        pg_bin: Option<&Path>,
        made_by: Option<(u32, PathBuf)>,
    ) -> Result<Binaries, ClusterError> {
        let found = match pg_bin {
            Some(folder) => vec![Binaries::probe(folder).ok_or_else(|| ClusterError::BadBin {
                folder: folder.to_owned(),
            })?],
            None => Binaries::of_this_machine(),
        };
        pick(found, made_by)
    }

    pub(super) fn program(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn of_this_machine() -> Vec<Binaries> {
        let mut folders: Vec<PathBuf> = SHELVES.iter().flat_map(on_shelf).collect();
        folders.extend(asked_of_pg_config());
        if let Some(path) = std::env::var_os("PATH") {
            folders.extend(std::env::split_paths(&path));
        }
        let mut folders: Vec<PathBuf> = folders
            .into_iter()
            .filter_map(|folder| folder.canonicalize().ok())
            .collect();
        folders.sort();
        folders.dedup();
        folders
            .iter()
            .filter_map(|folder| Binaries::probe(folder))
            .collect()
    }

    fn probe(folder: &Path) -> Option<Binaries> {
        if !folder.join("initdb").is_file() || !folder.join("postgres").is_file() {
            return None;
        }
        let said = Command::new(folder.join("postgres"))
            .arg("--version")
            .stdin(Stdio::null())
            .output()
            .ok()?;
        let version = Version::parse(&String::from_utf8_lossy(&said.stdout))?;
        Some(Binaries {
            folder: folder.canonicalize().ok()?,
            version,
        })
    }
}

impl Version {
    /// Reads `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)`, also `18beta1`.
    fn parse(said: &str) -> Option<Version> {
        let (_, rest) = said.split_once("(PostgreSQL) ")?;
        let mut parts = rest.split(|c: char| !c.is_ascii_digit());
        let major = parts.next()?.parse().ok()?;
        let minor = parts.next().and_then(|minor| minor.parse().ok());
        Some(Version {
            major,
            minor: minor.unwrap_or(0),
        })
    }
}

fn pick(
    mut found: Vec<Binaries>,
    made_by: Option<(u32, PathBuf)>,
) -> Result<Binaries, ClusterError> {
    found.sort_by_key(|binaries| binaries.version);
    let Some(newest) = found.last().cloned() else {
        return Err(ClusterError::NoBinaries { install: install() });
    };
    if newest.version.major < OLDEST {
        return Err(ClusterError::TooOld {
            found: newest.version.major,
            install: install(),
        });
    }
    let Some((made, cluster)) = made_by else {
        return Ok(newest);
    };
    let mut majors: Vec<String> = found.iter().map(|b| b.version.major.to_string()).collect();
    majors.dedup();
    found
        .into_iter()
        .rfind(|binaries| binaries.version.major == made)
        .ok_or_else(|| ClusterError::OtherVersion {
            cluster,
            made,
            found: majors.join(", "),
        })
}

fn on_shelf((shelf, prefix, bin): &(&str, &str, &str)) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(shelf) else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix))
        .map(|entry| entry.path().join(bin))
        .collect()
}

fn asked_of_pg_config() -> Option<PathBuf> {
    let said = Command::new("pg_config")
        .arg("--bindir")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let folder = String::from_utf8(said.stdout).ok()?;
    Some(PathBuf::from(folder.trim_end()))
}

/// How PostgreSQL is installed on this machine.
fn install() -> &'static str {
    if Path::new("/usr/bin/apt-get").exists() {
        if nix::unistd::geteuid().is_root() {
            "run `apt-get install postgresql`"
        } else {
            "run `sudo apt-get install postgresql`"
        }
    } else if cfg!(target_os = "macos") {
        "run `brew install postgresql@17`"
    } else {
        "install your system's PostgreSQL server package"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(major: u32, minor: u32) -> Binaries {
        Binaries {
            folder: PathBuf::from(format!("/pg/{major}.{minor}")),
            version: Version { major, minor },
        }
    }

    #[test]
    fn versions_are_read_as_the_program_prints_them() {
        let read = |said| Version::parse(said).map(|v| (v.major, v.minor));
        assert_eq!(
            read("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n"),
            Some((15, 18))
        );
        assert_eq!(read("postgres (PostgreSQL) 18beta1\n"), Some((18, 0)));
        assert_eq!(read("postgres (PostgreSQL) 17\n"), Some((17, 0)));
        assert_eq!(read("something else"), None);
    }

    #[test]
    fn the_newest_is_taken_for_a_new_cluster_and_the_same_for_an_old_one() {
        let found = vec![at(15, 9), at(17, 2), at(16, 4), at(15, 18)];
        assert_eq!(pick(found.clone(), None).unwrap(), at(17, 2));
        let made = Some((15, PathBuf::from("/data/pg")));
        assert_eq!(pick(found.clone(), made).unwrap(), at(15, 18));
        let made = Some((14, PathBuf::from("/data/pg")));
        let message = pick(found, made).unwrap_err().to_string();
        assert!(message.contains("made by PostgreSQL 14"), "{message}");
        assert!(message.contains("15, 16, 17"), "{message}");
    }

    #[test]
    fn none_and_too_old_say_in_one_line_what_to_do() {
        let none = pick(Vec::new(), None).unwrap_err().to_string();
        assert!(none.contains("install") && !none.contains('\n'), "{none}");
        let old = pick(vec![at(13, 3)], None).unwrap_err().to_string();
        assert!(
            old.contains("PostgreSQL 13 is too old") && !old.contains('\n'),
            "{old}"
        );
    }
}
