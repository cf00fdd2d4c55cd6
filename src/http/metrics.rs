//! What an operator watches: counts of all that a server process does, as `OpenMetrics` text. No label holds an id, a name or
//! an address: there are as many series as there are routes, whatever is asked for.

mod registered;

use std::net::TcpListener;
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{App, Error, HttpResponse, HttpServer, web};

pub(super) use self::registered::Metrics;
use self::registered::{Answered, Asked};
use super::Service;

const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Serves `/metrics`, apart from the requests, until it is dropped.
///
/// # Errors
///
/// Where the listener cannot be served.
pub async fn serve_metrics(listener: TcpListener, service: Service) -> std::io::Result<()> {
    let service = web::Data::new(service);
    HttpServer::new(move || {
        App::new()
            .app_data(service.clone())
            .route("/metrics", web::get().to(read))
    })
    .workers(1)
    .disable_signals()
    .listen(listener)?
    .run()
    .await
}

async fn read(service: web::Data<Service>) -> HttpResponse {
    match service.metrics.text(&service) {
        Ok(text) => HttpResponse::Ok()
            .insert_header((header::CONTENT_TYPE, MEDIA_TYPE))
            .body(text),
        Err(error) => {
            tracing::error!(%error, "metrics cannot be written");
            HttpResponse::InternalServerError().finish()
        }
    }
}

/// Answers a request and counts it, by the time until its answer begins.
///
/// # Errors
///
/// Those of what comes next.
pub(super) async fn around<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let service = request.app_data::<web::Data<Service>>().cloned();
    let asked = Asked {
        method: known(request.method()),
        route: request.match_pattern().unwrap_or_default(),
    };
    let started = Instant::now();
    let answer = next.call(request).await;
    let status = match &answer {
        Ok(response) => response.status(),
        Err(error) => error.as_response_error().status_code(),
    };
    if let Some(service) = service {
        let answered = Answered {
            method: asked.method,
            route: asked.route.clone(),
            status: class(status),
        };
        service
            .metrics
            .answered(&asked, &answered, started.elapsed());
    }
    answer
}

/// A method by its name, if it is one that some route knows.
const fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        _ => "other",
    }
}

fn class(status: StatusCode) -> &'static str {
    match status.as_u16() / 100 {
        1 => "1xx",
        2 => "2xx",
        3 => "3xx",
        4 => "4xx",
        _ => "5xx",
    }
}
