//! An event or more of every kind.

use parchis::rules::event::Event;
use parchis::rules::preset::Preset;
use serde_json::{Value, json};

/// Every kind of event, in the order of EVENTS.
pub(crate) const KINDS: [&str; 26] = [
    "created",
    "seated",
    "unseated",
    "closed",
    "ready",
    "start",
    "opening_roll",
    "begins",
    "colour_choice",
    "roll",
    "exit",
    "move",
    "capture",
    "crush",
    "count",
    "count_lost",
    "pass",
    "penalty",
    "payment",
    "finish",
    "lapse",
    "taken_over",
    "agreed",
    "leave",
    "end",
    "reveal",
];

const PLAYER: &str = "00000000-0000-0000-0000-000000000001";
const HASH: &str = "00000000000000000000000000000000000000000000000000000000000000ff";

/// The name of a kind; a kind that is added is missed here first.
pub(crate) fn kind(event: &Event) -> &'static str {
    match event {
        Event::Created(_) => "created",
        Event::Seated { .. } => "seated",
        Event::Unseated { .. } => "unseated",
        Event::Closed {} => "closed",
        Event::Ready { .. } => "ready",
        Event::Start { .. } => "start",
        Event::OpeningRoll { .. } => "opening_roll",
        Event::Begins { .. } => "begins",
        Event::ColourChoice { .. } => "colour_choice",
        Event::Roll { .. } => "roll",
        Event::Exit { .. } => "exit",
        Event::Move { .. } => "move",
        Event::Capture { .. } => "capture",
        Event::Crush { .. } => "crush",
        Event::Count { .. } => "count",
        Event::CountLost { .. } => "count_lost",
        Event::Pass { .. } => "pass",
        Event::Penalty { .. } => "penalty",
        Event::Payment { .. } => "payment",
        Event::Finish { .. } => "finish",
        Event::Lapse { .. } => "lapse",
        Event::TakenOver { .. } => "taken_over",
        Event::Agreed { .. } => "agreed",
        Event::Leave { .. } => "leave",
        Event::End(_) => "end",
        Event::Reveal { .. } => "reveal",
    }
}

fn created(preset: Preset, changes: &Value) -> Value {
    let mut created = json!({
        "kind": "created", "rules_version": 1, "rules": preset.rules(), "preset": preset, "seats": 4,
        "dice": "manual", "owner": PLAYER, "start_when": "full", "entropy_seconds": 300,
        "take_single": false, "rated": false,
    });
    for (name, value) in changes.as_object().into_iter().flatten() {
        created[name] = value.clone();
    }
    created
}

/// The samples, one or more of each kind, in the order of EVENTS; some follow the creation of another game.
pub(crate) fn samples() -> Vec<Event> {
    let values = [beginning(), playing(), ending()].concat();
    values
        .into_iter()
        .map(|value| {
            serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{value}: {error}"))
        })
        .collect()
}

fn beginning() -> Vec<Value> {
    let fork = json!({ "kind": "fork" });
    let server = json!({ "dice": "server", "commit": HASH, "derivation": "parchis-dice/1", "start_when": "owner" });
    vec![
        created(Preset::Classic, &json!({ "origin": { "kind": "import" } })),
        created(
            Preset::TwoDice,
            &json!({ "origin": { "kind": "rematch" }, "seats": 2 }),
        ),
        created(Preset::Rebound, &json!({ "origin": fork })),
        json!({ "kind": "seated", "chair": 0, "player": PLAYER }),
        json!({ "kind": "opening_roll", "chair": 0, "n": 1, "dice": [6] }),
        json!({ "kind": "begins", "chair": 0 }),
        json!({ "kind": "colour_choice", "chair": 0, "colour": "turquoise" }),
        json!({ "kind": "roll", "chair": 0, "n": 2, "dice": [5] }),
        created(
            Preset::Traditional,
            &json!({ "clock": { "kind": "turn", "seconds": 86_400, "on_lapse": "forfeit" } }),
        ),
        created(
            Preset::League,
            &json!({ "clock": { "kind": "bank", "seconds": 5400, "increment": 30, "on_lapse": "play", "lapses": 3 } }),
        ),
        created(Preset::Traditional, &json!({})),
        created(Preset::League, &server),
        json!({ "kind": "seated", "chair": 0, "player": PLAYER }),
        json!({ "kind": "seated", "chair": 1, "player": PLAYER, "entropy_commit": HASH }),
        json!({ "kind": "seated", "chair": 2, "player": PLAYER, "bot": "prudente" }),
        json!({ "kind": "unseated", "chair": 2, "player": PLAYER }),
        json!({ "kind": "unseated", "chair": 2, "player": PLAYER, "actor": PLAYER }),
        json!({ "kind": "closed" }),
        json!({ "kind": "ready", "chair": 1, "entropy": HASH }),
        json!({ "kind": "start", "transcript": HASH }),
        json!({ "kind": "opening_roll", "chair": 0, "n": 1, "dice": [4] }),
        json!({ "kind": "begins", "chair": 0 }),
    ]
}

