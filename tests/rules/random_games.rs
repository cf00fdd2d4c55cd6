//! Whole random games over random rules, by seed: whatever the options, boards and seats, nothing impossible happens.

use std::collections::HashSet;

use parchis::rules::asked::Asked;
use parchis::rules::choice::ChoiceId;
use parchis::rules::colour::Colour;
use parchis::rules::command::Command;
use parchis::rules::decide::{Events, decide};
use parchis::rules::dice::Die;
use parchis::rules::event::{End, Event};
use parchis::rules::game::{Game, Phase};
use parchis::rules::ids::{Chair, Version};
use parchis::rules::options::Teams;
use parchis::rules::piece::Piece;
use serde_json::{Value, json};

use crate::invariants::{Checked, check_ledger, check_line, check_places, check_squares, ensure};
use crate::player::{Player, player};
use crate::random_rules::random_rules;

/// Games of one test: more where the engine is optimised.
const GAMES: u64 = if cfg!(debug_assertions) { 6 } else { 300 };
/// More commands than any game takes.
const ENDLESS: usize = 60_000;

/// Plays random games, with these options fixed, and checks everything about them.
fn play_games(first_seed: u64, fixed: &Value, leaves_once_in: u32) {
    for seed in first_seed..first_seed + GAMES {
        let mut random = Player::new(seed);
        random.leaves_once_in = leaves_once_in;
        let rules = random_rules(&mut random, fixed);
        let arms = usize::from(rules.arms.number());
        let seats = match rules.teams {
            Teams::Pairs => arms,
            Teams::None => 2 + random.number(arms - 1),
        };
        let chairs = random.chairs(&rules, u8::try_from(seats).unwrap());
        let mut log: Vec<Event> = Vec::new();
        let mut commands = 0;
        let game = random.play(rules, &chairs, |before, command, events, after| {
            let step = Step {
                before,
                command,
                events,
                after,
            };
            if let Err(why) = step.check(seed) {
                panic!("game {seed}, {command:?}: {why}\nevents {events:?}\nrules {rules:?}");
            }
            log.extend(events.iter().cloned());
            commands += 1;
            assert!(
                commands < ENDLESS,
                "game {seed} does not end, under {rules:?}"
            );
            if commands % 200 == 0 {
                assert_eq!(
                    Game::fold(&log).as_ref(),
                    Ok(after),
                    "game {seed} folds otherwise"
                );
            }
        });
        assert_eq!(
            game.phase(),
            Phase::Ended,
            "game {seed}: nobody can act, under {rules:?}"
        );
        assert_eq!(
            Game::fold(&log).as_ref(),
            Ok(&game),
            "game {seed} folds otherwise"
        );
        check_end(&game, game.end().unwrap());
    }
}

/// A command on its way: the game before and after, and what was said.
struct Step<'a> {
    before: &'a Game,
    command: &'a Command,
    events: &'a Events,
    after: &'a Game,
}

