//! Writing canonical JSON: what serde makes of a value, with the members of every object by rising name.

use serde::Serialize;
use smallvec::SmallVec;

/// The canonical form of a value whose names are plain ASCII words and whose numbers are integers.
pub(in crate::proof) fn write(value: &impl Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string(value)?;
    let mut sorted = String::with_capacity(text.len());
    put(&text, &mut sorted);
    Ok(sorted)
}

/// Adds a value, sorted.
fn put(value: &str, sorted: &mut String) {
    let last = value.len().saturating_sub(1);
    let inside = value.get(1..last).unwrap_or_default();
    match value.as_bytes().first() {
        Some(b'{') => {
            let mut members: SmallVec<[&str; 24]> = Parts(Some(inside)).collect();
            // After a word stands a quotation mark, which comes before all that a longer word could go on with.
            members.sort_unstable();
            put_all("{", members, put_member, "}", sorted);
        }
        Some(b'[') => put_all("[", Parts(Some(inside)), put, "]", sorted),
        Some(_) | None => sorted.push_str(value),
    }
}

fn put_member(member: &str, sorted: &mut String) {
    // Only a value that ends in a bracket has anything within.
    let nested = member.ends_with(['}', ']']);
    if let Some((name, value)) = nested.then(|| member.split_once(':')).flatten() {
        sorted.push_str(name);
        sorted.push(':');
        put(value, sorted);
    } else {
        sorted.push_str(member);
    }
}

fn put_all<'a>(
    opening: &str,
    parts: impl IntoIterator<Item = &'a str>,
    put: fn(&str, &mut String),
    closing: &str,
    sorted: &mut String,
) {
    let mut before = opening;
    for part in parts {
        sorted.push_str(before);
        put(part, sorted);
        before = ",";
    }
    sorted.push_str(closing);
}

/// What stands between the commas of an object or a list: one part at least, be it empty.
struct Parts<'a>(Option<&'a str>);

impl<'a> Iterator for Parts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.0?;
        let comma = first_comma(rest.as_bytes());
        let (part, after) = rest.split_at_checked(comma).unwrap_or((rest, ""));
        self.0 = after.strip_prefix(',');
        Some(part)
    }
}

/// Where the first comma stands that is neither in a string nor within brackets, or else the end.
fn first_comma(text: &[u8]) -> usize {
    let mut depth = 0_usize;
    let mut bytes = text.iter().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => {
                while let Some((_, within)) = bytes.next() {
                    match within {
                        b'"' => break,
                        b'\\' => _ = bytes.next(),
                        _ => {}
                    }
                }
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            b',' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::members;
    use super::*;

    #[derive(Serialize)]
    struct Unsorted {
        word: &'static str,
        a: serde_json::Value,
        as_it_is: [u8; 2],
        nested: Vec<Inner>,
        nothing: Option<u8>,
        none: Vec<u8>,
    }

    #[derive(Serialize)]
    struct Inner {
        two: &'static str,
        one: u8,
    }

    #[test]
    fn sorts_the_members_of_every_object_and_leaves_lists_alone() {
        let inner = || Inner {
            two: "{[,:",
            one: 1,
        };
        let unsorted = Unsorted {
            word: "\"}],\\\u{e9}\n",
            a: json!({}),
            as_it_is: [2, 1],
            nested: vec![inner(), inner()],
            nothing: None,
            none: Vec::new(),
        };
        let written = write(&unsorted).unwrap();
        assert_eq!(
            written,
            r#"{"a":{},"as_it_is":[2,1],"nested":[{"one":1,"two":"{[,:"},{"one":1,"two":"{[,:"}],"none":[],"nothing":null,"word":"\"}],\\é\n"}"#
        );
        assert!(members(&written).is_ok(), "{written}");
    }
}
