//! Clocks: what each seat has left, when it runs out, and what is charged.

use parchis::rules::clocks::{Clocks, Moment};
use parchis::rules::command::Command;
use parchis::rules::decide::decide;
use parchis::rules::dice::{Die, Roll};
use parchis::rules::event::{
    Basis, ClockConflict, ClockRule, Event, Lapse, LapseOutcome, OnLapse, Outage,
};
use parchis::rules::game::Game;
use parchis::rules::ids::Version;
use parchis::rules::preset::Preset;
use parchis::rules::refusal::Refusal;

use crate::player::{created, player};
use crate::table::{chair, league_with};

const FIRST_SEAT: &str = r#"{"opening": "first_seat"}"#;

/// A game with its clocks, from second 0 on.
struct Timed {
    game: Game,
    clocks: Clocks,
    milliseconds: u64,
}

impl Timed {
    /// A game of so many players, which starts at once.
    fn start(rule: ClockRule, overrides: &str, seats: u8) -> Self {
        let mut timed = Self {
            game: Game::new(),
            clocks: Clocks::default(),
            milliseconds: 0,
        };
        let Command::Create(mut creation) = created(league_with(overrides), seats) else {
            panic!("a creation");
        };
        creation.clock = Some(rule);
        timed.obey(&Command::Create(creation));
        for number in 0..seats {
            timed.obey(&Command::Sit {
                chair: chair(number),
                player: player(chair(number)),
                entropy_commit: None,
            });
        }
        timed
    }

    fn now(&self) -> Moment {
        Moment(0).after_ms(self.milliseconds)
    }

    /// Waits so many milliseconds.
    fn wait(&mut self, milliseconds: u64) -> &mut Self {
        self.milliseconds += milliseconds;
        self
    }

    fn obey(&mut self, command: &Command) -> &mut Self {
        let events = decide(&self.game, command).unwrap();
        for event in &events {
            self.game.apply(event).unwrap();
        }
        self.clocks
            .follow(events.first().unwrap(), self.now(), &self.game);
        self
    }

    fn roll(&mut self, face: u8) -> &mut Self {
        let dice = Roll::One(Die::new(face).unwrap());
        self.obey(&Command::Roll {
            n: self.game.next_roll(),
            dice,
            actor: None,
        })
    }

    fn choose(&mut self, option: &str) -> &mut Self {
        self.obey(&Command::Choose {
            decision: self.game.decision().unwrap(),
            option: option.parse().unwrap(),
            actor: None,
        })
    }

    fn left(&self, number: u8) -> u64 {
        self.clocks.left_ms(chair(number), self.now()).unwrap()
    }

    /// When the clock acts, in milliseconds.
    fn due(&self) -> u64 {
        self.clocks.due().unwrap().ms_since(Moment(0))
    }

    /// What the clock says now, which it says to the game too.
    fn lapse(&mut self) -> Lapse {
        let lapse = self.clocks.lapse(self.now()).expect("time has run out");
        assert!(self.clocks.says(self.now(), &lapse));
        self.obey(&Command::Lapse(Box::new(lapse.clone())));
        lapse
    }

    fn excuse(&mut self, outages: &[(u64, u64)]) -> Option<Lapse> {
        let outages: Vec<Outage> = outages
            .iter()
            .map(|(after_ms, lasted_ms)| Outage {
                after_ms: *after_ms,
                lasted_ms: *lasted_ms,
            })
            .collect();
        let lapse = self.clocks.excuse(self.now(), &outages)?;
        assert!(self.clocks.says(self.now(), &lapse));
        self.obey(&Command::Lapse(Box::new(lapse.clone())));
        Some(lapse)
    }
}

fn turn(seconds: u32) -> ClockRule {
    ClockRule::Turn {
        seconds,
        on_lapse: OnLapse::Forfeit,
        lapses: None,
    }
}

fn bank(seconds: u32, increment: u32) -> ClockRule {
    ClockRule::Bank {
        seconds,
        increment,
        on_lapse: OnLapse::Forfeit,
        lapses: None,
    }
}

#[test]
fn a_turn_has_its_time_whatever_the_turns_before_took() {
    let mut game = Timed::start(turn(60), FIRST_SEAT, 2);
    assert_eq!((game.due(), game.left(0)), (60_000, 60_000));
    game.wait(59_999).roll(3);
    assert_eq!((game.due(), game.left(1)), (119_999, 60_000));
    game.wait(10_000).roll(4);
    assert_eq!((game.due(), game.left(0)), (129_999, 60_000));
}

#[test]
fn a_roll_its_choice_and_the_roll_after_a_six_are_one_turn() {
    let mut game = Timed::start(turn(60), FIRST_SEAT, 2);
    game.wait(20_000).roll(6);
    assert_eq!(game.due(), 60_000, "a six, and no piece to move");
    game.wait(20_000).roll(5);
    assert_eq!((game.due(), game.left(0)), (60_000, 20_000));
    game.wait(10_000).choose("exit:5:Y1");
    assert_eq!((game.due(), game.left(1)), (110_000, 60_000));
}

