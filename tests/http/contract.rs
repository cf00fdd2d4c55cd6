//! The committed OpenAPI document, held against every answer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, Mutex};

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::client::Answer;

/// The committed document.
pub const COMMITTED: &str = include_str!("../../openapi/parchis.json");

const METHODS: [&str; 5] = ["get", "put", "post", "delete", "patch"];

static CONTRACT: LazyLock<Contract> = LazyLock::new(Contract::read);

/// An operation's id and a status it answers.
pub type Given = (String, u16);

/// A request and its answer.
pub struct Exchange<'a> {
    /// The method.
    pub method: &'a str,
    /// The path, without the query.
    pub path: &'a str,
    /// The body that was sent, where it is JSON.
    pub sent: Option<&'a Value>,
    /// The answer.
    pub answer: &'a Answer,
}

struct Contract {
    operations: Vec<Operation>,
    /// Schemas in which no object has a member that is not described.
    components: Value,
    validators: Mutex<BTreeMap<String, Arc<Validator>>>,
    exercised: Mutex<BTreeSet<Given>>,
}

struct Operation {
    method: String,
    template: Vec<String>,
    id: String,
    description: Value,
}

/// Fails unless the document foresees the answer.
pub fn check(exchange: &Exchange<'_>) {
    let faults = CONTRACT.faults(exchange);
    let Exchange {
        method,
        path,
        answer,
        ..
    } = exchange;
    assert!(
        faults.is_empty(),
        "{method} {path} answered {} against openapi/parchis.json:\n- {}\n{}",
        answer.status,
        faults.join("\n- "),
        answer.text,
    );
}

/// Every operation with every status it declares, and those that have been seen.
pub fn coverage() -> (BTreeSet<Given>, BTreeSet<Given>) {
    let declared = CONTRACT.operations.iter().flat_map(|operation| {
        let responses = operation.description["responses"]
            .as_object()
            .into_iter()
            .flatten();
        responses.filter_map(|(status, _)| Some((operation.id.clone(), status.parse().ok()?)))
    });
    (
        declared.collect(),
        CONTRACT.exercised.lock().expect("no panic inside").clone(),
    )
}

/// What is wrong with a value that shall be of a schema.
pub fn faults_of(schema: &str, value: &Value) -> Vec<String> {
    CONTRACT.schema_faults(schema, &reference(schema), value)
}

impl Contract {
    fn read() -> Self {
        let document: Value = serde_json::from_str(COMMITTED).expect("the document is JSON");
        let mut components = document["components"].clone();
        close(&mut components);
        let paths = document["paths"].as_object().expect("paths");
        let operations = paths.iter().flat_map(|(path, item)| {
            let known = METHODS
                .into_iter()
                .filter(|method| item.get(method).is_some());
            known.map(|method| Operation {
                method: method.to_ascii_uppercase(),
                template: segments(path).map(str::to_owned).collect(),
                id: item[method]["operationId"]
                    .as_str()
                    .expect("an operationId")
                    .to_owned(),
                description: item[method].clone(),
            })
        });
        Self {
            operations: operations.collect(),
            components,
            validators: Mutex::default(),
            exercised: Mutex::default(),
        }
    }

    fn faults(&self, exchange: &Exchange<'_>) -> Vec<String> {
        let mut faults = Vec::new();
        let answer = exchange.answer;
        if answer.header("x-request-id").is_none() {
            faults.push("no X-Request-Id".to_owned());
        }
        if answer.header("content-type") == Some("application/problem+json") {
            faults.extend(problem_faults(answer));
        }
        match self.operation(exchange.method, exchange.path) {
            Some(operation) => faults.extend(self.operation_faults(operation, exchange)),
            None if is_about_itself(exchange.path) => {}
            None => {
                if !matches!(answer.status, 404 | 405) {
                    faults.push("no such operation is documented".to_owned());
                }
                if answer.status == 405 && answer.header("allow").is_none() {
                    faults.push("405 without Allow".to_owned());
                }
                faults.extend(self.schema_faults("Problem", &reference("Problem"), &answer.json));
            }
        }
        faults
    }

