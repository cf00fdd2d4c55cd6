//! The private PostgreSQL that the server runs when nobody names another: found, made, started, watched and stopped.
//!
//! Any number of processes may share one data directory: whoever comes first starts PostgreSQL, whoever goes last stops it,
//! and each of them brings it up again when it dies.

mod account;
mod binaries;
mod error;
mod home;
mod identity;
mod initdb;
mod pid_file;
mod postmaster;
mod share;
mod socket;
mod throwaway;
mod watch;

use std::path::PathBuf;
use std::sync::Arc;

pub use error::ClusterError;
pub use throwaway::Throwaway;

use account::Account;
use binaries::Binaries;
use home::Home;
use postmaster::Postmaster;
use share::Share;
use watch::Watch;

/// What a private PostgreSQL is made from.
#[derive(Clone, Debug)]
pub struct ClusterSettings {
    /// The data directory; the cluster, its log and its locks live below it.
    pub data: PathBuf,
    /// The folder of the PostgreSQL programs, where the machine shall not be searched for them.
    pub pg_bin: Option<PathBuf>,
    /// Whether what is committed survives a power cut.
    pub durability: Durability,
}

/// Whether what is committed survives a power cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// Every commit is on the disk before it is acknowledged.
    Durable,
    /// Nothing is synced: for databases that tests throw away.
    Throwaway,
}

/// A private PostgreSQL, running for as long as this value lives.
#[derive(Debug)]
pub struct Cluster {
    postmaster: Arc<Postmaster>,
    share: Arc<Share>,
    watch: Option<Watch>,
}

impl Cluster {
    /// Finds or makes the cluster of a data directory and sees that PostgreSQL runs on it; blocks until it accepts connections.
    ///
    /// # Errors
    /// Where the machine has no usable PostgreSQL, the directory cannot be used, or PostgreSQL does not start.
    pub fn start(settings: &ClusterSettings) -> Result<Cluster, ClusterError> {
        let home = Home::open(&settings.data)?;
        let share = Share::open(&home)?;
        let gate = share.pass()?;
        let account = Account::choose(&home.cluster())?;
        let binaries = Binaries::find(settings.pg_bin.as_deref(), home.made_by()?)?;
        home.admit(&account)?;
        let socket = socket::folder(&home, &account)?;
        let postmaster = Arc::new(Postmaster::new(
            home,
            account,
            binaries,
            socket,
            settings.durability,
        ));
        postmaster.make_cluster()?;
        postmaster.ensure()?;
        share.join()?;
        drop(gate);
        let share = Arc::new(share);
        let watch = Watch::start(Arc::clone(&postmaster), Arc::clone(&share))?;
        Ok(Cluster {
            postmaster,
            share,
            watch: Some(watch),
        })
    }

    /// The address of its database, as `DATABASE_URL` has it.
    #[must_use]
    pub fn url(&self) -> String {
        self.postmaster.url()
    }

    /// The data directory, made absolute.
    #[must_use]
    pub fn data(&self) -> PathBuf {
        self.postmaster.data()
    }

    /// The folder of the PostgreSQL programs it runs with.
    #[must_use]
    pub fn programs(&self) -> PathBuf {
        self.postmaster.programs()
    }

    /// Leaves the cluster, and stops PostgreSQL when no other process uses it; blocks until it has stopped.
    ///
    /// # Errors
    /// Where PostgreSQL does not stop in time.
    pub fn stop(mut self) -> Result<(), ClusterError> {
        self.leave()
    }

    fn leave(&mut self) -> Result<(), ClusterError> {
        let Some(watch) = self.watch.take() else {
            return Ok(());
        };
        watch.end();
        let _gate = self.share.pass()?;
        if self.share.leave_as_last()? {
            self.postmaster.stop()
        } else {
            self.postmaster.let_go();
            Ok(())
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Err(error) = self.leave() {
            tracing::error!(%error, "the private PostgreSQL was not stopped");
        }
    }
}