fn playing() -> Vec<Value> {
    vec![
        json!({ "kind": "pass", "dice": [3] }),
        json!({ "kind": "count", "amount": 10, "reason": "goal" }),
        json!({ "kind": "roll", "chair": 0, "n": 2, "dice": [5] }),
        json!({ "kind": "roll", "chair": 0, "n": 2, "dice": [5, 2] }),
        json!({ "kind": "exit", "pieces": ["Y1"], "dice": [5], "target": "5" }),
        json!({ "kind": "exit", "pieces": ["Y1", "Y2"], "dice": [5], "target": "5" }),
        json!({ "kind": "exit", "pieces": ["R1"], "dice": [2, 3], "target": "39" }),
        json!({ "kind": "exit", "pieces": ["R1", "R2"], "dice": [5], "target": "39" }),
        json!({ "kind": "move", "piece": "Y2", "origin": "10", "target": "13", "die": 3, "steps": 3 }),
        json!({ "kind": "move", "piece": "Y2", "origin": "64", "target": "c3", "die": 6, "steps": 7 }),
        json!({ "kind": "move", "piece": "Y2", "origin": "c5", "target": "g", "die": 3, "steps": 3 }),
        json!({ "kind": "move", "piece": "Y2", "origin": "c4", "target": "c7", "die": 5, "steps": 5 }),
        json!({ "kind": "move", "piece": "Y4", "origin": "31", "target": "51", "count": 20 }),
        json!({ "kind": "move", "piece": "R4", "origin": "40", "target": "60", "count": 20 }),
        json!({ "kind": "capture", "piece": "R1", "captor": "Y2", "square": "13" }),
        json!({ "kind": "crush", "piece": "R3", "square": "5" }),
        json!({ "kind": "count", "amount": 20, "reason": "capture" }),
        json!({ "kind": "count", "amount": 20, "reason": "crush" }),
        json!({ "kind": "count", "amount": 10, "reason": "goal" }),
        json!({ "kind": "count_lost", "amount": 20 }),
        json!({ "kind": "pass", "dice": [3] }),
        json!({ "kind": "pass", "dice": [3, 4] }),
        json!({ "kind": "penalty", "piece": null }),
        json!({ "kind": "penalty", "piece": "Y2", "origin": "13", "target": "h" }),
        json!({ "kind": "penalty", "piece": "Y2", "origin": "c3", "target": "68" }),
        json!({ "kind": "penalty", "piece": "Y2", "origin": "g", "target": "g" }),
    ]
}

fn lapse(charged_ms: u64, outcome: &str) -> Value {
    let outages = if outcome == "excused" {
        json!([{ "after_ms": 5000, "lasted_ms": 7_320_000 }])
    } else {
        json!([])
    };
    let basis = json!({ "asked": 5, "elapsed_ms": 8_000_000, "excused_ms": 0, "allowance_ms": charged_ms, "outages": outages });
    json!({ "kind": "lapse", "chair": 1, "charged_ms": charged_ms, "basis": basis, "outcome": outcome })
}

fn ending() -> Vec<Value> {
    let end = |reason: &str, places: Value, outcomes: Value, ledger: Value| json!({ "kind": "end", "reason": reason, "places": places, "outcomes": outcomes, "ledger": ledger });
    let nobody = |reason| end(reason, json!(null), json!(null), json!(null));
    vec![
        json!({ "kind": "payment", "payer": 2, "payee": 0, "reason": "capture", "amount": 1 }),
        json!({ "kind": "payment", "payer": 2, "payee": 0, "reason": "left_out", "amount": 3 }),
        json!({ "kind": "payment", "payer": 2, "payee": 0, "reason": "win", "amount": 5 }),
        json!({ "kind": "payment", "payer": 2, "payee": 0, "reason": "third_six", "amount": 2 }),
        json!({ "kind": "finish", "chair": 0 }),
        lapse(90_000, "played"),
        lapse(86_400_000, "forfeited"),
        lapse(0, "excused"),
        json!({ "kind": "taken_over", "chair": 1, "bot": "prudente" }),
        json!({ "kind": "agreed", "what": "draw" }),
        json!({ "kind": "agreed", "what": "abandon" }),
        json!({ "kind": "leave", "chairs": [3], "reason": "resigned" }),
        json!({ "kind": "leave", "chairs": [1, 3], "reason": "resigned", "actor": PLAYER }),
        json!({ "kind": "leave", "chairs": [3], "reason": "lapsed" }),
        json!({ "kind": "leave", "chairs": [1, 3], "reason": "lapsed" }),
        end(
            "won",
            json!([1, 4, 2, 2]),
            json!(["won", "lost", "placed", "placed"]),
            json!([9, -5, -2, -2]),
        ),
        end(
            "won",
            json!([1, 2, 1, 2]),
            json!(["won", "lost", "won", "lost"]),
            json!(null),
        ),
        end(
            "last_left",
            json!([1, null, null, null]),
            json!(["won", "lost", null, null]),
            json!(null),
        ),
        nobody("draw"),
        nobody("abandoned"),
        nobody("cancelled"),
        nobody("entropy_missing"),
        nobody("expired"),
        json!({ "kind": "reveal", "seed": HASH }),
    ]
}
