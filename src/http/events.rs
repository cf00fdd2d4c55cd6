//! The log of a game: in pages of whole commands, at once or once there is one, and as a stream.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::IntoParams;

use super::Service;
use super::accept::wanted;
use super::etag;
use super::last_event_id::last_event_id;
use super::openapi::OnEvents;
use super::openapi::parameters::{GamePath, KnownEvent, KnownState, SpokenLanguages};
use super::path::In;
use super::problem::Problem;
use super::query::{PageSize, Query, Wait};
use super::stream::{Following, Form, Piece, Source, message};
use super::telling::{Telling, language};
use super::views::event::EventPageView;
use super::views::text;
use crate::play::{EventPage, Follower, PlayError};
use crate::rules::ids::{GameId, Version};
use crate::words::language::Language;
use crate::words::teller::Teller;

/// Which events to show.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Pages {
    /// The version after which the events begin: the end of a command, or 0.
    #[serde(default)]
    #[param(required = false, value_type = u64, minimum = 0, default = 0)]
    after: Version,
    /// How many events a page has at most, but never less than a whole command.
    #[serde(default)]
    #[param(required = false, value_type = u16, minimum = 1, maximum = 200, default = 100)]
    limit: PageSize,
    /// How many seconds to wait for an event where there is none: a page is answered empty then, a stream ends. Where
    /// nothing is said a page waits for nothing, `application/x-ndjson` ends where the log does, and
    /// `text/event-stream` goes on until the game is over.
    #[param(required = false, value_type = u16, minimum = 0, maximum = 60)]
    wait: Option<Wait>,
    /// The language of an answer in text (`Accept: text/plain`); it goes before `Accept-Language`.
    #[param(inline = false)]
    lang: Option<Language>,
}

/// How events are carried.
#[derive(Clone, Copy, Debug)]
enum Carrier {
    Json,
    Text,
    Stream(Form),
}

const CARRIERS: [(&str, Carrier); 4] = [
    ("application/json", Carrier::Json),
    ("text/plain", Carrier::Text),
    ("text/event-stream", Carrier::Stream(Form::Messages)),
    ("application/x-ndjson", Carrier::Stream(Form::Lines)),
];

/// The events of a game, by command.
///
/// The same events come in four forms, by `Accept`. `application/json` is a page; with `wait` it is answered once there
/// is an event, or empty when the time is up. `text/plain` tells such a page in sentences.
///
/// `text/event-stream` is a stream of Server-Sent Events: a message a command, its `data` such a page as JSON, its `id` the
/// version and hash to go on from. An `EventSource` that loses its connection goes on by itself without gap or double.
/// When the game is over the last message is one of the event `end`, without events; who connects again after it is
/// answered 204, which stops an `EventSource`. A comment every 15 seconds says that the stream is alive.
///
/// `application/x-ndjson` is an event a line with its hash, `{"body":…,"hash":…}`, as in an export and a proof. Who is
/// cut off goes on after the version before the `command` of the last line, and drops what comes again.
///
/// A stream that takes nothing for half a minute is closed, and all are when the server stops: go on from where you are.
#[utoipa::path(
    get,
    path = "/v1/games/{game}/events",
    tag = "games",
    operation_id = "listEvents",
    params(GamePath, Pages, KnownState, KnownEvent, SpokenLanguages),
    responses(
        (status = 200, description = "A page of events, or a stream.",
            content((EventPageView = "application/json"), (String = "text/plain"), (String = "text/event-stream"), (String = "application/x-ndjson")),
            headers(("Vary" = String, description = "What the form of the answer depends on."), ("ETag" = String, description = "Changes with the page; a stream has none."))),
        (status = 204, description = "The game is over, and the stream has ended."),
        (status = 304, description = "The page has not changed."),
        OnEvents,
    ),
)]
pub(super) async fn list(
    service: web::Data<Service>,
    request: HttpRequest,
    In(game): In<GameId>,
    Query(pages): Query<Pages>,
) -> Result<HttpResponse, Problem> {
    match wanted(&request, CARRIERS, Carrier::Json) {
        Carrier::Json => page(&service, &request, game, &pages, Telling::Json).await,
        Carrier::Text => {
            let telling = Telling::Text(language(&request, pages.lang));
            page(&service, &request, game, &pages, telling).await
        }
        Carrier::Stream(form) => stream(&service, &request, game, &pages, form).await,
    }
}

