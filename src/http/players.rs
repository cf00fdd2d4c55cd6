//! Players: creating one, and who they are.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::Service;
use super::body::Body;
use super::caller::Caller;
use super::openapi::{OnAny, OnBody, OnDatabase, OnPlayer, OnToken, OnWriting};
use super::path::In;
use super::problem::{Code, Problem};
use super::query::{NoParameters, Query};
use super::token::Token;
use crate::rules::ids::PlayerId;
use crate::store;

/// A new player.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "name": "Marisol" }))]
pub(super) struct NewPlayer {
    /// The display name.
    name: PlayerName,
}

/// A display name: 1 to 40 characters, no control characters, not only blanks.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(try_from = "String")]
#[schema(value_type = String, min_length = 1, max_length = 40)]
pub(super) struct PlayerName(String);

impl TryFrom<String> for PlayerName {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let name = text.trim();
        let length = name.chars().count();
        if (1..=40).contains(&length) && !name.chars().any(char::is_control) {
            Ok(Self(name.to_owned()))
        } else {
            Err("a name has 1 to 40 characters, none of them a control character")
        }
    }
}

/// A player, as everybody sees one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "id": "0198c0de-0000-7000-8000-000000000001", "name": "Marisol", "created_at": "2026-01-01T12:00:00Z",
}))]
pub(super) struct Player {
    /// The id, as in events.
    id: PlayerId,
    /// The display name.
    name: String,
    /// When the player came.
    created_at: DateTime<Utc>,
}

/// Some players.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlayerList)]
pub(super) struct Players {
    /// Those there are, in no order.
    players: Vec<Player>,
}

/// A player who has just been created.
#[derive(Serialize, ToSchema)]
pub(super) struct CreatedPlayer {
    /// The player.
    player: Player,
    /// The token that says who one is. It is shown this once; keep it.
    #[schema(pattern = "^parchis_[0-9a-f]{64}$")]
    token: String,
}

/// Which players to show.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct WhichPlayers {
    /// Up to 100 ids, with commas between them.
    #[param(value_type = String, example = "0198c0de-0000-7000-8000-000000000001")]
    ids: Ids,
}

/// Ids with commas between them.
#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Ids(Vec<PlayerId>);

impl TryFrom<String> for Ids {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let ids: Result<Vec<_>, _> = text
            .split(',')
            .map(|id| Uuid::try_parse(id).map(PlayerId))
            .collect();
        ids.ok()
            .filter(|ids| ids.len() <= 100)
            .map(Self)
            .ok_or("up to 100 ids, with commas between them")
    }
}

impl From<store::Player> for Player {
    fn from(player: store::Player) -> Self {
        Self {
            id: player.id,
            name: player.name,
            created_at: player.created_at,
        }
    }
}

/// Create a player, who is shown the token this once.
#[utoipa::path(
    post,
    path = "/v1/players",
    tag = "players",
    operation_id = "createPlayer",
    request_body = NewPlayer,
    responses(
        (status = 201, description = "The player, and the token.", body = CreatedPlayer,
            headers(("Location" = String, description = "Where the player is shown."))),
        OnAny, OnBody, OnWriting,
    ),
)]
pub(super) async fn create(
    service: web::Data<Service>,
    _: Query<NoParameters>,
    Body(new): Body<NewPlayer>,
) -> Result<HttpResponse, Problem> {
    let token = Token::random().map_err(|_| Problem::new(Code::Internal))?;
    let player = store::Player {
        id: PlayerId(Uuid::now_v7()),
        name: new.name.0,
        created_at: service.now(),
    };
    service.store.create_player(&player, token.hash()).await?;
    Ok(HttpResponse::Created()
        .insert_header((header::LOCATION, format!("/v1/players/{}", player.id)))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(CreatedPlayer {
            player: player.into(),
            token: token.reveal(),
        }))
}

/// Who the token says one is.
#[utoipa::path(
    get,
    path = "/v1/players/me",
    tag = "players",
    operation_id = "readMe",
    security(("bearer" = [])),
    responses((status = 200, description = "The player.", body = Player), OnAny, OnToken, OnDatabase),
)]
pub(super) async fn me(caller: Caller, _: Query<NoParameters>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(Player::from(caller.0))
}

/// The names of players.
#[utoipa::path(
    get,
    path = "/v1/players",
    tag = "players",
    operation_id = "listPlayers",
    params(WhichPlayers),
    responses((status = 200, description = "Those there are.", body = Players), OnAny, OnDatabase),
)]
pub(super) async fn list(
    service: web::Data<Service>,
    Query(which): Query<WhichPlayers>,
) -> Result<HttpResponse, Problem> {
    let players = service.store.players(&which.ids.0).await?;
    let players = Players {
        players: players.into_iter().map(Player::from).collect(),
    };
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .json(players))
}

/// The name of a player.
#[utoipa::path(
    get,
    path = "/v1/players/{player}",
    tag = "players",
    operation_id = "readPlayer",
    params(("player" = PlayerId, Path, description = "The player's id.")),
    responses((status = 200, description = "The player.", body = Player), OnAny, OnPlayer, OnDatabase),
)]
pub(super) async fn read(
    service: web::Data<Service>,
    In(id): In<PlayerId>,
    _: Query<NoParameters>,
) -> Result<HttpResponse, Problem> {
    let player = service.store.players(&[id]).await?.pop();
    let player = player.ok_or_else(|| Problem::new(Code::UnknownPlayer))?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .json(Player::from(player)))
}
