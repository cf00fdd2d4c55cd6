//! The log of a game, in pages of whole commands.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::IntoParams;

use super::Service;
use super::etag;
use super::openapi::OnVersion;
use super::openapi::parameters::{GamePath, KnownState};
use super::path::In;
use super::problem::Problem;
use super::query::{PageSize, Query};
use super::views::event::EventPageView;
use crate::rules::ids::{GameId, Version};

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
}

/// The events of a game, by command.
#[utoipa::path(
    get,
    path = "/v1/games/{game}/events",
    tag = "games",
    operation_id = "listEvents",
    params(GamePath, Pages, KnownState),
    responses(
        (status = 200, description = "A page of events.", body = EventPageView,
            headers(("ETag" = String, description = "Changes with the page."))),
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
    Ok(etag::answer(&request, &tag, keep, || {
        EventPageView::of(&page)
    }))
}
