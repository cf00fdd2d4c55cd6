//! Choices, each by the decision it answers.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use arrayvec::ArrayVec;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::Service;
use super::body::{Body, Text};
use super::caller::Caller;
use super::command::command;
use super::etag::IfMatch;
use super::openapi::OnChoose;
use super::openapi::parameters::{DecisionPath, ExpectedState, GamePath, SpokenLanguages};
use super::path::{Decision, In};
use super::problem::Problem;
use super::query::Query;
use super::telling::Telling;
use super::views::game::{ChoiceView, tag};
use super::views::text;
use crate::play::Act;
use crate::rules::choice::ChoiceId;
use crate::rules::dice::Dice;
use crate::rules::ids::{GameId, PlayerId, Version};
use crate::words::language::Language;

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

/// How to take an option, and how to tell it.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct How {
    /// Whether to show what the option would bring about, and do nothing. What the server would do next by itself is not
    /// shown, nor the seed that an end reveals.
    #[serde(default)]
    #[param(required = false)]
    dry_run: bool,
    /// The language of an answer in text (`Accept: text/plain`); it goes before `Accept-Language`.
    #[param(inline = false)]
    lang: Option<Language>,
}

/// Take an option, or see what it would bring about. It is good for its decision, and for no other.
#[utoipa::path(
    put,
    path = "/v1/games/{game}/choices/{decision}",
    tag = "play",
    operation_id = "choose",
    security(("bearer" = [])),
    params(GamePath, DecisionPath, ExpectedState, How, SpokenLanguages),
    request_body = Chosen,
    responses(
        (status = 200, description = "The option is taken, or would be.", content((ChoiceView = "application/json"), (String = "text/plain")),
            headers(("Vary" = String, description = "What the form of the answer depends on."), ("ETag" = String, description = "The version and head of the game as it is."))),
        OnChoose,
    ),
)]
#[expect(clippy::too_many_arguments, reason = "each is a part of the request")]
pub(super) async fn choose(
    service: web::Data<Service>,
    request: HttpRequest,
    caller: Caller,
    In(game): In<GameId>,
    In(Decision(decision)): In<Decision>,
    expected: IfMatch,
    Query(how): Query<How>,
    Body(chosen): Body<Chosen>,
) -> Result<HttpResponse, Problem> {
    let telling = Telling::of(&request, how.lang);
    let (option, actor) = (chosen.option(), caller.id());
    if how.dry_run {
        return tried(
            &service,
            game,
            (expected, telling),
            actor,
            (decision, option),
        )
        .await;
    }
    let act = Act::Choose {
        decision,
        option,
        actor,
    };
    command(&service, game, (expected, telling), act).await
}

/// Shows what an option would bring about.
async fn tried(
    service: &Service,
    game: GameId,
    (expected, telling): (IfMatch, Telling),
    actor: PlayerId,
    choice: (Version, ChoiceId),
) -> Result<HttpResponse, Problem> {
    let tried = service
        .games
        .try_choice(game, actor, choice, expected.0)
        .await?;
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((header::ETAG, telling.tag(&tag(&tried.now))))
        .insert_header((header::CACHE_CONTROL, "no-store"));
    let shown = || ChoiceView::tried(&tried, service.now());
    Ok(telling.answer(answer, shown, |language| text::tried(language, &tried)))
}
