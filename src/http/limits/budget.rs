//! Budgets by key, kept for as long as they are not full again.

use std::fmt;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::{StateInformationMiddleware, StateSnapshot};
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use moka::policy::EvictionPolicy;
use moka::sync::Cache;

use super::{Exhausted, Rate};

/// How many budgets of a kind are kept at most; those asleep for longest go first, and come back full.
const MOST: u64 = 200_000;

/// What a budget belongs to.
pub(super) trait Key: Hash + Eq + Send + Sync + 'static {}

impl<K: Hash + Eq + Send + Sync + 'static> Key for K {}

type Budget = RateLimiter<NotKeyed, InMemoryState, DefaultClock, StateInformationMiddleware>;

/// Budgets of one kind.
#[derive(Clone)]
pub(super) struct Budgets<K> {
    policy: &'static str,
    rate: Rate,
    open: Cache<K, Arc<Budget>>,
}

/// What is left of a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Left {
    /// The kind of budget.
    pub(super) policy: &'static str,
    /// The units in it.
    pub(super) remaining: u32,
    rate: Rate,
}

impl<K: Key> Budgets<K> {
    /// Budgets of this kind, all full.
    pub(super) fn new(policy: &'static str, rate: Rate) -> Self {
        Self::keeping(MOST, policy, rate)
    }

    fn keeping(most: u64, policy: &'static str, rate: Rate) -> Self {
        let until_full = Duration::from_secs(u64::from(rate.seconds.get()) + 1);
        let open = Cache::builder()
            .max_capacity(most)
            // By how often they are used a new one would not be kept, and never be exhausted.
            .eviction_policy(EvictionPolicy::lru())
            .time_to_idle(until_full)
            .build();
        Self { policy, rate, open }
    }

    /// Takes units from a budget, if it holds as many; what costs more than ever gathers takes all that gathers.
    pub(super) fn spend(&self, key: K, units: NonZeroU32) -> Result<Left, Exhausted> {
        let units = units.min(self.rate.burst());
        let budget = self.open.get_with(key, || Arc::new(self.budget()));
        match budget.check_n(units) {
            Ok(Ok(state)) => Ok(self.left(&state)),
            Ok(Err(not_yet)) => {
                Err(self.exhausted(units, not_yet.wait_time_from(budget.clock().now())))
            }
            // More than ever gathers, which nobody asks for.
            Err(_) => {
                Err(self.exhausted(units, Duration::from_secs(self.rate.seconds.get().into())))
            }
        }
    }

    fn budget(&self) -> Budget {
        let quota = Quota::per_second(self.rate.per_second).allow_burst(self.rate.burst());
        RateLimiter::direct(quota).with_middleware()
    }

    fn left(&self, state: &StateSnapshot) -> Left {
        Left {
            policy: self.policy,
            remaining: state.remaining_burst_capacity(),
            rate: self.rate,
        }
    }

    fn exhausted(&self, units: NonZeroU32, wait: Duration) -> Exhausted {
        let per_second = u128::from(self.rate.per_second.get());
        let missing = (wait.as_nanos() * per_second).div_ceil(1_000_000_000);
        let missing = u32::try_from(missing).unwrap_or(u32::MAX);
        let left = Left {
            policy: self.policy,
            remaining: units.get().saturating_sub(missing),
            rate: self.rate,
        };
        Exhausted { left, wait }
    }
}

impl Left {
    /// The budget as it is meant, for the header `RateLimit-Policy`.
    pub(super) fn policy(&self) -> String {
        let Rate { seconds, .. } = self.rate;
        format!("\"{}\";q={};w={seconds}", self.policy, self.rate.burst())
    }

    /// The budget as it is, for the header `RateLimit`: the units left, and the seconds until it is full.
    pub(super) fn limit(&self) -> String {
        let spent = self.rate.burst().get().saturating_sub(self.remaining);
        let full_in = spent.div_ceil(self.rate.per_second.get());
        format!("\"{}\";r={};t={full_in}", self.policy, self.remaining)
    }
}

impl<K> fmt::Debug for Budgets<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budgets")
            .field("policy", &self.policy)
            .field("rate", &self.rate)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit a second, and ten at once.
    fn tiny() -> Rate {
        Rate {
            per_second: NonZeroU32::MIN,
            seconds: NonZeroU32::new(10).unwrap(),
        }
    }

    #[test]
    fn what_costs_more_than_ever_gathers_takes_all() {
        let (rate, bulk) = (tiny(), NonZeroU32::new(200).unwrap());
        let budgets = Budgets::new("token", rate);
        assert_eq!(
            budgets.spend(1, bulk).ok().map(|left| left.remaining),
            Some(0)
        );
        let Exhausted { left, wait } = budgets.spend(1, bulk).unwrap_err();
        assert!(left.remaining < rate.burst().get(), "{left:?}");
        assert!(wait <= Duration::from_secs(10), "{wait:?}");
    }

    #[test]
    fn a_new_budget_is_kept_where_busier_ones_fill_the_place() {
        let one = NonZeroU32::MIN;
        let budgets = Budgets::keeping(4, "token", tiny());
        for key in (0..4).cycle().take(40) {
            let _ = budgets.spend(key, one);
        }
        budgets.open.run_pending_tasks();
        assert!(budgets.spend(4, NonZeroU32::new(10).unwrap()).is_ok());
        budgets.open.run_pending_tasks();
        assert!(budgets.spend(4, one).is_err());
    }
}
