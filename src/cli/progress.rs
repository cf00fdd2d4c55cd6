use std::time::{Duration, Instant};

/// How often a long run says how far it is.
const EVERY: Duration = Duration::from_secs(5);

/// Says on standard error how far a long run is; a short one says nothing.
#[derive(Debug)]
pub(super) struct Progress {
    games: u64,
    said: Instant,
}

impl Progress {
    /// Nothing is done yet.
    pub(super) fn new() -> Self {
        Self {
            games: 0,
            said: Instant::now(),
        }
    }

    /// One more game is done.
    pub(super) fn one_more(&mut self) {
        self.games += 1;
        if self.said.elapsed() >= EVERY {
            eprintln!("{} games so far", self.games);
            self.said = Instant::now();
        }
    }
}
