//! A text as somebody writes it at the table: few tags, loose spacing, any case, most of what follows left out.

use parchis::notation::{read, write};

use crate::book;
use crate::random_record::NOBODY;

#[test]
fn what_a_hand_writes_is_a_game() {
    let record =
        read(&book::text("notation/hand/loose.txt")).unwrap_or_else(|error| panic!("{error}"));
    assert!(record.steps.iter().all(|step| step.at.is_none()));
    assert_eq!(record.created().unwrap().owner, NOBODY);
    book::holds("notation/hand/canonical.txt", &write(&record).unwrap());
}

#[test]
fn the_games_that_the_pages_show_are_games() {
    for page in ["../docs/NOTATION.md", "../README.md"] {
        let shown = book::text(page);
        let games: Vec<&str> = shown
            .split("```")
            .filter(|block| block.starts_with("\n[P"))
            .collect();
        assert_eq!(games.len(), 1, "{page}");
        for game in games {
            read(game).unwrap_or_else(|error| panic!("{page}: {error}"));
        }
    }
}