async fn page(
    service: &Service,
    request: &HttpRequest,
    game: GameId,
    pages: &Pages,
    telling: Telling,
) -> Result<HttpResponse, Problem> {
    let page = page_within(service, game, pages).await?;
    let tag = etag::of_page(&page);
    // A page that has a next one can never grow.
    let keep = if page.more {
        etag::FOR_EVER
    } else {
        etag::ASK_ANEW
    };
    let teller = match telling {
        Telling::Json => None,
        Telling::Text(language) => Some(teller(service, game, pages.after, language).await?),
    };
    let shown = || EventPageView::of(&page);
    let told = |language| {
        let teller = teller.unwrap_or_else(|| Teller::new(language));
        text::events(teller, language, game, &page)
    };
    Ok(telling.tagged(request, (&tag, keep), shown, told))
}

/// A page, waited for as long as the request says.
async fn page_within(service: &Service, game: GameId, pages: &Pages) -> Result<EventPage, Problem> {
    let (games, limit) = (&service.games, pages.limit.0);
    Ok(match pages.wait {
        None => games.events(game, pages.after, limit).await?,
        Some(Wait(wait)) => {
            let patience = async {
                service.readers.admit()?.patience(wait).await;
                Ok::<_, Problem>(())
            };
            let page = games.events_within(game, pages.after, limit, patience);
            page.await?
        }
    })
}

async fn stream(
    service: &Service,
    request: &HttpRequest,
    game: GameId,
    pages: &Pages,
    form: Form,
) -> Result<HttpResponse, Problem> {
    let mut after = pages.after;
    if let Some((version, digits)) = last_event_id(request)? {
        service.games.knows(game, version, &digits).await?;
        after = version;
    }
    let mut follower = service.games.follow(game, after);
    let page = follower.now(pages.limit.0).await?;
    if form == Form::Messages && page.over && page.events.is_empty() {
        return Ok(Form::nothing_more());
    }
    let reader = service.readers.admit()?;
    let patience = pages.wait.map(|wait| wait.0).or(form.patience());
    let following = Following::new(piece(form, &page), follower, reader, patience);
    Ok(form.answer(request, following))
}

impl Source for Follower {
    async fn next(&mut self, form: Form) -> Result<Piece, PlayError> {
        let page = Follower::next(self).await?;
        Ok(piece(form, &page))
    }
}

/// A page as a piece of a stream.
fn piece(form: Form, page: &EventPage) -> Piece {
    let text = match form {
        Form::Messages => messages(page),
        Form::Lines => page
            .events
            .iter()
            .map(|logged| logged.stored.line() + "\n")
            .collect(),
    };
    Piece {
        text,
        more: page.more,
        over: page.over,
    }
}

/// A message a command, each a page of its own; and one that says so where nothing can follow.
fn messages(page: &EventPage) -> String {
    let mut told = String::new();
    let mut last = None;
    for (version, head, command) in EventPageView::commands(page) {
        let id = etag::id(version, &head.0.0);
        told.push_str(&message(&id, &command));
        last = Some(id);
    }
    if let Some(id) = last.filter(|_| page.over) {
        told.push_str("event: end\n");
        told.push_str(&message(&id, &EventPageView::empty(page.next)));
    }
    told
}

/// Who tells the events after a version: one who knows the game as it was then, so that a page is told the same for ever.
async fn teller(
    service: &Service,
    game: GameId,
    after: Version,
    language: Language,
) -> Result<Teller, Problem> {
    if after == Version(0) {
        return Ok(Teller::new(language));
    }
    let then = service.games.state_at(game, after).await?;
    Ok(Teller::after(language, &then.game))
}
