//! Whether a text is canonical JSON (RFC 8785) as far as the log uses it: ASCII keys, integers under 2⁵³, no floats.
//!
//! One pass over the bytes; it also hands out the members of the outermost object, so that a body is read once.

mod writing;

use smallvec::SmallVec;

pub(super) use writing::write;

/// Objects and lists inside one another; more is no event, and could exhaust the stack.
const DEEPEST: u8 = 32;
/// Integers from here on are not exact in every reader of JSON.
const TOO_LARGE: u64 = 1 << 53;

/// The members of an object: names, and the exact text of the values.
pub(super) type Members<'a> = SmallVec<[(&'a str, &'a str); 24]>;

/// Where and why a text is not canonical.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flaw {
    /// How many bytes before it are fine.
    pub(super) offset: usize,
    /// What is wrong there.
    pub(super) reason: &'static str,
}

/// The members of the object that a canonical text is.
pub(super) fn members(text: &str) -> Result<Members<'_>, Flaw> {
    let mut scanner = Scanner {
        text,
        at: 0,
        depth: 0,
    };
    let mut members = Members::new();
    if scanner.peek() != Some(b'{') {
        return Err(scanner.flaw("an object is due"));
    }
    scanner.object(|name, value| members.push((name, value)))?;
    if scanner.peek().is_some() {
        return Err(scanner.flaw("nothing may follow the object"));
    }
    Ok(members)
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    depth: u8,
}

