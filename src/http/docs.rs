//! The OpenAPI document, and pages that show it without asking any other host.

use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::at;
use super::openapi::openapi_json;

static DOCUMENT: LazyLock<String> = LazyLock::new(openapi_json);

/// Adds `/openapi.json` and `/docs/`.
pub(super) fn configure(app: &mut web::ServiceConfig) {
    let config = Config::from("/openapi.json")
        .validator_url("none")
        .try_it_out_enabled(true);
    app.service(at("/openapi.json", document))
        .service(at("/docs", to_docs))
        .service(SwaggerUi::new("/docs/{_:.*}").config(config))
        .service(web::resource("/docs/{_:.*}").to(only_shown));
}

async fn document() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .body(DOCUMENT.as_str())
}

async fn to_docs() -> HttpResponse {
    HttpResponse::MovedPermanently()
        .insert_header((header::LOCATION, "/docs/"))
        .finish()
}

/// The pages know one method; whatever else comes to their paths comes here.
async fn only_shown() -> HttpResponse {
    HttpResponse::MethodNotAllowed()
        .insert_header((header::ALLOW, "GET"))
        .finish()
}
