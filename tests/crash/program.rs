use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use super::process::kill;

/// The program, serving on a port of its own choice until it is stopped, killed or dropped.
pub(crate) struct Program {
    child: Child,
    address: String,
    output: Arc<Mutex<Vec<u8>>>,
    readers: Vec<JoinHandle<()>>,
}

/// A program that was started, and may not have come up yet.
pub(crate) struct Starting(Program, BufReader<std::process::ChildStdout>);

impl Program {
    /// Starts it on a data directory, and on a database where one is named, and waits until it serves.
    pub(crate) fn start(data: &Path, database: Option<&str>) -> Program {
        Program::begin(data, database, "info").served()
    }

    /// Starts it on a private database with further settings, and waits until it serves.
    pub(crate) fn start_with(data: &Path, settings: &[&str]) -> Program {
        Program::begin_with(data, None, "info", settings).served()
    }

    /// Starts it, and does not wait.
    pub(crate) fn begin(data: &Path, database: Option<&str>, log: &str) -> Starting {
        Program::begin_with(data, database, log, &[])
    }

    fn begin_with(data: &Path, database: Option<&str>, log: &str, settings: &[&str]) -> Starting {
        let mut command = Command::new(env!("CARGO_BIN_EXE_parchis"));
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--log", log, "--data"])
            .arg(data)
            .args(settings)
            .env_remove("DATABASE_URL")
            .envs(database.map(|url| ("DATABASE_URL", url)))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let output = Arc::new(Mutex::new(Vec::new()));
        let errors = child.stderr.take().unwrap();
        let said = BufReader::new(child.stdout.take().unwrap());
        let readers = vec![collect(errors, Arc::clone(&output))];
        let program = Program {
            child,
            address: String::new(),
            output,
            readers,
        };
        Starting(program, said)
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Its process.
    pub(crate) fn pid(&self) -> i32 {
        i32::try_from(self.child.id()).unwrap()
    }

    /// Asks it to finish.
    pub(crate) fn terminate(&self) {
        kill(self.pid(), "TERM");
    }

    /// Waits for its end; how it ended, and all it has said.
    pub(crate) fn ended(mut self) -> (ExitStatus, String) {
        let ended = self.child.wait().unwrap();
        for reader in self.readers.drain(..) {
            reader.join().unwrap();
        }
        let output = self.output.lock().unwrap().clone();
        (ended, String::from_utf8_lossy(&output).into_owned())
    }

    /// Stops it, which must go well.
    pub(crate) fn stop(self) -> String {
        self.terminate();
        let (ended, output) = self.ended();
        assert!(ended.success(), "{ended}: {output}");
        output
    }

    /// Kills it, without a word.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

impl Starting {
    /// Waits until it serves.
    pub(crate) fn served(self) -> Program {
        let Starting(mut program, mut said) = self;
        let mut first = String::new();
        said.read_line(&mut first).unwrap();
        let Some(address) = first.trim_end().strip_prefix("parchis listens on ") else {
            let (ended, output) = program.ended();
            panic!("it did not start: {ended}: {output}");
        };
        address.clone_into(&mut program.address);
        program
            .output
            .lock()
            .unwrap()
            .extend_from_slice(first.as_bytes());
        let reader = collect(said, Arc::clone(&program.output));
        program.readers.push(reader);
        program
    }

    /// Waits until it gives up; all it has said.
    pub(crate) fn given_up(self) -> String {
        let Starting(program, mut said) = self;
        let mut lines = String::new();
        said.read_to_string(&mut lines).unwrap();
        let (ended, output) = program.ended();
        assert!(!ended.success(), "it serves: {lines}{output}");
        lines + &output
    }
}

fn collect(mut from: impl Read + Send + 'static, into: Arc<Mutex<Vec<u8>>>) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let mut part = [0; 8192];
        while let Ok(length @ 1..) = from.read(&mut part) {
            into.lock().unwrap().extend_from_slice(&part[..length]);
        }
    })
}
