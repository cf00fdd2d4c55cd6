//! What shows how a game was played: its proof, and the server's own audit.

use actix_web::http::header;
use actix_web::{HttpResponse, web};

use super::Service;
use super::etag::ASK_ANEW;
use super::openapi::parameters::GamePath;
use super::openapi::{OnAudit, OnProof};
use super::path::In;
use super::problem::Problem;
use super::query::{NoParameters, Query};
use super::views::audit::AuditView;
use crate::rules::ids::GameId;

/// The media type of a proof: a JSON object a line.
const JSON_LINES: &str = "application/jsonl";

/// The proof of a finished game: one file with all that `parchis verify` needs, without any server. JSON Lines: a header,
/// the events with their hashes, the seal, the server's public keys.
#[utoipa::path(
    get,
    path = "/v1/games/{game}/proof",
    tag = "proof",
    operation_id = "readProof",
    params(GamePath),
    responses(
        (status = 200, description = "The proof.", body = String, content_type = "application/jsonl",
            headers(("Content-Disposition" = String, description = "A name for the file."))),
        OnProof,
    ),
)]
pub(super) async fn prove(
    service: web::Data<Service>,
    In(game): In<GameId>,
    _: Query<NoParameters>,
) -> Result<HttpResponse, Problem> {
    let mut file = Vec::new();
    service.games.prove(game, &mut file).await?;
    let name = format!("attachment; filename=\"{game}.proof.jsonl\"");
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, ASK_ANEW))
        .insert_header((header::CONTENT_DISPOSITION, name))
        .content_type(JSON_LINES)
        .body(file))
}

/// What the server finds when it checks a game as `parchis verify` would. It is the server's own word: to believe nobody,
/// take the proof and verify it elsewhere.
#[utoipa::path(
    get,
    path = "/v1/games/{game}/audit",
    tag = "proof",
    operation_id = "auditGame",
    params(GamePath),
    responses((status = 200, description = "The findings, good or bad.", body = AuditView), OnAudit),
)]
pub(super) async fn audit(
    service: web::Data<Service>,
    In(game): In<GameId>,
    _: Query<NoParameters>,
) -> Result<HttpResponse, Problem> {
    let audit = service.games.audit(game).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(AuditView::of(&audit)))
}
