//! The form of an answer that a request wants most, by `Accept`.

use actix_web::HttpRequest;
use actix_web::http::header::{Accept, Header, Quality};

/// The offer whose media type is wanted most; the first of equals, and where none is wanted the first of all.
pub(super) fn wanted<T: Copy, const N: usize>(
    request: &HttpRequest,
    offers: [(&str, T); N],
    usual: T,
) -> T {
    let Ok(accept) = Accept::parse(request) else {
        return usual;
    };
    let mut best = (usual, Quality::ZERO);
    for (media_type, offer) in offers {
        if let Some(quality) = quality(&accept, media_type).filter(|quality| *quality > best.1) {
            best = (offer, quality);
        }
    }
    best.0
}

/// How much a media type is wanted, by the most precise range that holds it.
fn quality(accept: &Accept, media_type: &str) -> Option<Quality> {
    let (kind, subtype) = media_type.split_once('/')?;
    let fits = accept.iter().filter_map(|range| {
        let (main, sub) = (range.item.type_().as_str(), range.item.subtype().as_str());
        let precision = match (main == kind, sub == subtype) {
            (true, true) => 2,
            (true, false) if sub == "*" => 1,
            (false, _) if main == "*" => 0,
            (true | false, _) => return None,
        };
        Some((precision, range.quality))
    });
    fits.max_by_key(|(precision, _)| *precision)
        .map(|(_, quality)| quality)
}
