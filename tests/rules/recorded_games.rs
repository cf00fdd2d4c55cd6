//! Games recorded by an independent engine replay exactly: the same options in the same order, the same positions,
//! the same result.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};

use arrayvec::ArrayVec;
use flate2::read::GzDecoder;
use parchis::rules::asked::Asked;
use parchis::rules::board::Place;
use parchis::rules::choice::{Choice, ChoiceId};
use parchis::rules::colour::Colour;
use parchis::rules::command::Command;
use parchis::rules::decide::decide;
use parchis::rules::dice::{Dice, Die, Roll};
use parchis::rules::game::{Game, Phase};
use parchis::rules::ids::Chair;
use parchis::rules::options::{Colours, Rules};
use parchis::rules::piece::Piece;
use parchis::rules::position::Position;
use parchis::rules::preset::Preset;
use serde::Deserialize;

use crate::player::{created, player};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    seed: u64,
    options: Rules,
    seats: Vec<u8>,
    steps: Vec<Step>,
    positions: Vec<String>,
    options_at: Vec<Vec<Shown>>,
    result: Ending,
}

/// One of: a roll, a choice by its place in the list, a colour for a chair, a resignation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    roll: Option<Dice>,
    choose: Option<usize>,
    option: Option<Shown>,
    colour: Option<char>,
    chair: Option<u8>,
    resign: Option<Leaver>,
}

/// Who resigns: a colour, or a chair while chairs have no colours.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Leaver {
    Colour(char),
    Chair(u8),
}

/// An option as the other engine writes it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum Shown {
    Exit {
        pieces: ArrayVec<Piece, 2>,
        dice: Dice,
        from: Place,
        to: Place,
        crushes: Vec<Piece>,
    },
    Move {
        piece: Piece,
        dice: Dice,
        by: u8,
        from: Place,
        to: Place,
        captures: Option<Piece>,
    },
    Count {
        piece: Piece,
        by: u8,
        from: Place,
        to: Place,
        captures: Option<Piece>,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ending {
    places: BTreeMap<char, Option<u8>>,
    ledger: Option<BTreeMap<char, i64>>,
}

fn recorded(packed: &'static [u8]) -> Vec<Recorded> {
    BufReader::new(GzDecoder::new(packed))
        .lines()
        .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
        .collect()
}

fn shown(choice: &Choice) -> Shown {
    match choice.clone() {
        Choice::Exit {
            dice,
            pieces,
            target,
            crushed,
            ..
        } => Shown::Exit {
            pieces,
            dice,
            from: Place::Home,
            to: target,
            crushes: crushed.into_iter().collect(),
        },
        Choice::Move {
            die,
            steps,
            piece,
            origin,
            target,
            captured,
        } => Shown::Move {
            piece,
            dice: Dice::from_iter([die]),
            by: steps,
            from: origin,
            to: target,
            captures: captured,
        },
        Choice::TakeCount {
            count,
            piece,
            origin,
            target,
            captured,
        } => Shown::Count {
            piece,
            by: count,
            from: origin,
            to: target,
            captures: captured,
        },
        Choice::Colour { colour } => panic!("{colour} is offered in the game proper"),
    }
}

/// A recorded game on its way through the engine.
struct Replay<'a> {
    recorded: &'a Recorded,
    game: Game,
    positions: std::slice::Iter<'a, String>,
    options_at: std::slice::Iter<'a, Vec<Shown>>,
}

impl<'a> Replay<'a> {
    fn new(recorded: &'a Recorded) -> Self {
        Self {
            recorded,
            game: Game::new(),
            positions: recorded.positions.iter(),
            options_at: recorded.options_at.iter(),
        }
    }

    /// Chairs are numbered without gaps where colours come later.
    fn chair(&self, recorded: u8) -> Chair {
        let index = match self.recorded.options.colours {
            Colours::BySeat => recorded,
            Colours::ByOpeningRoll => {
                let before = self.recorded.seats.iter().filter(|seat| **seat < recorded);
                u8::try_from(before.count()).unwrap()
            }
        };
        Chair::new(index).unwrap()
    }

    fn chair_of(&self, letter: char) -> Chair {
        let colour = Colour::of_letter(letter).unwrap();
        let mut chairs = self.game.chairs();
        chairs
            .find(|chair| self.game.colour(*chair) == Some(colour))
            .unwrap()
    }

    fn obey(&mut self, command: &Command) {
        let events = decide(&self.game, command)
            .unwrap_or_else(|refusal| panic!("{}: {command:?}: {refusal}", self.place()));
        for event in &events {
            self.game
                .apply(event)
                .unwrap_or_else(|misfit| panic!("{}: {event:?}: {misfit}", self.place()));
        }
    }

