//! The fenced blocks of a page, and what they show.

/// What a block is for, by the word after its fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `sh`: commands to paste.
    Shell,
    /// `json`: what the commands before it print, `…` for what is left out.
    Answer,
    /// Anything else: shown, not checked.
    Other,
}

/// A fenced block.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) kind: Kind,
    /// The line of the page where it begins.
    pub(super) line: usize,
    pub(super) text: String,
}

/// The blocks of a page, in order.
pub(super) fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (line, text) in (1..).zip(page.lines()) {
        match (text.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(word), None) => {
                let kind = match word {
                    "sh" => Kind::Shell,
                    "json" => Kind::Answer,
                    _ => Kind::Other,
                };
                let text = String::new();
                open = Some(Block { kind, line, text });
            }
            (None, Some(block)) => {
                block.text.push_str(text);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

/// What is shown and was not printed: each line, piece by piece between `…`, must stand in its printed line in order.
pub(super) fn differences(shown: &str, printed: &str) -> Vec<String> {
    let lasting: Vec<String> = printed
        .lines()
        .filter(|line| !line.is_empty())
        .map(lasting)
        .collect();
    let shown: Vec<&str> = shown.lines().collect();
    if shown.len() != lasting.len() {
        let (shown, printed) = (shown.len(), lasting.len());
        return vec![format!("{shown} lines are shown, {printed} were printed")];
    }
    shown
        .iter()
        .zip(&lasting)
        .filter_map(|(shown, printed)| missing(shown, printed))
        .collect()
}

fn missing(shown: &str, printed: &str) -> Option<String> {
    let mut rest = printed;
    for piece in shown.split('…') {
        let piece = lasting(piece);
        let at = rest.find(&piece);
        let Some((_, after)) = at.and_then(|at| rest[at..].split_at_checked(piece.len())) else {
            return Some(piece);
        };
        rest = after;
    }
    None
}

/// The text with what differs from run to run (ids, times, hashes, tokens) made alike.
fn lasting(text: &str) -> String {
    let in_word = |char: char| char.is_ascii_alphanumeric() || "-_:.".contains(char);
    text.split_inclusive(|char| !in_word(char))
        .map(|part| {
            let word = part.trim_end_matches(|char| !in_word(char));
            if word.len() >= 24 && word.contains(|char: char| char.is_ascii_digit()) {
                format!("*{}", &part[word.len()..])
            } else {
                part.to_owned()
            }
        })
        .collect()
}

#[test]
fn differences_are_found_and_ids_are_none() {
    let printed = r#"{"id":"01a22989-bb86-7638-ab41-5b897a06066a","n":1,"kind":"roll"}"#;
    let shown = r#"{"id":"00000000-bb86-7638-ab41-5b897a06066a",…"kind":"roll"}"#;
    assert_eq!(differences(shown, printed), Vec::<String>::new());
    assert_eq!(differences(r#"…"n":2…"#, printed), [r#""n":2"#]);
    assert_eq!(differences("", printed).len(), 1);
}
