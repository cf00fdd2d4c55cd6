//! The HTTP interface: routes, extraction, views, problems, the OpenAPI document.

mod access;
mod body;
mod caller;
mod docs;
mod etag;
mod health;
mod openapi;
mod options;
mod path;
mod players;
mod problem;
mod query;
mod rule_sets;
mod token;
mod views;

use std::future::Future;
use std::net::TcpListener;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::{
    App, Error, FromRequest, Handler, HttpResponse, HttpServer, Resource, Responder, web,
};

pub use openapi::{openapi, openapi_json};

use chrono::{DateTime, SubsecRound, Utc};

use self::caller::Callers;
use self::problem::{Code, Problem};
use crate::store::Store;

/// Seconds that requests in flight get to finish when the server stops.
const DRAIN_SECONDS: u64 = 10;

/// What the handlers work with.
#[derive(Clone, Debug)]
pub struct Service {
    store: Store,
    callers: Callers,
}

impl Service {
    /// The service on a store.
    #[must_use]
    pub fn new(store: Store) -> Self {
        let callers = Callers::new(store.clone());
        Self { store, callers }
    }

    /// The time.
    fn now(&self) -> DateTime<Utc> {
        DateTime::<Utc>::from(std::time::SystemTime::now()).trunc_subsecs(6)
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
        .configure(routes)
        .default_service(web::to(nothing_here))
        .wrap(from_fn(access::around))
}

fn routes(app: &mut web::ServiceConfig) {
    app.service(at("/v1/players", players::list).route(web::post().to(players::create)))
        .service(at("/v1/players/me", players::me))
        .service(at("/v1/players/{player}", players::read))
        .service(at("/v1/rule-sets", rule_sets::list))
        .service(
            web::resource("/v1/rule-sets/resolution").route(web::post().to(rule_sets::resolve)),
        )
        .service(web::resource("/v1/options").route(web::post().to(options::ask)))
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

async fn nothing_here() -> Result<HttpResponse, Problem> {
    Err(Problem::new(Code::NotFound))
}

/// Serves until `shutdown` comes, then finishes what is in flight.
///
/// # Errors
///
/// Where the listener cannot be served.
pub async fn serve(
    listener: TcpListener,
    service: Service,
    shutdown: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let service = web::Data::new(service);
    let server = HttpServer::new(move || app(service.clone()))
        .shutdown_timeout(DRAIN_SECONDS)
        .disable_signals()
        .listen(listener)?
        .run();
    let handle = server.handle();
    let mut server = std::pin::pin!(server);
    tokio::select! {
        served = &mut server => served,
        () = shutdown => futures_util::future::join(server, handle.stop(true)).await.0,
    }
}
