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
