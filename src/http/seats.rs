//! Seats: sitting down, getting up, entropy, resigning.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Service;
use super::body::{Body, MaybeBody, Nothing, Text};
use super::caller::Caller;
use super::command::command;
use super::etag::IfMatch;
use super::openapi::parameters::{ChairPath, ExpectedState, GamePath};
use super::openapi::{OnGetUp, OnResign, OnReveal, OnSit};
use super::path::In;
use super::problem::Problem;
use super::query::{NoParameters, Query};
use super::views::game::DoneView;
use crate::play::{Act, Invite};
use crate::rules::ids::{Chair, GameId, Hex32};

/// How to sit down.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub(super) struct SitDown {
    /// The hash of 32 random bytes that one will reveal before the start, to have a part in the dice: SHA-256 over four
    /// parts, each after its length in four bytes, big-endian: `parchis-dice/1 entropy`, the 16 bytes of the game's id, the
    /// 16 bytes of the player's id, the 32 bytes. Left out where the server's dice will do.
    #[serde(default)]
    entropy_commit: Option<Hex32>,
    /// The invite, where the game needs one.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 128)]
    invite: Option<Text<128>>,
}

/// Promised entropy.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "entropy": "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff" }))]
pub(super) struct Entropy {
    /// The 32 bytes whose hash was sent when sitting down.
    entropy: Hex32,
}

/// Sit down. The game may start by it.
#[utoipa::path(
    put,
    path = "/v1/games/{game}/seats/{chair}",
    tag = "play",
    operation_id = "takeSeat",
    security(("bearer" = [])),
    params(GamePath, ChairPath, ExpectedState),
    request_body(content = Option<SitDown>, description = "May be left out."),
    responses(
        (status = 200, description = "One sits there.", body = DoneView,
            headers(("ETag" = String, description = "The version and head of the state."))),
        OnSit,
    ),
)]
pub(super) async fn sit(
    service: web::Data<Service>,
    caller: Caller,
    In(game): In<GameId>,
    In(chair): In<Chair>,
    expected: IfMatch,
    _: Query<NoParameters>,
    MaybeBody(how): MaybeBody<SitDown>,
) -> Result<HttpResponse, Problem> {
    let act = Act::Sit {
        chair,
        player: caller.id(),
        entropy_commit: how.entropy_commit,
        invite: how.invite.map(|invite| Invite::sent(invite.0)),
    };
    command(&service, game, expected, act).await
}

/// Get up, or remove somebody from one's own game, before it starts.
#[utoipa::path(
    delete,
    path = "/v1/games/{game}/seats/{chair}",
    tag = "play",
    operation_id = "leaveSeat",
    security(("bearer" = [])),
    params(GamePath, ChairPath, ExpectedState),
    responses(
        (status = 200, description = "The chair is free.", body = DoneView,
            headers(("ETag" = String, description = "The version and head of the state."))),
        OnGetUp,
    ),
)]
pub(super) async fn get_up(
    service: web::Data<Service>,
    caller: Caller,
    In(game): In<GameId>,
    In(chair): In<Chair>,
    expected: IfMatch,
    _: Query<NoParameters>,
    _: MaybeBody<Nothing>,
) -> Result<HttpResponse, Problem> {
    command(
        &service,
        game,
        expected,
        Act::GetUp {
            chair,
            actor: caller.id(),
        },
    )
    .await
}

/// Reveal promised entropy, once the seats are fixed. The last one starts the game.
#[utoipa::path(
    put,
    path = "/v1/games/{game}/seats/{chair}/entropy",
    tag = "play",
    operation_id = "revealEntropy",
    security(("bearer" = [])),
    params(GamePath, ChairPath, ExpectedState),
    request_body = Entropy,
    responses(
        (status = 200, description = "The promise is kept.", body = DoneView,
            headers(("ETag" = String, description = "The version and head of the state."))),
        OnReveal,
    ),
)]
pub(super) async fn reveal(
    service: web::Data<Service>,
    caller: Caller,
    In(game): In<GameId>,
    In(chair): In<Chair>,
    expected: IfMatch,
    _: Query<NoParameters>,
    Body(promised): Body<Entropy>,
) -> Result<HttpResponse, Problem> {
    let act = Act::Reveal {
        chair,
        actor: caller.id(),
        entropy: promised.entropy,
    };
    command(&service, game, expected, act).await
}

/// Leave a started game for good; in pairs the partner leaves too.
#[utoipa::path(
    put,
    path = "/v1/games/{game}/seats/{chair}/resignation",
    tag = "play",
    operation_id = "resign",
    security(("bearer" = [])),
    params(GamePath, ChairPath, ExpectedState),
    responses(
        (status = 200, description = "The seat has left.", body = DoneView,
            headers(("ETag" = String, description = "The version and head of the state."))),
        OnResign,
    ),
)]
pub(super) async fn resign(
    service: web::Data<Service>,
    caller: Caller,
    In(game): In<GameId>,
    In(chair): In<Chair>,
    expected: IfMatch,
    _: Query<NoParameters>,
    _: MaybeBody<Nothing>,
) -> Result<HttpResponse, Problem> {
    command(
        &service,
        game,
        expected,
        Act::Resign {
            chair,
            actor: caller.id(),
        },
    )
    .await
}
