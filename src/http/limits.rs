//! How much one may ask for: each token and each address has a budget that fills up again, and a request costs what it
//! gives the server to do.

mod budget;
mod cost;
mod proxies;

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError, web};

use self::budget::{Budgets, Left};
pub(super) use self::cost::Cost;
pub use self::proxies::Proxies;
use super::Service;
use super::problem::Problem;
use super::token::Token;
use crate::store::TokenHash;

pub(super) const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
pub(super) const LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// A budget: so many units a second, and at most what gathers in so many seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Units that come in each second.
    pub per_second: NonZeroU32,
    /// How many seconds' worth may be spent at once.
    pub seconds: NonZeroU32,
}

/// The budgets of a server process.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    tokens: Option<Budgets<TokenHash>>,
    addresses: Option<Budgets<IpAddr>>,
    proxies: Proxies,
}

impl Rate {
    /// The most that may be spent at once.
    fn burst(self) -> NonZeroU32 {
        self.per_second.saturating_mul(self.seconds)
    }
}

impl Limits {
    /// Budgets for tokens and for addresses, none where there is no rate; an address that one of these proxies forwards
    /// is believed.
    #[must_use]
    pub fn new(token: Option<Rate>, address: Option<Rate>, proxies: Proxies) -> Self {
        Self {
            tokens: token.map(|rate| Budgets::new("token", rate)),
            addresses: address.map(|rate| Budgets::new("address", rate)),
            proxies,
        }
    }

    /// Takes the cost of a request from the budgets it falls under; what is left in the one that is nearest to its end.
    fn spend(&self, request: &ServiceRequest, cost: Cost) -> Result<Option<Left>, Exhausted> {
        let Some(units) = NonZeroU32::new(cost.0) else {
            return Ok(None);
        };
        let address = self.proxies.client(request.peer_addr(), request.headers());
        // Who comes from this machine is its operator, or a proxy that nobody named: one budget would be everybody's.
        let address = address.filter(|address| !address.is_loopback());
        let by_address = spend(self.addresses.as_ref(), address.map(block), units)?;
        let by_token = spend(self.tokens.as_ref(), token(request.headers()), units)?;
        let nearest = |left: &Left| left.remaining;
        Ok(by_address.into_iter().chain(by_token).min_by_key(nearest))
    }
}

/// A budget that does not hold what a request costs.
pub(super) struct Exhausted {
    /// What is left in it.
    left: Left,
    /// When it will hold as much.
    wait: Duration,
}

/// Answers a request that the budgets hold, and says what is left of them.
///
/// # Errors
///
/// Those of what comes next.
pub(super) async fn around<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    let spent = request
        .app_data::<web::Data<Service>>()
        .map_or(Ok(None), |service| {
            service.limits.spend(&request, Cost::of(&request))
        });
    match spent {
        Ok(left) => {
            let mut response = next.call(request).await?;
            tell(response.headers_mut(), left.as_ref());
            Ok(response.map_into_left_body())
        }
        Err(Exhausted { left, wait }) => {
            if let Some(service) = request.app_data::<web::Data<Service>>() {
                service.metrics.limited(left.policy);
            }
            let answer = Problem::too_many_requests(left.policy, wait).error_response();
            let mut response = request.into_response(answer);
            tell(response.headers_mut(), Some(&left));
            Ok(response.map_into_right_body())
        }
    }
}

fn spend<K: budget::Key>(
    budgets: Option<&Budgets<K>>,
    key: Option<K>,
    units: NonZeroU32,
) -> Result<Option<Left>, Exhausted> {
    match (budgets, key) {
        (Some(budgets), Some(key)) => budgets.spend(key, units).map(Some),
        (None, _) | (_, None) => Ok(None),
    }
}

fn tell(headers: &mut HeaderMap, left: Option<&Left>) {
    let Some(left) = left else {
        return;
    };
    for (name, value) in [(POLICY, left.policy()), (LIMIT, left.limit())] {
        if let Ok(value) = HeaderValue::try_from(value) {
            headers.insert(name, value);
        }
    }
}

/// The token that a request carries, good or not.
fn token(headers: &HeaderMap) -> Option<TokenHash> {
    Token::of(headers).map(|token| token.hash())
}

/// What one subscriber has of addresses: one, or by IPv6 a block of /64.
fn block(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
    }
}
