//! The inbox of a player: their games, most urgent first.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use serde::Deserialize;
use utoipa::IntoParams;

use super::Service;
use super::caller::Caller;
use super::etag;
use super::openapi::OnList;
use super::openapi::parameters::{KnownState, SpokenLanguages};
use super::problem::{Fault, Part, Problem};
use super::query::{PageCursor, PageSize, Query};
use super::telling::Telling;
use super::views::inbox::{InboxView, told};
use crate::play::{FeedCursor, Glance, Print};
use crate::rules::ids::PlayerId;
use crate::store::{InboxPage, InboxPlace};
use crate::words::language::Language;

const PATH: &str = "/v1/players/me/inbox";
/// What the answer depends on.
const VARY: HeaderValue = HeaderValue::from_static("Authorization, Accept, Accept-Language");
/// Nobody but the player keeps it, and asks for it anew.
const MINE: &str = "private, no-cache";

/// Which games to show.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Looking {
    /// Only games that ask something of one.
    #[serde(default)]
    #[param(required = false)]
    my_turn: bool,
    /// Only games that have changed since: `seen` of an earlier answer. Those that are over by now, or that one has left,
    /// come too. It goes with neither `my_turn` nor `cursor`.
    changed_since: Option<String>,
    /// Where the page begins: `next_cursor` of the page before.
    #[param(value_type = Option<String>)]
    cursor: Option<PageCursor<InboxPlace>>,
    /// How many games at most.
    #[serde(default)]
    #[param(required = false, value_type = u16, minimum = 1, maximum = 200, default = 100)]
    limit: PageSize,
    /// The language of an answer in text (`Accept: text/plain`); it goes before `Accept-Language`.
    #[param(inline = false)]
    lang: Option<Language>,
}

/// The games of the caller, most urgent first: those they sit in or own, and that are not over.
///
/// First come games that ask something of the caller, then the others; each by deadline, the soonest first, and by how
/// long they have waited. Forks and imports ask their owner, for every seat. To poll, send the `ETag` of the first page
/// back as `If-None-Match`: 304 costs next to nothing. Or send `seen` as `changed_since`, which shows the games that have
/// changed, until `more` is false; nothing is missed. What was over before the first `seen` is in neither.
#[utoipa::path(
    get,
    path = "/v1/players/me/inbox",
    tag = "players",
    operation_id = "readInbox",
    security(("bearer" = [])),
    params(Looking, KnownState, SpokenLanguages),
    responses(
        (status = 200, description = "A page of games.", content((InboxView = "application/json"), (String = "text/plain")),
            headers(("Vary" = String, description = "What the form of the answer depends on."),
                ("ETag" = String, description = "The games that are looked at, and their versions."))),
        (status = 304, description = "Nothing has changed."),
        OnList,
    ),
)]
pub(super) async fn read(
    service: web::Data<Service>,
    request: HttpRequest,
    caller: Caller,
    Query(looking): Query<Looking>,
) -> Result<HttpResponse, Problem> {
    let telling = Telling::of(&request, looking.lang);
    let tag = |print: &Print| telling.tag(&etag::of_print(&print.0));
    // What a polling client lives on: one row of the database, however many games.
    if looking.changed_since.is_none() && request.headers().contains_key(header::IF_NONE_MATCH) {
        let tag = tag(&service.games.inbox_print(caller.id()).await?);
        if etag::is_known(&request, &tag) {
            return Ok(tagged(HttpResponse::NotModified(), tag).finish());
        }
    }
    let glance = looking.glance(&service, caller.id()).await?;
    let tag = tag(&glance.print());
    if etag::is_known(&request, &tag) {
        return Ok(tagged(HttpResponse::NotModified(), tag).finish());
    }
    let page = looking.page(&service, &glance).await?;
    let shown = || InboxView::of(&glance, &page, looking.seen(&glance));
    let told = |language| told(language, &glance, &page, looking.next(&glance, &page));
    let mut answer = telling.answer(tagged(HttpResponse::Ok(), tag), shown, told);
    answer.headers_mut().insert(header::VARY, VARY);
    Ok(answer)
}

/// An answer with a tag.
fn tagged(mut answer: HttpResponseBuilder, tag: String) -> HttpResponseBuilder {
    answer
        .insert_header((header::ETAG, tag))
        .insert_header((header::CACHE_CONTROL, MINE))
        .insert_header((header::VARY, VARY));
    answer
}

impl Looking {
    /// Where the games stand that are looked at.
    async fn glance(&self, service: &Service, player: PlayerId) -> Result<Glance, Problem> {
        let Some(seen) = &self.changed_since else {
            return Ok(service.games.glance(player).await?);
        };
        let refused = |name: &'static str, detail: &'static str| {
            Problem::invalid(vec![Fault::new(Part::Query, name, detail)])
        };
        let alone = "does not go with changed_since";
        if self.my_turn {
            return Err(refused("my_turn", alone));
        }
        if self.cursor.is_some() {
            return Err(refused("cursor", alone));
        }
        let seen = FeedCursor::parse(player, seen)
            .ok_or_else(|| refused("changed_since", "is no `seen` of this inbox"))?;
        Ok(service.games.glance_since(&seen, self.limit.0).await?)
    }

    /// The games themselves.
    async fn page(&self, service: &Service, glance: &Glance) -> Result<InboxPage, Problem> {
        let after = self.cursor.as_ref().map(|cursor| cursor.0);
        let page = service
            .games
            .inbox(glance, self.my_turn, after, self.limit.0);
        Ok(page.await?)
    }

    /// What somebody has seen who reads from this page on; a later page does not say so of those before.
    fn seen(&self, glance: &Glance) -> Option<String> {
        self.cursor.is_none().then(|| glance.cursor.to_string())
    }

    /// Where the rest is, in text.
    fn next(&self, glance: &Glance, page: &InboxPage) -> Option<String> {
        let limit = self.limit.0;
        let place = if let Some(place) = page.next {
            let turn = if self.my_turn { "&my_turn=true" } else { "" };
            format!("cursor={place}{turn}")
        } else if glance.more {
            format!("changed_since={}", glance.cursor)
        } else {
            return None;
        };
        Some(format!("{PATH}?{place}&limit={limit}"))
    }
}