    fn operation_faults(&self, operation: &Operation, exchange: &Exchange<'_>) -> Vec<String> {
        let (answer, id) = (exchange.answer, &operation.id);
        let status = answer.status.to_string();
        let Some(response) = operation.description["responses"].get(&status) else {
            return vec![format!("{id} does not declare {status}")];
        };
        self.exercised
            .lock()
            .expect("no panic inside")
            .insert((id.clone(), answer.status));
        let mut faults = Vec::new();
        let kind = answer.header("content-type").unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default();
        let headers = response["headers"].as_object().into_iter().flatten();
        for (name, _) in headers {
            // What is never done has no tag.
            let excused = name == "ETag" && is_stream(kind);
            if !excused && answer.header(&name.to_ascii_lowercase()).is_none() {
                faults.push(format!("no header {name}"));
            }
        }
        if kind == "text/plain" {
            faults.extend(text_faults(answer));
        }
        match response.get("content") {
            None if answer.text.is_empty() => {}
            None => faults.push("a body where none is declared".to_owned()),
            Some(content) => match content.get(kind) {
                None => faults.push(format!("content type {kind:?} is not declared")),
                Some(media) if kind.ends_with("json") && !is_stream(kind) => {
                    let key = format!("{id} {status}");
                    faults.extend(self.schema_faults(&key, &media["schema"], &answer.json));
                }
                Some(_) => {}
            },
        }
        let expected =
            &operation.description["requestBody"]["content"]["application/json"]["schema"];
        if let (200..=299, Some(sent), Value::Object(_)) = (answer.status, exchange.sent, expected)
        {
            let faulty = self.schema_faults(&format!("{id} request"), expected, sent);
            faults.extend(
                faulty
                    .into_iter()
                    .map(|fault| format!("accepted, but: {fault}")),
            );
        }
        faults
    }

    fn schema_faults(&self, key: &str, schema: &Value, value: &Value) -> Vec<String> {
        let known = self
            .validators
            .lock()
            .expect("no panic inside")
            .get(key)
            .cloned();
        let validator = known.unwrap_or_else(|| {
            let mut schema = schema.clone();
            close(&mut schema);
            schema["components"] = self.components.clone();
            let built = jsonschema::draft202012::options()
                .should_validate_formats(true)
                .build(&schema)
                .expect("a schema of the document is one of JSON Schema");
            let built = Arc::new(built);
            let mut validators = self.validators.lock().expect("no panic inside");
            validators.insert(key.to_owned(), Arc::clone(&built));
            built
        });
        let errors = validator.iter_errors(value);
        errors
            .map(|error| format!("{} at {:?}", error, error.instance_path().to_string()))
            .collect()
    }

    /// The operation of a path; a template's fixed segments win over its parameters.
    fn operation(&self, method: &str, path: &str) -> Option<&Operation> {
        let path: Vec<&str> = segments(path).collect();
        let fits = |operation: &&Operation| {
            operation.method == method
                && operation.template.len() == path.len()
                && operation
                    .template
                    .iter()
                    .zip(&path)
                    .all(|(part, segment)| part.starts_with('{') || part == segment)
        };
        let parameters = |operation: &&Operation| {
            operation
                .template
                .iter()
                .filter(|part| part.starts_with('{'))
                .count()
        };
        self.operations.iter().filter(fits).min_by_key(parameters)
    }
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').skip(1)
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// Whether an answer goes on for as long as something happens.
fn is_stream(kind: &str) -> bool {
    matches!(kind, "text/event-stream" | "application/x-ndjson")
}

/// The document and its pages do not describe themselves.
fn is_about_itself(path: &str) -> bool {
    path == "/openapi.json" || path.starts_with("/docs")
}

/// Text says its language and its encoding, and on what it depends.
fn text_faults(answer: &Answer) -> Vec<String> {
    let mut faults = Vec::new();
    if answer.header("content-type") != Some("text/plain; charset=utf-8") {
        faults.push("text does not say that it is UTF-8".to_owned());
    }
    // The notation is in no language.
    let told = !answer.text.starts_with("[Parchis ");
    if told && !matches!(answer.header("content-language"), Some("es" | "en")) {
        faults.push("text does not say its language".to_owned());
    }
    let depends = |vary: &str| vary.ends_with("Accept, Accept-Language");
    if told && !answer.header("vary").is_some_and(depends) {
        faults.push("text does not say on what it depends".to_owned());
    }
    if answer.json != Value::Null || !answer.text.ends_with('\n') {
        faults.push("text is not lines".to_owned());
    }
    faults
}

fn problem_faults(answer: &Answer) -> Vec<String> {
    let mut faults = Vec::new();
    if answer.json["status"] != answer.status {
        faults.push("the problem's status is not the answer's".to_owned());
    }
    let code = answer.json["code"].as_str().unwrap_or_default();
    if answer.json["type"] != format!("/problems/{code}") {
        faults.push("the problem's type is not its code's page".to_owned());
    }
    faults
}

/// Forbids members that are not described.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            let is_object = object.get("properties").is_some_and(Value::is_object);
            if is_object && object.get("type").is_some_and(|kind| kind == "object") {
                object
                    .entry("additionalProperties")
                    .or_insert(Value::Bool(false));
            }
            object.values_mut().for_each(close);
        }
        Value::Array(values) => values.iter_mut().for_each(close),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
