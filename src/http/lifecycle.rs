//! The owner's commands: starting a game, and calling it off.

use actix_web::{HttpResponse, web};

use super::Service;
use super::body::{MaybeBody, Nothing};
use super::caller::Caller;
use super::command::command;
use super::etag::IfMatch;
use super::openapi::parameters::{ExpectedState, GamePath};
use super::openapi::{OnCancel, OnStart};
use super::path::In;
use super::problem::Problem;
use super::query::{NoParameters, Query};
use super::views::game::DoneView;
use crate::play::Act;
use crate::rules::ids::GameId;

/// Start one's own game. Where entropy is promised, the seats are fixed and it is awaited.
#[utoipa::path(
    put,
    path = "/v1/games/{game}/start",
    tag = "play",
    operation_id = "startGame",
    security(("bearer" = [])),
    params(GamePath, ExpectedState),
    responses(
        (status = 200, description = "It has started, or its seats are fixed.", body = DoneView,
            headers(("ETag" = String, description = "The version and head of the state."))),
        OnStart,
    ),
)]
pub(super) async fn start(
    service: web::Data<Service>,
    caller: Caller,
    In(game): In<GameId>,
    expected: IfMatch,
    _: Query<NoParameters>,
    _: MaybeBody<Nothing>,
) -> Result<HttpResponse, Problem> {
    command(&service, game, expected, Act::Start { actor: caller.id() }).await
}

/// Call one's own game off before it starts.
#[utoipa::path(
    put,
    path = "/v1/games/{game}/cancellation",
    tag = "play",
    operation_id = "cancelGame",
    security(("bearer" = [])),
    params(GamePath, ExpectedState),
    responses(
        (status = 200, description = "It is called off.", body = DoneView,
            headers(("ETag" = String, description = "The version and head of the state."))),
        OnCancel,
    ),
)]
pub(super) async fn cancel(
    service: web::Data<Service>,
    caller: Caller,
    In(game): In<GameId>,
    expected: IfMatch,
    _: Query<NoParameters>,
    _: MaybeBody<Nothing>,
) -> Result<HttpResponse, Problem> {
    command(&service, game, expected, Act::Cancel { actor: caller.id() }).await
}
