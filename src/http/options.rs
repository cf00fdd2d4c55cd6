//! The stateless question: these rules, this position, this roll: which options?

use actix_web::HttpResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::Body;
use super::openapi::{OnAny, OnBody, OnPosition, OnRules};
use super::problem::{Code, Fault, Part, Problem};
use super::query::{NoParameters, Query};
use super::rule_sets::RuleChoice;
use super::views::board::Board;
use super::views::choice::{ChoiceView, DutyView};
use crate::rules::dice::{Dice, Die, Roll};
use crate::rules::event::Event as Fact;
use crate::rules::options::Overrides;
use crate::rules::piece::Piece;
use crate::rules::position::{Due, Position};
use crate::rules::preset::Preset;

/// A position, and what is rolled there.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OptionsQuestion)]
#[schema(example = json!({
    "preset": "league",
    "position": "Y:h,5,22,c3/B:h,h,h,h/R:39,g,g,g/G:51,56,h,h Y 1 Y3 -",
    "roll": [3],
}))]
pub(super) struct Question {
    /// The preset.
    preset: Preset,
    /// The options that differ from it.
    #[serde(default)]
    #[schema(required = false)]
    overrides: Overrides,
    /// The position in one line.
    #[schema(max_length = 1024)]
    position: String,
    /// What is rolled there; left out where the line has a roll in hand already.
    #[serde(default)]
    #[schema(value_type = Option<Vec<Die>>, min_items = 1, max_items = 2)]
    roll: Option<Dice>,
}

/// The options, and what happens without any choice.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OptionsAnswer)]
pub(super) struct Answer {
    /// The position after the roll.
    board: Board,
    /// What may be chosen, in order; empty where the roll leaves no choice.
    options: Vec<ChoiceView>,
    /// The duties that leave only these options; empty where none does.
    duties: Vec<DutyView>,
    /// The dice that are passed at once, because they cannot be used.
    passed: Vec<Die>,
    /// Whether the roll is a third six, and not moved.
    third_six: bool,
    /// The piece that the third six penalises.
    #[serde(skip_serializing_if = "Option::is_none")]
    penalised: Option<Piece>,
}

/// Which options a position has after a roll.
#[utoipa::path(
    post,
    path = "/v1/options",
    tag = "rules",
    operation_id = "askOptions",
    request_body = Question,
    responses(
        (status = 200, description = "The options.", body = Answer),
        OnAny, OnBody, OnRules, OnPosition,
    ),
)]
pub(super) async fn ask(
    _: Query<NoParameters>,
    Body(question): Body<Question>,
) -> Result<HttpResponse, Problem> {
    let rules = RuleChoice {
        preset: question.preset,
        overrides: question.overrides,
    }
    .resolve()?;
    let position = Position::parse(&rules, &question.position)
        .map_err(|error| impossible("/position", error.to_string()))?;
    let (events, position) = after(&position, question.roll.as_ref())?;
    Ok(HttpResponse::Ok().json(Answer::of(&events, &position)))
}

/// The position after the roll, which must be there exactly if one is due.
fn after(position: &Position, roll: Option<&Dice>) -> Result<(Vec<Fact>, Position), Problem> {
    match (position.due(), roll) {
        (Due::Choice(_), None) => Ok((Vec::new(), *position)),
        (Due::Choice(_), Some(_)) => Err(impossible(
            "/roll",
            "the position has a roll in hand already",
        )),
        (Due::Roll(_), None) => Err(impossible(
            "/roll",
            "a roll is due in the position; send one",
        )),
        (Due::Roll(_), Some(dice)) => Roll::of(dice)
            .and_then(|roll| position.rolled(1, roll))
            .map(|(events, position)| (events.into_vec(), position))
            .ok_or_else(|| {
                let dice = position.rules().dice.number();
                impossible("/roll", format!("a roll has {dice} dice by these rules"))
            }),
        (Due::Nothing, _) => Err(impossible("/position", "the game is over")),
    }
}

fn impossible(pointer: &str, detail: impl Into<String>) -> Problem {
    Problem::faulty(
        Code::InvalidPosition,
        vec![Fault::new(Part::Body, pointer, detail)],
    )
}

impl Answer {
    fn of(events: &[Fact], position: &Position) -> Self {
        let mut passed = Vec::new();
        let (mut third_six, mut penalised) = (false, None);
        for event in events {
            if let Fact::Pass { dice } = event {
                passed.extend(dice.iter().copied());
            }
            if let Fact::Penalty { piece, .. } = event {
                (third_six, penalised) = (true, *piece);
            }
        }
        let choices = position.choices();
        Self {
            board: Board::of(position),
            options: choices
                .iter()
                .map(|choice| ChoiceView::of(choice, Some(position)))
                .collect(),
            duties: position
                .duties(&choices)
                .into_iter()
                .map(DutyView::from)
                .collect(),
            passed,
            third_six,
            penalised,
        }
    }
}
