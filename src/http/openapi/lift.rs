//! One pass over the derived document, so that generators make good code of it.
//!
//! - A union of variants written in place becomes a union of named schemas with a discriminator.
//! - A union with members of its own beside the variant's (an event in its envelope) gives them to each variant.
//! - A schema with the members of another beside its own has them all itself.
//! - A member that is left out when it has no value is not `null` then, unless its description says what `null` means.
//! - A schema that nothing refers to goes.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

type Schemas = Map<String, Value>;

const PREFIX: &str = "#/components/schemas/";
/// The members that tell variants apart.
const TAGS: [&str; 2] = ["kind", "code"];

/// Lifts the whole document.
pub(super) fn lift(document: &mut Value) {
    let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") else {
        return;
    };
    spread(schemas);
    name_variants(schemas);
    flatten(schemas);
    for schema in schemas.values_mut() {
        absent_is_not_null(schema);
    }
    if let Some(Value::Object(paths)) = document.get_mut("paths") {
        let operations = paths.values_mut().filter_map(Value::as_object_mut);
        operations
            .flat_map(Map::values_mut)
            .for_each(left_out_is_not_null);
    }
    without_links(document);
    prune(document);
}

/// A body or a parameter that may be left out is not `null`.
fn left_out_is_not_null(operation: &mut Value) {
    if let Some(Value::Array(parameters)) = operation.get_mut("parameters") {
        parameters
            .iter_mut()
            .filter_map(|parameter| parameter.get_mut("schema"))
            .for_each(without_null);
    }
    if let Some(schema) = operation.pointer_mut("/requestBody/content/application~1json/schema") {
        without_null(schema);
    }
}

