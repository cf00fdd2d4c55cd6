//! The OpenAPI document: derived from the handlers, then lifted into named schemas.

mod answers;
mod budgets;
mod lift;
pub(super) mod parameters;

use serde_json::Value;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

use super::{
    choices, days, events, feed, forks, frames, games, health, inbox, keys, lifecycle, notations,
    options, orders, pictures, players, policies, problem, proofs, rolls, rule_sets, seats, states,
};

use crate::words::language::Language;

pub(super) use answers::*;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "parchis",
        description = "Parchís over HTTP: every game an append-only log of events, its state the fold of that log.\n\n\
            To play: create a player and keep its token, create a game, and sit down (`PUT …/seats/{chair}`). Then read \
            the game: `state.asked` says who is asked for what. Where a roll is asked, make roll `state.next_roll`; \
            where a choice or a colour is asked, take one of `state.options` at `state.decision`; until `state.phase` \
            is `ended`. The answer to each command holds its events and the new state. Games, \
            events and these answers are also told in words: ask for `text/plain`, in Spanish or English.\n\n\
            Commands name what they do, so that repeating one is harmless. Every failure is a problem document \
            (RFC 9457) with a stable `code`. Every answer carries an `X-Request-Id`; where budgets are set, `RateLimit` says \
            what is left of the one that is nearest to its end, and a 429 when to go on.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
        contact(),
    ),
    servers((url = "/", description = "This server.")),
    tags(
        (name = "players", description = "Who plays: a name and a token."),
        (name = "rules", description = "Rule sets, and questions about positions."),
        (name = "games", description = "Games: creating, finding and reading them."),
        (name = "play", description = "Commands: sitting down, rolling, choosing, leaving."),
        (name = "replay", description = "Looking back at a game, step by step, and going on otherwise."),
        (name = "orders", description = "What the server does for a seat: rolling, taking what is forced, choosing by a policy."),
        (name = "pictures", description = "Boards to look at, and to print."),
        (name = "proof", description = "What shows that a game went by the rules and with honest dice."),
        (name = "about", description = "The server itself."),
    ),
    paths(
        players::create, players::me, inbox::read, feed::read, players::list, players::read,
        rule_sets::list, rule_sets::resolve, options::ask,
        games::create, games::list, games::read, events::list, states::read, frames::list, forks::create,
        notations::read, notations::import,
        seats::sit, seats::get_up, seats::reveal, seats::resign,
        orders::read, orders::put, orders::drop, policies::list,
        lifecycle::start, lifecycle::cancel, rolls::roll, choices::choose,
        pictures::svg, pictures::png, pictures::replay, pictures::board_svg, pictures::board_png,
        proofs::prove, proofs::audit, days::games, days::proofs, keys::list,
        health::live, health::ready, problem::read_problem,
    ),
    components(schemas(Language, crate::play::Highlight, super::pictures::Paper, super::pictures::Shade, crate::pictures::Theme)),
    modifiers(&Bearer),
)]
struct Document;

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The token that POST /v1/players showed once."))
            .build();
        let components = openapi.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    }
}

/// The document as JSON.
#[must_use]
pub fn openapi() -> Value {
    let mut document = serde_json::to_value(Document::openapi()).unwrap_or_default();
    budgets::add(&mut document);
    lift::lift(&mut document);
    // Sorted also where some dependency turns on the order of insertion.
    document.sort_all_objects();
    document
}

/// The document as it is committed: indented, with a last line break.
#[must_use]
pub fn openapi_json() -> String {
    format!("{:#}\n", openapi())
}
