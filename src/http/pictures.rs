//! Pictures: boards of games and empty ones, as drawings, as pixels, and replays.

mod look;
mod raster;
mod studio;

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};

use super::Service;
use super::etag;
use super::openapi::parameters::{ArmsPath, GamePath, KnownState, SpokenLanguages, VersionPath};
use super::openapi::{OnAny, OnVersion};
use super::path::In;
use super::problem::Problem;
use super::query::Query;
use super::telling::language;
use super::views::game::tag;
use crate::pictures::Picture;
use crate::rules::board::Arms;
use crate::rules::ids::{GameId, Version};
use crate::words::language::Language;

use look::{BoardLook, Look};

pub(super) use look::{Paper, Shade};
pub(super) use raster::{__path_board_png, __path_png, __path_replay, board_png, png, replay};
pub use studio::Studio;

/// What the words in a drawing depend on.
const VARY: HeaderValue = HeaderValue::from_static("Accept-Language");
/// A drawing that is opened by itself runs nothing and asks for nothing.
const CONFINED: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'");

/// The board at the end of a command, as SVG. It never changes. What the command moved is marked; title and description
/// tell the position in words.
#[utoipa::path(
    get,
    path = "/v1/games/{game}/states/{version}/picture.svg",
    tag = "pictures",
    operation_id = "drawState",
    params(GamePath, VersionPath, Look, KnownState, SpokenLanguages),
    responses(
        (status = 200, description = "The picture.", body = String, content_type = "image/svg+xml",
            headers(("Vary" = String, description = "What the words in it depend on."), ("ETag" = String, description = "The version, head and look."))),
        (status = 304, description = "One has it."),
        OnVersion,
    ),
)]
pub(super) async fn svg(
    service: web::Data<Service>,
    request: HttpRequest,
    In(game): In<GameId>,
    In(version): In<Version>,
    Query(look): Query<Look>,
) -> Result<HttpResponse, Problem> {
    let language = language(&request, look.lang);
    let moment = service.games.moment(game, version).await?;
    let tag = tagged(&tag(&moment.folded), &[look.theme.name(), language.code()]);
    Ok(shown(&request, (&tag, etag::FOR_EVER), language, || {
        Picture::of(&moment.folded.game, &moment.command).svg(look.theme, language)
    }))
}

/// An empty board, as SVG: for the screen, or as a page to print with pieces to cut out.
#[utoipa::path(
    get,
    path = "/v1/boards/{arms}/picture.svg",
    tag = "pictures",
    operation_id = "drawBoard",
    params(ArmsPath, BoardLook, KnownState, SpokenLanguages),
    responses(
        (status = 200, description = "The picture.", body = String, content_type = "image/svg+xml",
            headers(("Vary" = String, description = "What the words in it depend on."), ("ETag" = String, description = "Its content."))),
        (status = 304, description = "One has it."),
        OnAny,
    ),
)]
pub(super) async fn board_svg(
    request: HttpRequest,
    In(arms): In<Arms>,
    Query(look): Query<BoardLook>,
) -> HttpResponse {
    let language = language(&request, look.lang);
    let drawn = look::board(arms, look.paper, look.theme, language);
    let tag = etag::of_bytes(drawn.as_bytes());
    shown(&request, (&tag, etag::ASK_ANEW), language, || drawn)
}

/// The tag of a picture: of what it shows, and of how it looks.
fn tagged(tag: &str, look: &[&str]) -> String {
    format!("{}-{}\"", tag.trim_end_matches('"'), look.join("-"))
}

/// A drawing, or 304 where the client has it. It is drawn at once: that takes less than reading the game did.
fn shown(
    request: &HttpRequest,
    (tag, keep): (&str, &'static str),
    language: Language,
    drawn: impl FnOnce() -> String,
) -> HttpResponse {
    let known = etag::is_known(request, tag);
    let mut answer = if known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    answer
        .insert_header((header::ETAG, tag))
        .insert_header((header::CACHE_CONTROL, keep))
        .insert_header((header::VARY, VARY));
    if known {
        return answer.finish();
    }
    answer
        .insert_header((header::CONTENT_SECURITY_POLICY, CONFINED))
        .insert_header((header::CONTENT_LANGUAGE, language.code()))
        .content_type("image/svg+xml")
        .body(drawn())
}
