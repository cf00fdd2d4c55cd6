//! Readers that stay: so many at most, and none when the server stops.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::problem::{Code, Problem};

/// How many readers a process takes where nobody says otherwise.
const USUAL: usize = 20_000;
/// After how long a stream says that it is still there.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// For how long a connection may take nothing of what is sent.
const STALL: Duration = Duration::from_secs(30);

/// The readers of a server process: those who wait for events, and those who follow them.
#[derive(Clone, Debug)]
pub struct Readers {
    most: usize,
    places: Arc<Semaphore>,
    closing: Arc<watch::Sender<bool>>,
    heartbeat: Duration,
    stall: Duration,
}

/// One of them, for as long as it stays.
pub(super) struct Reader {
    _place: OwnedSemaphorePermit,
    closing: watch::Receiver<bool>,
    pub(super) heartbeat: Duration,
}

impl Readers {
    /// So many readers at most.
    #[must_use]
    pub fn new(most: usize) -> Self {
        let most = most.min(Semaphore::MAX_PERMITS);
        Self {
            most,
            places: Arc::new(Semaphore::new(most)),
            closing: Arc::default(),
            heartbeat: HEARTBEAT,
            stall: STALL,
        }
    }

    /// The same, whose streams say after so long that they are still there.
    #[must_use]
    pub fn with_heartbeat(self, heartbeat: Duration) -> Self {
        Self { heartbeat, ..self }
    }

    /// The same, cut off when they take nothing of what is sent for so long.
    #[must_use]
    pub fn with_stall(self, stall: Duration) -> Self {
        Self { stall, ..self }
    }

    /// For how long a connection may take nothing of what is sent.
    pub(super) const fn stall(&self) -> Duration {
        self.stall
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.most.saturating_sub(self.places.available_permits())
    }

    /// Lets one more in, if there is a place.
    pub(super) fn admit(&self) -> Result<Reader, Problem> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        Ok(Reader {
            _place: place.map_err(|_| Problem::new(Code::TooManyReaders))?,
            closing: self.closing.subscribe(),
            heartbeat: self.heartbeat,
        })
    }

    /// Asks all of them to go, now and from now on.
    pub(super) fn close(&self) {
        self.closing.send_replace(true);
    }
}

impl Default for Readers {
    fn default() -> Self {
        Self::new(USUAL)
    }
}

impl Reader {
    /// Waits for so long, or until it is asked to go.
    pub(super) async fn patience(mut self, wait: Duration) {
        let _ = tokio::time::timeout(wait, self.asked_to_go()).await;
    }

    /// Waits until it is asked to go.
    pub(super) async fn asked_to_go(&mut self) {
        // Where nobody can ask any more, the server is gone.
        let _ = self.closing.wait_for(|closing| *closing).await;
    }
}
