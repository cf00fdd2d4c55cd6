//! Rule sets: the catalogue, and a preset with overrides.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;
use utoipa::ToSchema;

use super::body::Body;
use super::etag;
use super::openapi::{OnAny, OnBody, OnRules};
use super::problem::{Code, Fault, Part, Problem};
use super::query::{NoParameters, Query};
use crate::rules::options::{Overrides, Rules, RulesConflict};
use crate::rules::preset::Preset;
use crate::words::catalogue::{Catalogue, catalogue};

/// The catalogue as it is sent, and its tag; both change with the program alone.
static SHOWN: LazyLock<(String, String)> = LazyLock::new(|| {
    let body = serde_json::to_string(&catalogue()).unwrap_or_default();
    let digits: String = hex::encode(Sha256::digest(&body))
        .chars()
        .take(16)
        .collect();
    (body, format!("W/\"{digits}\""))
});

/// A preset, and the options that differ from it.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "preset": "league", "overrides": { "arms": 6, "goal_entry": "rebound" } }))]
pub(super) struct RuleChoice {
    /// The preset.
    pub(super) preset: Preset,
    /// The options that differ from it.
    #[serde(default)]
    #[schema(required = false)]
    pub(super) overrides: Overrides,
}

/// A preset with every option's value.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ResolvedRules {
    /// The preset.
    preset: Preset,
    /// Every option with its value.
    rules: Rules,
}

impl RuleChoice {
    /// The whole set of rules.
    ///
    /// # Errors
    ///
    /// A problem that names the options at fault where they do not go together.
    pub(super) fn resolve(self) -> Result<Rules, Problem> {
        let rules = self.overrides.over(self.preset.rules());
        rules.check().map_err(|conflict| conflicting(&conflict))?;
        Ok(rules)
    }
}

/// The problem of options that do not go together, each named.
pub(super) fn conflicting(conflict: &RulesConflict) -> Problem {
    let faults = conflict.options.iter().map(|option| {
        Fault::new(
            Part::Body,
            format!("/overrides/{option}"),
            conflict.to_string(),
        )
    });
    Problem::faulty(Code::RulesConflict, faults.collect())
}

/// The presets, every option with its values in Spanish and English, and the notes.
#[utoipa::path(
    get,
    path = "/v1/rule-sets",
    tag = "rules",
    operation_id = "listRuleSets",
    params(("If-None-Match" = Option<String>, Header, description = "The tag of what one has.")),
    responses(
        (status = 200, description = "The catalogue.", body = Catalogue,
            headers(("ETag" = String, description = "Changes with the catalogue."))),
        (status = 304, description = "It has not changed."),
        OnAny,
    ),
)]
pub(super) async fn list(request: HttpRequest, _: Query<NoParameters>) -> HttpResponse {
    let (body, tag) = &*SHOWN;
    if etag::is_known(&request, tag) {
        return HttpResponse::NotModified()
            .insert_header((header::ETAG, tag.as_str()))
            .finish();
    }
    HttpResponse::Ok()
        .insert_header((header::ETAG, tag.as_str()))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .content_type("application/json")
        .body(body.as_str())
}

/// What a preset with overrides comes to.
#[utoipa::path(
    post,
    path = "/v1/rule-sets/resolution",
    tag = "rules",
    operation_id = "resolveRules",
    request_body = RuleChoice,
    responses((status = 200, description = "Every option with its value.", body = ResolvedRules), OnAny, OnBody, OnRules),
)]
pub(super) async fn resolve(
    _: Query<NoParameters>,
    Body(choice): Body<RuleChoice>,
) -> Result<HttpResponse, Problem> {
    let rules = choice.resolve()?;
    Ok(HttpResponse::Ok().json(ResolvedRules {
        preset: choice.preset,
        rules,
    }))
}
