//! The public keys by which seals and receipts are checked.

use actix_web::http::header;
use actix_web::{HttpResponse, web};

use super::Service;
use super::openapi::OnAny;
use super::query::{NoParameters, Query};
use crate::proof::PublishedKeys;

/// The keys that this server signs and has signed with, the newest first. Note the fingerprint somewhere else: whoever
/// reads it here believes the server.
#[utoipa::path(
    get,
    path = "/.well-known/parchis-keys",
    tag = "proof",
    operation_id = "listKeys",
    responses((status = 200, description = "The keys.", body = PublishedKeys), OnAny),
)]
pub(super) async fn list(service: web::Data<Service>, _: Query<NoParameters>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .json(service.games.keys().published())
}
