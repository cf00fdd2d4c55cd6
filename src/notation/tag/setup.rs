//! Reading the tags.

use chrono::{DateTime, SubsecRound, Utc};
use serde_json::{Map, Value};

use super::{Tag, UNKNOWN, seat_name};
use crate::notation::error::{NotationError, Objection};
use crate::notation::label::Label;
use crate::notation::name::{named, value, written};
use crate::notation::record::UNTOLD;
use crate::notation::scan::Scanner;
use crate::rules::colour::Colour;
use crate::rules::event::{
    ClockRule, Created, Derivation, DiceSource, Origin, RULES_VERSION, StartWhen,
};
use crate::rules::ids::{Chair, GameId, Hex32, PlayerId, Version};
use crate::rules::options::{Overrides, Rules};
use crate::rules::preset::Preset;
use crate::words::option::options;

/// The names of tags that are neither options nor seats.
const NAMES: [&str; 15] = [
    "Parchis",
    "Game",
    "Created",
    "Preset",
    "Seats",
    "DiceFrom",
    "Owner",
    "Starts",
    "EntropySeconds",
    "TakeSingle",
    "Clock",
    "Rated",
    "Origin",
    "Result",
    "Note",
];

/// What the tags say.
#[derive(Debug)]
pub(in crate::notation) struct Setup<'a> {
    text: &'a str,
    tags: Vec<Tag<'a>>,
    /// Who sits down and gets up, in order.
    pub(in crate::notation) acts: Vec<Act<'a>>,
}

/// Somebody sits down or gets up.
#[derive(Debug)]
pub(in crate::notation) struct Act<'a> {
    pub(in crate::notation) tag: Tag<'a>,
    pub(in crate::notation) seat: Label,
    pub(in crate::notation) deed: Deed,
    /// Microseconds after the command before; none where they are more than can be counted.
    pub(in crate::notation) micros: Option<i64>,
}

/// What somebody does about a seat.
#[derive(Debug)]
pub(in crate::notation) enum Deed {
    /// Sits down.
    Sits {
        player: PlayerId,
        promises: bool,
        bot: Option<Box<str>>,
    },
    /// Gets up, perhaps removed by somebody.
    GetsUp { by: Option<PlayerId> },
}

impl<'a> Setup<'a> {
    /// Reads tags up to the first thing that is none.
    pub(in crate::notation) fn scan(
        text: &'a str,
        scanner: &mut Scanner<'a>,
    ) -> Result<Self, NotationError> {
        let mut setup = Self {
            text,
            tags: Vec::new(),
            acts: Vec::new(),
        };
        loop {
            scanner.skip();
            let offset = scanner.offset();
            if scanner.rest().starts_with('[') {
                let tag = Tag::scan(scanner).ok_or_else(|| {
                    let tried = text.get(offset..).and_then(|rest| rest.lines().next());
                    let tried = tried.unwrap_or_default();
                    let form = "[Name \"value\"]".to_owned();
                    NotationError::at(text, offset, (tried, vec![form]), Objection::Unreadable)
                })?;
                setup.sort_in(tag)?;
            } else if let Some(micros) = scanner.time_comment() {
                if let Some(act) = setup.acts.last_mut() {
                    act.micros = act.micros.and_then(|sum| sum.checked_add(micros));
                }
            } else {
                return Ok(setup);
            }
        }
    }

    fn sort_in(&mut self, tag: Tag<'a>) -> Result<(), NotationError> {
        if let Some(act) = self.act(tag)? {
            self.acts.push(act);
            return Ok(());
        }
        let is = |name: &&&str| name.eq_ignore_ascii_case(tag.name);
        if !NAMES.iter().chain(Rules::NAMES).any(|name| is(&name)) {
            let seats = Colour::ALL.map(|colour| seat_name(Label::Colour(colour)));
            let names = NAMES
                .iter()
                .chain(Rules::NAMES)
                .map(|name| (*name).to_owned());
            let legal = names.chain(seats).collect();
            return Err(self.at(tag, legal, Objection::UnknownTag));
        }
        let known = self.tag(tag.name).is_some();
        if known && !tag.name.eq_ignore_ascii_case("Note") {
            return Err(self.at(tag, Vec::new(), Objection::RepeatedTag));
        }
        self.tags.push(tag);
        Ok(())
    }

    pub(in crate::notation) fn at(
        &self,
        tag: Tag<'a>,
        legal: Vec<String>,
        objection: impl Into<Objection>,
    ) -> NotationError {
        NotationError::at(self.text, tag.offset, (tag.whole, legal), objection)
    }

