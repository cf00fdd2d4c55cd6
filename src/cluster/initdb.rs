use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::account::Account;
use super::binaries::Binaries;
use super::error::{ClusterError, refused};
use super::home::Home;

/// The name of the database and of its only user.
pub(super) const NAME: &str = "parchis";

/// Makes the cluster with its database where there is none; it gets its name only when it is whole.
pub(super) fn make(
    home: &Home,
    account: &Account,
    binaries: &Binaries,
) -> Result<(), ClusterError> {
    if home.made_by()?.is_some() {
        return Ok(());
    }
    let unfinished = home.unfinished();
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished).map_err(refused("remove", &unfinished))?;
    }
    fs::create_dir(&unfinished).map_err(refused("make", &unfinished))?;
    fs::set_permissions(&unfinished, Permissions::from_mode(0o700))
        .map_err(refused("close", &unfinished))?;
    account.own(&unfinished)?;
    let mut initdb = account.command(&binaries.program("initdb"));
    initdb
        .args(["--username", NAME, "--auth", "trust", "--encoding", "UTF8"])
        .args(["--locale", "C", "--no-sync", "--no-instructions"])
        .arg("--pgdata")
        .arg(&unfinished);
    succeed(&mut initdb, "")?;
    let mut single = account.command(&binaries.program("postgres"));
    single.args(["--single", "-D"]).arg(&unfinished);
    single.args(["-c", "fsync=off", "postgres"]);
    succeed(&mut single, &format!("create database {NAME}\n"))?;
    let cluster = home.cluster();
    fs::rename(&unfinished, &cluster).map_err(refused("name", &cluster))
}

/// Runs a program to its end, with this on its standard input.
fn succeed(command: &mut Command, input: &str) -> Result<(), ClusterError> {
    let program = PathBuf::from(command.get_program());
    let run = |command: &mut Command| {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(input.as_bytes())?;
        }
        child.wait_with_output()
    };
    let said = run(command).map_err(refused("run", &program))?;
    if said.status.success() {
        return Ok(());
    }
    let reason = String::from_utf8_lossy(&said.stderr).trim().to_owned();
    Err(ClusterError::Initdb { reason })
}
