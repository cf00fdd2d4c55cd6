//! Around every request: its id, one log line, no panic, and a problem document for every failure.

use std::panic::AssertUnwindSafe;
use std::time::Instant;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse, ResponseError};
use futures_util::FutureExt;
use tracing::Instrument;
use uuid::Uuid;

use super::problem::{Code, MEDIA_TYPE, Problem};
use super::token::scrubbed;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Answers a request and writes its log line.
///
/// # Errors
///
/// None: every failure is answered.
pub(super) async fn around<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let started = Instant::now();
    let id = request_id(&request);
    let http = request.request().clone();
    let span = tracing::info_span!("request", request_id = %id);
    let answered = AssertUnwindSafe(next.call(request))
        .catch_unwind()
        .instrument(span.clone())
        .await;
    let response = match answered {
        Ok(Ok(response)) => response.map_into_boxed_body(),
        Ok(Err(error)) => ServiceResponse::new(http.clone(), error.error_response()),
        Err(_) => {
            span.in_scope(|| tracing::error!("a handler panicked"));
            ServiceResponse::new(http.clone(), Problem::new(Code::Internal).error_response())
        }
    };
    let mut response = as_problem(response);
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    tracing::info!(
        target: "parchis::http",
        request_id = %id,
        method = %scrubbed(http.method().as_str()),
        path = %scrubbed(http.path()),
        status = response.status().as_u16(),
        ms = f64::from(u32::try_from(started.elapsed().as_micros()).unwrap_or(u32::MAX)) / 1000.0,
        "request"
    );
    Ok(response)
}

/// The id the client sent, where it is short and plain; else a new one.
fn request_id(request: &ServiceRequest) -> String {
    let plain = |id: &&str| {
        (1..=64).contains(&id.len())
            && id
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
            && scrubbed(id) == **id
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
    let is_problem = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes() == MEDIA_TYPE.as_bytes());
    if is_problem || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let allow = response.headers().get(header::ALLOW).cloned();
    let mut problem: HttpResponse = Problem::new(Code::of_status(status)).error_response();
    if let Some(allow) = allow {
        problem.headers_mut().insert(header::ALLOW, allow);
    }
    ServiceResponse::new(response.into_parts().0, problem)
}
