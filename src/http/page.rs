//! The replay page of a game, and the files it is made of: plain HTML, CSS and JavaScript over the public API.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, ResponseError, web};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::path::Named;
use super::problem::Problem;
use super::{Service, at, etag};
use crate::rules::ids::GameId;

/// Nothing is loaded or asked from anywhere else, and nothing stands inline.
const POLICY: &str = "default-src 'self'";
const HTML: &str = "text/html; charset=utf-8";

const FRONT: &str = include_str!("page/front.html");
const REPLAY: &str = include_str!("page/replay.html");
const MISSING: &str = include_str!("page/missing.html");
const AWAY: &str = include_str!("page/away.html");

/// A file that a page loads.
struct Asset {
    name: &'static str,
    kind: &'static str,
    text: &'static str,
}

/// Lists files below `page/`, with their content types.
macro_rules! assets {
    ($($name:literal $kind:ident),+ $(,)?) => {
        &[$(Asset { name: $name, kind: $kind, text: include_str!(concat!("page/", $name)) }),+]
    };
}

const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

const ASSETS: &[Asset] = assets![
    "page.css" CSS,
    "replay.css" CSS,
    "icons.svg" SVG,
    "parchis.svg" SVG,
    "api.js" JAVASCRIPT,
    "board.js" JAVASCRIPT,
    "bytes.js" JAVASCRIPT,
    "chain.js" JAVASCRIPT,
    "dice.js" JAVASCRIPT,
    "film.js" JAVASCRIPT,
    "moves.js" JAVASCRIPT,
    "proof.js" JAVASCRIPT,
    "replay.js" JAVASCRIPT,
    "seats.js" JAVASCRIPT,
    "share.js" JAVASCRIPT,
    "verify.js" JAVASCRIPT,
    "words.js" JAVASCRIPT,
];

/// A game that somebody looks for by its id.
#[derive(Deserialize)]
struct Sought {
    game: String,
}

/// Adds the pages and their files. They are for people, and stand beside the documented interface.
pub(super) fn configure(app: &mut web::ServiceConfig) {
    app.service(at("/", front))
        .service(at("/games", find))
        .service(at("/games/{game}", replay))
        .service(at("/assets/{name}", asset));
}

async fn front(request: HttpRequest) -> HttpResponse {
    page(&request, StatusCode::OK, FRONT)
}

/// Where the form of the front page leads.
async fn find(sought: web::Query<Sought>) -> HttpResponse {
    let id: String = form_urlencoded::byte_serialize(sought.game.trim().as_bytes()).collect();
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, format!("/games/{id}")))
        .finish()
}

async fn replay(
    service: web::Data<Service>,
    request: HttpRequest,
    id: web::Path<String>,
) -> HttpResponse {
    match known(&service, &id).await {
        Ok(id) => page(
            &request,
            StatusCode::OK,
            &REPLAY.replace("{game}", &id.to_string()),
        ),
        Err(problem) if problem.status_code() == StatusCode::NOT_FOUND => {
            page(&request, StatusCode::NOT_FOUND, MISSING)
        }
        Err(problem) => page(&request, problem.status_code(), AWAY),
    }
}

/// The id, if there is such a game.
async fn known(service: &Service, id: &str) -> Result<GameId, Problem> {
    let id = GameId::read(id)?;
    service.games.read(id).await?;
    Ok(id)
}

async fn asset(request: HttpRequest, name: web::Path<String>) -> HttpResponse {
    match ASSETS.iter().find(|asset| asset.name == *name) {
        Some(asset) => file(&request, StatusCode::OK, asset.kind, asset.text),
        None => page(&request, StatusCode::NOT_FOUND, MISSING),
    }
}

fn page(request: &HttpRequest, status: StatusCode, text: &str) -> HttpResponse {
    file(request, status, HTML, text)
}

/// A file, or 304 where the browser has it.
fn file(request: &HttpRequest, status: StatusCode, kind: &str, text: &str) -> HttpResponse {
    let digits: String = hex::encode(Sha256::digest(text)).chars().take(16).collect();
    let tag = format!("\"{digits}\"");
    let known = status == StatusCode::OK && etag::is_known(request, &tag);
    let mut answer = HttpResponse::build(if known {
        StatusCode::NOT_MODIFIED
    } else {
        status
    });
    answer
        .insert_header((header::ETAG, tag))
        .insert_header((header::CACHE_CONTROL, etag::ASK_ANEW))
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((header::REFERRER_POLICY, "no-referrer"));
    if known {
        answer.finish()
    } else {
        answer.content_type(kind).body(text.to_owned())
    }
}
