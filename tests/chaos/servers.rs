use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::program::{Program, Starting};
use super::proxy::Proxy;
use super::setting::{Lot, Setting};

/// How long a process is left alone, in milliseconds.
const PEACE: std::ops::Range<u64> = 2_000..5_000;

/// Two processes on one database.
pub(crate) struct Servers {
    data: PathBuf,
    database: String,
    processes: [Program; 2],
    /// What those have said that were killed.
    said: String,
}

/// Somebody who kills one of them every few seconds.
pub(crate) struct Killer {
    enough: oneshot::Sender<()>,
    killing: JoinHandle<Servers>,
}

impl Servers {
    /// Both at once, on an empty database.
    pub(crate) fn start(data: &Path, database: &str) -> Servers {
        let begun = [(); 2].map(|()| begin(data, database));
        Servers {
            data: data.to_owned(),
            database: database.to_owned(),
            processes: begun.map(Starting::served),
            said: String::new(),
        }
    }

    /// Where they listen.
    pub(crate) fn addresses(&self) -> Vec<String> {
        self.processes
            .iter()
            .map(|process| process.address().to_owned())
            .collect()
    }

    /// Lets them be killed and started again, one at a time.
    pub(crate) fn suffer(self, setting: &Setting, proxy: &Arc<Proxy>) -> Killer {
        let (enough, mut heard) = oneshot::channel();
        let mut random = setting.random(Lot::Killer, 0);
        let proxy = Arc::clone(proxy);
        let killing = tokio::spawn(async move {
            let mut servers = self;
            loop {
                let peace = Duration::from_millis(random.random_range(PEACE));
                if tokio::time::timeout(peace, &mut heard).await.is_ok() {
                    return servers;
                }
                let victim = random.random_range(0..2);
                let reborn = tokio::task::spawn_blocking(move || servers.reborn(victim));
                servers = reborn.await.unwrap();
                proxy.moved(victim, servers.processes[victim].address());
                proxy.tally.count("processes killed");
            }
        });
        Killer { enough, killing }
    }

    /// Stops both, which must go well. None has complained of more than that its database was not to be had in time.
    pub(crate) fn stop(self) {
        let stopped = self.processes.map(Program::stop);
        let said = stopped.iter().chain([&self.said]);
        let complaint = said
            .flat_map(|said| said.lines())
            .find(|line| is_complaint(line));
        assert_eq!(complaint, None);
    }

    fn reborn(mut self, victim: usize) -> Servers {
        let process = &mut self.processes[victim];
        super::process::kill(process.pid(), "KILL");
        let next = begin(&self.data, &self.database).served();
        let (_, said) = std::mem::replace(process, next).ended();
        self.said.push_str(&said);
        self
    }
}

impl Killer {
    /// Has killed enough; the servers, both up.
    pub(crate) async fn rests(self) -> Servers {
        let _gone = self.enough.send(());
        self.killing.await.expect("every process came up again")
    }
}

fn is_complaint(line: &str) -> bool {
    let away = line.contains("\"code\":\"unavailable\"");
    line.contains("panicked") || (line.contains("\"level\":\"ERROR\"") && !away)
}

fn begin(data: &Path, database: &str) -> Starting {
    Program::begin(data, Some(database), "warn")
}
