use serde_json::json;

use super::*;

fn lifted(schemas: &Value) -> Value {
    let mut document = json!({
        "paths": { "/x": { "get": { "schema": { "$ref": "#/components/schemas/Entry" } } } },
        "components": { "schemas": schemas },
    });
    lift(&mut document);
    document.pointer("/components/schemas").cloned().unwrap()
}

#[test]
fn variants_get_names_a_discriminator_and_the_envelope() {
    let schemas = lifted(&json!({
        "Entry": { "allOf": [
            { "$ref": "#/components/schemas/Fact" },
            { "type": "object", "required": ["at"], "properties": { "at": { "type": "string" } } },
        ] },
        "Fact": { "oneOf": [
            { "type": "object", "description": "A roll.", "required": ["n", "kind"], "properties": {
                "n": { "type": "integer" },
                "note": { "type": ["string", "null"] },
                "kind": { "type": "string", "enum": ["opening_roll"] },
            } },
            { "allOf": [
                { "$ref": "#/components/schemas/End" },
                { "type": "object", "required": ["kind"], "properties": {
                    "kind": { "type": "string", "enum": ["end"] } } },
            ] },
        ] },
        "End": { "type": "object", "required": ["places"], "properties": {
            "places": { "type": ["array", "null"] },
            "winner": { "oneOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Chair" }] },
        } },
        "Chair": { "type": "integer" },
    }));
    let members = schemas.as_object().unwrap();
    let names: BTreeSet<&str> = members.keys().map(String::as_str).collect();
    let names: Vec<&str> = names.into_iter().collect();
    assert_eq!(names, ["Chair", "Entry", "EntryEnd", "EntryOpeningRoll"]);
    assert_eq!(
        schemas["Entry"]["discriminator"],
        json!({ "propertyName": "kind", "mapping": {
            "end": "#/components/schemas/EntryEnd",
            "opening_roll": "#/components/schemas/EntryOpeningRoll",
        } })
    );
    let roll = &schemas["EntryOpeningRoll"];
    assert_eq!(roll["description"], "A roll.");
    assert_eq!(roll["required"], json!(["at", "kind", "n"]));
    assert_eq!(roll["properties"]["note"], json!({ "type": "string" }));
    let end = &schemas["EntryEnd"];
    assert_eq!(end["required"], json!(["at", "kind", "places"]));
    assert_eq!(
        end["properties"]["places"]["type"],
        json!(["array", "null"])
    );
    assert_eq!(
        end["properties"]["winner"],
        json!({ "$ref": "#/components/schemas/Chair" })
    );
}

#[test]
fn a_union_without_a_tag_stays() {
    let union = json!({ "Entry": { "oneOf": [{ "type": "string" }, { "type": "integer" }] } });
    assert_eq!(lifted(&union), union);
}
