//! Where raster pictures are drawn: few at a time, beside the requests, so that pictures never starve play.

use std::sync::Arc;
use std::thread;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use crate::http::problem::{Code, Problem};
use crate::pictures::RasterError;

/// How many wait at most for each that is drawn.
const QUEUE: usize = 16;

/// The places where raster pictures are drawn, and those where one waits.
#[derive(Clone, Debug)]
pub struct Studio {
    places: Arc<Semaphore>,
    /// Those who draw and those who wait.
    door: Arc<Semaphore>,
    most: usize,
}

/// One who is in the studio, until the picture is drawn.
pub(super) struct Admitted {
    entered: OwnedSemaphorePermit,
    places: Arc<Semaphore>,
}

impl Default for Studio {
    /// Half the cores draw, at least one.
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let places = (cores / 2).max(1);
        Self::new(places, places * QUEUE)
    }
}

impl Studio {
    /// So many places, and so many where one waits.
    #[must_use]
    pub fn new(places: usize, queue: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places)),
            door: Arc::new(Semaphore::new(places + queue)),
            most: places + queue,
        }
    }

    /// How many draw or wait.
    #[must_use]
    pub fn count(&self) -> usize {
        self.most.saturating_sub(self.door.available_permits())
    }

    /// Lets one more in, if there is room to wait; before anything is done for the picture.
    pub(super) fn admit(&self) -> Result<Admitted, Problem> {
        let entered = Arc::clone(&self.door).try_acquire_owned();
        Ok(Admitted {
            entered: entered.map_err(|_| Problem::new(Code::StudioFull))?,
            places: Arc::clone(&self.places),
        })
    }
}

impl Admitted {
    /// Draws, once a place is free. It goes on, and keeps its place, where nobody waits for it any more.
    pub(super) async fn draw(
        self,
        work: impl FnOnce() -> Result<Vec<u8>, RasterError> + Send + 'static,
    ) -> Result<Vec<u8>, Problem> {
        let Self { entered, places } = self;
        let place = places.acquire_owned().await;
        let place = place.map_err(|_| Problem::new(Code::Internal))?;
        let drawing = spawn_blocking(move || {
            let drawn = work();
            drop((entered, place));
            drawn
        });
        match drawing.await {
            Ok(drawn) => drawn.map_err(Problem::from),
            Err(_) => Err(Problem::new(Code::Internal)),
        }
    }
}

impl From<RasterError> for Problem {
    fn from(error: RasterError) -> Self {
        match error {
            RasterError::TooLarge => Self::new(Code::ReplayTooLarge),
            RasterError::Svg(_)
            | RasterError::Size(_)
            | RasterError::Png(_)
            | RasterError::Gif(_) => {
                tracing::error!(%error, "a picture cannot be drawn");
                Self::new(Code::Internal)
            }
        }
    }
}
