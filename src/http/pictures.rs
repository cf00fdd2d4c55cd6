//! Pictures: boards of games, and empty ones.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::Service;
use super::etag;
use super::openapi::parameters::{ArmsPath, GamePath, KnownState, SpokenLanguages, VersionPath};
use super::openapi::{OnAny, OnVersion};
use super::path::In;
use super::problem::Problem;
use super::query::Query;
use super::telling::language;
use super::views::game::tag;
use crate::pictures::{Picture, Theme, sheet};
use crate::rules::board::Arms;
use crate::rules::ids::{GameId, Version};
use crate::words::language::Language;

const SVG: &str = "image/svg+xml";
/// What the words in a picture depend on.
const VARY: HeaderValue = HeaderValue::from_static("Accept-Language");
/// A picture that is opened by itself runs nothing and asks for nothing.
const CONFINED: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'");

/// How a picture looks.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Look {
    /// Light, dark, or as the reader's screen is.
    #[serde(default)]
    #[param(inline = false, required = false)]
    theme: Theme,
    /// The language of its title and description; it goes before `Accept-Language`.
    #[param(inline = false)]
    lang: Option<Language>,
}

/// How an empty board looks.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct BoardLook {
    /// Light, dark, or as the reader's screen is; paper is light.
    #[serde(default)]
    #[param(inline = false, required = false)]
    theme: Theme,
    /// The language of its title and description; it goes before `Accept-Language`.
    #[param(inline = false)]
    lang: Option<Language>,
    /// A page to print, with pieces to cut out.
    #[param(inline = false)]
    paper: Option<Paper>,
}

/// The size of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Paper {
    /// 210 by 297 millimetres.
    A4,
}

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
    let tag = tag(&moment.folded);
    let tag = format!(
        "{}-{}-{}\"",
        tag.trim_end_matches('"'),
        look.theme.name(),
        language.code()
    );
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
    let drawn = look.drawn(arms, language);
    let tag = etag::of_bytes(drawn.as_bytes());
    shown(&request, (&tag, etag::ASK_ANEW), language, || drawn)
}

impl BoardLook {
    fn drawn(&self, arms: Arms, language: Language) -> String {
        match self.paper {
            Some(Paper::A4) => sheet(arms, language),
            None => Picture::empty(arms).svg(self.theme, language),
        }
    }
}

/// A picture as SVG, or 304 where the client has it.
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
        .content_type(SVG)
        .body(drawn())
}
