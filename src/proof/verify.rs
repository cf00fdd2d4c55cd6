//! Verifying a whole log: chain, envelopes, legality by deciding again, entropy, transcript, rolls, result.

mod command;
mod fault;
mod timing;

use chrono::{DateTime, Utc};

use super::entry::{By, Entry};
use super::head::Head;
use super::surplus;
use crate::dice::{Seed, entropy_commit};
use crate::rules::clocks::{Clocks, Moment};
use crate::rules::dice::Roll;
use crate::rules::event::Event;
use crate::rules::game::{Game, Phase};
use crate::rules::ids::{GameId, Version};

pub use fault::{Fault, Flaw};
pub use timing::LeftOut;

/// Checks that the rules lead from this state to exactly these events of one command.
///
/// # Errors
/// Says how many of the events are fine, and what is wrong then.
pub fn check_command(id: GameId, game: &Game, by: By, events: &[Event]) -> Result<(), (u64, Flaw)> {
    command::check(id, game, by, events)
}

/// Events of one command beyond which no rules lead.
const LONGEST_COMMAND: usize = 512;

/// Verifies the log of one game, event by event, holding no more than the state, a command and the rolls.
#[derive(Debug)]
pub struct Verifier {
    id: GameId,
    /// The state before the command that is being read.
    game: Game,
    clocks: Clocks,
    head: Head,
    version: Version,
    /// The command that is being read.
    command: Vec<Entry>,
    /// The rolls so far, which can be checked only when the seed is revealed.
    rolls: Vec<(Version, Roll)>,
    left_out: Vec<LeftOut>,
    seed: Option<Seed>,
    created_at: Option<DateTime<Utc>>,
}

/// A log that holds.
#[derive(Clone, Debug)]
pub struct Verified {
    /// Which game.
    pub id: GameId,
    /// The state at its end.
    pub game: Game,
    /// The hash of its last event.
    pub head: Head,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When its last command was made.
    pub updated_at: DateTime<Utc>,
    /// How many rolls it has.
    pub rolls: u64,
    /// The outages that were left out of clocks, by the server's word.
    pub left_out: Vec<LeftOut>,
    /// Whether every roll was derived anew from the seed: so in every finished game with server dice.
    pub rolls_derived: bool,
}

impl Verified {
    /// Whether it can go on elsewhere or is over: a running game with server dice cannot, its seed is not in the log.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.game.phase() == Phase::Ended || !self.game.has_server_dice()
    }
}

impl Verifier {
    /// Nothing of this game has been read.
    #[must_use]
    pub fn new(id: GameId) -> Self {
        Self {
            id,
            game: Game::new(),
            clocks: Clocks::default(),
            head: Head::genesis(id),
            version: Version(0),
            command: Vec::new(),
            rolls: Vec::new(),
            left_out: Vec::new(),
            seed: None,
            created_at: None,
        }
    }

    /// Reads the next event: its exact bytes, and the hash that is claimed for it. Returns its version.
    ///
    /// # Errors
    /// Names game, version and reason; the verifier is of no use afterwards.
    pub fn push(&mut self, body: &str, hash: Head) -> Result<Version, Fault> {
        let due = self.version.next();
        let at_due = |flaw| Fault {
            game: self.id,
            version: due,
            flaw,
        };
        let entry = Entry::parse(body).map_err(|error| at_due(Flaw::Body(error)))?;
        surplus::check(&entry, body).map_err(|flaw| at_due(Flaw::Surplus(flaw)))?;
        if entry.version != due {
            return Err(at_due(Flaw::Gap(entry.version)));
        }
        self.head = self.head.after(body);
        if self.head != hash {
            return Err(at_due(Flaw::Hash));
        }
        if entry.game != self.id {
            return Err(at_due(Flaw::AnotherGame(entry.game)));
        }
        self.version = due;
        self.receive(entry)?;
        Ok(due)
    }

    /// The whole log has been read.
    ///
    /// # Errors
    /// Names game, version and reason.
    pub fn finish(mut self) -> Result<Verified, Fault> {
        let updated_at = self.command.first().map(|entry| entry.at);
        self.close_command()?;
        let times = self.created_at.zip(updated_at);
        let (created_at, updated_at) = times.ok_or_else(|| self.fault(Flaw::Nothing))?;
        if let Some(seed) = &self.seed {
            self.check_rolls(seed)?;
        }
        let rolls_derived = self.seed.is_some();
        Ok(Verified {
            rolls: u64::try_from(self.rolls.len()).unwrap_or(u64::MAX),
            left_out: self.left_out,
            rolls_derived,
            id: self.id,
            game: self.game,
            head: self.head,
            created_at,
            updated_at,
        })
    }

