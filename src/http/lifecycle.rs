//! The owner's commands: starting a game, and calling it off.

use actix_web::{HttpResponse, web};

use super::Service;
use super::body::{MaybeBody, Nothing};
use super::caller::Caller;
use super::command::command;
use super::etag::IfMatch;
use super::openapi::parameters::{ExpectedState, GamePath, SpokenLanguages};
use super::openapi::{OnCancel, OnStart};
use super::path::In;
use super::problem::Problem;
use super::telling::{Telling, Tongue};
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
    params(GamePath, ExpectedState, Tongue, SpokenLanguages),
    responses(
        (status = 200, description = "It has started, or its seats are fixed.", content((DoneView = "application/json"), (String = "text/plain")),
            headers(("Vary" = String, description = "What the form of the answer depends on."), ("ETag" = String, description = "The version and head of the state."))),
        OnStart,
    ),
)]
pub(super) async fn start(
    service: web::Data<Service>,
    caller: Caller,
    In(game): In<GameId>,
    expected: IfMatch,
    telling: Telling,
    _: MaybeBody<Nothing>,
) -> Result<HttpResponse, Problem> {
    command(
        &service,
        game,
        (expected, telling),
        Act::Start { actor: caller.id() },
    )
    .await
}

/// Call one's own game off before it starts.
#[utoipa::path(
    put,
    path = "/v1/games/{game}/cancellation",
    tag = "play",
    operation_id = "cancelGame",
    security(("bearer" = [])),
    params(GamePath, ExpectedState, Tongue, SpokenLanguages),
    responses(
        (status = 200, description = "It is called off.", content((DoneView = "application/json"), (String = "text/plain")),
            headers(("Vary" = String, description = "What the form of the answer depends on."), ("ETag" = String, description = "The version and head of the state."))),
        OnCancel,
    ),
)]
pub(super) async fn cancel(
    service: web::Data<Service>,
    caller: Caller,
    In(game): In<GameId>,
    expected: IfMatch,
    telling: Telling,
    _: MaybeBody<Nothing>,
) -> Result<HttpResponse, Problem> {
    command(
        &service,
        game,
        (expected, telling),
        Act::Cancel { actor: caller.id() },
    )
    .await
}
