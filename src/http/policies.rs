//! The policies that a standing order can choose by.

use actix_web::HttpResponse;
use serde::Serialize;
use utoipa::ToSchema;

use super::openapi::OnAny;
use super::problem::Problem;
use super::query::{NoParameters, Query};
use crate::bots::policy::{Policy, PolicyEntry};

/// The policies.
#[derive(Serialize, ToSchema)]
#[schema(as = PolicyList)]
pub(super) struct Policies {
    /// The simplest first.
    policies: Vec<PolicyEntry>,
}

/// The policies that the server can choose by. Each follows from the position and the options alone.
#[utoipa::path(
    get,
    path = "/v1/policies",
    tag = "orders",
    operation_id = "listPolicies",
    responses((status = 200, description = "The policies.", body = Policies), OnAny),
)]
pub(super) async fn list(_: Query<NoParameters>) -> Result<HttpResponse, Problem> {
    let policies = Policy::ALL.map(Policy::entry).to_vec();
    Ok(HttpResponse::Ok().json(Policies { policies }))
}
