//! Pictures as pixels: PNG, and replays as GIF.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};

use super::look::{self, BoardRasterLook, RasterLook, ReplayLook, Shade};
use super::tagged;
use crate::http::Service;
use crate::http::etag;
use crate::http::openapi::parameters::{ArmsPath, GamePath, KnownState, VersionPath};
use crate::http::openapi::{OnBoardPicture, OnPicture, OnReplay};
use crate::http::path::In;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::views::game::tag;
use crate::pictures::{self, FRAMES, Film, Picture};
use crate::play::Moment;
use crate::rules::board::Arms;
use crate::rules::ids::{GameId, Version};
use crate::words::language::Language;

/// The board at the end of a command, as PNG. It never changes.
#[utoipa::path(
    get,
    path = "/v1/games/{game}/states/{version}/picture.png",
    tag = "pictures",
    operation_id = "paintState",
    params(GamePath, VersionPath, RasterLook, KnownState),
    responses(
        (status = 200, description = "The picture.", body = Vec<u8>, content_type = "image/png",
            headers(("ETag" = String, description = "The version, head and look."))),
        (status = 304, description = "One has it."),
        OnPicture,
    ),
)]
pub(in crate::http) async fn png(
    service: web::Data<Service>,
    request: HttpRequest,
    In(game): In<GameId>,
    In(version): In<Version>,
    Query(look): Query<RasterLook>,
) -> Result<HttpResponse, Problem> {
    let admitted = service.studio.admit()?;
    let moment = service.games.moment(game, version).await?;
    let (theme, width) = (Shade::theme(look.theme), look.width.0);
    let tag = tagged(&tag(&moment.folded), &[theme.name(), &width.to_string()]);
    let kept = Kept {
        kind: "image/png",
        tag,
        keep: etag::FOR_EVER,
    };
    let work = move || {
        let picture = Picture::of(&moment.folded.game, &moment.command);
        pictures::png(&picture.svg(theme, Language::default()), width)
    };
    kept.answer(&request, admitted.draw(work)).await
}

/// An empty board, as PNG: for the screen, or as a page to print with pieces to cut out.
#[utoipa::path(
    get,
    path = "/v1/boards/{arms}/picture.png",
    tag = "pictures",
    operation_id = "paintBoard",
    params(ArmsPath, BoardRasterLook, KnownState),
    responses(
        (status = 200, description = "The picture.", body = Vec<u8>, content_type = "image/png",
            headers(("ETag" = String, description = "Its content."))),
        (status = 304, description = "One has it."),
        OnBoardPicture,
    ),
)]
pub(in crate::http) async fn board_png(
    service: web::Data<Service>,
    request: HttpRequest,
    In(arms): In<Arms>,
    Query(look): Query<BoardRasterLook>,
) -> Result<HttpResponse, Problem> {
    let theme = Shade::theme(look.theme);
    let drawn = look::board(arms, look.paper, theme, Language::default());
    let width = look.width.0;
    let kept = Kept {
        kind: "image/png",
        tag: tagged(&etag::of_bytes(drawn.as_bytes()), &[&width.to_string()]),
        keep: etag::ASK_ANEW,
    };
    let work = move || pictures::png(&drawn, width);
    let painted = async { service.studio.admit()?.draw(work).await };
    kept.answer(&request, painted).await
}

/// A replay, as an animated GIF: one frame for each command from `first` to `last`, at most 1500 frames and 8 MiB.
#[utoipa::path(
    get,
    path = "/v1/games/{game}/replay.gif",
    tag = "pictures",
    operation_id = "filmGame",
    params(GamePath, ReplayLook, KnownState),
    responses(
        (status = 200, description = "The replay.", body = Vec<u8>, content_type = "image/gif",
            headers(("ETag" = String, description = "The version and head that it ends with, and its look."))),
        (status = 304, description = "One has it."),
        OnReplay,
    ),
)]
pub(in crate::http) async fn replay(
    service: web::Data<Service>,
    request: HttpRequest,
    In(game): In<GameId>,
    Query(look): Query<ReplayLook>,
) -> Result<HttpResponse, Problem> {
    look.check()?;
    let admitted = service.studio.admit()?;
    let range = (look.first, look.last);
    let moments = service.games.moments(game, range, FRAMES).await?;
    let frames = moments.len().min(FRAMES + 1);
    let Some(last) = moments.last().filter(|_| frames <= FRAMES) else {
        return Err(ReplayLook::too_long());
    };
    let (theme, width) = (Shade::theme(look.theme), look.width.0);
    let looks = [frames, width.into(), look.delay.hundredths().into()].map(|part| part.to_string());
    let kept = Kept {
        kind: "image/gif",
        tag: tagged(&tag(&last.folded), &[theme.name(), &looks.join("-")]),
        // Without a last command it goes on as the game does.
        keep: look.last.map_or(etag::ASK_ANEW, |_| etag::FOR_EVER),
    };
    let delay = look.delay.hundredths();
    let work = move || {
        let rules = moments
            .first()
            .and_then(|moment| moment.folded.game.rules());
        let arms = rules.map_or(Arms::Four, |rules| rules.arms);
        let mut film = Film::new(arms, theme, width, delay)?;
        for Moment { folded, command } in &moments {
            film.show(&folded.game, command)?;
        }
        film.finish()
    };
    kept.answer(&request, admitted.draw(work)).await
}

/// How long a picture is kept, and by which tag it is known.
struct Kept {
    kind: &'static str,
    tag: String,
    keep: &'static str,
}

impl Kept {
    /// The picture, or 304 where the client has it; then nothing is drawn.
    async fn answer(
        self,
        request: &HttpRequest,
        drawn: impl Future<Output = Result<Vec<u8>, Problem>>,
    ) -> Result<HttpResponse, Problem> {
        let known = etag::is_known(request, &self.tag);
        let mut answer = if known {
            HttpResponse::NotModified()
        } else {
            HttpResponse::Ok()
        };
        answer
            .insert_header((header::ETAG, self.tag))
            .insert_header((header::CACHE_CONTROL, self.keep));
        if known {
            return Ok(answer.finish());
        }
        Ok(answer.content_type(self.kind).body(drawn.await?))
    }
}
