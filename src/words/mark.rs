//! Marks at the end of what is told: whose act a command was, where that is not its player's.

use super::language::Language;

/// The sentences of a command that a standing order made: the last one says so.
#[must_use]
pub fn by_order(language: Language, mut sentences: Vec<String>) -> Vec<String> {
    if let Some(last) = sentences.last_mut() {
        let said = last.trim_end_matches('.');
        *last = format!("{said} ({}).", language.pick("por orden", "by order"));
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_sentence_says_that_it_was_an_order() {
        let told = ["Rojo tira un 6.", "Rojo pasa."]
            .map(str::to_owned)
            .to_vec();
        let marked = by_order(Language::Spanish, told.clone());
        assert_eq!(marked, ["Rojo tira un 6.", "Rojo pasa (por orden)."]);
        let marked = by_order(Language::English, told);
        assert_eq!(marked[1], "Rojo pasa (by order).");
        assert_eq!(
            by_order(Language::English, Vec::new()),
            Vec::<String>::new()
        );
    }
}