/// Takes links to other items, which only rustdoc follows, from descriptions.
fn without_links(value: &mut Value) {
    match value {
        Value::Object(object) => {
            for (name, member) in object {
                if name == "description"
                    && let Value::String(text) = member
                {
                    *text = text.replace("[`", "`").replace("`]", "`");
                } else {
                    without_links(member);
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(without_links),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// `allOf: [union, envelope]` becomes a union whose variants have the envelope's members.
fn spread(schemas: &mut Schemas) {
    let unions: Vec<(String, Value)> = schemas
        .iter()
        .filter_map(|(name, schema)| Some((name.clone(), spread_one(schema, schemas)?)))
        .collect();
    schemas.extend(unions);
}

fn spread_one(schema: &Value, schemas: &Schemas) -> Option<Value> {
    let parts = schema.get("allOf")?.as_array()?;
    let is_union =
        |part: &&Value| resolve(part, schemas).is_some_and(|part| part.get("oneOf").is_some());
    let union = resolve(parts.iter().find(is_union)?, schemas)?;
    let rest: Vec<&Value> = parts.iter().filter(|part| !is_union(part)).collect();
    let variants: Vec<Value> = union
        .get("oneOf")?
        .as_array()?
        .iter()
        .map(|variant| {
            let mut all: Vec<Value> = rest.iter().map(|part| (*part).clone()).collect();
            all.push(variant.clone());
            let description = variant.get("description").cloned();
            let mut whole = json!({ "allOf": all });
            if let (Some(description), Some(whole)) = (description, whole.as_object_mut()) {
                whole.insert("description".to_owned(), description);
            }
            whole
        })
        .collect();
    let description = schema
        .get("description")
        .or_else(|| union.get("description"));
    Some(json!({ "oneOf": variants, "description": description }))
}

/// Names the variants of every union that has a tag.
fn name_variants(schemas: &mut Schemas) {
    let names: Vec<String> = schemas.keys().cloned().collect();
    for name in names {
        let Some((tag, variants)) = schemas
            .get(&name)
            .and_then(|schema| variants(schema, schemas))
        else {
            continue;
        };
        let mut references = Vec::new();
        let mut mapping = Map::new();
        for (value, variant) in variants {
            let reference = format!("{PREFIX}{name}{}", camel(&value));
            references.push(json!({ "$ref": reference }));
            schemas.insert(format!("{name}{}", camel(&value)), variant);
            mapping.insert(value, Value::String(reference));
        }
        if let Some(Value::Object(union)) = schemas.get_mut(&name) {
            union.insert("oneOf".to_owned(), Value::Array(references));
            union.insert(
                "discriminator".to_owned(),
                json!({ "propertyName": tag, "mapping": mapping }),
            );
        }
    }
}

/// The tag of a union and its variants by the tag's value, if all of them have it.
fn variants(schema: &Value, schemas: &Schemas) -> Option<(&'static str, Vec<(String, Value)>)> {
    let parts = schema.get("oneOf")?.as_array()?;
    let merged: Vec<Value> = parts
        .iter()
        .map(|part| merged(part, schemas))
        .collect::<Option<_>>()?;
    TAGS.into_iter().find_map(|tag| {
        let variants = merged.iter().map(|variant| {
            let values = variant
                .get("properties")?
                .get(tag)?
                .get("enum")?
                .as_array()?;
            match values.as_slice() {
                [Value::String(value)] => Some((value.clone(), variant.clone())),
                _ => None,
            }
        });
        Some((tag, variants.collect::<Option<Vec<_>>>()?))
    })
}

/// An object schema with the members of all its parts.
fn merged(schema: &Value, schemas: &Schemas) -> Option<Value> {
    let Some(parts) = schema.get("allOf") else {
        let object = resolve(schema, schemas)?;
        return object.get("properties").is_some().then(|| object.clone());
    };
    let mut properties = Map::new();
    let mut required = BTreeSet::new();
    let mut description = schema.get("description").cloned();
    for part in parts.as_array()? {
        let part = merged(part, schemas)?;
        properties.extend(part.get("properties")?.as_object()?.clone());
        let names = part
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        required.extend(names.filter_map(Value::as_str).map(str::to_owned));
        description = description.or_else(|| part.get("description").cloned());
    }
    let mut object = json!({ "type": "object", "properties": properties, "required": required });
    if let (Some(description), Some(object)) = (description, object.as_object_mut()) {
        object.insert("description".to_owned(), description);
    }
    Some(object)
}

/// `allOf` of objects becomes one object.
fn flatten(schemas: &mut Schemas) {
    let flat: Vec<(String, Value)> = schemas
        .iter()
        .filter(|(_, schema)| schema.get("allOf").is_some())
        .filter_map(|(name, schema)| Some((name.clone(), merged(schema, schemas)?)))
        .collect();
    schemas.extend(flat);
}

fn resolve<'a>(schema: &'a Value, schemas: &'a Schemas) -> Option<&'a Value> {
    match schema.get("$ref").and_then(Value::as_str) {
        Some(reference) => schemas.get(reference.strip_prefix(PREFIX)?),
        None => Some(schema),
    }
}

/// `opening_roll` as `OpeningRoll`.
fn camel(value: &str) -> String {
    let mut name = String::new();
    for word in value.split(['_', '-', '/']) {
        let (first, rest) = word.split_at_checked(1).unwrap_or((word, ""));
        name.push_str(&first.to_ascii_uppercase());
        name.push_str(rest);
    }
    name
}

/// Takes `null` from members that are not required.
fn absent_is_not_null(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            let required: BTreeSet<String> = object
                .get("required")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(|name| name.as_str().map(str::to_owned))
                .collect();
            if let Some(Value::Object(properties)) = object.get_mut("properties") {
                for (name, property) in properties {
                    if !required.contains(name) && !says_null(property) {
                        without_null(property);
                    }
                }
            }
            object.values_mut().for_each(absent_is_not_null);
        }
        Value::Array(values) => values.iter_mut().for_each(absent_is_not_null),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Whether a description says what `null` means.
fn says_null(schema: &Value) -> bool {
    let parts = schema
        .get("oneOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let mut descriptions = parts
        .chain([schema])
        .filter_map(|part| part.get("description"));
    descriptions.any(|text| text.as_str().is_some_and(|text| text.contains("null")))
}

fn without_null(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(parts)) = object.get_mut("oneOf") {
        parts.retain(|part| part.get("type").is_none_or(|kind| kind != "null"));
        if let [only] = parts.as_slice() {
            *schema = only.clone();
        }
    }
}

/// Removes the schemas that no path leads to.
fn prune(document: &mut Value) {
    let mut reached = BTreeSet::new();
    let mut waiting = Vec::new();
    if let Some(paths) = document.get("paths") {
        references(paths, &mut waiting);
    }
    while let Some(name) = waiting.pop() {
        if let Some(schema) = document.pointer(&format!("/components/schemas/{name}"))
            && reached.insert(name)
        {
            references(schema, &mut waiting);
        }
    }
    if let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") {
        schemas.retain(|name, _| reached.contains(name));
    }
}

fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            let reference = object.get("$ref").and_then(Value::as_str);
            found.extend(
                reference
                    .and_then(|text| text.strip_prefix(PREFIX))
                    .map(str::to_owned),
            );
            object.values().for_each(|value| references(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests;
