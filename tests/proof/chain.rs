//! `tests/vectors/chain.jsonl`: bodies of every kind with their hashes.

use std::fmt::Write;

use chrono::{DateTime, TimeDelta, Utc};
use parchis::proof::{Batch, By, Entry, Head, Line, Stored, check};
use parchis::rules::event::Event;
use parchis::rules::ids::{GameId, Version};
use serde_json::{Value, json};

use crate::vectors::{bytes, compare, uuid};

/// Events of every kind, in commands; no game that could be played.
fn commands() -> Vec<(By, Vec<Value>)> {
    let mut commands = before_play();
    commands.extend(in_play());
    commands.extend(around_the_end());
    commands
}

fn before_play() -> Vec<(By, Vec<Value>)> {
    let player = uuid("player");
    let hex = hex::encode(bytes("hex"));
    let rules = parchis::rules::preset::Preset::TwoDice.rules();
    vec![
        (
            By::Player,
            vec![json!({
                "kind": "created", "rules_version": 1, "rules": rules, "preset": "two_dice", "seats": 4, "dice": "server",
                "derivation": "parchis-dice/1", "commit": hex, "owner": player, "start_when": "full",
                "entropy_seconds": 120, "take_single": false, "rated": true,
                "origin": {"kind": "rematch", "game": uuid("other"), "version": 700, "hash": hex},
            })],
        ),
        (
            By::Player,
            vec![json!({"kind": "seated", "chair": 0, "player": player, "entropy_commit": hex})],
        ),
        (
            By::Bot,
            vec![
                json!({"kind": "seated", "chair": 1, "player": player, "bot": "caf\u{e9} \"\\\u{1}\n\u{1f3b2}"}),
            ],
        ),
        (
            By::Player,
            vec![json!({"kind": "unseated", "chair": 1, "player": player, "actor": player})],
        ),
        (
            By::Player,
            vec![
                json!({"kind": "seated", "chair": 2, "player": player}),
                json!({"kind": "closed"}),
            ],
        ),
        (
            By::Player,
            vec![
                json!({"kind": "ready", "chair": 0, "entropy": hex}),
                json!({"kind": "start", "transcript": hex}),
            ],
        ),
    ]
}

fn in_play() -> Vec<(By, Vec<Value>)> {
    vec![
        (
            By::Server,
            vec![
                json!({"kind": "opening_roll", "chair": 0, "n": 1, "dice": [6, 1]}),
                json!({"kind": "begins", "chair": 0}),
            ],
        ),
        (
            By::Player,
            vec![json!({"kind": "colour_choice", "chair": 0, "colour": "turquoise"})],
        ),
        (
            By::Player,
            vec![json!({"kind": "roll", "chair": 0, "n": 4_294_967_296_u64, "dice": [2, 5]})],
        ),
        (
            By::Order,
            vec![
                json!({"kind": "exit", "pieces": ["Y1", "Y2"], "dice": [5], "target": "5"}),
                json!({"kind": "crush", "piece": "R3", "square": "5"}),
                json!({"kind": "count", "amount": 20, "reason": "crush"}),
            ],
        ),
        (
            By::Player,
            vec![
                json!({"kind": "move", "piece": "Y1", "origin": "5", "target": "12", "die": 2, "steps": 7}),
                json!({"kind": "capture", "piece": "B1", "captor": "Y1", "square": "12"}),
                json!({"kind": "payment", "payer": 1, "payee": 0, "reason": "third_six", "amount": 1_000_000_000}),
            ],
        ),
        (
            By::Player,
            vec![
                json!({"kind": "move", "piece": "Y1", "origin": "c3", "target": "g", "count": 4}),
                json!({"kind": "finish", "chair": 0}),
                json!({"kind": "count_lost", "amount": 10}),
                json!({"kind": "pass", "dice": [2]}),
                json!({"kind": "penalty", "piece": "Y2", "origin": "20", "target": "h"}),
                json!({"kind": "penalty", "piece": null}),
            ],
        ),
    ]
}

