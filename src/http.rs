//! The HTTP interface: routes, extraction, views, problems, the OpenAPI document.

mod access;
mod body;
mod docs;
mod etag;
mod health;
mod openapi;
mod path;
mod problem;
mod query;
mod token;
mod views;

use std::future::Future;
use std::net::TcpListener;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::{App, Error, HttpResponse, HttpServer, web};

pub use openapi::{openapi, openapi_json};

use problem::{Code, Problem};

/// Seconds that requests in flight get to finish when the server stops.
const DRAIN_SECONDS: u64 = 10;

/// What the handlers work with.
#[derive(Debug)]
pub struct Service {}

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
    app.route("/health/live", web::get().to(health::live))
        .route("/health/ready", web::get().to(health::ready))
        .route("/problems/{code}", web::get().to(problem::read_problem));
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
