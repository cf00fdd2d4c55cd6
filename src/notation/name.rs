//! Values by the names that JSON gives them, so that a text and the API use the same words.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The name of a value.
pub(super) fn name(value: &impl Serialize) -> String {
    serde_json::to_value(value).map_or_else(|_| String::new(), |value| written(&value))
}

/// The value of a name, in any case.
pub(super) fn named<T: DeserializeOwned>(name: &str) -> Option<T> {
    serde_json::from_value(Value::String(name.to_ascii_lowercase())).ok()
}

/// The value of an option of the rules as a tag writes it: `rebound`, `21`, `true`, `none`, `capture 5, win 10`.
pub(super) fn written(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(name) => name.clone(),
        Value::Object(members) => {
            let mut members: Vec<String> = members
                .iter()
                .map(|(name, amount)| format!("{name} {amount}"))
                .collect();
            members.sort_unstable();
            members.join(", ")
        }
        Value::Bool(_) | Value::Number(_) | Value::Array(_) => value.to_string(),
    }
}

/// The value that a tag writes, as JSON has it.
pub(super) fn value(text: &str) -> Value {
    let text = text.trim().to_ascii_lowercase();
    if let Some(members) = members(&text) {
        return Value::Object(members);
    }
    match text.as_str() {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        number if number.bytes().all(|byte| byte.is_ascii_digit()) => number
            .parse::<u32>()
            .map_or(Value::String(text.clone()), Value::from),
        _ => Value::String(text),
    }
}

/// Names with amounts, parted by commas.
fn members(text: &str) -> Option<Map<String, Value>> {
    text.split(',')
        .map(|member| {
            let (name, amount) = member.trim().split_once(char::is_whitespace)?;
            let amount: u32 = amount.trim().parse().ok()?;
            Some((name.to_owned(), Value::from(amount)))
        })
        .collect()
}
