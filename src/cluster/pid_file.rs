use std::fs;
use std::path::{Path, PathBuf};

/// What PostgreSQL writes about itself into `postmaster.pid`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PidFile {
    pub(super) pid: i32,
    /// The folder of its socket; it says so only once it listens.
    pub(super) socket: Option<PathBuf>,
    pub(super) status: Status,
}

/// How far PostgreSQL has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// It accepts connections.
    Ready,
    /// It is coming up or going down.
    Changing,
}

impl PidFile {
    pub(super) fn path(cluster: &Path) -> PathBuf {
        cluster.join("postmaster.pid")
    }

    /// Reads it; `None` where there is none or it makes no sense, as after a full disk.
    pub(super) fn read(cluster: &Path) -> Option<PidFile> {
        PidFile::parse(&fs::read_to_string(PidFile::path(cluster)).ok()?)
    }

    /// Lines: process, data directory, start, port, socket folder, address, shared memory, status.
    fn parse(text: &str) -> Option<PidFile> {
        let mut lines = text.lines();
        let pid = lines.next()?.trim().parse().ok().filter(|pid| *pid > 1)?;
        let socket = lines.nth(3).filter(|line| !line.is_empty());
        let status = match lines.nth(2).map(str::trim) {
            Some("ready") => Status::Ready,
            Some(_) | None => Status::Changing,
        };
        Some(PidFile {
            pid,
            socket: socket.map(PathBuf::from),
            status,
        })
    }

    /// Makes a file that a dead PostgreSQL has left behind harmless, even when its process number belongs to somebody else by now.
    ///
    /// PostgreSQL never takes its own parent for a rival, so our number goes in; the rest stays, because from it PostgreSQL
    /// sees whether old backends still hold the shared memory.
    pub(super) fn disarm(cluster: &Path) -> std::io::Result<()> {
        let path = PidFile::path(cluster);
        if !path.exists() {
            return Ok(());
        }
        match fs::read_to_string(&path) {
            Ok(text) if PidFile::parse(&text).is_some() => {
                let rest = text.split_once('\n').map_or("", |(_, rest)| rest);
                fs::write(&path, format!("{}\n{rest}", std::process::id()))
            }
            Ok(_) | Err(_) => fs::remove_file(&path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_file_says_who_where_and_how_far() {
        let text = "4711\n/data/pg\n1790000000\n5432\n/data/run\n\n  1234   5\nready   \n";
        assert_eq!(
            PidFile::parse(text),
            Some(PidFile {
                pid: 4711,
                socket: Some(PathBuf::from("/data/run")),
                status: Status::Ready,
            })
        );
    }

    #[test]
    fn a_file_in_the_making_is_changing_and_garbage_is_nothing() {
        let early = PidFile::parse("4711\n/data/pg\n1790000000\n5432\n").unwrap();
        assert_eq!((early.socket, early.status), (None, Status::Changing));
        for garbage in ["", "\n", "0\n", "1\n", "-3\n", "postgres\n"] {
            assert_eq!(PidFile::parse(garbage), None, "{garbage:?}");
        }
    }
}
