use std::env::{self, JoinPathsError};
use std::error::Error;
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ExitCode, ExitStatus};

use clap::Args;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::process::{Child, Command};

use super::stop::Stop;
use crate::cluster::Throwaway;

/// A command that needs a database for as long as it runs.
#[derive(Args, Debug)]
pub struct PostgresArgs {
    /// The folder of the PostgreSQL programs [default: the newest of this machine]
    #[arg(long, env = "PG_BIN", value_name = "FOLDER")]
    pub pg_bin: Option<PathBuf>,
    /// The command and its arguments
    #[arg(required = true, trailing_var_arg = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// Runs the command, and ends as it ends.
pub(super) fn run(args: PostgresArgs) -> Result<ExitCode, Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let ended = runtime.block_on(accompany(args))?;
    Ok(code(ended))
}

async fn accompany(args: PostgresArgs) -> Result<ExitStatus, Box<dyn Error>> {
    // Before PostgreSQL starts, so that no signal leaves it behind.
    let mut stop = Stop::listen()?;
    let pg_bin = args.pg_bin.filter(|folder| !folder.as_os_str().is_empty());
    let throwaway = tokio::task::spawn_blocking(|| Throwaway::start(pg_bin)).await??;
    let (program, arguments) = args.command.split_first().ok_or("no command is named")?;
    let mut child = Command::new(program)
        .args(arguments)
        .env("DATABASE_URL", throwaway.url())
        .env("PATH", with_programs(&throwaway)?)
        .spawn()
        .map_err(|error| format!("cannot run {}: {error}", program.display()))?;
    let ended = attend(&mut child, &mut stop).await?;
    drop(throwaway);
    Ok(ended)
}

/// The search path, with psql and its like at the end.
fn with_programs(throwaway: &Throwaway) -> Result<OsString, JoinPathsError> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::join_paths(env::split_paths(&path).chain([throwaway.programs()]))
}

/// Waits for the command to end. A terminal sends its Ctrl-C to the command as well; what only we receive is passed on.
async fn attend(child: &mut Child, stop: &mut Stop) -> Result<ExitStatus, Box<dyn Error>> {
    loop {
        tokio::select! {
            ended = child.wait() => return Ok(ended?),
            _ = stop.terminate.recv() => pass_on(child),
            _ = stop.hangup.recv() => pass_on(child),
            _ = stop.interrupt.recv() => {}
        }
    }
}

fn pass_on(child: &Child) {
    if let Some(Ok(pid)) = child.id().map(i32::try_from) {
        // Who has just ended needs no signal.
        let _gone = kill(Pid::from_raw(pid), Signal::SIGTERM);
    }
}

/// The code of a command that ended by itself, and what shells make of a signal.
fn code(ended: ExitStatus) -> ExitCode {
    let code = ended
        .code()
        .or_else(|| ended.signal().map(|signal| 128 + signal));
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}
