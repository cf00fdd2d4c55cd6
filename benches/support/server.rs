//! A server process of its own, for what is measured from outside.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

/// A server process of its own, on the database of `DATABASE_URL`.
pub(crate) struct Server {
    process: Child,
    /// Where it listens: host and port.
    pub(crate) place: String,
}

impl Server {
    /// Starts one.
    pub(crate) fn start() -> Self {
        std::env::var("DATABASE_URL")
            .expect("a PostgreSQL in DATABASE_URL: run it by `parchis postgres --`");
        let mut process = Command::new(env!("CARGO_BIN_EXE_parchis"))
            .args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--log",
                "error",
                // One player does here what many do elsewhere.
                "--token-rate",
                "0",
                "--data",
            ])
            .arg(std::env::temp_dir().join(format!("parchis-bench-{}", std::process::id())))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        let said = process.stdout.take().unwrap();
        BufReader::new(said).read_line(&mut first).unwrap();
        let place = first
            .trim_end()
            .rsplit_once("http://")
            .expect("it serves")
            .1
            .to_owned();
        Self { process, place }
    }

    /// How much memory it has; 0 where the system does not say.
    pub(crate) fn resident_kib(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next());
        number.and_then(|number| number.parse().ok()).unwrap_or(0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _gone = self.process.kill();
        let _gone = self.process.wait();
    }
}
