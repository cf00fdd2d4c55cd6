//! Texts with random bytes changed: each is refused at a place in it, or is a legal game again.

use parchis::notation::{read, write};
use parchis::rules::event::DiceSource;

use crate::player::Player;
use crate::random_record::random_record;

/// Games that are edited, and how often.
const GAMES: u64 = 12;
const EDITS: usize = 60;

#[test]
fn edited_texts_are_refused_at_their_place_or_are_games() {
    for seed in 0..GAMES {
        let mut record = random_record(seed, DiceSource::Manual);
        record.steps.truncate(120);
        let text = write(&record).unwrap();
        let mut random = Player::new(seed);
        for _ in 0..EDITS {
            let edited = edit(&mut random, &text);
            match read(&edited) {
                Ok(game) => {
                    let again = write(&game).unwrap();
                    assert_eq!(read(&again), Ok(game), "{edited}");
                }
                Err(error) => {
                    let line = edited.split('\n').nth(error.line - 1);
                    let line = line.unwrap_or_else(|| panic!("no line {}: {edited}", error.line));
                    assert!(
                        error.column <= line.chars().count() + 1,
                        "{error}: {edited}"
                    );
                }
            }
        }
    }
}

/// The text with a few of its bytes dropped, doubled, swapped or replaced.
fn edit(random: &mut Player, text: &str) -> String {
    let bytes = b" \n\t,;:{}[]\"+-!$#x.0123456789YBRGCchgPp\xc3\xa9\xff";
    let mut edited = text.as_bytes().to_vec();
    for _ in 0..=random.number(3) {
        let at = random.number(edited.len());
        match random.number(4) {
            0 => {
                edited.remove(at);
            }
            1 => edited.insert(at, *random.pick(bytes)),
            2 => edited[at] = *random.pick(bytes),
            _ => edited.truncate(at.max(1)),
        }
    }
    String::from_utf8_lossy(&edited).into_owned()
}
