//! Probes for whoever runs the server.

use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::Service;
use super::openapi::{OnAny, OnDatabase};
use super::problem::Problem;
use super::query::{NoParameters, Query};

/// How the server is.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    /// `ok`: anything else is a problem document.
    #[schema(example = "ok")]
    status: &'static str,
}

impl Health {
    const OK: Self = Self { status: "ok" };
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
    HttpResponse::Ok()
        .insert_header(("Cache-Control", "no-store"))
        .json(Health::OK)
}

/// Whether requests can be served: the process runs and reaches its database.
#[utoipa::path(
    get,
    path = "/health/ready",
    tag = "about",
    operation_id = "checkReady",
    responses((status = 200, description = "They can.", body = Health), OnAny, OnDatabase),
)]
pub(super) async fn ready(
    service: web::Data<Service>,
    _: Query<NoParameters>,
) -> Result<HttpResponse, Problem> {
    service.store.ping().await?;
    Ok(HttpResponse::Ok()
        .insert_header(("Cache-Control", "no-store"))
        .json(Health::OK))
}
