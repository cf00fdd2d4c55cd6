//! Writing a game.

use std::fmt::Write as _;

use chrono::{DateTime, Utc};

use super::item::{Item, Seats};
use super::label::Label;
use super::outcome::result;
use super::record::{Record, Step};
use super::tag;
use crate::rules::event::Event;
use crate::rules::game::Game;
use crate::rules::ids::Chair;
use crate::rules::misfit::Misfit;

/// Writes a game in the canonical form of the notation.
///
/// # Errors
///
/// Where the events are no game.
pub fn write(record: &Record) -> Result<String, Misfit> {
    let mut writing = Writing::default();
    for step in &record.steps {
        writing.step(record, step)?;
    }
    let Writing {
        mut tags,
        moves,
        game,
        ..
    } = writing;
    tags += &tag::line("Result", &result(&game));
    tags.push('\n');
    if !moves.is_empty() {
        tags = format!("{tags}\n{moves}\n");
    }
    Ok(tags)
}

/// A game that is being written.
#[derive(Default)]
struct Writing {
    tags: String,
    moves: String,
    game: Game,
    turns: u64,
    /// Who acts in the line that is being written.
    speaker: Option<Seats>,
    at: Option<DateTime<Utc>>,
}

impl Writing {
    fn step(&mut self, record: &Record, step: &Step) -> Result<(), Misfit> {
        let mut events = step.events.iter();
        match events.next() {
            Some(Event::Created(created)) => {
                self.tags += &tag::lines(record.game, step.at, created);
                self.at = step.at;
            }
            Some(event @ (Event::Seated { .. } | Event::Unseated { .. })) => {
                self.tags += &tag::seating(event, |chair| Label::of(&self.game, chair));
                let time = self.time(step.at);
                self.tags += &time;
                self.tags.push('\n');
            }
            Some(_) => {
                self.lead(&step.events);
                self.follow(events.clone());
                let time = self.time(step.at);
                self.moves += &time;
                return self.apply(step);
            }
            None => return Ok(()),
        }
        self.follow(events);
        self.apply(step)
    }

    fn apply(&mut self, step: &Step) -> Result<(), Misfit> {
        step.events
            .iter()
            .try_for_each(|event| self.game.apply(event))
    }

    /// The item that a command begins with, on a new line where another seat or turn begins.
    fn lead(&mut self, events: &[Event]) {
        let Some((item, first)) = Item::leading(&self.game, events).zip(events.first()) else {
            return;
        };
        let speaker = self.speaker_of(first);
        let rolls = matches!(first, Event::Roll { .. });
        let leaves = matches!(first, Event::Leave { .. });
        if rolls && self.begins_turn() {
            self.turns += 1;
            self.new_line();
            let _ = write!(self.moves, "{} ", Item::Turn(self.turns));
            self.name(speaker.as_ref());
        } else if leaves || speaker.is_none() || speaker != self.speaker {
            self.new_line();
            self.name(speaker.as_ref());
        } else if rolls {
            self.moves += ", ";
        } else {
            self.moves.push(' ');
        }
        let _ = write!(self.moves, "{item}");
        // Whoever leaves does nothing more in this line.
        self.speaker = speaker.filter(|_| !leaves);
    }

    fn name(&mut self, speaker: Option<&Seats>) {
        if let Some(seats) = speaker {
            let _ = write!(self.moves, "{} ", Item::Seats(seats.clone()));
        }
    }

    fn new_line(&mut self) {
        if !self.moves.is_empty() {
            self.moves.push('\n');
        }
    }

    /// What follows in a command.
    fn follow<'a>(&mut self, events: impl Iterator<Item = &'a Event>) {
        for item in events.filter_map(|event| Item::following(&self.game, event)) {
            let space = if self.moves.is_empty() { "" } else { " " };
            let _ = write!(self.moves, "{space}{item}");
        }
    }

    /// The time of a command, where it differs from that of the one before.
    fn time(&mut self, at: Option<DateTime<Utc>>) -> String {
        let since = at.zip(self.at).map(|(now, before)| now - before);
        self.at = at;
        since
            .and_then(|since| since.num_microseconds())
            .filter(|micros| *micros != 0)
            .map_or_else(String::new, |micros| format!(" {}", Item::Time(micros)))
    }

    fn begins_turn(&self) -> bool {
        self.game
            .position()
            .is_some_and(|position| position.sixes() == 0)
    }

    /// Who does what this event says.
    fn speaker_of(&self, event: &Event) -> Option<Seats> {
        let label = |chair: &Chair| Label::of(&self.game, *chair);
        if let Event::OpeningRoll { chair, .. }
        | Event::Roll { chair, .. }
        | Event::ColourChoice { chair, .. }
        | Event::Ready { chair, .. } = event
        {
            Some(Seats::from_iter([label(chair)]))
        } else if let Event::Leave { chairs, .. } = event {
            Some(chairs.iter().map(label).collect())
        } else if let Event::Exit { .. } | Event::Move { .. } = event {
            Some(
                self.game
                    .asked()
                    .chairs()
                    .iter()
                    .take(1)
                    .map(label)
                    .collect(),
            )
        } else {
            None
        }
    }
}
