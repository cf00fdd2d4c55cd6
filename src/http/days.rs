//! The games of a day, for auditors: an index of all of them, and the proofs of those that are over.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use bytes::Bytes;
use futures_util::stream;
use serde::Deserialize;
use utoipa::IntoParams;

use super::Service;
use super::etag;
use super::openapi::parameters::{DayPath, KnownState};
use super::openapi::{OnDay, OnDayProofs};
use super::path::In;
use super::problem::Problem;
use super::query::{PageCursor, PageSize, Query};
use super::views::day::DayView;
use crate::play::ProofError;
use crate::rules::ids::GameId;
use crate::store::{Day, DayCursor};

/// The media type of proofs one after another.
const NDJSON: &str = "application/x-ndjson";

/// Which games of the day to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Pages {
    /// Where the page begins: `next_cursor` of the page before.
    #[param(value_type = Option<String>)]
    cursor: Option<PageCursor<DayCursor>>,
    /// How many games at most.
    #[serde(default)]
    #[param(required = false, value_type = u16, minimum = 1, maximum = 200, default = 100)]
    limit: PageSize,
}

/// Which proofs of the day to send.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Stretch {
    /// The last game whose proof one has: those after it come.
    after: Option<GameId>,
    /// How many games at most; all, where nothing is said.
    #[param(value_type = Option<u32>, minimum = 1)]
    limit: Option<GameCount>,
}

/// How many games: 1 or more.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "u32")]
struct GameCount(u32);

impl TryFrom<u32> for GameCount {
    type Error = &'static str;

    fn try_from(count: u32) -> Result<Self, Self::Error> {
        (count >= 1)
            .then_some(Self(count))
            .ok_or("must be 1 or more")
    }
}

/// Every game that was created on a day, in that order: also those that were closed before they were played, and those that
/// are not listed, of which all is said but the id. Whoever knows an id finds its game by `genesis`.
#[utoipa::path(
    get,
    path = "/v1/days/{date}/games",
    tag = "proof",
    operation_id = "listGamesOfDay",
    params(DayPath, Pages, KnownState),
    responses(
        (status = 200, description = "A page of games.", body = DayView,
            headers(("ETag" = String, description = "Changes with whatever is on the page."))),
        (status = 304, description = "The page has not changed."),
        OnDay,
    ),
)]
pub(super) async fn games(
    service: web::Data<Service>,
    request: HttpRequest,
    In(day): In<Day>,
    Query(pages): Query<Pages>,
) -> Result<HttpResponse, Problem> {
    let cursor = pages.cursor.map(|cursor| cursor.0);
    let page = service.games.day(day, cursor, pages.limit.0).await?;
    let shown = DayView::of(day, page);
    let tag = etag::of_shown(&shown);
    Ok(etag::answer(&request, &tag, etag::ASK_ANEW, || shown))
}

/// The proofs of all listed games that were created on a day and are over, one after another in that order, as
/// `parchis verify` reads them. What the index counts as `unreadable` is left out. To go on after an interruption, name the last game that is whole in `after`. Where the
/// server fails on the way the connection is broken off inside a game, so that a file cut short never looks complete.
#[utoipa::path(
    get,
    path = "/v1/days/{date}/proofs",
    tag = "proof",
    operation_id = "readProofsOfDay",
    params(DayPath, Stretch),
    responses(
        (status = 200, description = "The proofs; nothing where there is none.", body = String,
            content_type = "application/x-ndjson",
            headers(("Content-Disposition" = String, description = "A name for the file."))),
        OnDayProofs,
    ),
)]
pub(super) async fn proofs(
    service: web::Data<Service>,
    In(day): In<Day>,
    Query(stretch): Query<Stretch>,
) -> Result<HttpResponse, Problem> {
    let limit = stretch.limit.map(|count| count.0);
    let proofs = service.games.prove_day(day, stretch.after, limit).await?;
    let parts = stream::try_unfold(proofs, async |mut proofs| {
        let broken_off = |error: &ProofError| tracing::error!(%error, "proofs are broken off");
        let part = proofs.next().await.inspect_err(broken_off)?;
        Ok::<_, ProofError>(part.map(|part| (Bytes::from(part), proofs)))
    });
    let name = format!("attachment; filename=\"{day}.proofs.jsonl\"");
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, etag::ASK_ANEW))
        .insert_header((header::CONTENT_DISPOSITION, name))
        .content_type(NDJSON)
        .streaming(parts))
}
