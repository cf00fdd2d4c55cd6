//! Policies against each other, on the same dice for every run.

use parchis::bots::policy::Policy;
use parchis::rules::asked::Asked;
use parchis::rules::command::Command;
use parchis::rules::decide::decide;
use parchis::rules::game::{Game, Phase};
use parchis::rules::ids::Chair;
use parchis::rules::options::{Colours, Rules};
use parchis::rules::preset::Preset;

use crate::player::{Player, created, player};

/// Games between two policies; each plays half of them from either chair.
const GAMES: u64 = 200;

/// A whole game of two, a policy on each chair.
fn game(rules: Rules, policies: [Policy; 2], seed: u64) -> Game {
    let mut dice = Player::new(seed);
    let mut game = Game::new();
    let play = |game: &mut Game, command: &Command| {
        for event in decide(game, command).unwrap() {
            game.apply(&event).unwrap();
        }
    };
    // Opposite each other where colours go with chairs.
    let chairs = match rules.colours {
        Colours::BySeat => [Chair::ALL[0], Chair::ALL[2]],
        Colours::ByOpeningRoll => [Chair::ALL[0], Chair::ALL[1]],
    };
    play(&mut game, &created(rules, 2));
    for chair in chairs {
        let sit = Command::Sit {
            chair,
            player: player(chair),
            entropy_commit: None,
        };
        play(&mut game, &sit);
    }
    while game.phase() != Phase::Ended {
        let command = match game.asked() {
            Asked::Roll { n, .. } => Command::Roll {
                n,
                dice: dice.roll(rules.dice),
                actor: None,
            },
            Asked::Choice { chair } | Asked::Colour { chair } => {
                let policy = policies[usize::from(chair != chairs[0])];
                Command::Choose {
                    decision: game.decision().unwrap(),
                    option: policy.choose(&game).unwrap().id(),
                    actor: None,
                }
            }
            other @ (Asked::Nobody | Asked::Players { .. } | Asked::Start | Asked::Entropy(_)) => {
                unreachable!("{other:?}")
            }
        };
        play(&mut game, &command);
    }
    game
}

/// How many of the games the first policy wins.
fn wins(policy: Policy, other: Policy) -> usize {
    (0..GAMES)
        .filter(|seed| {
            let swapped = seed % 2 == 1;
            let policies = if swapped {
                [other, policy]
            } else {
                [policy, other]
            };
            let game = game(Preset::League.rules(), policies, *seed);
            let places = game.end().unwrap().places.clone().unwrap();
            let winner = places.iter().position(|place| *place == Some(1)).unwrap();
            (winner != 0) == swapped
        })
        .count()
}

#[test]
fn looking_at_the_board_pays() {
    for (policy, other, least) in [
        (Policy::Capture, Policy::First, 130),
        (Policy::Cautious, Policy::First, 130),
        (Policy::Capture, Policy::Forward, 130),
    ] {
        let won = wins(policy, other);
        assert!(
            won >= least,
            "{policy:?} wins {won} of {GAMES} against {other:?}"
        );
    }
}

#[test]
fn every_policy_ends_games_by_all_rules() {
    for preset in Preset::ALL.iter().copied() {
        for policy in Policy::ALL {
            game(preset.rules(), [policy, Policy::First], 7);
        }
    }
}
