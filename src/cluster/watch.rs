use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use super::error::{ClusterError, refused};
use super::postmaster::Postmaster;
use super::share::Share;

/// How long PostgreSQL may be away before somebody looks.
const PERIOD: Duration = Duration::from_millis(200);

/// The thread that brings PostgreSQL up again when it dies.
#[derive(Debug)]
pub(super) struct Watch {
    end: Sender<()>,
    thread: JoinHandle<()>,
}

impl Watch {
    pub(super) fn start(
        postmaster: Arc<Postmaster>,
        share: Arc<Share>,
    ) -> Result<Watch, ClusterError> {
        let (end, ended) = channel();
        let thread = std::thread::Builder::new()
            .name("cluster-watch".to_owned())
            .spawn(move || watch(&postmaster, &share, &ended))
            .map_err(refused(
                "start a thread for",
                Path::new("the private PostgreSQL"),
            ))?;
        Ok(Watch { end, thread })
    }

    /// Stops watching, after a start that is under way.
    pub(super) fn end(self) {
        drop(self.end);
        if self.thread.join().is_err() {
            tracing::error!("the watch over the private PostgreSQL had panicked");
        }
    }
}

fn watch(postmaster: &Postmaster, share: &Share, ended: &Receiver<()>) {
    while ended.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
        if postmaster.runs() {
            continue;
        }
        // Behind the gate it is looked at again: another process may have been faster.
        let up = share.pass().and_then(|_gate| postmaster.ensure());
        match up {
            Ok(()) => tracing::warn!("the private PostgreSQL was away and runs again"),
            Err(error) => tracing::error!(%error, "the private PostgreSQL does not come up again"),
        }
    }
}
