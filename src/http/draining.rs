//! A server that is about to stop: it says so to those who choose where requests go, and goes on answering.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::ConnectionType;
use actix_web::middleware::Next;
use actix_web::web;

use super::Service;
use super::problem::{Code, Problem};

/// Whether a server process is about to stop; clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Draining(Arc<AtomicBool>);

impl Draining {
    /// From now on it is.
    pub(super) fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Refuses where it is.
    pub(super) fn check(&self) -> Result<(), Problem> {
        if self.has_begun() {
            return Err(Problem::new(Code::Draining));
        }
        Ok(())
    }

    fn has_begun(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Answers a request, and closes its connection where the server is about to stop, so that the next one goes elsewhere.
///
/// # Errors
///
/// Those of what comes next.
pub(super) async fn around<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let service = request.app_data::<web::Data<Service>>();
    let draining = service.is_some_and(|service| service.draining.has_begun());
    let mut response = next.call(request).await?;
    if draining {
        let head = response.response_mut().head_mut();
        head.set_connection_type(ConnectionType::Close);
    }
    Ok(response)
}
