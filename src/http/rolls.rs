//! Rolls, each by its number.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Service;
use super::body::MaybeBody;
use super::caller::Caller;
use super::command::command;
use super::etag::IfMatch;
use super::openapi::OnRoll;
use super::openapi::parameters::{ExpectedState, GamePath, RollPath, SpokenLanguages};
use super::path::{In, RollNumber};
use super::problem::{Code, Fault, Part, Problem};
use super::telling::{Telling, Tongue};
use super::views::game::DoneView;
use crate::play::Act;
use crate::rules::dice::{Dice, Die, Roll};
use crate::rules::ids::GameId;

/// What a real die showed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "dice": [5] }))]
pub(super) struct Rolled {
    /// The dice in the order they fell, in a game with manual dice; left out where the server rolls.
    #[serde(default)]
    #[schema(value_type = Option<Vec<Die>>, min_items = 1, max_items = 2)]
    dice: Option<Dice>,
}

impl Rolled {
    fn roll(&self) -> Result<Option<Roll>, Problem> {
        let Some(dice) = &self.dice else {
            return Ok(None);
        };
        let fault = || Fault::new(Part::Body, "/dice", "a roll has one die or two");
        Roll::of(dice)
            .map(Some)
            .ok_or_else(|| Problem::faulty(Code::DiceCount, vec![fault()]))
    }
}

/// Make roll `n`. Once it is made, everybody who asks for it gets the same one.
#[utoipa::path(
    put,
    path = "/v1/games/{game}/rolls/{n}",
    tag = "play",
    operation_id = "roll",
    security(("bearer" = [])),
    params(GamePath, RollPath, ExpectedState, Tongue, SpokenLanguages),
    request_body(content = Option<Rolled>, description = "Left out where the server rolls."),
    responses(
        (status = 200, description = "The roll is made.", content((DoneView = "application/json"), (String = "text/plain")),
            headers(("Vary" = String, description = "What the form of the answer depends on."), ("ETag" = String, description = "The version and head of the state."))),
        OnRoll,
    ),
)]
pub(super) async fn roll(
    service: web::Data<Service>,
    caller: Caller,
    In(game): In<GameId>,
    In(RollNumber(n)): In<RollNumber>,
    expected: IfMatch,
    telling: Telling,
    MaybeBody(rolled): MaybeBody<Rolled>,
) -> Result<HttpResponse, Problem> {
    let act = Act::Roll {
        n,
        dice: rolled.roll()?,
        actor: caller.id(),
    };
    command(&service, game, (expected, telling), act).await
}
