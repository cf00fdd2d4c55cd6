use std::num::NonZeroU32;

use clap::Args;

use crate::http::{Limits, Proxies, Rate};
use crate::play::Caps;

/// How much one may ask for.
#[derive(Args, Clone, Debug)]
pub struct LimitArgs {
    /// Units a second that each token may spend, where reading a game costs 1, a command 2 and a creation 20; 0 for no limit
    #[arg(
        long,
        env = "PARCHIS_TOKEN_RATE",
        value_name = "UNITS",
        default_value_t = 1000
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub token_rate: u32,
    /// Units a second that each address may spend, whatever its tokens; 0 for no limit
    #[arg(
        long,
        env = "PARCHIS_ADDRESS_RATE",
        value_name = "UNITS",
        default_value_t = 10_000
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub address_rate: u32,
    /// For how many seconds units gather that may be spent at once
    #[arg(
        long,
        env = "PARCHIS_BURST",
        value_name = "SECONDS",
        default_value = "10"
    )]
    pub burst: NonZeroU32,
    /// Unfinished games that a player may own at once; 0 for no cap
    #[arg(
        long,
        env = "PARCHIS_MAX_GAMES",
        value_name = "NUMBER",
        default_value_t = 5000
    )]
    pub max_games: u32,
    /// Unfinished games in which a player may sit at once; 0 for no cap
    #[arg(
        long,
        env = "PARCHIS_MAX_SEATS",
        value_name = "NUMBER",
        default_value_t = 5000
    )]
    pub max_seats: u32,
    /// The proxies whose X-Forwarded-For is believed: addresses and networks, by commas [default: none]
    #[arg(long, env = "PARCHIS_TRUSTED_PROXIES", value_name = "NETWORKS")]
    pub trusted_proxies: Option<Proxies>,
}

impl LimitArgs {
    /// How much each player may have open at once.
    #[must_use]
    pub fn caps(&self) -> Caps {
        let cap = |most| (most > 0).then_some(most);
        Caps {
            games: cap(self.max_games),
            seats: cap(self.max_seats),
        }
    }

    /// The budgets of a server process.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let rate = |per_second| {
            let per_second = NonZeroU32::new(per_second)?;
            let seconds = self.burst;
            Some(Rate {
                per_second,
                seconds,
            })
        };
        let proxies = self.trusted_proxies.clone().unwrap_or_default();
        Limits::new(rate(self.token_rate), rate(self.address_rate), proxies)
    }
}
