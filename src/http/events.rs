//! The log of a game, in pages of whole commands.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::IntoParams;

use super::Service;
use super::etag;
use super::openapi::OnVersion;
use super::openapi::parameters::{GamePath, KnownState, SpokenLanguages};
use super::path::In;
use super::problem::Problem;
use super::query::{PageSize, Query};
use super::telling::Telling;
use super::views::event::EventPageView;
use super::views::text;
use crate::rules::ids::{GameId, Version};
use crate::words::language::Language;
use crate::words::teller::Teller;

/// Which events to show.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Pages {
    /// The version after which the page begins: the end of a command, or 0.
    #[serde(default)]
    #[param(required = false, value_type = u64, minimum = 0, default = 0)]
    after: Version,
    /// How many events at most, but never less than a whole command.
    #[serde(default)]
    #[param(required = false, value_type = u16, minimum = 1, maximum = 200, default = 100)]
    limit: PageSize,
    /// The language of an answer in text (`Accept: text/plain`); it goes before `Accept-Language`.
    #[param(inline = false)]
    lang: Option<Language>,
}

/// The events of a game, by command.
#[utoipa::path(
    get,
    path = "/v1/games/{game}/events",
    tag = "games",
    operation_id = "listEvents",
    params(GamePath, Pages, KnownState, SpokenLanguages),
    responses(
        (status = 200, description = "A page of events.", content((EventPageView = "application/json"), (String = "text/plain")),
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
    let page = service
        .games
        .events(game, pages.after, pages.limit.0)
        .await?;
    let tag = etag::of_page(&page);
    // A page that has a next one can never grow.
    let keep = if page.more {
        etag::FOR_EVER
    } else {
        etag::ASK_ANEW
    };
    let telling = Telling::of(&request, pages.lang);
    let teller = match telling {
        Telling::Json => None,
        Telling::Text(language) => Some(teller(&service, game, pages.after, language).await?),
    };
    let shown = || EventPageView::of(&page);
    let told = |language| {
        let teller = teller.unwrap_or_else(|| Teller::new(language));
        text::events(teller, language, game, &page)
    };
    Ok(telling.tagged(&request, (&tag, keep), shown, told))
}

/// Who tells the events after a version: one who knows the game as it was then, so that a page is told the same for ever.
async fn teller(
    service: &Service,
    game: GameId,
    after: Version,
    language: Language,
) -> Result<Teller, Problem> {
    if after == Version(0) {
        return Ok(Teller::new(language));
    }
    let then = service.games.state_at(game, after).await?;
    Ok(Teller::after(language, &then.game))
}
