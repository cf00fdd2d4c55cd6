use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

use super::setting::{Lot, Setting};

const PRESETS: [&str; 5] = ["classic", "league", "traditional", "rebound", "two_dice"];
const POLICIES: [&str; 4] = ["first", "forward", "capture", "cautious"];

/// What a game is like.
#[derive(Debug)]
pub(crate) struct Plan {
    preset: &'static str,
    /// Whether players say what their dice show.
    pub(crate) manual: bool,
    pub(crate) clock: Option<Value>,
    /// What the server does for each chair.
    pub(crate) orders: [Option<Value>; 2],
    /// Whether the server takes an option that is the only one.
    take_single: bool,
    /// Who has had enough of it after so many events: resigns, or where there is a clock walks away.
    pub(crate) leaver: usize,
    pub(crate) enough: u64,
}

impl Plan {
    /// The plan for a game.
    pub(crate) fn of(setting: &Setting, number: usize) -> Plan {
        let mut random = setting.random(Lot::Game, number);
        let manual = random.random_ratio(1, 3);
        let clock = random.random_ratio(1, 4).then(|| {
            let lapse = if manual || random.random() {
                json!({ "on_lapse": "forfeit" })
            } else {
                json!({ "on_lapse": "play", "lapses": random.random_range(1..3) })
            };
            let mut clock = if random.random() {
                json!({ "kind": "turn", "seconds": random.random_range(2..5) })
            } else {
                json!({ "kind": "bank", "seconds": random.random_range(5..10), "increment": 1 })
            };
            let members = lapse.as_object().unwrap().clone();
            clock.as_object_mut().unwrap().extend(members);
            clock
        });
        let orders = [(); 2].map(|()| {
            random.random_ratio(1, 5).then(|| {
                let policy = POLICIES.choose(&mut random);
                json!({ "roll": !manual, "forced": true, "policy": policy })
            })
        });
        Plan {
            preset: PRESETS.choose(&mut random).unwrap(),
            manual,
            clock,
            orders,
            take_single: random.random_ratio(1, 5),
            leaver: random.random_range(0..2),
            enough: random.random_range(20..setting.length),
        }
    }

    /// What it is created with.
    pub(crate) fn settings(&self) -> Value {
        let mut settings = json!({
            "preset": self.preset,
            "seats": 2,
            "dice": if self.manual { "manual" } else { "server" },
            "take_single": self.take_single,
        });
        if let Some(clock) = &self.clock {
            settings["clock"] = clock.clone();
        }
        settings
    }

    /// How many dice are rolled at a time.
    pub(crate) fn dice(&self) -> usize {
        if self.preset == "two_dice" { 2 } else { 1 }
    }

    /// Whether others than those asked may bring the game on: the clock, orders, the server itself.
    pub(crate) fn is_restless(&self) -> bool {
        let orders = self.orders.iter().any(Option::is_some);
        self.clock.is_some() || orders || self.take_single
    }
}
