//! Where long work is done: on threads of its own, few at a time, so that a long game keeps no other request waiting.

use std::sync::Arc;
use std::thread;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::error::PlayError;

/// From how many events on work is long: fewer are folded, decided again or hashed in about a millisecond.
const LONG: usize = 1000;

/// The places where long work is done; clones share them.
#[derive(Clone, Debug)]
pub(super) struct Workbench {
    places: Arc<Semaphore>,
}

impl Default for Workbench {
    /// A place for each core: more would finish none of it sooner.
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            places: Arc::new(Semaphore::new(cores)),
        }
    }
}

impl Workbench {
    /// Does work on so many events, at once where they are few. Long work goes on, and keeps its place, where nobody waits
    /// for it any more.
    ///
    /// # Errors
    ///
    /// [`PlayError::Stopped`] where it is not done to its end.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        events: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PlayError> {
        if events < LONG {
            return Ok(work());
        }
        let place = Arc::clone(&self.places).acquire_owned().await;
        let place = place.map_err(|_| PlayError::Stopped)?;
        let working = spawn_blocking(move || {
            let done = work();
            drop(place);
            done
        });
        working.await.map_err(|_| PlayError::Stopped)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use futures_util::future::join_all;

    use super::*;

    #[tokio::test]
    async fn long_work_is_done_elsewhere_and_short_work_at_once() {
        let (bench, here) = (Workbench::default(), thread::current().id());
        let place = async |events| bench.work(events, || thread::current().id()).await;
        assert_eq!(place(LONG - 1).await.unwrap(), here);
        assert_ne!(place(LONG).await.unwrap(), here);
    }

    #[tokio::test]
    async fn others_go_on_meanwhile_and_what_panics_keeps_no_place() {
        let bench = Workbench {
            places: Arc::new(Semaphore::new(1)),
        };
        let (sender, receiver) = mpsc::channel();
        // The first waits for the last, which is no work.
        let first = bench.work(LONG, move || receiver.recv_timeout(Duration::from_mins(1)));
        let (first, ()) = tokio::join!(first, async { sender.send(7).unwrap() });
        assert_eq!(first.unwrap(), Ok(7));
        let broken = (0..3).map(|_| bench.work(LONG, || "none".parse::<u8>().unwrap()));
        for broken in join_all(broken).await {
            assert!(matches!(broken, Err(PlayError::Stopped)));
        }
        assert_eq!(bench.work(LONG, || 8).await.unwrap(), 8);
    }
}
