use std::fmt;
use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The sizes of an evening, and the seed of all that is random in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) seed: u64,
    pub(crate) clients: usize,
    pub(crate) games: usize,
    /// After how many events, at most, somebody has had enough of a game.
    pub(crate) length: u64,
    /// How long it may take.
    pub(crate) patience: Duration,
}

/// What a stream of random numbers is for, so that none depends on another.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lot {
    /// What becomes of a connection.
    Connection,
    /// What a game is like.
    Game,
    /// What a seat does.
    Seat,
    /// How a reader reads.
    Reader,
    /// How a feed is read.
    Feed,
    /// Which process is killed when.
    Killer,
}

impl Setting {
    /// From `PARCHIS_CHAOS_SEED`, `_CLIENTS`, `_GAMES`, `_LENGTH` and `_MINUTES`; short where nothing is said.
    pub(crate) fn from_environment() -> Setting {
        let size = |number: u64| usize::try_from(number).unwrap();
        Setting {
            seed: variable("SEED", 4),
            clients: size(variable("CLIENTS", 20)),
            games: size(variable("GAMES", 40)),
            length: variable("LENGTH", 100),
            patience: Duration::from_mins(variable("MINUTES", 5)),
        }
    }

    /// The random numbers for one thing, the same ones for the same seed.
    pub(crate) fn random(&self, lot: Lot, number: usize) -> ChaCha8Rng {
        let lot = match lot {
            Lot::Connection => 0,
            Lot::Game => 1,
            Lot::Seat => 2,
            Lot::Reader => 3,
            Lot::Feed => 4,
            Lot::Killer => 5,
        };
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(u64::try_from(number).unwrap() << 3 | lot);
        random
    }
}

impl fmt::Display for Setting {
    /// How to have the same evening again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "PARCHIS_CHAOS_SEED={} PARCHIS_CHAOS_CLIENTS={} PARCHIS_CHAOS_GAMES={} PARCHIS_CHAOS_LENGTH={} \
             PARCHIS_CHAOS_MINUTES={} target/debug/parchis postgres -- cargo test --test chaos -- --nocapture",
            self.seed,
            self.clients,
            self.games,
            self.length,
            self.patience.as_secs() / 60
        )
    }
}

fn variable(name: &str, otherwise: u64) -> u64 {
    let name = format!("PARCHIS_CHAOS_{name}");
    std::env::var(&name).map_or(otherwise, |said| {
        said.parse()
            .unwrap_or_else(|_| panic!("{name} is no number"))
    })
}
