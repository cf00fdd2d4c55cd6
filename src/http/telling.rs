//! How an answer is told: as JSON, or as text in a language, by `Accept`, `lang` and `Accept-Language`.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{self, AcceptLanguage, Header, HeaderValue, Preference, Quality};
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use super::accept::wanted;
use super::etag;
use super::problem::Problem;
use super::query::Query;
use crate::words::language::Language;

/// What the choice between JSON, Spanish and English text depends on.
pub(super) const VARY: HeaderValue = HeaderValue::from_static("Accept, Accept-Language");
/// The media type of text.
pub(super) const TEXT: &str = "text/plain; charset=utf-8";

/// How an answer is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Telling {
    /// As JSON.
    Json,
    /// As text.
    Text(Language),
}

/// The query of an operation that takes a language alone.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Tongue {
    /// The language of an answer in text (`Accept: text/plain`); it goes before `Accept-Language`.
    #[param(inline = false)]
    lang: Option<Language>,
}

impl FromRequest for Telling {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let tongue = Query::<Tongue>::from_request(request, payload).into_inner();
        ready(tongue.map(|Query(tongue)| Self::of(request, tongue.lang)))
    }
}

impl Telling {
    /// What a request asks for, its `lang` read already.
    pub(super) fn of(request: &HttpRequest, lang: Option<Language>) -> Self {
        let offers = [("application/json", false), ("text/plain", true)];
        if wanted(request, offers, false) {
            Self::Text(language(request, lang))
        } else {
            Self::Json
        }
    }

    /// The entity tag of what is told: text has one of its own in each language.
    pub(super) fn tag(self, tag: &str) -> String {
        match self {
            Self::Json => tag.to_owned(),
            Self::Text(language) => format!("{}-{}\"", tag.trim_end_matches('"'), language.code()),
        }
    }

    /// An answer that is told afresh each time: `answer` with JSON or text in it.
    pub(super) fn answer<T: Serialize>(
        self,
        mut answer: actix_web::HttpResponseBuilder,
        shown: impl FnOnce() -> T,
        told: impl FnOnce(Language) -> String,
    ) -> HttpResponse {
        answer.insert_header((header::VARY, VARY));
        match self {
            Self::Json => answer.json(shown()),
            Self::Text(language) => answer
                .insert_header((header::CONTENT_LANGUAGE, language.code()))
                .content_type(TEXT)
                .body(told(language)),
        }
    }

    /// An answer with a tag: what is told, or 304 where the client has it.
    pub(super) fn tagged<T: Serialize>(
        self,
        request: &HttpRequest,
        (tag, keep): (&str, &'static str),
        shown: impl FnOnce() -> T,
        told: impl FnOnce(Language) -> String,
    ) -> HttpResponse {
        let tag = self.tag(tag);
        if etag::is_known(request, &tag) {
            return HttpResponse::NotModified()
                .insert_header((header::ETAG, tag))
                .insert_header((header::CACHE_CONTROL, keep))
                .insert_header((header::VARY, VARY))
                .finish();
        }
        let mut answer = HttpResponse::Ok();
        answer
            .insert_header((header::ETAG, tag))
            .insert_header((header::CACHE_CONTROL, keep));
        self.answer(answer, shown, told)
    }
}

/// The language of what is in one: the one that is named, or the one that is spoken.
pub(super) fn language(request: &HttpRequest, named: Option<Language>) -> Language {
    named.unwrap_or_else(|| spoken(request))
}

/// The language that `Accept-Language` wants most of those there are; Spanish where it wants none.
fn spoken(request: &HttpRequest) -> Language {
    let Ok(mut accept) = AcceptLanguage::parse(request) else {
        return Language::default();
    };
    let refused: Vec<_> = accept
        .iter()
        .filter(|range| range.quality == Quality::ZERO)
        .filter_map(|range| range.item.item().and_then(named))
        .collect();
    accept.0.retain(|range| range.quality > Quality::ZERO);
    let known = |preference: &Preference<_>| match preference {
        Preference::Any => Language::ALL
            .into_iter()
            .find(|language| !refused.contains(language)),
        Preference::Specific(tag) => named(tag),
    };
    accept.ranked().iter().find_map(known).unwrap_or_default()
}

fn named(tag: &impl std::fmt::Display) -> Option<Language> {
    let tag = tag.to_string().to_ascii_lowercase();
    let primary = tag.split('-').next().unwrap_or_default();
    Language::ALL
        .into_iter()
        .find(|language| language.code() == primary)
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn telling(accept: &str, languages: &str, lang: Option<Language>) -> Telling {
        let request = TestRequest::default()
            .insert_header((header::ACCEPT, accept))
            .insert_header((header::ACCEPT_LANGUAGE, languages))
            .to_http_request();
        Telling::of(&request, lang)
    }

    #[test]
    fn text_is_told_to_who_wants_it_more_than_json() {
        for accept in [
            "text/plain",
            "text/*",
            "text/plain, */*;q=0.5",
            "application/json;q=0.5, text/plain;q=0.8",
        ] {
            assert_eq!(
                telling(accept, "", None),
                Telling::Text(Language::Spanish),
                "{accept}"
            );
        }
        for accept in [
            "*/*",
            "application/json",
            "text/html,*/*;q=0.8",
            "text/plain, application/json",
            "text/plain;q=0",
            "nonsense",
            "",
        ] {
            assert_eq!(telling(accept, "", None), Telling::Json, "{accept}");
        }
        let plain = TestRequest::default().to_http_request();
        assert_eq!(Telling::of(&plain, Some(Language::English)), Telling::Json);
    }

    #[test]
    fn the_language_is_the_parameters_then_the_headers_then_spanish() {
        let spoken = |languages, lang| telling("text/plain", languages, lang);
        for (languages, language) in [
            ("en-GB, es;q=0.9", Language::English),
            ("es-MX, en;q=0.9", Language::Spanish),
            ("fr, en;q=0.5", Language::English),
            ("fr", Language::Spanish),
            ("de, *;q=0.1", Language::Spanish),
            ("en;q=0.2, es;q=0.8", Language::Spanish),
            ("fr, en;q=0", Language::Spanish),
            ("es;q=0, en;q=0.1", Language::English),
            ("es;q=0, *", Language::English),
        ] {
            assert_eq!(
                spoken(languages, None),
                Telling::Text(language),
                "{languages}"
            );
        }
        let english = Some(Language::English);
        assert_eq!(spoken("es", english), Telling::Text(Language::English));
    }

    #[test]
    fn each_text_has_a_tag_of_its_own() {
        assert_eq!(Telling::Json.tag("W/\"7-ab\""), "W/\"7-ab\"");
        assert_eq!(
            Telling::Text(Language::Spanish).tag("W/\"7-ab\""),
            "W/\"7-ab-es\""
        );
    }
}
