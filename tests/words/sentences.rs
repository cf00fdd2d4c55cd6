//! Every kind of event in every language, as one text: `sentences.txt`.

use std::fmt::Write as _;

use parchis::words::language::Language;
use parchis::words::teller::Teller;

use crate::book;
use crate::samples::{KINDS, kind, samples};

#[test]
fn every_kind_has_its_sentences() {
    let samples = samples();
    for wanted in KINDS {
        assert!(
            samples.iter().any(|event| kind(event) == wanted),
            "no sample of {wanted}"
        );
    }
    let mut tellers = Language::ALL.map(Teller::new);
    let mut table = String::new();
    let mut last = "";
    for event in &samples {
        if kind(event) != last {
            last = kind(event);
            let gap = if table.is_empty() { "" } else { "\n" };
            writeln!(table, "{gap}{last}").unwrap();
        }
        for (teller, language) in tellers.iter_mut().zip(Language::ALL) {
            let told = teller.tell(event);
            is_sentence(&told);
            writeln!(table, "  {}  {told}", language.code()).unwrap();
        }
    }
    book::holds("words/sentences.txt", &table);
}

/// Fails unless a text has the form of a sentence.
pub(crate) fn is_sentence(text: &str) {
    assert!(
        text.chars().next().is_some_and(char::is_uppercase),
        "no sentence: {text:?}"
    );
    assert!(
        text.ends_with('.') && !text.ends_with(".."),
        "no sentence: {text:?}"
    );
    assert!(
        !text.contains("  ") && !text.contains(" ."),
        "no sentence: {text:?}"
    );
}
