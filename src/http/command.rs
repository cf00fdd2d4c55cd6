//! The way of every command: one request to the game, and its answer.

use actix_web::HttpResponse;
use actix_web::http::header;

use super::Service;
use super::etag::IfMatch;
use super::problem::Problem;
use super::telling::Telling;
use super::views::game::{DoneView, tag};
use super::views::text;
use crate::play::{Act, Request};
use crate::rules::ids::GameId;

/// Does what is asked, and shows what it brought about with the game now.
///
/// # Errors
///
/// A problem where the game refuses, or cannot be reached.
pub(super) async fn command(
    service: &Service,
    game: GameId,
    (expected, telling): (IfMatch, Telling),
    act: Act,
) -> Result<HttpResponse, Problem> {
    let done = service
        .games
        .request(
            game,
            &Request {
                act,
                expected: expected.0,
            },
        )
        .await?;
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((header::ETAG, telling.tag(&tag(&done.folded))))
        .insert_header((header::CACHE_CONTROL, "no-store"));
    let shown = || DoneView::of(&done, service.now());
    Ok(telling.answer(answer, shown, |language| text::done(language, &done)))
}
