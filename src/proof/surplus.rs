//! Members of a body that were not read: new ones are fine, but nothing known may be written in a second way.

use serde_json::Value;

use super::entry::Entry;

/// Checks that a body says what the entry read from it says, and beyond that only members that are not null.
///
/// # Errors
/// Names the member that is otherwise.
pub(super) fn check(entry: &Entry, body: &str) -> Result<(), String> {
    let written = entry.body();
    if written == body {
        return Ok(());
    }
    let values =
        serde_json::from_str(&written).and_then(|ours| Ok((ours, serde_json::from_str(body)?)));
    let (ours, theirs): (Value, Value) = values.map_err(|_| "of some name".to_owned())?;
    compare("body", &ours, &theirs)
}

fn compare(name: &str, ours: &Value, theirs: &Value) -> Result<(), String> {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            for (name, value) in theirs {
                match ours.get(name) {
                    Some(known) => compare(name, known, value)?,
                    None if value.is_null() => return Err(name.clone()),
                    None => {}
                }
            }
            let lost = ours.keys().find(|name| !theirs.contains_key(*name));
            lost.map_or(Ok(()), |name| Err(name.clone()))
        }
        (ours, theirs) if ours == theirs => Ok(()),
        _ => Err(name.to_owned()),
    }
}
