use std::fs;
use std::path::Path;

/// A file of the sources, taken apart.
pub(super) struct Source {
    /// Its path in the repository.
    pub(super) path: String,
    lines: usize,
    /// Names and single signs, without comments and strings.
    tokens: Vec<String>,
}

/// Every file below `src`.
pub(super) fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    collect(root, &root.join("src"), &mut found);
    assert!(found.len() > 10, "the sources were not found");
    found
}

impl Source {
    pub(super) fn file_name(&self) -> &str {
        self.path.rsplit('/').next().unwrap()
    }

    /// The module of the crate that it belongs to.
    pub(super) fn module(&self) -> &str {
        let inside = self.path.strip_prefix("src/").unwrap();
        let first = inside.split('/').next().unwrap();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    pub(super) fn lines(&self) -> usize {
        self.lines
    }

    pub(super) fn uses(&self, word: &str) -> bool {
        self.tokens.iter().any(|token| token == word)
    }

    /// The crate's modules that are named, by `crate::…` or by climbing up to the crate.
    pub(super) fn modules_used(&self) -> Vec<String> {
        let mut used = self.names_after("crate");
        let depth = self.path.split('/').count() - 1;
        let climb = vec!["super"; depth];
        for (at, _) in self.tokens.iter().enumerate() {
            let steps = self.tokens[at..].iter().step_by(3).take(depth);
            if steps.eq(climb.iter().copied()) {
                used.extend(self.names_at(at + 3 * depth));
            }
        }
        used
    }

    /// The names that follow `root::`, one by one or in braces.
    pub(super) fn names_after(&self, root: &str) -> Vec<String> {
        let mut names = Vec::new();
        for (at, token) in self.tokens.iter().enumerate() {
            let path = self.tokens.get(at + 1).is_some_and(|next| next == ":");
            if token == root && path {
                names.extend(self.names_at(at + 3));
            }
        }
        names
    }

    fn names_at(&self, at: usize) -> Vec<String> {
        let rest = self.tokens.get(at..).unwrap_or_default();
        if rest.first().is_none_or(|token| token != "{") {
            return rest.first().cloned().into_iter().collect();
        }
        let (mut depth, mut fresh, mut names) = (0, false, Vec::new());
        for token in rest {
            match token.as_str() {
                "{" => {
                    depth += 1;
                    fresh = depth == 1;
                }
                "}" if depth == 1 => break,
                "}" => depth -= 1,
                "," => fresh = depth == 1,
                name if fresh => {
                    names.push(name.to_owned());
                    fresh = false;
                }
                _ => {}
            }
        }
        names
    }
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push(Source {
                path: path
                    .strip_prefix(root)
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .to_owned(),
                lines: text.lines().count(),
                tokens: tokens(&text),
            });
        }
    }
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for line in text.lines() {
        let code = line.split("//").next().unwrap();
        // What stands between quotes is no code; the sources keep their strings on one line or free of such names.
        for (at, part) in code.split('"').enumerate() {
            if at % 2 == 0 {
                words(part, &mut tokens);
            }
        }
    }
    tokens
}

fn words(code: &str, tokens: &mut Vec<String>) {
    let mut word = String::new();
    for sign in code.chars().chain([' ']) {
        if sign.is_alphanumeric() || sign == '_' {
            word.push(sign);
            continue;
        }
        if !word.is_empty() {
            tokens.push(std::mem::take(&mut word));
        }
        if !sign.is_whitespace() {
            tokens.push(sign.to_string());
        }
    }
}

#[test]
fn paths_are_found_in_every_form() {
    let source = Source {
        path: "src/store/append.rs".to_owned(),
        lines: 0,
        tokens: tokens(
            "use crate::{rules::{Die, Roll}, proof};\n// crate::http\nlet x = crate::dice::Seed;\nsuper::super::play::go(\"crate::cli\");",
        ),
    };
    let mut used = source.modules_used();
    used.sort();
    assert_eq!(used, ["dice", "play", "proof", "rules"]);
}
