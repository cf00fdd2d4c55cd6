//! Every operation that costs anything may be answered 429: said once for all of them.

use actix_web::http::Method;
use serde_json::{Value, json};

use crate::http::limits::Cost;
use crate::http::problem::{Code, MEDIA_TYPE};

/// Adds the answer to every operation that costs anything.
pub(super) fn add(document: &mut Value) {
    let Some(paths) = document.get_mut("paths").and_then(Value::as_object_mut) else {
        return;
    };
    for (path, item) in paths {
        let operations = item.as_object_mut().into_iter().flatten();
        for (method, operation) in operations {
            let method = Method::from_bytes(method.to_ascii_uppercase().as_bytes());
            let is_free = method.is_ok_and(|method| Cost::named(&method, path).is_nothing());
            let responses = operation
                .get_mut("responses")
                .and_then(Value::as_object_mut);
            if let (false, Some(responses)) = (is_free, responses) {
                responses.insert("429".to_owned(), answer());
            }
        }
    }
}

fn answer() -> Value {
    let code = Code::TooManyRequests;
    json!({
        "description": format!("{} (`{}`).", code.title(), code.name()),
        "headers": {
            "Retry-After": {
                "description": "Seconds after which to go on.",
                "schema": { "type": "integer", "minimum": 1 },
            },
            "RateLimit-Policy": {
                "description": "The budget as it is meant: its units `q`, which gather in `w` seconds.",
                "schema": { "type": "string" },
            },
            "RateLimit": {
                "description": "The budget as it is: `r` units are left, and it is full in `t` seconds.",
                "schema": { "type": "string" },
            },
        },
        "content": { MEDIA_TYPE: { "schema": { "$ref": "#/components/schemas/Problem" } } },
    })
}
