//! Who sends a request: the player whose token it carries.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpRequest, web};
use moka::sync::Cache;

use super::Service;
use super::problem::{Code, Problem};
use super::token::Token;
use crate::rules::ids::PlayerId;
use crate::store::{Player, Store, TokenHash};

/// How long a token is taken as good without asking again.
const REMEMBERED: Duration = Duration::from_secs(5);
/// How many tokens are remembered at most.
const MOST: u64 = 100_000;

/// The player who sends a request.
#[derive(Clone, Debug)]
pub(super) struct Caller(pub(super) Player);

/// The player who sends a request, where it carries a token.
#[derive(Clone, Debug)]
pub(super) struct MaybeCaller(pub(super) Option<Player>);

/// Players by token, remembered for a few seconds.
#[derive(Clone, Debug)]
pub(super) struct Callers {
    store: Store,
    known: Cache<TokenHash, Player>,
}

impl Caller {
    /// The player's id.
    pub(super) fn id(&self) -> PlayerId {
        self.0.id
    }
}

impl Callers {
    /// The players of a store.
    pub(super) fn new(store: Store) -> Self {
        let known = Cache::builder()
            .max_capacity(MOST)
            .time_to_live(REMEMBERED)
            .build();
        Self { store, known }
    }

    async fn by_token(&self, token: &Token) -> Result<Player, Problem> {
        let hash = token.hash();
        if let Some(player) = self.known.get(&hash) {
            return Ok(player);
        }
        let player = self.store.player_by_token(hash).await?;
        let player = player.ok_or_else(|| Problem::new(Code::Unauthorized))?;
        self.known.insert(hash, player.clone());
        Ok(player)
    }

    async fn of(&self, request: &HttpRequest) -> Result<Option<Player>, Problem> {
        if !request.headers().contains_key(header::AUTHORIZATION) {
            return Ok(None);
        }
        let token = Token::of(request.headers());
        let token = token.ok_or_else(|| Problem::new(Code::Unauthorized))?;
        self.by_token(&token).await.map(Some)
    }
}

/// Turns away whoever is nobody, before anything else of the request is read.
pub(super) async fn first<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    match request.extract::<Caller>().await {
        Ok(_) => Ok(next.call(request).await?.map_into_left_body()),
        Err(nobody) => Ok(request.error_response(nobody).map_into_right_body()),
    }
}

/// Somebody on the way.
type Finding<T> = Pin<Box<dyn Future<Output = Result<T, Problem>>>>;

impl FromRequest for MaybeCaller {
    type Error = Problem;
    type Future = Finding<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let service = request.app_data::<web::Data<Service>>();
            let service = service.ok_or_else(|| Problem::new(Code::Internal))?;
            service.callers.of(&request).await.map(Self)
        })
    }
}

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Finding<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let caller = MaybeCaller::from_request(request, payload);
        Box::pin(async move {
            caller
                .await?
                .0
                .map(Self)
                .ok_or_else(|| Problem::new(Code::Unauthorized))
        })
    }
}
