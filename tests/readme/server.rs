//! The program itself, serving on a free port.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A running server, ended and cleared away with the test.
pub(super) struct Server {
    process: Child,
    address: String,
    data: PathBuf,
}

impl Server {
    /// Starts it and waits until it says where it listens.
    pub(super) fn start(database: &str) -> Self {
        let unique = uuid::Uuid::now_v7().simple();
        let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("readme-{unique}"));
        let mut process = Command::new(env!("CARGO_BIN_EXE_parchis"))
            .args(["--listen", "127.0.0.1:0", "--log", "warn", "--data"])
            .arg(&data)
            .env("DATABASE_URL", database)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let address = lines
            .map_while(Result::ok)
            .find_map(|line| Some(line.strip_prefix("parchis listens on ")?.to_owned()));
        let mut server = Self {
            process,
            address: String::new(),
            data,
        };
        server.address = address.unwrap_or_else(|| panic!("the server did not start"));
        server
    }

    pub(super) fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _gone = self.process.kill();
        let _gone = self.process.wait();
        let _gone = fs::remove_dir_all(&self.data);
    }
}
