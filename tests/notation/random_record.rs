//! Random games in any state: seats taken and left, opening, running, over, called off; by random rules, with and
//! without clocks, times and the server's dice.

use parchis::notation::Record;
use parchis::rules::command::Command;
use parchis::rules::decide::decide;
use parchis::rules::event::{
    Basis, ClockRule, Created, Derivation, DiceSource, Event, Lapse, LapseOutcome, OnLapse, Origin,
    OriginKind, Outage, RULES_VERSION, StartWhen,
};
use parchis::rules::game::{Game, Phase};
use parchis::rules::ids::{Chair, GameId, Hex32, PlayerId, Version};
use parchis::rules::options::Teams;
use parchis::rules::preset::Preset;
use serde_json::json;
use uuid::Uuid;

use crate::player::{Player, player};
use crate::random_rules::random_rules;
use crate::vectors::Replay;

/// What stands for any 32 bytes.
const SECRET: Hex32 = Hex32([7; 32]);

/// A random game with the server's dice or with manual ones.
pub(crate) fn random_record(seed: u64, dice: DiceSource) -> Record {
    let mut random = Player::new(seed);
    random.leaves_once_in = *random.pick(&[0, 0, 200, 20, 5]);
    let mut replay = Replay::new();
    let created = random_created(&mut random, dice);
    replay.obey(&Command::Create(Box::new(created)), 0);
    sit(&mut random, &mut replay);
    let most = *random.pick(&[0, 1, 5, 50, 500, usize::MAX]);
    for _ in 0..most {
        let command = match lapse(&mut random, &replay.game) {
            Some(lapse) => lapse,
            None => match random.next(&replay.game) {
                Some(command) => command,
                None => break,
            },
        };
        obey(&mut random, &mut replay, &command);
    }
    if random.number(10) == 0 {
        replay.record.game = None;
        for step in &mut replay.record.steps {
            step.at = None;
        }
    }
    replay.record
}

fn random_created(random: &mut Player, dice: DiceSource) -> Created {
    let mut rules = random_rules(random, &json!({}));
    let preset = *random.pick(&Preset::ALL);
    if random.number(4) == 0 {
        rules = preset.rules();
    }
    let arms = usize::from(rules.arms.number());
    let seats = match rules.teams {
        Teams::Pairs => arms,
        Teams::None => 2 + random.number(arms - 1),
    };
    let server = dice == DiceSource::Server;
    let on_lapse = OnLapse::Forfeit;
    let clocks = [
        None,
        Some(ClockRule::Turn {
            seconds: 90,
            on_lapse,
            lapses: None,
        }),
        Some(ClockRule::Bank {
            seconds: 600,
            increment: 5,
            on_lapse,
            lapses: None,
        }),
    ];
    let origin = Origin {
        kind: *random.pick(&[OriginKind::Fork, OriginKind::Import, OriginKind::Rematch]),
        game: Some(GameId(Uuid::from_u128(99))).filter(|_| random.number(2) == 0),
        version: Some(Version(57)).filter(|_| random.number(2) == 0),
        hash: Some(SECRET).filter(|_| random.number(2) == 0),
    };
    Created {
        rules_version: RULES_VERSION,
        rules,
        preset,
        seats: u8::try_from(seats).unwrap(),
        dice,
        derivation: server.then_some(Derivation::V1),
        commit: server.then_some(SECRET),
        owner: player(Chair::ALL[random.number(3)]),
        start_when: *random.pick(&[StartWhen::Full, StartWhen::Owner]),
        entropy_seconds: *random.pick(&[0, 300]),
        take_single: random.number(2) == 0,
        clock: *random.pick(&clocks),
        rated: random.number(2) == 0,
        origin: Some(origin).filter(|_| random.number(3) == 0),
    }
}

/// Players sit down, get up and are removed; then the game starts, or is called off, or neither.
fn sit(random: &mut Player, replay: &mut Replay) {
    let created = replay.game.created().unwrap().clone();
    let mut chairs = random.chairs(&created.rules, created.seats);
    while let Some(chair) = chairs.pop() {
        let promises = created.dice == DiceSource::Server && random.number(3) == 0;
        let sit = Command::Sit {
            chair,
            player: player(chair),
            entropy_commit: promises.then_some(SECRET),
        };
        obey(random, replay, &sit);
        if replay.game.phase() == Phase::Seating && random.number(6) == 0 {
            let actor = *random.pick(&[player(chair), created.owner]);
            obey(random, replay, &Command::GetUp { chair, actor });
            chairs.push(chair);
        }
        if random.number(40) == 0 {
            break;
        }
    }
    let actor = created.owner;
    let start = Command::Start { actor };
    if random.number(20) > 0 && decide(&replay.game, &start).is_ok() {
        obey(random, replay, &start);
    }
    reveal(random, replay);
    let cancel = Command::Cancel { actor };
    if random.number(3) == 0 && decide(&replay.game, &cancel).is_ok() {
        obey(random, replay, &cancel);
    }
}

/// Promised entropy is revealed, or not in time.
fn reveal(random: &mut Player, replay: &mut Replay) {
    for chair in Chair::ALL {
        let reveal = Command::Reveal {
            chair,
            actor: player(chair),
            entropy: SECRET,
        };
        if decide(&replay.game, &reveal).is_err() {
            continue;
        }
        if random.number(20) == 0 {
            obey(random, replay, &Command::EntropyMissing);
            return;
        }
        obey(random, replay, &reveal);
    }
}

/// A clock runs out, or an outage is left out of it.
fn lapse(random: &mut Player, game: &Game) -> Option<Command> {
    let chair = game.on_the_clock().filter(|_| random.number(40) == 0)?;
    let forfeited = random.number(4) == 0;
    let outage = Outage {
        after_ms: 5,
        lasted_ms: 1234,
    };
    Some(Command::Lapse(Box::new(Lapse {
        chair,
        charged_ms: if forfeited { 90_000 } else { 0 },
        basis: Basis {
            asked: game.version(),
            elapsed_ms: 90_012,
            excused_ms: 1234,
            allowance_ms: 90_000,
            outages: [outage].into_iter().filter(|_| !forfeited).collect(),
        },
        outcome: if forfeited {
            LapseOutcome::Forfeited
        } else {
            LapseOutcome::Excused
        },
    })))
}

/// Decides a command, with what only the server's dice know.
fn obey(random: &mut Player, replay: &mut Replay, command: &Command) {
    let server = replay.game.has_server_dice();
    let mut events = decide(&replay.game, command).unwrap().into_vec();
    for event in &mut events {
        if let Event::Start { transcript } = event {
            *transcript = server.then_some(SECRET);
        } else if let Event::Seated { bot, .. } = event {
            *bot = Some("cautious".into()).filter(|_| random.number(8) == 0);
        }
    }
    if server && matches!(events.last(), Some(Event::End(_))) {
        events.push(Event::Reveal { seed: SECRET });
    }
    let micros = [0, 1, 250_000, 3_000_000, 86_400_123_456];
    replay.follow(events, *random.pick(&micros));
}

/// Whoever has this id is nobody.
pub(crate) const NOBODY: PlayerId = PlayerId(Uuid::nil());
