//! Probes for whoever runs the server.

use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::Service;
use super::openapi::{OnAny, OnReady};
use super::problem::Problem;
use super::query::{NoParameters, Query};
use crate::store::Access;

/// How the server is.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    /// How it is.
    status: HealthStatus,
}

/// How the server is, where it is of use; else a problem document says why not.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum HealthStatus {
    /// All requests can be served.
    Ok,
    /// The database only reads for now: what writes is answered 503.
    ReadOnly,
}

impl Health {
    fn answer(status: HealthStatus) -> HttpResponse {
        HttpResponse::Ok()
            .insert_header(("Cache-Control", "no-store"))
            .json(Self { status })
    }
}

/// Whether the process runs.
#[utoipa::path(
    get,
    path = "/health/live",
    tag = "about",
    operation_id = "checkLive",
    responses((status = 200, description = "It runs.", body = Health), OnAny),
)]
pub(super) async fn live(_: Query<NoParameters>) -> HttpResponse {
    Health::answer(HealthStatus::Ok)
}

/// Whether requests can be served: the process runs, reaches its database, and is not about to stop.
#[utoipa::path(
    get,
    path = "/health/ready",
    tag = "about",
    operation_id = "checkReady",
    responses((status = 200, description = "They can.", body = Health), OnAny, OnReady),
)]
pub(super) async fn ready(
    service: web::Data<Service>,
    _: Query<NoParameters>,
) -> Result<HttpResponse, Problem> {
    service.draining.check()?;
    Ok(Health::answer(match service.store.ping().await? {
        Access::Full => HealthStatus::Ok,
        Access::Reading => HealthStatus::ReadOnly,
    }))
}