impl<'a> Scanner<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn flaw(&self, reason: &'static str) -> Flaw {
        Flaw {
            offset: self.at,
            reason,
        }
    }

    /// Steps over one byte where it is this one.
    fn eat(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn value(&mut self) -> Result<(), Flaw> {
        match self.peek() {
            Some(b'{') => self.object(|_, _| ()),
            Some(b'[') => self.list(),
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.integer(),
            Some(b't') => self.word("true"),
            Some(b'f') => self.word("false"),
            Some(b'n') => self.word("null"),
            Some(_) | None => Err(self.flaw("a value is due")),
        }
    }

    fn object(&mut self, mut member: impl FnMut(&'a str, &'a str)) -> Result<(), Flaw> {
        self.enter()?;
        if !self.eat(b'}') {
            let mut before = None;
            loop {
                let name = self.name()?;
                if before.is_some_and(|before| before >= name) {
                    return Err(self.flaw("members must be sorted, each once"));
                }
                before = Some(name);
                if !self.eat(b':') {
                    return Err(self.flaw("a colon is due"));
                }
                let start = self.at;
                self.value()?;
                member(name, self.since(start));
                if !self.more(b'}')? {
                    break;
                }
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn list(&mut self) -> Result<(), Flaw> {
        self.enter()?;
        if !self.eat(b']') {
            loop {
                self.value()?;
                if !self.more(b']')? {
                    break;
                }
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// Steps over the opening bracket.
    fn enter(&mut self) -> Result<(), Flaw> {
        if self.depth == DEEPEST {
            return Err(self.flaw("nested too deeply"));
        }
        self.depth += 1;
        self.at += 1;
        Ok(())
    }

    /// Whether a comma says that more follows, and not the closing bracket that nothing does.
    fn more(&mut self, closing: u8) -> Result<bool, Flaw> {
        if self.eat(b',') {
            Ok(true)
        } else if self.eat(closing) {
            Ok(false)
        } else {
            Err(self.flaw("a comma or a closing bracket is due"))
        }
    }

    /// A member's name: ASCII that needs no escape.
    fn name(&mut self) -> Result<&'a str, Flaw> {
        if !self.eat(b'"') {
            return Err(self.flaw("a member's name is due"));
        }
        let start = self.at;
        while self
            .peek()
            .is_some_and(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\'))
        {
            self.at += 1;
        }
        let name = self.since(start);
        if self.eat(b'"') {
            Ok(name)
        } else {
            Err(self.flaw("a member's name must be plain ASCII"))
        }
    }

    fn string(&mut self) -> Result<(), Flaw> {
        self.at += 1;
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => self.escape()?,
                Some(0..b' ') | None => {
                    return Err(
                        self.flaw("a string must be closed, and control characters escaped")
                    );
                }
                Some(_) => self.at += 1,
            }
        }
    }

    /// An escape, allowed only where there is no shorter way to write the character.
    fn escape(&mut self) -> Result<(), Flaw> {
        let rest = self.text.as_bytes().get(self.at + 1..).unwrap_or_default();
        self.at += match rest {
            [b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't', ..] => 2,
            [b'u', b'0', b'0', b'0', b'0'..=b'7' | b'b' | b'e' | b'f', ..]
            | [b'u', b'0', b'0', b'1', b'0'..=b'9' | b'a'..=b'f', ..] => 6,
            _ => return Err(self.flaw("an escape that is not the shortest form")),
        };
        Ok(())
    }

    fn integer(&mut self) -> Result<(), Flaw> {
        let start = self.at;
        let negative = self.eat(b'-');
        let digits = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        let text = self.since(digits);
        let plain = (text == "0" && !negative) || !text.starts_with('0');
        let small = text.parse::<u64>().is_ok_and(|number| number < TOO_LARGE);
        if plain && small && !matches!(self.peek(), Some(b'.' | b'e' | b'E')) {
            Ok(())
        } else {
            self.at = start;
            Err(self.flaw("a number must be a plain integer under 2^53"))
        }
    }

    fn word(&mut self, word: &str) -> Result<(), Flaw> {
        if self
            .text
            .get(self.at..)
            .is_some_and(|rest| rest.starts_with(word))
        {
            self.at += word.len();
            Ok(())
        } else {
            Err(self.flaw("a value is due"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_out_the_members_with_their_exact_text() {
        let found = members(r#"{"a":[1,{"b":null}],"c":"x\"y","d":-5}"#).unwrap();
        let expected = [("a", r#"[1,{"b":null}]"#), ("c", r#""x\"y""#), ("d", "-5")];
        assert_eq!(found.as_slice(), expected);
        assert!(members("{}").unwrap().is_empty());
    }

    #[test]
    fn whatever_serde_json_writes_sorted_is_canonical() {
        let mut text = String::new();
        for code in 0..=0x2ff_u32 {
            text.extend(char::from_u32(code));
        }
        text.push('\u{1f3b2}');
        let value = serde_json::json!({
            "empty": {"list": [], "object": {}}, "numbers": [0, 1, -1, 9_007_199_254_740_991_u64],
            "text": text, "words": [true, false, null],
        });
        members(&value.to_string()).unwrap();
    }

    /// Texts that are not canonical, where, and why.
    const FLAWED: &[(&str, usize, &str)] = &[
        ("", 0, "an object is due"),
        ("[]", 0, "an object is due"),
        (" {}", 0, "an object is due"),
        ("{} ", 2, "nothing may follow the object"),
        ("{\"a\": 1}", 5, "a value is due"),
        ("{\"b\":1,\"a\":2}", 10, "members must be sorted, each once"),
        ("{\"a\":1,\"a\":1}", 10, "members must be sorted, each once"),
        (
            "{\"a\":{\"c\":1,\"b\":2}}",
            15,
            "members must be sorted, each once",
        ),
        ("{\"\\u0061\":1}", 2, "a member's name must be plain ASCII"),
        ("{\"\u{e9}\":1}", 2, "a member's name must be plain ASCII"),
        (
            "{\"a\":1.0}",
            5,
            "a number must be a plain integer under 2^53",
        ),
        (
            "{\"a\":1e3}",
            5,
            "a number must be a plain integer under 2^53",
        ),
        (
            "{\"a\":01}",
            5,
            "a number must be a plain integer under 2^53",
        ),
        (
            "{\"a\":-0}",
            5,
            "a number must be a plain integer under 2^53",
        ),
        (
            "{\"a\":-}",
            5,
            "a number must be a plain integer under 2^53",
        ),
        (
            "{\"a\":9007199254740992}",
            5,
            "a number must be a plain integer under 2^53",
        ),
        (
            "{\"a\":99999999999999999999999}",
            5,
            "a number must be a plain integer under 2^53",
        ),
        (
            "{\"a\":\"\\/\"}",
            6,
            "an escape that is not the shortest form",
        ),
        (
            "{\"a\":\"\\u000a\"}",
            6,
            "an escape that is not the shortest form",
        ),
        (
            "{\"a\":\"\\u001F\"}",
            6,
            "an escape that is not the shortest form",
        ),
        (
            "{\"a\":\"\\u00e9\"}",
            6,
            "an escape that is not the shortest form",
        ),
        ("{\"a\":\"\\", 6, "an escape that is not the shortest form"),
        (
            "{\"a\":\"\n\"}",
            6,
            "a string must be closed, and control characters escaped",
        ),
        (
            "{\"a\":\"x",
            7,
            "a string must be closed, and control characters escaped",
        ),
        ("{\"a\":1,}", 7, "a member's name is due"),
        ("{\"a\"}", 4, "a colon is due"),
        ("{\"a\":[1 ]}", 7, "a comma or a closing bracket is due"),
        ("{\"a\":[1,]}", 8, "a value is due"),
        ("{\"a\":tru}", 5, "a value is due"),
    ];

    #[test]
    fn refuses_every_other_way_to_write_the_same() {
        for &(text, offset, reason) in FLAWED {
            assert_eq!(members(text), Err(Flaw { offset, reason }), "{text}");
        }
    }

    #[test]
    fn refuses_depth_that_could_exhaust_the_stack() {
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(members(&deep).unwrap_err().reason, "nested too deeply");
    }
}