impl Step<'_> {
    fn check(&self, seed: u64) -> Checked {
        self.check_events()?;
        self.check_choices()?;
        if let Some(position) = self.after.position() {
            check_places(position)?;
            check_squares(position)?;
            check_ledger(position)?;
            if self.after.phase() == Phase::Playing {
                check_line(position, seed ^ self.after.version().0)?;
            }
        }
        self.check_refusals()
    }

    /// Deciding says the same again, the version counts, and every event keeps its JSON.
    fn check_events(&self) -> Checked {
        let again = decide(self.before, self.command);
        ensure(again.as_ref() == Ok(self.events), || {
            "decides otherwise a second time".to_owned()
        })?;
        let counted = self.before.version().0 + u64::try_from(self.events.len()).unwrap();
        ensure(self.after.version().0 == counted, || {
            "the version does not count the events".to_owned()
        })?;
        ensure(!self.events.is_empty(), || "nothing happens".to_owned())?;
        for event in self.events {
            let text = serde_json::to_string(event).unwrap();
            let read: Event = serde_json::from_str(&text).unwrap();
            ensure(read == *event, || format!("{text} reads otherwise"))?;
        }
        Ok(())
    }

    /// Somebody is asked until the end, and who is asked to choose has options with names of their own.
    fn check_choices(&self) -> Checked {
        let choices = self.after.choices();
        let names: HashSet<String> = choices
            .iter()
            .map(|choice| choice.id().to_string())
            .collect();
        ensure(names.len() == choices.len(), || {
            format!("two options share a name: {choices:?}")
        })?;
        for choice in &choices {
            let id: Result<ChoiceId, _> = choice.id().to_string().parse();
            ensure(id == Ok(choice.id()), || {
                format!("{} reads otherwise", choice.id())
            })?;
        }
        self.check_legality(&names)?;
        match self.after.asked() {
            Asked::Nobody => ensure(self.after.phase() == Phase::Ended, || {
                "nobody is asked".to_owned()
            }),
            Asked::Colour { .. } | Asked::Choice { .. } => ensure(!choices.is_empty(), || {
                "no options to choose from".to_owned()
            }),
            Asked::Players { .. } | Asked::Start | Asked::Entropy(_) | Asked::Roll { .. } => {
                ensure(choices.is_empty(), || {
                    "options though no choice is due".to_owned()
                })
            }
        }
    }

    /// Of all moves and counts that could be named, those and only those are accepted that are in the list.
    fn check_legality(&self, names: &HashSet<String>) -> Checked {
        let Asked::Choice { .. } = self.after.asked() else {
            return Ok(());
        };
        let pieces = Colour::ALL.into_iter().flat_map(Piece::all_of);
        for piece in pieces {
            let moves = Die::FACES.map(|die| ChoiceId::Move { die, piece });
            let counts = [10, 11, 20, 21].map(|count| ChoiceId::TakeCount { count, piece });
            for option in moves.into_iter().chain(counts) {
                let name = option.to_string();
                let command = Command::Choose {
                    decision: self.after.decision().unwrap(),
                    option,
                    actor: None,
                };
                ensure(
                    decide(self.after, &command).is_ok() == names.contains(&name),
                    || {
                        format!(
                            "{name} is accepted without being an option, or the other way round"
                        )
                    },
                )?;
            }
        }
        Ok(())
    }

    /// What is not due is refused, and a decision that has passed is stale.
    fn check_refusals(&self) -> Checked {
        let refused = |command: &Command| match decide(self.after, command) {
            Ok(events) => Err(format!("{command:?} brings about {events:?}")),
            Err(_) => Ok(()),
        };
        if self.after.phase() != Phase::Seating {
            let actor = player(Chair::ALL[0]);
            refused(&Command::Start { actor })?;
        }
        refused(&Command::EntropyMissing)?;
        if self.after.phase() == Phase::Ended || self.after.decision() != self.before.decision() {
            match self.command {
                Command::Choose { .. } | Command::Roll { .. } | Command::Resign { .. } => {
                    refused(self.command)?;
                }
                Command::Create(_)
                | Command::Sit { .. }
                | Command::GetUp { .. }
                | Command::Start { .. }
                | Command::Reveal { .. }
                | Command::Cancel { .. }
                | Command::Lapse(_)
                | Command::Forfeit { .. }
                | Command::EntropyMissing => {}
            }
        }
        let option = "move:3:Y1".parse().unwrap();
        let decision = self.after.decision().unwrap_or_default();
        match self.after.asked() {
            Asked::Roll { n, .. } => {
                let dice = Player::new(n).roll(self.after.rules().unwrap().dice);
                refused(&Command::Choose {
                    decision,
                    option,
                    actor: None,
                })?;
                refused(&Command::Roll {
                    n: n + 1,
                    dice,
                    actor: None,
                })
            }
            Asked::Choice { .. } | Asked::Colour { .. } => {
                let stale = Version(decision.0 - 1);
                let option = self.after.choices()[0].id();
                refused(&Command::Choose {
                    decision: stale,
                    option,
                    actor: None,
                })
            }
            Asked::Nobody | Asked::Players { .. } | Asked::Start | Asked::Entropy(_) => Ok(()),
        }
    }
}

/// Somebody has won, and every seat has what an end gives it.
fn check_end(game: &Game, end: &End) {
    let arms = usize::from(game.rules().unwrap().arms.number());
    let (places, outcomes) = (end.places.as_ref().unwrap(), end.outcomes.as_ref().unwrap());
    assert_eq!((places.len(), outcomes.len()), (arms, arms));
    assert!(places.contains(&Some(1)), "nobody has won: {end:?}");
    for (chair, outcome) in outcomes.iter().enumerate() {
        let sits = game.seats().any(|seat| seat.chair.index() == chair);
        assert_eq!(sits, outcome.is_some(), "chair {chair}: {end:?}");
        assert!(sits || places[chair].is_none(), "chair {chair}: {end:?}");
    }
    let ledger = end.ledger.as_ref();
    assert_eq!(ledger.is_some(), game.rules().unwrap().stakes.is_some());
    assert_eq!(ledger.into_iter().flatten().flatten().sum::<i64>(), 0);
}

#[test]
fn games_with_one_die() {
    play_games(1_000, &json!({ "dice": 1 }), 0);
}

#[test]
fn games_with_two_dice() {
    play_games(2_000, &json!({ "dice": 2 }), 0);
}

#[test]
fn games_of_pairs() {
    play_games(
        3_000,
        &json!({ "teams": "pairs", "colours": "by_seat" }),
        400,
    );
}

#[test]
fn games_that_players_leave() {
    play_games(4_000, &json!({}), 60);
}

#[test]
fn games_left_during_the_opening() {
    play_games(
        5_000,
        &json!({ "colours": "by_opening_roll", "opening": "highest_roll", "teams": "none" }),
        6,
    );
}

#[test]
fn games_on_crowded_squares() {
    play_games(6_000, &json!({ "exit_clash": "coexist", "arms": 8 }), 0);
    play_games(
        7_000,
        &json!({ "stacking": "unlimited", "barriers": "everywhere" }),
        0,
    );
}