    /// The tag of a name, if it is there.
    pub(in crate::notation) fn tag(&self, name: &str) -> Option<Tag<'a>> {
        let is = |tag: &&Tag<'_>| tag.name.eq_ignore_ascii_case(name);
        self.tags.iter().find(is).copied()
    }

    /// The value of a tag, if it is there.
    fn value<T>(
        &self,
        name: &str,
        legal: &[&str],
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, NotationError> {
        let Some(tag) = self.tag(name) else {
            return Ok(None);
        };
        let legal = || legal.iter().map(|value| (*value).to_owned()).collect();
        read(tag.value)
            .map(Some)
            .ok_or_else(|| self.at(tag, legal(), Objection::TagValue))
    }

    /// Which game it is.
    pub(in crate::notation) fn game(&self) -> Result<Option<GameId>, NotationError> {
        let id = |text: &str| text.parse().ok().map(GameId);
        self.value("Game", &["00000000-0000-0000-0000-000000000000"], id)
    }

    /// When it was created.
    pub(in crate::notation) fn at_first(&self) -> Result<Option<DateTime<Utc>>, NotationError> {
        self.value("Created", &["2026-01-31T18:30:00Z"], |text| {
            let at = DateTime::parse_from_rfc3339(text).ok()?;
            Some(at.to_utc().trunc_subsecs(6))
        })
    }

    /// How it was created.
    pub(in crate::notation) fn created(&self) -> Result<Created, NotationError> {
        let known = RULES_VERSION.to_string();
        let version = |text: &str| {
            text.parse()
                .ok()
                .filter(|version| *version == RULES_VERSION)
        };
        let number = |text: &str| text.parse::<u32>().ok();
        let flag = |name| self.value(name, &["true", "false"], named_flag);
        let preset = self.preset()?;
        let dice = self.value("DiceFrom", &["manual", "server"], named)?;
        let server = dice == Some(DiceSource::Server);
        let seats = self.value("Seats", &["2", "3", "4", "5", "6", "7", "8"], |text| {
            text.parse().ok()
        })?;
        Ok(Created {
            rules_version: self
                .value("Parchis", &[&known], version)?
                .unwrap_or(RULES_VERSION),
            rules: self.overrides()?.over(preset.rules()),
            preset,
            seats: seats.unwrap_or_else(|| self.sitting()),
            dice: dice.unwrap_or(DiceSource::Manual),
            derivation: server.then_some(Derivation::V1),
            commit: server.then_some(UNTOLD),
            owner: self
                .value("Owner", &[UNKNOWN], player)?
                .unwrap_or(PlayerId(uuid::Uuid::nil())),
            start_when: self
                .value("Starts", &["full", "owner"], named)?
                .unwrap_or(StartWhen::Full),
            entropy_seconds: self
                .value("EntropySeconds", &["0", "300"], number)?
                .unwrap_or_default(),
            take_single: flag("TakeSingle")?.unwrap_or_default(),
            clock: self.value("Clock", &["turn 90 forfeit", "bank 600+5 play 3"], clock)?,
            rated: flag("Rated")?.unwrap_or_default(),
            origin: self.value("Origin", &["import", "fork - 57"], origin)?,
        })
    }

    fn preset(&self) -> Result<Preset, NotationError> {
        let names = Preset::ALL.map(Preset::name);
        self.value("Preset", &names, named)?.ok_or_else(|| {
            let legal = names.map(str::to_owned).to_vec();
            NotationError::at(self.text, 0, ("", legal), Objection::MissingTag("Preset"))
        })
    }

    /// The options that differ from the preset's.
    fn overrides(&self) -> Result<Overrides, NotationError> {
        let mut chosen = Map::new();
        for option in Rules::NAMES {
            let Some(tag) = self.tag(option) else {
                continue;
            };
            let value = value(tag.value);
            // No stakes are the preset's as well; absent and null are the same.
            let one = Map::from_iter([((*option).to_owned(), value.clone())]);
            if tag.value.eq_ignore_ascii_case("none") && *option == "stakes" {
                continue;
            }
            serde_json::from_value::<Overrides>(Value::Object(one))
                .map_err(|_| self.at(tag, values_of(option), Objection::TagValue))?;
            chosen.insert((*option).to_owned(), value);
        }
        Ok(serde_json::from_value(Value::Object(chosen)).unwrap_or_default())
    }

    /// How many sit when the tags end.
    fn sitting(&self) -> u8 {
        let sit = |act: &&Act<'_>| matches!(act.deed, Deed::Sits { .. });
        let sat = self.acts.iter().filter(sit).count();
        let left = self.acts.len() - sat;
        u8::try_from(sat.saturating_sub(left)).unwrap_or(u8::MAX)
    }

    /// The tag of somebody who sits down or gets up.
    fn act(&self, tag: Tag<'a>) -> Result<Option<Act<'a>>, NotationError> {
        let wrong = |form: &str| self.at(tag, vec![form.to_owned()], Objection::TagValue);
        let act = |seat, deed| Act {
            tag,
            seat,
            deed,
            micros: Some(0),
        };
        if tag.name.eq_ignore_ascii_case("Unseated") {
            let form = "Yellow by 00000000-0000-0000-0000-000000000000";
            let (seat, by) = got_up(tag.value).ok_or_else(|| wrong(form))?;
            return Ok(Some(act(seat, Deed::GetsUp { by })));
        }
        let Some(seat) = seat(tag.name) else {
            return Ok(None);
        };
        let deed = sat(tag.value).ok_or_else(|| wrong(UNKNOWN))?;
        Ok(Some(act(seat, deed)))
    }
}

/// The seat of a tag's name.
fn seat(name: &str) -> Option<Label> {
    let name = name.to_ascii_lowercase();
    if let Some(number) = name.strip_prefix("chair") {
        let number = number.parse().ok()?;
        return Chair::new(number).map(Label::Chair);
    }
    Colour::of_name(&name).map(Label::Colour)
}

fn player(text: &str) -> Option<PlayerId> {
    if text == UNKNOWN {
        return Some(PlayerId(uuid::Uuid::nil()));
    }
    text.parse().ok().map(PlayerId)
}

/// `<player>`, `<player> promises`, `<player> bot <name>`.
fn sat(value: &str) -> Option<Deed> {
    let (value, bot) = match value.split_once(" bot ") {
        Some((value, bot)) => (value, Some(bot.trim().into())),
        None => (value, None),
    };
    let mut words = value.split_whitespace();
    let player = player(words.next()?)?;
    let promises = match words.next() {
        None => false,
        Some(word) if word.eq_ignore_ascii_case("promises") => true,
        Some(_) => return None,
    };
    words.next().is_none().then_some(Deed::Sits {
        player,
        promises,
        bot,
    })
}

/// `Yellow`, `Yellow by <player>`.
fn got_up(value: &str) -> Option<(Label, Option<PlayerId>)> {
    let mut words = value.split_whitespace();
    let seat = seat(words.next()?)?;
    let by = match words.next() {
        None => None,
        Some(word) if word.eq_ignore_ascii_case("by") => Some(player(words.next()?)?),
        Some(_) => return None,
    };
    words.next().is_none().then_some((seat, by))
}

fn named_flag(text: &str) -> Option<bool> {
    serde_json::from_value(value(text)).ok()
}

/// `turn 90 forfeit`, or `bank 600+5 play 3`.
fn clock(text: &str) -> Option<ClockRule> {
    let mut words = text.split_whitespace();
    let (kind, time) = (words.next()?.to_ascii_lowercase(), words.next()?);
    let on_lapse = named(words.next()?)?;
    let lapses = words.next().map(str::parse).transpose().ok()?;
    words.next().is_none().then_some(())?;
    match (kind.as_str(), time.split_once('+')) {
        ("turn", None) => Some(ClockRule::Turn {
            seconds: time.parse().ok()?,
            on_lapse,
            lapses,
        }),
        ("bank", Some((seconds, increment))) => Some(ClockRule::Bank {
            seconds: seconds.parse().ok()?,
            increment: increment.parse().ok()?,
            on_lapse,
            lapses,
        }),
        _ => None,
    }
}

/// `fork <game> <version> <hash>`, each of the three perhaps `-` or, at the end, missing.
fn origin(text: &str) -> Option<Origin> {
    let mut words = text.split_whitespace();
    let kind = named(words.next()?)?;
    let mut told = || words.next().filter(|word| *word != "-");
    let (game, version, hash) = (told(), told(), told());
    words.next().is_none().then_some(())?;
    Some(Origin {
        kind,
        game: game.map(str::parse).transpose().ok()?.map(GameId),
        version: version.map(str::parse).transpose().ok()?.map(Version),
        hash: hash
            .map(|hash| Hex32::try_from(hash.to_ascii_lowercase()))
            .transpose()
            .ok()?,
    })
}

/// The values of an option, as tags write them.
fn values_of(name: &str) -> Vec<String> {
    options()
        .filter(|option| option.name == name)
        .flat_map(|option| option.values)
        .map(|value| {
            serde_json::to_value(value.value)
                .map_or_else(|_| String::new(), |value| written(&value))
        })
        .collect()
}