#[test]
fn a_bank_is_charged_turn_by_turn_and_gets_its_increment() {
    let mut game = Timed::start(bank(100, 10), FIRST_SEAT, 2);
    game.wait(30_000);
    assert_eq!((game.left(0), game.left(1)), (70_000, 100_000));
    game.roll(3);
    assert_eq!((game.left(0), game.left(1)), (80_000, 100_000));
    game.wait(5_000).roll(4);
    assert_eq!((game.left(0), game.left(1)), (80_000, 105_000));
    assert_eq!(game.due(), 115_000);
    game.wait(79_999);
    assert_eq!(game.clocks.lapse(game.now()), None, "a moment is left");
    game.wait(1);
    assert_eq!(
        game.lapse(),
        Lapse {
            chair: chair(0),
            charged_ms: 80_000,
            basis: Basis {
                // Created, two seats, start, begins, and two rolls that pass.
                asked: Version(9),
                elapsed_ms: 80_000,
                excused_ms: 0,
                allowance_ms: 80_000,
                outages: Vec::new(),
            },
            outcome: LapseOutcome::Forfeited,
        }
    );
    assert!(game.game.end().is_some() && game.clocks.turn().is_none());
}

#[test]
fn less_than_a_millisecond_is_not_charged() {
    let mut clocks = Timed::start(bank(100, 0), FIRST_SEAT, 2);
    let almost = Moment(clocks.now().0 + 999);
    assert_eq!(clocks.clocks.left_ms(chair(0), almost), Some(100_000));
    clocks.wait(1);
    assert_eq!(clocks.left(0), 99_999);
}

#[test]
fn an_outage_moves_the_deadline_by_as_much_as_it_lasted() {
    let mut game = Timed::start(turn(60), FIRST_SEAT, 2);
    game.wait(500_000);
    let excused = game.excuse(&[(50_000, 100_000), (155_000, 3_000)]).unwrap();
    assert_eq!((excused.charged_ms, excused.basis.excused_ms), (0, 103_000));
    assert_eq!(game.due(), 163_000);
    assert_eq!(
        game.excuse(&[(50_000, 100_000)]),
        None,
        "it is left out once"
    );
    let lapse = game.lapse();
    assert_eq!(
        (lapse.charged_ms, lapse.basis.elapsed_ms),
        (60_000, 500_000)
    );
}

#[test]
fn an_outage_after_time_had_run_out_changes_nothing() {
    let mut game = Timed::start(turn(60), FIRST_SEAT, 2);
    game.wait(500_000);
    assert_eq!(game.excuse(&[(60_000, 100_000)]), None);
    assert_eq!(game.lapse().outcome, LapseOutcome::Forfeited);
}

#[test]
fn an_outage_is_not_charged_to_a_bank() {
    let mut game = Timed::start(bank(100, 0), FIRST_SEAT, 2);
    game.wait(30_000);
    game.excuse(&[(10_000, 15_000)]).unwrap();
    assert_eq!(game.left(0), 85_000);
    game.wait(5_000).roll(3);
    assert_eq!(game.left(0), 80_000);
}

#[test]
fn a_pair_runs_out_together() {
    let pairs = r#"{"opening": "first_seat", "teams": "pairs"}"#;
    let mut game = Timed::start(turn(60), pairs, 4);
    game.wait(60_000).lapse();
    let end = game.game.end().expect("an end");
    let places: Vec<_> = end.places.as_ref().unwrap().iter().copied().collect();
    assert_eq!(places, [Some(2), Some(1), Some(2), Some(1)]);
}

#[test]
fn the_opening_is_on_the_clock_too_and_who_wins_it_has_all_its_time() {
    let mut game = Timed::start(turn(60), "{}", 3);
    game.wait(60_000);
    assert_eq!(game.lapse().chair, chair(0));
    game.wait(10_000).roll(2).wait(20_000).roll(4);
    assert_eq!(game.game.on_the_clock(), Some(chair(2)));
    assert_eq!(game.due(), 150_000);
}

#[test]
fn with_real_dice_nobody_plays_for_a_seat() {
    let Command::Create(mut creation) = created(Preset::League.rules(), 2) else {
        panic!("a creation");
    };
    creation.clock = Some(ClockRule::Turn {
        seconds: 60,
        on_lapse: OnLapse::Play,
        lapses: Some(2),
    });
    assert_eq!(creation.check(), Err(Refusal::Clock(ClockConflict::Manual)));
}

#[test]
fn numbers_that_cannot_be_are_named() {
    let with = |seconds, lapses, on_lapse| ClockRule::Turn {
        seconds,
        on_lapse,
        lapses,
    };
    let (play, forfeit) = (OnLapse::Play, OnLapse::Forfeit);
    for (rule, conflict) in [
        (with(0, None, forfeit), ClockConflict::Seconds),
        (with(2_592_001, None, forfeit), ClockConflict::Seconds),
        (with(60, Some(3), forfeit), ClockConflict::Lapses),
        (with(60, None, play), ClockConflict::Lapses),
        (with(60, Some(0), play), ClockConflict::Lapses),
        (with(60, Some(101), play), ClockConflict::Lapses),
        (bank(0, 0), ClockConflict::Seconds),
        (bank(60, 604_801), ClockConflict::Increment),
    ] {
        assert_eq!(rule.check(), Err(conflict), "{rule:?}");
    }
    for rule in [with(1, Some(1), play), bank(2_592_000, 604_800), turn(1)] {
        assert_eq!(rule.check(), Ok(()), "{rule:?}");
    }
}

#[test]
fn a_lapse_fits_only_the_seat_whose_clock_runs() {
    let mut game = Timed::start(turn(60), FIRST_SEAT, 2);
    game.wait(60_000);
    let lapse = game.clocks.lapse(game.now()).unwrap();
    let other = Lapse {
        chair: chair(1),
        ..lapse
    };
    assert!(!game.clocks.says(game.now(), &other));
    let refused = decide(&game.game, &Command::Lapse(Box::new(other.clone())));
    assert_eq!(refused, Err(Refusal::NotOnTheClock(chair(1))));
    assert!(game.game.apply(&Event::Lapse(Box::new(other))).is_err());
}
