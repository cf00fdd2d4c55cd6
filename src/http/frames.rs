//! Replays: a game command by command, forwards and backwards.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use super::Service;
use super::etag;
use super::openapi::OnVersion;
use super::openapi::parameters::{GamePath, KnownState, SpokenLanguages};
use super::path::In;
use super::problem::Problem;
use super::query::{PageSize, Query};
use super::telling::{Telling, language};
use super::views::frame::FramePageView;
use super::views::text;
use crate::play::{FramePage, FrameRange, Highlight};
use crate::rules::ids::{GameId, Version};
use crate::words::language::Language;

/// Which frames to show.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Pages {
    /// The first frame: the version that a command ends with; by default the game's first.
    #[param(value_type = Option<u64>, minimum = 1)]
    first: Option<Version>,
    /// The last frame, by default the game's newest; before `first`, the frames run backwards.
    #[param(value_type = Option<u64>, minimum = 1)]
    last: Option<Version>,
    /// Only commands in which this happens. With `limit=1` it is the next one, or going backwards the one before.
    #[param(inline = false)]
    of: Option<Highlight>,
    /// How many frames at most.
    #[serde(default)]
    #[param(required = false, value_type = u16, minimum = 1, maximum = 200, default = 100)]
    limit: PageSize,
    /// The language of what is told; it goes before `Accept-Language`.
    #[param(inline = false)]
    lang: Option<Language>,
}

/// A replay: the commands of a game from any to any, each with a sentence, the board after it and what it changed. What is
/// past never changes. A page may hold fewer frames than asked for, and with `of` even none: go on at `next_first`.
#[utoipa::path(
    get,
    path = "/v1/games/{game}/frames",
    tag = "replay",
    operation_id = "listFrames",
    params(GamePath, Pages, KnownState, SpokenLanguages),
    responses(
        (status = 200, description = "A page of frames.", content((FramePageView = "application/json"), (String = "text/plain")),
            headers(("Vary" = String, description = "What the form of the answer depends on."), ("ETag" = String, description = "Changes with the page."))),
        (status = 304, description = "The page has not changed."),
        OnVersion,
    ),
)]
pub(super) async fn list(
    service: web::Data<Service>,
    request: HttpRequest,
    In(game): In<GameId>,
    Query(pages): Query<Pages>,
) -> Result<HttpResponse, Problem> {
    let page = service.games.frames(game, pages.range()).await?;
    let language = language(&request, pages.lang);
    let tag = tag(&page, language);
    let keep = if page.settled {
        etag::FOR_EVER
    } else {
        etag::ASK_ANEW
    };
    let shown = || FramePageView::of(&page, language);
    let told = |language| text::frames(language, &page, pages.next(game, &page, language));
    let telling = Telling::of(&request, pages.lang);
    Ok(telling.tagged(&request, (&tag, keep), shown, told))
}

/// Where the next page is.
#[derive(Serialize)]
struct Next {
    first: Version,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<Version>,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<Highlight>,
    limit: u16,
    lang: Language,
}

impl Pages {
    const fn range(&self) -> FrameRange {
        FrameRange {
            first: self.first,
            last: self.last,
            of: self.of,
            limit: self.limit.0,
        }
    }

    fn next(&self, game: GameId, page: &FramePage, lang: Language) -> Option<String> {
        let next = Next {
            first: page.next?,
            last: self.last,
            of: self.of,
            limit: self.limit.0,
            lang,
        };
        let query = serde_urlencoded::to_string(next).ok()?;
        Some(format!("/v1/games/{game}/frames?{query}"))
    }
}

/// The tag of a page: how far it has looked, whether there is more, and the language of its sentences, which stand in JSON
/// too.
fn tag(page: &FramePage, language: Language) -> String {
    let (version, head) = page.reached;
    let tag = etag::of_game(version, &head.0.0);
    let more = if page.next.is_some() { "+" } else { "" };
    format!("{}{more}-{}\"", tag.trim_end_matches('"'), language.code())
}