    /// The first roll before a version that does not follow from the seed that this body reveals; none where it reveals
    /// none, or not the one committed to. Where a log is wrong, this tells whether a roll was wrong already.
    #[must_use]
    pub fn wrong_roll_before(&self, version: Version, body: &str) -> Option<Fault> {
        if !body.contains("\"kind\":\"reveal\"") {
            return None;
        }
        let Event::Reveal { seed } = Entry::parse(body).ok()?.event else {
            return None;
        };
        let seed = Seed::from_bytes(seed.0);
        let committed = self.game.created().and_then(|created| created.commit);
        if committed != Some(seed.commit(self.id)) {
            return None;
        }
        self.check_rolls(&seed)
            .err()
            .filter(|fault| fault.version < version)
    }

    /// Gives the seed that is not in the log yet, so that the rolls of a running game are checked too.
    pub fn know_seed(&mut self, seed: Seed) {
        self.seed.get_or_insert(seed);
    }

    fn fault(&self, flaw: Flaw) -> Fault {
        Fault {
            game: self.id,
            version: self.version,
            flaw,
        }
    }

    /// Checks an envelope against the one before, and gathers or closes the command.
    fn receive(&mut self, entry: Entry) -> Result<(), Fault> {
        self.created_at.get_or_insert(entry.at);
        if let Some(last) = self.command.last() {
            if entry.at < last.at {
                return Err(self.fault(Flaw::Envelope("at is before its predecessor's")));
            }
            if entry.command == last.command {
                if entry.at != last.at || entry.by != last.by {
                    return Err(self.fault(Flaw::Envelope("a command has one at and one by")));
                }
                if self.command.len() >= LONGEST_COMMAND {
                    return Err(self.fault(Flaw::Envelope("no command has so many events")));
                }
                self.command.push(entry);
                return Ok(());
            }
        }
        if entry.command != entry.version {
            return Err(self.fault(Flaw::Envelope("command is the version of its first event")));
        }
        self.close_command()?;
        self.command.push(entry);
        Ok(())
    }

    /// Decides the command again, and applies it.
    fn close_command(&mut self) -> Result<(), Fault> {
        let entries = std::mem::take(&mut self.command);
        let Some(first) = entries.first() else {
            return Ok(());
        };
        let at_first = |flaw| Fault {
            game: self.id,
            version: first.version,
            flaw,
        };
        // Before it is decided again: where a roll leads elsewhere than its command, the roll itself may be what is wrong.
        self.rolls.extend(entries.iter().filter_map(rolled));
        let events: Vec<Event> = entries.iter().map(|entry| entry.event.clone()).collect();
        timing::check(&self.clocks, first).map_err(at_first)?;
        self.left_out.extend(timing::left_out(&self.clocks, first));
        command::check(self.id, &self.game, first.by, &events).map_err(|(skip, flaw)| Fault {
            version: Version(first.version.0.saturating_add(skip)),
            ..at_first(flaw)
        })?;
        let game = self.id;
        for entry in &entries {
            let at_entry = |flaw| Fault {
                game,
                version: entry.version,
                flaw,
            };
            self.look(entry).map_err(at_entry)?;
            self.game
                .apply(&entry.event)
                .map_err(|misfit| at_entry(Flaw::Misfit(misfit)))?;
        }
        let at = Moment(first.at.timestamp_micros());
        self.clocks.follow(&first.event, at, &self.game);
        Ok(())
    }

    /// What an event says of entropy and seed.
    fn look(&mut self, entry: &Entry) -> Result<(), Flaw> {
        let event = &entry.event;
        if let Event::Ready { chair, entropy } = event {
            let seat = self.game.seat(*chair).ok_or(Flaw::Promise)?;
            let promised = entropy_commit(self.id, seat.player, &entropy.0);
            if seat.entropy_commit != Some(promised) {
                return Err(Flaw::Promise);
            }
        } else if let Event::Reveal { seed } = event {
            let seed = Seed::from_bytes(seed.0);
            let committed = self.game.created().and_then(|created| created.commit);
            if committed != Some(seed.commit(self.id)) {
                return Err(Flaw::Seed);
            }
            self.seed = Some(seed);
        }
        Ok(())
    }

    fn check_rolls(&self, seed: &Seed) -> Result<(), Fault> {
        let key = seed
            .key_of(self.id, &self.game)
            .ok_or_else(|| self.fault(Flaw::Seed))?;
        let Some(rules) = self.game.rules() else {
            return Ok(());
        };
        match (1..)
            .zip(&self.rolls)
            .find(|(n, (_, roll))| key.roll(*n, rules.dice) != *roll)
        {
            Some((n, (version, _))) => Err(Fault {
                version: *version,
                ..self.fault(Flaw::Roll(n))
            }),
            None => Ok(()),
        }
    }
}

/// The roll that an event says, at its version.
fn rolled(entry: &Entry) -> Option<(Version, Roll)> {
    if let Event::Roll { dice, .. } | Event::OpeningRoll { dice, .. } = &entry.event {
        Roll::of(dice).map(|roll| (entry.version, roll))
    } else {
        None
    }
}