    /// Where the replay is, for messages.
    fn place(&self) -> String {
        let seed = self.recorded.seed;
        match self.game.position() {
            Some(position) => format!("game {seed}, {position}, under {:?}", self.recorded.options),
            None => format!("game {seed}, version {}", self.game.version()),
        }
    }

    fn sit(&mut self) {
        let seats = u8::try_from(self.recorded.seats.len()).unwrap();
        self.obey(&created(self.recorded.options, seats));
        for seat in &self.recorded.seats {
            let chair = self.chair(*seat);
            self.obey(&Command::Sit {
                chair,
                player: player(chair),
                entropy_commit: None,
            });
        }
    }

    fn step(&mut self, step: &Step) {
        match *step {
            Step {
                roll: Some(ref dice),
                ..
            } => self.roll(dice),
            Step {
                choose: Some(index),
                option: Some(ref option),
                ..
            } => self.choose(index, option),
            Step {
                colour: Some(letter),
                chair: Some(chair),
                ..
            } => {
                let chair = self.chair(chair);
                assert_eq!(
                    self.game.asked(),
                    Asked::Colour { chair },
                    "{}",
                    self.place()
                );
                self.take(ChoiceId::Colour(Colour::of_letter(letter).unwrap()), chair);
            }
            Step {
                resign: Some(ref leaver),
                ..
            } => {
                let chair = match *leaver {
                    Leaver::Colour(letter) => self.chair_of(letter),
                    Leaver::Chair(chair) => self.chair(chair),
                };
                self.obey(&Command::Resign {
                    chair,
                    actor: player(chair),
                });
            }
            _ => panic!("no step: {step:?}"),
        }
    }

    fn roll(&mut self, dice: &[Die]) {
        if self.game.phase() == Phase::Playing {
            let line = self.game.position().unwrap().to_string();
            let expected = self.positions.next().unwrap();
            assert_eq!(line, *expected, "game {}", self.recorded.seed);
            let read = Position::parse(&self.recorded.options, expected);
            assert_eq!(read.map(|read| read.to_string()).as_ref(), Ok(expected));
        }
        let Asked::Roll { chair, n } = self.game.asked() else {
            panic!("{}: no roll is due", self.place())
        };
        self.obey(&Command::Roll {
            n,
            dice: Roll::of(dice).unwrap(),
            actor: Some(player(chair)),
        });
    }

    fn choose(&mut self, index: usize, option: &Shown) {
        let choices = self.game.choices();
        let ours: Vec<Shown> = choices.iter().map(shown).collect();
        let theirs = self.options_at.next().unwrap();
        assert_eq!(&ours, theirs, "{}", self.place());
        assert_eq!(&ours[index], option);
        let Asked::Choice { chair } = self.game.asked() else {
            panic!("{}: no choice is due", self.place())
        };
        self.take(choices[index].id(), chair);
    }

    fn take(&mut self, option: ChoiceId, chair: Chair) {
        let decision = self.game.decision().unwrap();
        self.obey(&Command::Choose {
            decision,
            option,
            actor: Some(player(chair)),
        });
    }

    /// The result agrees, and nothing recorded is left over.
    fn end(&self) {
        let end = self
            .game
            .end()
            .unwrap_or_else(|| panic!("{}: not over", self.place()));
        let of = |letter: &char| self.chair_of(*letter).index();
        let places = end.places.as_ref().unwrap();
        for (letter, place) in &self.recorded.result.places {
            assert_eq!(
                places[of(letter)],
                *place,
                "{}: the place of {letter}",
                self.place()
            );
        }
        match (&end.ledger, &self.recorded.result.ledger) {
            (None, None) => {}
            (Some(ours), Some(theirs)) => {
                for (letter, points) in theirs {
                    assert_eq!(
                        ours[of(letter)],
                        Some(*points),
                        "{}: the points of {letter}",
                        self.place()
                    );
                }
            }
            (ours, theirs) => panic!("{}: ledger {ours:?}, recorded {theirs:?}", self.place()),
        }
        assert_eq!(self.positions.len() + self.options_at.len(), 0);
    }
}

fn replay(recorded: &Recorded) {
    let mut replay = Replay::new(recorded);
    replay.sit();
    for step in &recorded.steps {
        replay.step(step);
    }
    replay.end();
}

#[test]
fn games_of_the_presets_replay_exactly() {
    let games = recorded(include_bytes!("../vectors/presets.jsonl.gz"));
    for preset in Preset::ALL {
        let of_preset = games.iter().filter(|game| game.options == preset.rules());
        assert_eq!(of_preset.count(), 3, "games of {}", preset.name());
    }
    games.iter().for_each(replay);
}

#[test]
fn games_of_random_rules_replay_exactly() {
    let games = recorded(include_bytes!("../vectors/random.jsonl.gz"));
    assert_eq!(games.len(), 113);
    games.iter().for_each(replay);
}
