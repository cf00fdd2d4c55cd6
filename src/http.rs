//! The HTTP interface: routes, extraction, views, problems, the OpenAPI document.

mod accept;
mod access;
mod body;
mod caller;
mod choices;
mod clock;
mod command;
mod days;
mod docs;
mod draining;
mod etag;
mod events;
mod feed;
mod forks;
mod frames;
mod games;
mod health;
mod idempotency;
mod inbox;
mod keys;
mod last_event_id;
mod lifecycle;
mod limits;
mod metrics;
mod notations;
mod openapi;
mod options;
mod orders;
mod page;
mod path;
mod pictures;
mod players;
mod policies;
mod problem;
mod proofs;
mod query;
mod readers;
mod rolls;
mod rule_sets;
mod seats;
mod serving;
mod states;
mod stream;
mod telling;
mod token;
mod views;

use std::sync::Arc;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::{App, Error, FromRequest, Handler, HttpResponse, Resource, Responder, Route, web};

pub use limits::{Limits, Proxies, Rate};
pub use metrics::serve_metrics;
pub use openapi::{openapi, openapi_json};
pub use pictures::Studio;
pub use readers::Readers;
pub use serving::serve;

use chrono::{DateTime, Utc};

use self::caller::Callers;
use self::draining::Draining;
use self::metrics::Metrics;
use self::problem::{Code, Problem};
use crate::play::{Caps, Games};
use crate::store::Store;

/// What the handlers work with.
#[derive(Clone, Debug)]
pub struct Service {
    games: Games,
    store: Store,
    callers: Callers,
    readers: Readers,
    studio: Studio,
    limits: Limits,
    draining: Draining,
    metrics: Arc<Metrics>,
}

impl Service {
    /// The service on these games.
    #[must_use]
    pub fn new(games: Games) -> Self {
        let store = games.store().clone();
        let callers = Callers::new(store.clone());
        let metrics = Arc::new(Metrics::of(&games));
        Self {
            games,
            store,
            callers,
            readers: Readers::default(),
            studio: Studio::default(),
            limits: Limits::default(),
            draining: Draining::default(),
            metrics,
        }
    }

    /// The same, for these readers.
    #[must_use]
    pub fn with_readers(self, readers: Readers) -> Self {
        Self { readers, ..self }
    }

    /// The same, drawing its pictures there.
    #[must_use]
    pub fn with_studio(self, studio: Studio) -> Self {
        Self { studio, ..self }
    }

    /// The same, within these limits; without, there are none.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same, within these caps; without, there are none.
    #[must_use]
    pub fn with_caps(self, caps: Caps) -> Self {
        let games = self.games.with_caps(caps);
        Self { games, ..self }
    }

    /// Says from now on that no further requests shall be sent here, and goes on answering them.
    pub fn drain(&self) {
        self.draining.begin();
    }

    /// The time.
    fn now(&self) -> DateTime<Utc> {
        self.games.clock().now()
    }
}

/// The application: every route, for production and tests alike.
pub fn app(
    service: web::Data<Service>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    App::new()
        .app_data(service)
        .configure(docs::configure)
        .configure(page::configure)
        .configure(routes)
        .default_service(web::to(nothing_here))
        .wrap(from_fn(limits::around))
        .wrap(from_fn(access::around))
        .wrap(from_fn(draining::around))
        .wrap(from_fn(metrics::around))
}

fn routes(app: &mut web::ServiceConfig) {
    app.service(at("/v1/players", players::list).route(web::post().to(players::create)))
        .service(own("/v1/players/me", players::me))
        .service(own("/v1/players/me/events", feed::read))
        .service(own("/v1/players/me/inbox", inbox::read))
        .service(at("/v1/players/{player}", players::read))
        .service(at("/v1/rule-sets", rule_sets::list))
        .service(
            web::resource("/v1/rule-sets/resolution").route(web::post().to(rule_sets::resolve)),
        )
        .service(web::resource("/v1/options").route(web::post().to(options::ask)))
        .service(at("/v1/games", games::list).route(signed(web::post().to(games::create))))
        .service(at("/v1/games/{game}", games::read))
        .service(at("/v1/games/{game}/events", events::list))
        .service(at("/v1/games/{game}/states/{version}", states::read))
        .service(at("/v1/games/{game}/frames", frames::list))
        .service(
            web::resource("/v1/games/{game}/forks").route(signed(web::post().to(forks::create))),
        )
        .service(at(
            "/v1/games/{game}/states/{version}/picture.svg",
            pictures::svg,
        ))
        .service(at(
            "/v1/games/{game}/states/{version}/picture.png",
            pictures::png,
        ))
        .service(at("/v1/games/{game}/replay.gif", pictures::replay))
        .service(at("/v1/boards/{arms}/picture.svg", pictures::board_svg))
        .service(at("/v1/games/{game}/notation", notations::read))
        .service(web::resource("/v1/imports").route(signed(web::post().to(notations::import))))
        .service(at("/v1/boards/{arms}/picture.png", pictures::board_png))
        .service(at("/v1/games/{game}/proof", proofs::prove))
        .service(at("/v1/games/{game}/audit", proofs::audit))
        .service(
            web::resource("/v1/games/{game}/seats/{chair}")
                .route(signed(web::put().to(seats::sit)))
                .route(signed(web::delete().to(seats::get_up))),
        )
        .service(put("/v1/games/{game}/seats/{chair}/entropy", seats::reveal))
        .service(put(
            "/v1/games/{game}/seats/{chair}/resignation",
            seats::resign,
        ))
        .service(
            own("/v1/games/{game}/seats/{chair}/orders", orders::read)
                .route(signed(web::put().to(orders::put)))
                .route(signed(web::delete().to(orders::drop))),
        )
        .service(at("/v1/policies", policies::list))
        .service(put("/v1/games/{game}/start", lifecycle::start))
        .service(put("/v1/games/{game}/cancellation", lifecycle::cancel))
        .service(put("/v1/games/{game}/rolls/{n}", rolls::roll))
        .service(put("/v1/games/{game}/choices/{decision}", choices::choose))
        .service(at("/v1/days/{date}/games", days::games))
        .service(web::resource("/v1/days/{date}/proofs").route(web::get().to(days::proofs)))
        .service(at("/.well-known/parchis-keys", keys::list))
        .service(at("/health/live", health::live))
        .service(at("/health/ready", health::ready))
        .service(at("/problems/{code}", problem::read_problem));
}

/// A path that can be read.
fn at<F, Args>(path: &str, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    web::resource(path)
        .route(web::get().to(handler.clone()))
        .route(web::head().to(handler))
}

/// A command.
fn put<F, Args>(path: &str, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    web::resource(path).route(signed(web::put().to(handler)))
}

/// A path that its player alone can read.
fn own<F, Args>(path: &str, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    web::resource(path)
        .route(signed(web::get().to(handler.clone())))
        .route(signed(web::head().to(handler)))
}

/// A route for players alone: who is nobody hears that, whatever else is wrong.
fn signed(route: Route) -> Route {
    route.wrap(from_fn(caller::first))
}

async fn nothing_here() -> Result<HttpResponse, Problem> {
    Err(Problem::new(Code::NotFound))
}
