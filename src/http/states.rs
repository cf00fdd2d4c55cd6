//! The state of a game at the end of any command.

use actix_web::{HttpRequest, HttpResponse, web};

use super::Service;
use super::etag;
use super::openapi::OnVersion;
use super::openapi::parameters::{GamePath, KnownState, SpokenLanguages, VersionPath};
use super::path::In;
use super::problem::Problem;
use super::telling::{Telling, Tongue};
use super::views::game::tag;
use super::views::state::State;
use super::views::text;
use crate::rules::ids::{GameId, Version};

/// The state at the end of a command. It never changes.
#[utoipa::path(
    get,
    path = "/v1/games/{game}/states/{version}",
    tag = "games",
    operation_id = "readState",
    params(GamePath, VersionPath, KnownState, Tongue, SpokenLanguages),
    responses(
        (status = 200, description = "The state.", content((State = "application/json"), (String = "text/plain")),
            headers(("Vary" = String, description = "What the form of the answer depends on."), ("ETag" = String, description = "The version and head of the state."))),
        (status = 304, description = "One has it."),
        OnVersion,
    ),
)]
pub(super) async fn read(
    service: web::Data<Service>,
    request: HttpRequest,
    In(game): In<GameId>,
    In(version): In<Version>,
    telling: Telling,
) -> Result<HttpResponse, Problem> {
    let folded = service.games.state_at(game, version).await?;
    let shown = || State::of(folded.id, &folded.game, folded.head, folded.asked_since);
    let told = |language| text::state(language, &folded.game);
    let tag = tag(&folded);
    Ok(telling.tagged(&request, (&tag, etag::FOR_EVER), shown, told))
}
