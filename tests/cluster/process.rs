use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::temporary::Temporary;

/// Asks one question over a fresh connection.
pub(super) fn query(url: &str, sql: &str) -> String {
    try_query(url, sql).unwrap_or_else(|| panic!("no answer to {sql}"))
}

pub(super) fn try_query(url: &str, sql: &str) -> Option<String> {
    use sqlx::{Connection, Row};
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let mut connection = sqlx::PgConnection::connect(url).await.ok()?;
        let row = sqlx::query(sqlx::AssertSqlSafe(sql.to_owned()))
            .fetch_optional(&mut connection)
            .await
            .ok()?;
        let Some(row) = row else {
            return Some(String::new());
        };
        row.try_get::<String, _>(0)
            .or_else(|_| row.try_get::<i32, _>(0).map(|number| number.to_string()))
            .ok()
    })
}

pub(super) fn pid_of(data: &Temporary) -> i32 {
    try_pid_of(data).expect("no postmaster.pid")
}

pub(super) fn try_pid_of(data: &Temporary) -> Option<i32> {
    pid_in(&data.path())
}

pub(super) fn pid_in(data: &Path) -> Option<i32> {
    let text = fs::read_to_string(data.join("pg/postmaster.pid")).ok()?;
    text.lines().next()?.parse().ok()
}

/// Whether a process is there and no zombie.
pub(super) fn alive(pid: i32) -> bool {
    let said = Command::new("ps")
        .args(["-o", "stat=", "-p", &pid.to_string()])
        .output()
        .unwrap();
    let state = String::from_utf8(said.stdout).unwrap();
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}

pub(super) fn kill(pid: i32, signal: &str) {
    let done = Command::new("kill")
        .args([format!("-{signal}"), pid.to_string()])
        .status()
        .unwrap();
    assert!(done.success(), "kill -{signal} {pid}");
}

/// Looks again and again until it is so.
pub(super) fn until(what: &str, mut so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !so() {
        assert!(begun.elapsed() < Duration::from_mins(1), "in vain: {what}");
        std::thread::yield_now();
    }
}

/// The program, serving on a port of its own choice.
pub(super) struct Server(Child);

impl Server {
    /// Starts it and waits until it says which database it uses.
    pub(super) fn start(data: &Temporary) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parchis"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data.path())
            .env_remove("DATABASE_URL")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let found = lines
            .map_while(Result::ok)
            .any(|line| line.starts_with("database: private PostgreSQL in "));
        assert!(found, "the server did not start");
        Server(child)
    }

    pub(super) fn pid(&self) -> i32 {
        i32::try_from(self.0.id()).unwrap()
    }

    pub(super) fn stop(mut self) {
        kill(i32::try_from(self.0.id()).unwrap(), "TERM");
        assert!(self.0.wait().unwrap().success());
    }

    pub(super) fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// A process of PostgreSQL's own user that has nothing to do with it.
pub(super) struct Somebody(Child);

impl Somebody {
    pub(super) fn like(data: &Temporary) -> Somebody {
        use std::os::unix::fs::MetadataExt;
        let owner = data.path().join("pg").metadata().unwrap();
        let mut command = Command::new("sleep");
        command.arg("600").current_dir("/");
        if nix::unistd::geteuid().is_root() {
            command.uid(owner.uid()).gid(owner.gid());
        }
        Somebody(command.spawn().unwrap())
    }

    pub(super) fn pid(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for Somebody {
    fn drop(&mut self) {
        let _gone = self.0.kill();
        let _gone = self.0.wait();
    }
}
