use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::Child;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::Durability;
use super::account::Account;
use super::binaries::Binaries;
use super::error::{ClusterError, refused};
use super::home::Home;
use super::identity::serves;
use super::initdb::{self, NAME};
use super::pid_file::{PidFile, Status};
use super::socket;

/// How long recovery after a crash may take.
const COMING_UP: Duration = Duration::from_mins(2);
/// How long backends of a killed PostgreSQL may hold its shared memory.
const LETTING_GO: Duration = Duration::from_secs(10);
/// How long a fast shutdown may take, with its last checkpoint.
const GOING_DOWN: Duration = Duration::from_mins(1);
/// The step in which all of these are watched.
const STEP: Duration = Duration::from_millis(15);

/// PostgreSQL's main process on one cluster, started by us or found running.
#[derive(Debug)]
pub(super) struct Postmaster {
    home: Home,
    account: Account,
    binaries: Binaries,
    socket: PathBuf,
    durability: Durability,
    child: Mutex<Option<Child>>,
}

/// What is known about PostgreSQL from outside.
enum Standing {
    Runs,
    /// Alive, but coming up or going down.
    Changing,
    /// Alive and ready, but its socket is gone.
    Unreachable(i32),
    Gone,
}

impl Postmaster {
    pub(super) fn new(
        home: Home,
        account: Account,
        binaries: Binaries,
        socket: PathBuf,
        durability: Durability,
    ) -> Postmaster {
        Postmaster {
            home,
            account,
            binaries,
            socket,
            durability,
            child: Mutex::new(None),
        }
    }

    pub(super) fn url(&self) -> String {
        let folder = encode(&self.socket.to_string_lossy());
        format!(
            "postgres://{NAME}@localhost:{}/{NAME}?host={folder}",
            socket::PORT
        )
    }

    pub(super) fn data(&self) -> PathBuf {
        self.home.data().to_owned()
    }

    pub(super) fn programs(&self) -> PathBuf {
        self.binaries.folder.clone()
    }

    /// Makes the cluster where there is none; only behind the gate.
    pub(super) fn make_cluster(&self) -> Result<(), ClusterError> {
        initdb::make(&self.home, &self.account, &self.binaries)
    }

    /// Whether it seems to accept connections; asked often, so it connects to nothing.
    pub(super) fn runs(&self) -> bool {
        self.reap();
        let there = socket::file(&self.socket).exists();
        if self.lock().is_some() {
            return there;
        }
        let cluster = self.home.cluster();
        let ready = |file: PidFile| file.status == Status::Ready && serves(file.pid, &cluster);
        there && PidFile::read(&cluster).is_some_and(ready)
    }

    /// Sees that it accepts connections, starting it where it does not; only behind the gate.
    pub(super) fn ensure(&self) -> Result<(), ClusterError> {
        let begun = Instant::now();
        loop {
            self.reap();
            match self.standing() {
                Standing::Runs => return Ok(()),
                Standing::Unreachable(pid) => self.interrupt(pid)?,
                Standing::Changing if begun.elapsed() < COMING_UP => std::thread::sleep(STEP),
                Standing::Changing => return Err(self.failed_to_start("it takes too long")),
                Standing::Gone => match self.launch()? {
                    Launch::Up => return Ok(()),
                    Launch::Died if begun.elapsed() < LETTING_GO => std::thread::sleep(10 * STEP),
                    Launch::Died => return Err(self.failed_to_start(&self.last_words())),
                },
            }
        }
    }

    /// Stops it after its sessions were told to end; only behind the gate, by the last user.
    pub(super) fn stop(&self) -> Result<(), ClusterError> {
        self.reap();
        let cluster = self.home.cluster();
        if let Some(file) = PidFile::read(&cluster)
            && serves(file.pid, &cluster)
        {
            self.interrupt(file.pid)?;
        }
        self.let_go();
        socket::remove(&self.socket, &self.home);
        Ok(())
    }

    /// Leaves it running for others; when it ends it must not stay behind as our zombie.
    pub(super) fn let_go(&self) {
        if let Some(mut child) = self.lock().take() {
            std::thread::spawn(move || child.wait());
        }
    }

    fn standing(&self) -> Standing {
        let cluster = self.home.cluster();
        let Some(file) = PidFile::read(&cluster) else {
            return Standing::Gone;
        };
        if !serves(file.pid, &cluster) {
            return Standing::Gone;
        }
        match file.status {
            Status::Changing => Standing::Changing,
            Status::Ready if file.socket.as_ref() != Some(&self.socket) => {
                Standing::Unreachable(file.pid)
            }
            Status::Ready if UnixStream::connect(socket::file(&self.socket)).is_ok() => {
                Standing::Runs
            }
            Status::Ready => Standing::Unreachable(file.pid),
        }
    }

