//! The document itself.

use serde_json::Value;

use crate::contract::{self, COMMITTED};
use crate::server::Server;
use crate::trials;

trials![
    the_committed_document_is_current,
    it_is_shown_without_another_host,
    unions_have_names_and_discriminators,
    examples_are_true,
    every_reference_leads_somewhere,
];

async fn the_committed_document_is_current() {
    assert!(
        parchis::http::openapi_json() == COMMITTED,
        "openapi/parchis.json is stale: run `make openapi`"
    );
}

async fn it_is_shown_without_another_host() {
    let server = Server::start().await;
    let nobody = server.nobody();
    let document = nobody.get("/openapi.json").await.expect_status(200);
    assert_eq!(document.text, COMMITTED);
    let moved = nobody.get("/docs").await.expect_status(301);
    assert_eq!(moved.header("location"), Some("/docs/"));
    let page = nobody.get("/docs/").await.expect_status(200);
    let start = nobody
        .get("/docs/swagger-initializer.js")
        .await
        .expect_status(200);
    assert!(start.text.contains("/openapi.json"), "{}", start.text);
    for text in [page.text, start.text] {
        assert!(
            !text.contains("http://") && !text.contains("https://"),
            "{text}"
        );
    }
    nobody
        .get("/docs/nothing")
        .await
        .expect_problem(404, "not_found");
}

async fn unions_have_names_and_discriminators() {
    let document: Value = serde_json::from_str(COMMITTED).expect("JSON");
    let schemas = document["components"]["schemas"]
        .as_object()
        .expect("schemas");
    let mut unions = 0;
    for (name, schema) in schemas {
        let Some(parts) = schema["oneOf"].as_array() else {
            continue;
        };
        assert!(
            parts.iter().all(|part| part.get("$ref").is_some()),
            "{name} has unnamed variants"
        );
        assert!(
            schema["discriminator"]["propertyName"].is_string(),
            "{name} has no discriminator"
        );
        unions += 1;
    }
    assert!(unions >= 1, "unions are missing");
    for (name, schema) in schemas {
        let members = schema["properties"].as_object().into_iter().flatten();
        for (member, _) in members {
            let allowed = !matches!(member.as_str(), "from" | "in" | "type") || name == "Problem";
            assert!(allowed, "{name} has a member called {member}");
        }
    }
}

async fn examples_are_true() {
    let document: Value = serde_json::from_str(COMMITTED).expect("JSON");
    let schemas = document["components"]["schemas"]
        .as_object()
        .expect("schemas");
    let mut examples = 0;
    for (name, schema) in schemas {
        if let Some(example) = schema.get("example") {
            assert_eq!(
                contract::faults_of(name, example),
                Vec::<String>::new(),
                "{name}"
            );
            examples += 1;
        }
    }
    assert!(examples > 5, "only {examples} examples");
    let server = Server::start().await;
    let ana = server.player("Ana").await;
    for (path, schema) in [
        ("/v1/players", "NewPlayer"),
        ("/v1/rule-sets/resolution", "RuleChoice"),
        ("/v1/options", "OptionsQuestion"),
        ("/v1/games", "NewGame"),
    ] {
        let answer = ana.post(path, schemas[schema]["example"].clone()).await;
        assert!(
            matches!(answer.status, 200 | 201),
            "{schema}: {}",
            answer.text
        );
    }
}

async fn every_reference_leads_somewhere() {
    fn follow(document: &Value, value: &Value, followed: &mut usize) {
        if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
            let pointer = reference
                .strip_prefix('#')
                .expect("a reference within the document");
            assert!(
                document.pointer(pointer).is_some(),
                "{reference} leads nowhere"
            );
            *followed += 1;
        }
        match value {
            Value::Array(values) => values
                .iter()
                .for_each(|value| follow(document, value, followed)),
            Value::Object(object) => object
                .values()
                .for_each(|value| follow(document, value, followed)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let document: Value = serde_json::from_str(COMMITTED).expect("JSON");
    let mut followed = 0;
    follow(&document, &document, &mut followed);
    assert!(followed > 300, "only {followed} references");
}