fn around_the_end() -> Vec<(By, Vec<Value>)> {
    let player = uuid("player");
    let hex = hex::encode(bytes("hex"));
    vec![
        (
            By::Clock,
            vec![
                json!({"kind": "lapse", "chair": 1, "charged_ms": 60_000, "basis": {"asked": 23, "elapsed_ms": 90_000, "excused_ms": 30_000, "allowance_ms": 60_000, "outages": [{"after_ms": 10_000, "lasted_ms": 30_000}]}, "outcome": "forfeited"}),
            ],
        ),
        (
            By::Clock,
            vec![json!({"kind": "taken_over", "chair": 1, "bot": "cautious"})],
        ),
        (By::Player, vec![json!({"kind": "agreed", "what": "draw"})]),
        (
            By::Player,
            vec![
                json!({"kind": "leave", "chairs": [0, 2], "reason": "resigned", "actor": player}),
                json!({
                    "kind": "end", "reason": "last_left", "places": [1, null, 2, null],
                    "outcomes": ["won", null, "lost", null], "ledger": [-5, null, 5, null],
                }),
                json!({"kind": "reveal", "seed": hex}),
            ],
        ),
    ]
}

fn log(game: GameId) -> (Vec<Entry>, Vec<Stored>) {
    let mut at: DateTime<Utc> = "2026-02-03T04:05:06.000007Z".parse().unwrap();
    let mut from = (Version(0), Head::genesis(game));
    let (mut entries, mut rows) = (Vec::new(), Vec::new());
    for (by, events) in commands() {
        let mut batch = Batch::new(game, from, at);
        batch.push(
            by,
            events
                .into_iter()
                .map(|event| serde_json::from_value::<Event>(event).unwrap()),
        );
        from = batch.to();
        let (more, stored) = batch.into_parts();
        entries.extend(more);
        rows.extend(stored);
        at += TimeDelta::microseconds(86_399_999_999);
    }
    (entries, rows)
}

#[test]
fn the_vectors_are_those_of_the_chain() {
    let mut file = String::new();
    for label in ["first", "second"] {
        let (_, rows) = log(GameId(uuid(label)));
        for row in rows {
            writeln!(file, "{}", row.line()).unwrap();
        }
    }
    compare("chain.jsonl", &file);
}

#[test]
fn what_is_written_is_read_back_exactly() {
    let game = GameId(uuid("first"));
    let (entries, rows) = log(game);
    check((Version(0), Head::genesis(game)), &rows).unwrap();
    assert_eq!(entries.len(), rows.len());
    for (entry, row) in entries.iter().zip(&rows) {
        assert_eq!(&Entry::parse(&row.body).unwrap(), entry);
        assert_eq!(entry.body(), row.body);
        let given = commands()
            .into_iter()
            .flat_map(|(_, events)| events)
            .nth(usize::try_from(row.version.0 - 1).unwrap());
        let mut body: Value = serde_json::from_str(&row.body).unwrap();
        for member in ["at", "by", "command", "game", "version"] {
            body.as_object_mut().unwrap().remove(member).unwrap();
        }
        assert_eq!(Some(body), given, "no member is lost or invented");
    }
}

#[test]
fn every_kind_stands_in_the_vectors() {
    let (_, rows) = log(GameId(uuid("first")));
    let kinds: std::collections::BTreeSet<String> = rows
        .iter()
        .map(|row| {
            let line = row.line();
            let body: Value = serde_json::from_str(Line::parse(&line).unwrap().body).unwrap();
            body["kind"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(kinds.len(), 26, "{kinds:?}");
}

/// Every single byte of a log changed: it cannot be read, or the chain breaks.
#[test]
fn no_byte_can_be_changed_unnoticed() {
    let game = GameId(uuid("first"));
    let (_, rows) = log(game);
    for at in 0..rows[1].body.len() {
        let mut body = rows[1].body.clone().into_bytes();
        body[at] ^= 1;
        let Ok(body) = String::from_utf8(body) else {
            continue;
        };
        let mut changed = rows.clone();
        changed[1].body = body;
        assert!(
            check((Version(0), Head::genesis(game)), &changed).is_err(),
            "byte {at}"
        );
        let _ = Entry::parse(&changed[1].body);
    }
}
