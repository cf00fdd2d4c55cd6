//! The tags above the moves: how a game was created, and who sits.

mod setup;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Map, Value};

use super::label::Label;
use super::name::{name, written};
use super::scan::Scanner;
use crate::rules::event::{ClockRule, Created, Event, Origin};
use crate::rules::ids::{Chair, GameId, PlayerId};
use crate::rules::options::Rules;

pub(super) use setup::{Act, Deed, Setup};

/// What stands for a player nobody knows, whose id is nil.
const UNKNOWN: &str = "?";

/// A tag as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a str,
    /// Where it begins.
    pub(super) offset: usize,
    /// All of it.
    pub(super) whole: &'a str,
}

impl<'a> Tag<'a> {
    /// `[Name "value"]`.
    pub(super) fn scan(scanner: &mut Scanner<'a>) -> Option<Self> {
        let offset = scanner.offset();
        scanner.eat('[').then_some(())?;
        scanner.blank();
        let name = scanner.word();
        scanner.blank();
        scanner.eat('"').then_some(())?;
        let value = scanner.run(|next| next != '"' && next != '\n');
        scanner.eat('"').then_some(())?;
        scanner.blank();
        scanner.eat(']').then_some(())?;
        Some(Self {
            name,
            value: value.trim(),
            offset,
            whole: scanner.since(offset),
        })
    }
}

/// A tag, without a line break.
pub(super) fn line(name: &str, value: &str) -> String {
    format!("[{name} \"{value}\"]")
}

/// The tags of a creation, a line each.
pub(super) fn lines(game: Option<GameId>, at: Option<DateTime<Utc>>, created: &Created) -> String {
    let mut tags = vec![("Parchis".to_owned(), created.rules_version.to_string())];
    let mut say = |name: &str, value: String| tags.push((name.to_owned(), value));
    if let Some(game) = game {
        say("Game", game.to_string());
    }
    if let Some(at) = at {
        say("Created", at.to_rfc3339_opts(SecondsFormat::AutoSi, true));
    }
    say("Preset", created.preset.name().to_owned());
    for (option, value) in overridden(created) {
        say(&option, value);
    }
    say("Seats", created.seats.to_string());
    say("DiceFrom", name(&created.dice));
    say("Owner", player(created.owner));
    say("Starts", name(&created.start_when));
    if created.entropy_seconds > 0 {
        say("EntropySeconds", created.entropy_seconds.to_string());
    }
    if created.take_single {
        say("TakeSingle", "true".to_owned());
    }
    if let Some(clock) = &created.clock {
        say("Clock", self::clock(clock));
    }
    if created.rated {
        say("Rated", "true".to_owned());
    }
    if let Some(origin) = &created.origin {
        say("Origin", self::origin(origin));
    }
    tags.iter()
        .map(|(name, value)| line(name, value) + "\n")
        .collect()
}

/// The options that differ from the preset's, in the order of RULES §3.
fn overridden(created: &Created) -> Vec<(String, String)> {
    let (preset, rules) = (members(&created.preset.rules()), members(&created.rules));
    Rules::NAMES
        .iter()
        .filter_map(|option| {
            let value = rules.get(*option)?;
            let differs = preset.get(*option) != Some(value);
            differs.then(|| ((*option).to_owned(), written(value)))
        })
        .collect()
}

fn members(rules: &Rules) -> Map<String, Value> {
    match serde_json::to_value(rules) {
        Ok(Value::Object(members)) => members,
        Ok(_) | Err(_) => Map::new(),
    }
}

fn player(player: PlayerId) -> String {
    if player.0.is_nil() {
        UNKNOWN.to_owned()
    } else {
        player.to_string()
    }
}

/// `turn 90 forfeit`, or `bank 600+5 play 3`.
fn clock(clock: &ClockRule) -> String {
    let (time, lapses) = match clock {
        ClockRule::Turn {
            seconds, lapses, ..
        } => (format!("turn {seconds}"), lapses),
        ClockRule::Bank {
            seconds,
            increment,
            lapses,
            ..
        } => (format!("bank {seconds}+{increment}"), lapses),
    };
    let lapses = lapses.map_or_else(String::new, |lapses| format!(" {lapses}"));
    format!("{time} {}{lapses}", name(&clock.on_lapse()))
}

/// `fork <game> <version> <hash>`, `-` for what is missing before something that is not.
fn origin(origin: &Origin) -> String {
    let or_dash = |told: Option<String>| told.unwrap_or_else(|| "-".to_owned());
    let told = format!(
        "{} {} {} {}",
        name(&origin.kind),
        or_dash(origin.game.map(|game| game.to_string())),
        or_dash(origin.version.map(|version| version.to_string())),
        or_dash(origin.hash.map(|hash| hash.to_string())),
    );
    told.trim_end_matches(" -").to_owned()
}

/// The tag of somebody who sits down or gets up; nothing for other events.
pub(super) fn seating(event: &Event, label: impl Fn(Chair) -> Label) -> String {
    if let Event::Seated {
        chair,
        player: who,
        entropy_commit,
        bot,
    } = event
    {
        let promise = entropy_commit.map_or("", |_| " promises");
        let bot = bot
            .as_ref()
            .map_or_else(String::new, |bot| format!(" bot {bot}"));
        let value = format!("{}{promise}{bot}", player(*who));
        return line(&seat_name(label(*chair)), &value);
    }
    if let Event::Unseated { chair, actor, .. } = event {
        let by = actor.map_or_else(String::new, |actor| format!(" by {}", player(actor)));
        let value = format!("{}{by}", seat_name(label(*chair)));
        return line("Unseated", &value);
    }
    String::new()
}

/// `Yellow`, or `Chair0`.
pub(super) fn seat_name(label: Label) -> String {
    match label {
        Label::Chair(chair) => format!("Chair{chair}"),
        Label::Colour(colour) => {
            let name = colour.name();
            let (first, others) = name.split_at(1);
            first.to_ascii_uppercase() + others
        }
    }
}
