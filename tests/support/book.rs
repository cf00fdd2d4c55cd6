//! Texts that are kept beside the tests and read like a book.

use std::path::Path;

/// A kept text; empty where there is none.
pub(crate) fn text(name: &str) -> String {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name);
    std::fs::read_to_string(kept).unwrap_or_default()
}

/// Fails unless the kept text is this one, and says how to keep the new one.
pub(crate) fn holds(name: &str, text: &str) {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name);
    let known = self::text(name);
    if known != text {
        let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.replace('/', "-"));
        std::fs::write(&new, text).unwrap();
        let differs = known
            .lines()
            .zip(text.lines())
            .find(|(old, new)| old != new);
        panic!(
            "{name} differs at {differs:?}; read the new text, and keep it by: cp {} {}",
            new.display(),
            kept.display()
        );
    }
}
