//! The pages that the `type` of a problem opens.

use actix_web::{HttpResponse, web};

use super::{Code, Problem};
use crate::http::openapi::OnAny;
use crate::http::query::{NoParameters, Query};

/// What a kind of problem means, as a page for people.
#[utoipa::path(
    get,
    path = "/problems/{code}",
    tag = "about",
    operation_id = "readProblem",
    params(("code" = String, Path, description = "The kind of problem.", example = "unknown_game")),
    responses(
        (status = 200, description = "The page.", content_type = "text/html", body = String),
        (status = 404, description = "There is no such kind of problem.",
            content_type = "application/problem+json", body = super::Document),
        OnAny,
    ),
)]
pub(in crate::http) async fn read_problem(
    code: web::Path<String>,
    _: Query<NoParameters>,
) -> Result<HttpResponse, Problem> {
    let code = Code::of_name(&code).ok_or_else(|| Problem::new(Code::NotFound))?;
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header(("Cache-Control", "public, max-age=3600"))
        .body(page(code)))
}

fn page(code: Code) -> String {
    let (name, title, advice, status) = (code.name(), code.title(), code.advice(), code.status());
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>body{{font:1rem/1.5 sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}}</style>\n\
         <h1>{title}</h1>\n<p>Code <code>{name}</code>, status {status}.</p>\n<p>{advice}</p>\n\
         <p>Problem documents follow RFC 9457. <a href=\"/docs/\">All operations</a>.</p>\n</html>\n",
        advice = advice.replace('<', "&lt;").replace('>', "&gt;"),
    )
}
