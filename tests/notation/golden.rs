//! Texts that are kept, one a preset: they read for ever, and are written the same for ever.

use parchis::notation::{read, write};
use parchis::rules::preset::Preset;

use crate::book;
use crate::vectors;

#[test]
fn a_game_of_each_preset_is_written_as_it_was() {
    let games = vectors::presets();
    for preset in Preset::ALL {
        let of_preset = |game: &&_| {
            parchis::notation::Record::created(game).is_some_and(|created| created.preset == preset)
        };
        let shortest = games
            .iter()
            .filter(of_preset)
            .min_by_key(|game| game.steps.len())
            .unwrap();
        let name = format!("notation/golden/{}.txt", preset.name());
        let text = write(shortest).unwrap();
        book::holds(&name, &text);
        assert_eq!(read(&text).as_ref(), Ok(shortest));
    }
}
