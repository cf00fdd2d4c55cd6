//! A short game by hand, and a whole one by chance, told from beginning to end.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use parchis::rules::asked::Asked;
use parchis::rules::command::Command;
use parchis::rules::decide::decide;
use parchis::rules::dice::{Die, Roll};
use parchis::rules::game::{Game, Phase};
use parchis::rules::ids::Chair;
use parchis::rules::options::Overrides;
use parchis::rules::preset::Preset;
use parchis::words::language::Language;
use parchis::words::offer::offer;
use parchis::words::report::report;
use parchis::words::teller::Teller;

use crate::book;
use crate::player::{Player, created, player};
use crate::sentences::is_sentence;

/// What is done, one command a word: a number is rolled, `/` leaves chair so, else it is an option.
const EVENING: &str = "3 6 5 exit:5:B1 5 exit:5:Y1 6 move:6:B1 6 move:6:B1 6 3 move:3:Y1 5 exit:5:B1 \
    6 move:6:Y1 6 move:6:Y1 3 move:3:Y1 1 move:1:B1 take_count:20:B1 2 5 exit:5:B2 5 exit:5:Y1 5 exit:5:B3 \
    4 move:4:Y1 6 move:6:B2 1 move:1:B2 /1";

#[test]
fn an_evening_is_told_like_a_book() {
    let mut told = String::new();
    for language in Language::ALL {
        told.push_str(&evening(language));
    }
    book::holds("words/evening.txt", &told);
}

#[test]
fn whole_games_are_told_in_sentences() {
    for preset in Preset::ALL {
        let mut random = Player::new(7);
        let rules = preset.rules();
        let chairs = random.chairs(&rules, 3);
        let mut tellers = Language::ALL.map(Teller::new);
        let end = random.play(rules, &chairs, |before, _, events, after| {
            for (teller, language) in tellers.iter_mut().zip(Language::ALL) {
                let told = teller.tell_command(events);
                assert!(!told.is_empty());
                for sentence in &told {
                    is_sentence(sentence);
                }
                // Who comes later tells the same.
                let mut later = Teller::after(language, before);
                assert_eq!(later.tell_command(events), told);
                offers_differ(language, after);
                assert!(report(language, after).len() > 1);
            }
        });
        assert_eq!(end.phase(), Phase::Ended);
    }
}

/// Options that differ are told differently.
fn offers_differ(language: Language, game: &Game) {
    let told = |choice| offer(language, choice, game.position());
    let offers: BTreeSet<String> = game.choices().iter().map(told).collect();
    for sentence in &offers {
        is_sentence(sentence);
    }
    assert_eq!(offers.len(), game.choices().len(), "{offers:?}");
}

fn evening(language: Language) -> String {
    let overrides = r#"{"stakes": {"capture": 1, "win": 5, "third_six": 1}}"#;
    let overrides: Overrides = serde_json::from_str(overrides).unwrap();
    let rules = overrides.over(Preset::League.rules());
    let mut table = Table::new(language);
    table.obey(&created(rules, 2));
    for chair in [0, 1].map(|number| Chair::new(number).unwrap()) {
        table.obey(&Command::Sit {
            chair,
            player: player(chair),
            entropy_commit: None,
        });
    }
    for word in EVENING.split_whitespace() {
        let command = table.command(word);
        table.obey(&command);
    }
    table.told
}

struct Table {
    game: Game,
    teller: Teller,
    language: Language,
    told: String,
}

impl Table {
    fn new(language: Language) -> Self {
        let told = format!("==== {} ====\n\n", language.code());
        Self {
            game: Game::new(),
            teller: Teller::new(language),
            language,
            told,
        }
    }

    fn command(&self, word: &str) -> Command {
        match (self.game.asked(), word.strip_prefix('/')) {
            (_, Some(chair)) => {
                let chair = Chair::new(chair.parse().unwrap()).unwrap();
                Command::Resign {
                    chair,
                    actor: player(chair),
                }
            }
            (Asked::Roll { chair, n }, None) => {
                let dice = Roll::One(Die::new(word.parse().unwrap()).unwrap());
                Command::Roll {
                    n,
                    dice,
                    actor: Some(player(chair)),
                }
            }
            (Asked::Choice { chair } | Asked::Colour { chair }, None) => Command::Choose {
                decision: self.game.decision().unwrap(),
                option: word
                    .parse()
                    .unwrap_or_else(|_| panic!("{word}: {:?}", self.game.choices())),
                actor: Some(player(chair)),
            },
            (asked, None) => panic!("{word}: {asked:?}"),
        }
    }

    fn obey(&mut self, command: &Command) {
        let events = decide(&self.game, command).unwrap_or_else(|refusal| {
            panic!(
                "{command:?}: {refusal}\n{}",
                report(self.language, &self.game).join("\n")
            )
        });
        for event in &events {
            self.game.apply(event).unwrap();
        }
        for sentence in self.teller.tell_command(&events) {
            writeln!(self.told, "> {sentence}").unwrap();
        }
        self.told.push('\n');
        for line in report(self.language, &self.game) {
            writeln!(self.told, "{line}").unwrap();
        }
        self.told.push('\n');
    }
}
