//! Around every request: its id, one log line, no panic, and a problem document for every failure.

use std::panic::AssertUnwindSafe;
use std::time::Instant;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Version};
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse, ResponseError};
use futures_util::FutureExt;
use tracing::Instrument;
use uuid::Uuid;

use super::problem::{Code, MEDIA_TYPE, Problem};
use super::token::{is_secret, scrubbed};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Answers a request and writes its log line.
///
/// # Errors
///
/// A finished answer, where the request itself is lost: after a panic.
pub(super) async fn around<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let line = Line::of(&request);
    let span = tracing::info_span!("request", request_id = %line.id);
    // The framework wants the request for itself: nothing of it may be kept here.
    let answering = AssertUnwindSafe(next.call(request)).catch_unwind();
    match answering.instrument(span.clone()).await {
        Ok(Ok(response)) => {
            let mut response = unchunked(as_problem(response.map_into_boxed_body()));
            line.write(response.response_mut());
            Ok(response)
        }
        Ok(Err(error)) => Err(line.lost(error.error_response())),
        Err(_) => {
            span.in_scope(|| tracing::error!("a handler panicked"));
            Err(line.lost(Problem::new(Code::Internal).error_response()))
        }
    }
}

/// The log line of a request.
struct Line {
    id: String,
    method: String,
    path: String,
    started: Instant,
}

impl Line {
    fn of(request: &ServiceRequest) -> Self {
        Self {
            id: request_id(request),
            method: scrubbed(request.method().as_str()),
            path: scrubbed(request.path()),
            started: Instant::now(),
        }
    }

    /// Gives the answer its id, and writes the line.
    fn write(&self, response: &mut HttpResponse) {
        if let Ok(value) = HeaderValue::from_str(&self.id) {
            response.headers_mut().insert(REQUEST_ID, value);
        }
        let micros = u32::try_from(self.started.elapsed().as_micros()).unwrap_or(u32::MAX);
        tracing::info!(
            target: "parchis::http",
            request_id = %self.id,
            method = %self.method,
            path = %self.path,
            status = response.status().as_u16(),
            ms = f64::from(micros) / 1000.0,
            "request"
        );
    }

    /// The answer to a request that is lost.
    fn lost(&self, mut response: HttpResponse) -> Error {
        self.write(&mut response);
        InternalError::from_response("the request is lost", response).into()
    }
}

/// The id the client sent, where it is short and plain; else a new one.
fn request_id(request: &ServiceRequest) -> String {
    let plain = |id: &&str| {
        (1..=64).contains(&id.len())
            && id
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
            && !is_secret(id)
    };
    let sent = request
        .headers()
        .get(REQUEST_ID)
        .and_then(|value| value.to_str().ok());
    sent.filter(plain)
        .map_or_else(|| Uuid::now_v7().to_string(), str::to_owned)
}

/// Whatever the framework answered by itself, as a problem document.
fn as_problem(response: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    let status = response.status();
    // A page for people says what is wrong in words of its own.
    let is_told = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| {
            kind.as_bytes() == MEDIA_TYPE.as_bytes() || kind.as_bytes().starts_with(b"text/html")
        });
    if is_told || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let allow = response.headers().get(header::ALLOW).cloned();
    let mut problem: HttpResponse = Problem::new(Code::of_status(status)).error_response();
    if let Some(allow) = allow {
        problem.headers_mut().insert(header::ALLOW, allow);
    }
    ServiceResponse::new(response.into_parts().0, problem)
}

/// HTTP/1.0 knows no chunks: what has no length ends with the connection.
fn unchunked(mut response: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    let has_length = response.response().body().size() != BodySize::Stream;
    if response.request().version() < Version::HTTP_11 && !has_length {
        let head = response.response_mut().head_mut();
        head.no_chunking(true);
        head.set_connection_type(ConnectionType::Close);
    }
    response
}

#[cfg(test)]
mod tests {
    use actix_web::middleware::from_fn;
    use actix_web::{App, HttpServer, web};

    use super::*;

    async fn panics() -> HttpResponse {
        panic!("a fault of the program")
    }

    #[actix_web::test]
    async fn a_panic_is_answered_with_a_problem() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let app = || {
            App::new()
                .route("/", web::get().to(panics))
                .wrap(from_fn(around))
        };
        let server = HttpServer::new(app)
            .workers(1)
            .disable_signals()
            .listen(listener)
            .unwrap()
            .run();
        let handle = server.handle();
        actix_web::rt::spawn(server);
        for _ in 0..2 {
            let answer = reqwest::get(format!("http://{address}/")).await.unwrap();
            assert_eq!(answer.status().as_u16(), 500);
            assert!(answer.headers().contains_key("x-request-id"));
            assert_eq!(answer.headers().get("content-type").unwrap(), MEDIA_TYPE);
            let body = answer.text().await.unwrap();
            assert!(
                body.contains("\"internal\"") && !body.contains("fault of the program"),
                "{body}"
            );
        }
        handle.stop(false).await;
    }
}