    fn launch(&self) -> Result<Launch, ClusterError> {
        let cluster = self.home.cluster();
        PidFile::disarm(&cluster).map_err(refused("clear", &PidFile::path(&cluster)))?;
        let lock = socket::file(&self.socket).with_extension(format!("{}.lock", socket::PORT));
        match fs::remove_file(&lock) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(refused("remove", &lock)(error));
            }
            Ok(()) | Err(_) => {}
        }
        let log = self.home.open_log()?;
        let mut command = self.account.command(&self.binaries.program("postgres"));
        command.arg("-D").arg(&cluster).args(self.options());
        let errors = log.try_clone().map_err(refused("open", &self.home.log()))?;
        let program = self.binaries.program("postgres");
        let mut child = command
            .stdout(log)
            .stderr(errors)
            .spawn()
            .map_err(refused("run", &program))?;
        let up = self.await_ready(&mut child);
        *self.lock() = Some(child);
        up
    }

    fn await_ready(&self, child: &mut Child) -> Result<Launch, ClusterError> {
        let begun = Instant::now();
        let pid = i32::try_from(child.id()).ok();
        while begun.elapsed() < COMING_UP {
            if !matches!(child.try_wait(), Ok(None)) {
                return Ok(Launch::Died);
            }
            let file = PidFile::read(&self.home.cluster());
            if file.is_some_and(|file| Some(file.pid) == pid && file.status == Status::Ready) {
                return Ok(Launch::Up);
            }
            std::thread::sleep(STEP);
        }
        Err(self.failed_to_start("it takes too long"))
    }

    fn options(&self) -> Vec<String> {
        // PostgreSQL reads a list of folders here, so a comma in the name needs the quotes.
        let folder = self.socket.to_string_lossy().replace('"', "\"\"");
        let mut settings = vec![
            format!("unix_socket_directories=\"{folder}\""),
            format!("port={}", socket::PORT),
            "listen_addresses=".to_owned(),
            "unix_socket_permissions=0700".to_owned(),
            "max_connections=200".to_owned(),
            "timezone=UTC".to_owned(),
            "log_timezone=UTC".to_owned(),
            "log_checkpoints=off".to_owned(),
        ];
        let sync = match self.durability {
            Durability::Durable => "on",
            Durability::Throwaway => "off",
        };
        // Commits are written, if not synced, in a throw-away too: a killed PostgreSQL loses nothing.
        settings.push("synchronous_commit=on".to_owned());
        for setting in ["fsync", "full_page_writes"] {
            settings.push(format!("{setting}={sync}"));
        }
        settings
            .into_iter()
            .flat_map(|setting| ["-c".to_owned(), setting])
            .collect()
    }

    /// Fast shutdown, and at last immediate shutdown, which recovers at the next start.
    fn interrupt(&self, pid: i32) -> Result<(), ClusterError> {
        let cluster = self.home.cluster();
        for signal in [Signal::SIGINT, Signal::SIGQUIT] {
            // Who is gone already needs no signal.
            let _gone = kill(Pid::from_raw(pid), signal);
            let begun = Instant::now();
            while begun.elapsed() < GOING_DOWN {
                self.reap();
                if !serves(pid, &cluster) {
                    return Ok(());
                }
                std::thread::sleep(STEP);
            }
        }
        Err(ClusterError::Stop { pid })
    }

    /// Takes note of a child that has ended.
    fn reap(&self) {
        let mut child = self.lock();
        if let Some(running) = child.as_mut()
            && !matches!(running.try_wait(), Ok(None))
        {
            *child = None;
        }
    }

    fn failed_to_start(&self, reason: &str) -> ClusterError {
        ClusterError::Start {
            reason: reason.to_owned(),
            log: self.home.log(),
        }
    }

    /// The last line of the log that says what went wrong.
    fn last_words(&self) -> String {
        let tail = tail(&self.home.log()).unwrap_or_default();
        let fatal = |line: &&str| line.contains("FATAL") || line.contains("PANIC");
        let mut lines = tail.lines().rev();
        let line = lines.clone().find(fatal).or_else(|| lines.next());
        line.unwrap_or("it says nothing").to_owned()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Child>> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum Launch {
    Up,
    Died,
}

fn tail(path: &std::path::Path) -> io::Result<String> {
    let mut file = fs::File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(4096)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Percent-encodes what stands in the query of an address.
fn encode(text: &str) -> String {
    let mut address = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let [high, low] = [byte >> 4, byte & 15].map(|half| char::from_digit(half.into(), 16));
            address.extend(['%'].into_iter().chain(high).chain(low));
        }
    }
    address
}
