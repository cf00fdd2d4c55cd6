//! Forks: what if a game had gone on otherwise?

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Service;
use super::body::Body;
use super::caller::Caller;
use super::games::made;
use super::idempotency::IdempotencyKey;
use super::openapi::OnFork;
use super::openapi::parameters::{GamePath, KeyHeader, SpokenLanguages};
use super::path::In;
use super::problem::Problem;
use super::telling::{Telling, Tongue};
use super::views::game::CreatedView;
use crate::play;
use crate::rules::ids::{GameId, Version};

/// A fork to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "version": 42 }))]
pub(super) struct NewFork {
    /// The version up to which it repeats the game: the end of a command.
    version: Version,
    /// Whether strangers find it in the list.
    #[serde(default)]
    #[schema(required = false, default = false)]
    listed: bool,
}

/// Fork a game: a new one with manual dice that repeats it up to the end of a command, to be played on otherwise. It names
/// in `origin` where it came from, quotes the players, belongs to who made it, who acts for every seat, and is never rated.
/// The original stays as it is.
///
/// Before the start, what belongs to server dice is left out; from the start on the events are the same but for game,
/// version, time and `by`. `events` in the answer holds the first command alone.
#[utoipa::path(
    post,
    path = "/v1/games/{game}/forks",
    tag = "replay",
    operation_id = "forkGame",
    security(("bearer" = [])),
    params(GamePath, KeyHeader, Tongue, SpokenLanguages),
    request_body = NewFork,
    responses(
        (status = 201, description = "The fork.", content((CreatedView = "application/json"), (String = "text/plain")), headers(("Vary" = String, description = "What the form of the answer depends on."),
            ("Location" = String, description = "Where the fork is."),
            ("ETag" = String, description = "The version and head of the state."),
        )),
        (status = 200, description = "The fork that the same request with the same key has made.",
            content((CreatedView = "application/json"), (String = "text/plain")), headers(("Vary" = String, description = "What the form of the answer depends on."), ("ETag" = String, description = "The version and head of the state."))),
        OnFork,
    ),
)]
pub(super) async fn create(
    service: web::Data<Service>,
    caller: Caller,
    In(game): In<GameId>,
    key: IdempotencyKey,
    telling: Telling,
    Body(new): Body<NewFork>,
) -> Result<HttpResponse, Problem> {
    let fork = play::Fork {
        game,
        version: new.version,
        listed: new.listed,
    };
    let made_now = service.games.fork(caller.id(), &fork, key.0.as_deref());
    Ok(made(&service, telling, &made_now.await?))
}
