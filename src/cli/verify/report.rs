use std::fmt::Write;

use serde_json::{Value, json};

use crate::proof::{Finding, Origin, Sound, Wrong};
use crate::rules::game::Phase;

/// A finding for people.
pub(super) fn text(file: &str, finding: &Finding) -> String {
    let game = finding
        .game
        .map_or_else(|| "no game".to_owned(), |game| format!("game {game}"));
    let mut text = format!(
        "{file}, line {}: {game}: {}\n",
        finding.line,
        finding.verdict()
    );
    match &finding.outcome {
        Ok(sound) => {
            for (what, says) in checks(sound) {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "  {what:<7}{says}");
            }
        }
        Err(wrong) => {
            let _ = writeln!(text, "  {wrong}");
        }
    }
    text
}

/// A finding for programs, in a line.
pub(super) fn json(file: &str, finding: &Finding) -> String {
    let mut value = json!({
        "file": file,
        "line": finding.line,
        "game": finding.game,
        "verdict": verdict(finding),
    });
    let rest = match &finding.outcome {
        Ok(sound) => sound_members(sound),
        Err(Wrong {
            line,
            version,
            reason,
        }) => json!({"fault": {"line": line, "version": version, "reason": reason.to_string()}}),
    };
    if let (Value::Object(value), Value::Object(rest)) = (&mut value, rest) {
        value.extend(rest);
    }
    format!("{value}\n")
}

fn verdict(finding: &Finding) -> &'static str {
    match finding.outcome.as_ref().map(|sound| sound.origin) {
        Ok(Origin::Checked(_)) => "valid",
        Ok(Origin::UpTo(..)) => "consistent_origin_checked_in_part",
        Ok(Origin::NotChecked) => "consistent_origin_not_checked",
        Err(_) => "wrong",
    }
}

fn sound_members(sound: &Sound) -> Value {
    let log = &sound.verified;
    let (believed, up_to) = match sound.origin {
        Origin::Checked(key) => (Some(key), Some(log.game.version())),
        Origin::UpTo(version, key) => (Some(key), Some(version)),
        Origin::NotChecked => (None, None),
    };
    json!({
        "version": log.game.version(),
        "head": log.head,
        "rules_version": log.game.created().map(|created| created.rules_version),
        "rolls": log.rolls,
        "rolls_derived": log.rolls_derived,
        "seal": sound.seal,
        "believed_key": believed,
        "signed_up_to": up_to,
        "end": log.game.end(),
    })
}

/// What was checked, and what came out.
fn checks(sound: &Sound) -> Vec<(&'static str, String)> {
    let log = &sound.verified;
    let over = log.game.phase() == Phase::Ended;
    let rules = log.game.created().map_or_else(String::new, |created| {
        format!(
            "every event is legal under rules version {}, preset {}",
            created.rules_version,
            created.preset.name()
        )
    });
    let dice = if log.rolls_derived {
        format!(
            "all {} rolls follow from the seed that the first event commits to",
            log.rolls
        )
    } else if log.game.has_server_dice() {
        format!("{} rolls, whose seed is still secret", log.rolls)
    } else {
        format!(
            "{} rolls of real dice, by the word of the players",
            log.rolls
        )
    };
    let seal = match (&sound.seal, over) {
        (Some(seal), _) => format!("by the key {}", seal.key),
        (None, true) => "none".to_owned(),
        (None, false) => "none, the game is running".to_owned(),
    };
    let result = match log.game.end() {
        Some(end) => format!("{}{}", word(&end.reason), places(end.places.as_deref())),
        None => "none yet".to_owned(),
    };
    vec![
        (
            "chain",
            format!("{} events, head {}", log.game.version(), log.head),
        ),
        ("seal", seal),
        ("dice", dice),
        ("rules", rules),
        ("result", result),
    ]
}

/// The word that JSON has for it.
fn word(value: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

fn places(places: Option<&[Option<u8>]>) -> String {
    let Some(places) = places else {
        return String::new();
    };
    let mut text = "; places by chair:".to_owned();
    for place in places {
        let _ = match place {
            Some(place) => write!(text, " {place}"),
            None => write!(text, " -"),
        };
    }
    text
}
