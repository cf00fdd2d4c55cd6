//! The feed of a player: the events of all their games.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::IntoParams;

use super::Service;
use super::accept::wanted;
use super::caller::Caller;
use super::last_event_id;
use super::openapi::OnFeed;
use super::openapi::parameters::KnownStep;
use super::problem::{Code, Fault, Part, Problem};
use super::query::{PageSize, Query, Wait};
use super::stream::{Following, Form, Piece, Source, line, message};
use super::telling::VARY;
use super::views::event::FeedPageView;
use crate::play::{FeedCursor, FeedFollower, FeedPage, PlayError};
use crate::rules::ids::PlayerId;

/// The cursor of whoever wants what comes from now on.
const NOW: &str = "now";

/// Which events to show.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Places {
    /// Where to go on: the `cursor` of an earlier page, or `now` for what happens from now on. Without it the feed begins
    /// with the first event of the first game.
    cursor: Option<String>,
    /// How many events a page has at most, but never less than a whole command.
    #[serde(default)]
    #[param(required = false, value_type = u16, minimum = 1, maximum = 200, default = 100)]
    limit: PageSize,
    /// How many seconds to wait for an event where there is none: a page is answered empty then, a stream ends. Where
    /// nothing is said a page waits for nothing, `application/x-ndjson` ends where the feed does, and `text/event-stream`
    /// goes on.
    #[param(required = false, value_type = u16, minimum = 0, maximum = 60)]
    wait: Option<Wait>,
}

/// The events of all games of the caller: those they own, and those they sit down in, from the first event until they
/// get up or the game is over.
///
/// Within each game events come in order; over games there is none. A cursor is good for ever and at every server: from
/// it on nothing is missed and nothing comes twice. It has about 100 characters, and about 24 more for each game in which
/// something happened in the last quarter of an hour. The same commands come in three forms, by `Accept`:
/// `application/json`, a page; `text/event-stream`, a message a command, its `data` such a page and its `id` the cursor
/// after it; and `application/x-ndjson`, such a page a line.
#[utoipa::path(
    get,
    path = "/v1/players/me/events",
    tag = "players",
    operation_id = "readFeed",
    params(Places, KnownStep),
    responses(
        (status = 200, description = "A page of the feed, or a stream.",
            content((FeedPageView = "application/json"), (String = "text/event-stream"), (String = "application/x-ndjson")),
            headers(("Vary" = String, description = "What the form of the answer depends on."))),
        OnFeed,
    ),
    security(("bearer" = [])),
)]
pub(super) async fn read(
    service: web::Data<Service>,
    request: HttpRequest,
    caller: Caller,
    Query(places): Query<Places>,
) -> Result<HttpResponse, Problem> {
    let offers = [
        ("application/json", None),
        ("text/event-stream", Some(Form::Messages)),
        ("application/x-ndjson", Some(Form::Lines)),
    ];
    let form = wanted(&request, offers, None);
    let start = start(&service, &request, caller.id(), &places, form).await?;
    let mut follower = service.games.follow_feed(start);
    match form {
        None => page(&service, follower, &places).await,
        Some(form) => {
            let first = follower.now(places.limit.0).await?;
            let reader = service.readers.admit()?;
            let patience = places.wait.map(|wait| wait.0).or(form.patience());
            let following = Following::new(piece(form, &first), follower, reader, patience);
            Ok(form.answer(&request, following))
        }
    }
}

/// Where the feed begins: where a broken stream ended, else where the query says.
async fn start(
    service: &Service,
    request: &HttpRequest,
    player: PlayerId,
    places: &Places,
    form: Option<Form>,
) -> Result<FeedCursor, Problem> {
    let resumed = form.and_then(|_| request.headers().get(last_event_id::NAME));
    if let Some(id) = resumed {
        let cursor = id.to_str().ok();
        let cursor = cursor.and_then(|text| FeedCursor::parse(player, text));
        return cursor.ok_or_else(last_event_id::unknown);
    }
    match places.cursor.as_deref() {
        None => Ok(FeedCursor::start(player)),
        Some(NOW) => Ok(service.games.feed_now(player).await?),
        Some(text) => FeedCursor::parse(player, text).ok_or_else(|| {
            let fault = Fault::new(Part::Query, "cursor", "is no cursor of this feed");
            Problem::faulty(Code::InvalidRequest, vec![fault])
        }),
    }
}

async fn page(
    service: &Service,
    mut follower: FeedFollower,
    places: &Places,
) -> Result<HttpResponse, Problem> {
    let limit = places.limit.0;
    let page = match places.wait {
        None => follower.now(limit).await?,
        Some(Wait(wait)) => {
            let patience = service.readers.admit()?.patience(wait);
            follower.within(limit, patience).await?
        }
    };
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::VARY, VARY))
        .json(FeedPageView::of(&page)))
}

impl Source for FeedFollower {
    async fn next(&mut self, form: Form) -> Result<Piece, PlayError> {
        let page = FeedFollower::next(self).await?;
        Ok(piece(form, &page))
    }
}

/// A page as a piece of a stream, which never ends by itself.
fn piece(form: Form, page: &FeedPage) -> Piece {
    let steps = FeedPageView::steps(page);
    let told = steps.map(|(cursor, step)| match form {
        Form::Messages => message(&cursor, &step),
        Form::Lines => line(&step) + "\n",
    });
    Piece {
        text: told.collect(),
        more: page.more,
        over: false,
    }
}
