//! Rules of which every option has a random value.

use parchis::rules::options::{Overrides, Rules};
use parchis::rules::preset::Preset;
use parchis::words::option::options;
use serde_json::{Map, Value, json};

use crate::player::Player;

/// Rules in which every option has a random value, those in `fixed` aside.
pub(crate) fn random_rules(random: &mut Player, fixed: &Value) -> Rules {
    loop {
        let mut chosen: Map<String, Value> = options()
            .map(|option| {
                let value = random.pick(option.values).value;
                (option.name.to_owned(), serde_json::to_value(value).unwrap())
            })
            .collect();
        if chosen["stakes"].is_object() {
            let [capture, win, third_six] = [(); 3].map(|()| random.number(30));
            chosen["stakes"] = json!({ "capture": capture, "win": win, "third_six": third_six });
        }
        chosen.extend(fixed.as_object().unwrap().clone());
        let overrides: Overrides = serde_json::from_value(Value::Object(chosen)).unwrap();
        let rules = overrides.over(Preset::League.rules());
        if rules.check().is_ok() {
            return rules;
        }
    }
}
