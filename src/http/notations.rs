//! Games as texts that people read and write: written out, and read in as new games.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Service;
use super::body::Body;
use super::caller::Caller;
use super::etag;
use super::games::made;
use super::idempotency::IdempotencyKey;
use super::openapi::parameters::{GamePath, KeyHeader, KnownState, SpokenLanguages};
use super::openapi::{OnGame, OnImport};
use super::path::In;
use super::problem::Problem;
use super::query::{NoParameters, Query};
use super::telling::{TEXT, Telling, Tongue};
use super::views::game::{CreatedView, tag};
use crate::play;
use crate::rules::game::Phase;
use crate::rules::ids::GameId;

/// The largest import that is read, in bytes.
const LARGEST: usize = 1024 * 1024;

/// A game to import.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "notation": "[Preset \"league\"]\n[Yellow \"?\"]\n[Red \"?\"]\n\nY: 4\nR: 6 R begins\n1. R: 3 pass\n" }))]
pub(super) struct NewImport {
    /// The text of one game, in the notation.
    notation: String,
    /// Whether strangers find it in the list.
    #[serde(default)]
    #[schema(required = false, default = false)]
    listed: bool,
}

/// A game in the notation, a text that people read and write by hand, as it is now: tags, then the turns.
#[utoipa::path(
    get,
    path = "/v1/games/{game}/notation",
    tag = "replay",
    operation_id = "readNotation",
    params(GamePath, KnownState),
    responses(
        (status = 200, description = "The text.", body = String, content_type = "text/plain",
            headers(("ETag" = String, description = "The version and head of the state."))),
        (status = 304, description = "It has not changed."),
        OnGame,
    ),
)]
pub(super) async fn read(
    service: web::Data<Service>,
    request: HttpRequest,
    In(game): In<GameId>,
    _: Query<NoParameters>,
) -> Result<HttpResponse, Problem> {
    let folded = service.games.read(game).await?;
    let keep = match folded.game.phase() {
        Phase::Ended => etag::FOR_EVER,
        Phase::Empty
        | Phase::Seating
        | Phase::Promising
        | Phase::Opening
        | Phase::Colours
        | Phase::Playing => etag::ASK_ANEW,
    };
    let tag = tag(&folded);
    let known = etag::is_known(&request, &tag);
    let mut answer = if known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    answer
        .insert_header((header::ETAG, tag))
        .insert_header((header::CACHE_CONTROL, keep));
    if known {
        return Ok(answer.finish());
    }
    let text = service.games.notation(&folded).await?;
    Ok(answer.content_type(TEXT).body(text))
}

/// Import a game from a text in the notation: a new one with manual dice that goes the same way, to be played on where it is
/// not over. It quotes the players, belongs to who imports it, who acts for every seat, and is never rated.
///
/// The rules decide every command of the text again. Where they do not allow one, or what is written is not what they say,
/// nothing is imported, and the problem names line, column, what was tried and what was legal. `events` in the answer
/// holds the first command alone.
#[utoipa::path(
    post,
    path = "/v1/imports",
    tag = "replay",
    operation_id = "importGame",
    security(("bearer" = [])),
    params(KeyHeader, Tongue, SpokenLanguages),
    request_body = NewImport,
    responses(
        (status = 201, description = "The game.", content((CreatedView = "application/json"), (String = "text/plain")), headers(("Vary" = String, description = "What the form of the answer depends on."),
            ("Location" = String, description = "Where the game is."),
            ("ETag" = String, description = "The version and head of the state."),
        )),
        (status = 200, description = "The game that the same request with the same key has imported.",
            content((CreatedView = "application/json"), (String = "text/plain")), headers(("Vary" = String, description = "What the form of the answer depends on."), ("ETag" = String, description = "The version and head of the state."))),
        OnImport,
    ),
)]
pub(super) async fn import(
    service: web::Data<Service>,
    caller: Caller,
    key: IdempotencyKey,
    telling: Telling,
    Body(new): Body<NewImport, LARGEST>,
) -> Result<HttpResponse, Problem> {
    let text = play::Transcript {
        notation: new.notation,
        listed: new.listed,
    };
    let made_now = service
        .games
        .transcribe(caller.id(), text, key.0.as_deref());
    Ok(made(&service, telling, &made_now.await?))
}
