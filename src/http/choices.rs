//! Choices, each by the decision it answers.

use actix_web::{HttpResponse, web};
use arrayvec::ArrayVec;
use serde::Deserialize;
use utoipa::ToSchema;

use super::Service;
use super::body::{Body, Text};
use super::caller::Caller;
use super::command::command;
use super::etag::IfMatch;
use super::openapi::OnChoose;
use super::openapi::parameters::{DecisionPath, ExpectedState, GamePath};
use super::path::{Decision, In};
use super::problem::Problem;
use super::query::{NoParameters, Query};
use super::views::game::DoneView;
use crate::play::Act;
use crate::rules::choice::ChoiceId;
use crate::rules::dice::Dice;
use crate::rules::ids::GameId;

/// A choice.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "option": "move:3:Y2" }))]
pub(super) struct Chosen {
    /// The id of an option.
    #[schema(value_type = String, max_length = 64)]
    option: Text<64>,
}

impl Chosen {
    /// The option it names; a text that names none names one that no game has.
    fn option(&self) -> ChoiceId {
        let nothing = ChoiceId::Exit {
            dice: Dice::new(),
            pieces: ArrayVec::new(),
            victim: None,
        };
        self.option.0.parse().unwrap_or(nothing)
    }
}

/// Take an option. It is good for its decision, and for no other.
#[utoipa::path(
    put,
    path = "/v1/games/{game}/choices/{decision}",
    tag = "play",
    operation_id = "choose",
    security(("bearer" = [])),
    params(GamePath, DecisionPath, ExpectedState),
    request_body = Chosen,
    responses(
        (status = 200, description = "The option is taken.", body = DoneView,
            headers(("ETag" = String, description = "The version and head of the state."))),
        OnChoose,
    ),
)]
pub(super) async fn choose(
    service: web::Data<Service>,
    caller: Caller,
    In(game): In<GameId>,
    In(Decision(decision)): In<Decision>,
    expected: IfMatch,
    _: Query<NoParameters>,
    Body(chosen): Body<Chosen>,
) -> Result<HttpResponse, Problem> {
    let act = Act::Choose {
        decision,
        option: chosen.option(),
        actor: caller.id(),
    };
    command(&service, game, expected, act).await
}
