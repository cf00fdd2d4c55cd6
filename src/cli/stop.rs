use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signals that ask the process to finish: Ctrl-C, SIGTERM, and a terminal that closes.
#[derive(Debug)]
pub(super) struct Stop {
    pub(super) interrupt: Signal,
    pub(super) terminate: Signal,
    pub(super) hangup: Signal,
}

impl Stop {
    /// Listens from now on, so that no signal ends the process before it has tidied up.
    pub(super) fn listen() -> io::Result<Stop> {
        Ok(Stop {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
        })
    }

    /// Waits for the first of them.
    pub(super) async fn asked(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
            _ = self.hangup.recv() => {}
        }
    }
}
