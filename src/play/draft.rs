//! One append in the making: a command decided, what the server does next, all in one batch.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::error::PlayError;
use super::folded::Folded;
use super::log::Logged;
use super::orders::question;
use crate::dice::{Seed, Vault, disclose};
use crate::proof::{Batch, By, Entry, Flaw, Head, Keyring, SignedHead, Stored, check_command};
use crate::rules::asked::Asked;
use crate::rules::command::Command;
use crate::rules::decide::{Events, decide};
use crate::rules::dice::Roll;
use crate::rules::event::Event;
use crate::rules::game::Phase;
use crate::rules::ids::{Chair, PlayerId, Version};
use crate::rules::refusal::Refusal;
use crate::store::Append;

/// Commands decided on a game, not written yet.
pub(super) struct Draft<'a> {
    vault: &'a Vault,
    keys: &'a Keyring,
    seed: Option<Seed>,
    before: (Version, Head),
    sat: Vec<(Chair, PlayerId)>,
    folded: Folded,
    batch: Batch,
}

/// What is to be written, and what is true afterwards.
pub(super) struct Drafted {
    /// The append.
    pub(super) append: Append,
    /// The events, in order.
    pub(super) events: Vec<Logged>,
    /// The game afterwards.
    pub(super) folded: Folded,
}

impl<'a> Draft<'a> {
    /// A draft on a game as it is; time never runs backwards within a game.
    pub(super) fn on(
        folded: Folded,
        (vault, keys): (&'a Vault, &'a Keyring),
        now: DateTime<Utc>,
    ) -> Self {
        let before = (folded.version(), folded.head);
        let batch = Batch::new(folded.id, before, now.max(folded.updated_at));
        Self {
            vault,
            keys,
            seed: None,
            before,
            sat: folded.sitting(),
            folded,
            batch,
        }
    }

    /// The game as it is so far.
    pub(super) const fn folded(&self) -> &Folded {
        &self.folded
    }

    /// The time of its events.
    pub(super) const fn at(&self) -> DateTime<Utc> {
        self.batch.at()
    }

    /// How many events it holds so far.
    pub(super) fn length(&self) -> usize {
        self.batch.entries().len()
    }

    /// Takes this seed for the game's, instead of the sealed one.
    pub(super) fn with_seed(mut self, seed: Option<Seed>) -> Self {
        self.seed = seed;
        self
    }

    /// Decides a command and takes in its events.
    pub(super) fn command(
        &mut self,
        by: By,
        command: &Command,
    ) -> Result<Result<(), Refusal>, PlayError> {
        let mut events = match decide(&self.folded.game, command) {
            Ok(events) => events,
            Err(refusal) => return Ok(Err(refusal)),
        };
        self.disclose(&mut events)?;
        self.take(by, events).map(Ok)
    }

    /// Takes in the events of a command that was made elsewhere, where the rules lead to exactly these; else says how many
    /// of them are fine, and what is wrong then.
    pub(super) fn repeat(
        &mut self,
        by: By,
        events: &[Event],
    ) -> Result<Result<(), (u64, Flaw)>, PlayError> {
        match check_command(self.folded.id, &self.folded.game, by, events) {
            Ok(()) => self.take(by, events.iter().cloned()).map(Ok),
            Err(differs) => Ok(Err(differs)),
        }
    }

    /// Takes in the events of a command that was decided on the game as it is so far.
    pub(super) fn take(
        &mut self,
        by: By,
        events: impl IntoIterator<Item = Event>,
    ) -> Result<(), PlayError> {
        let known = self.batch.entries().len();
        self.batch.push(by, events);
        let entries: Vec<&Entry> = self.batch.entries().iter().skip(known).collect();
        // What is written is folded first: an event that does not fit is never stored.
        Ok(self.folded.follow(&entries, self.batch.to().1)?)
    }

    /// The next roll of a game with server dice.
    pub(super) fn next_roll(&mut self) -> Result<Option<Roll>, PlayError> {
        let id = self.folded.id;
        self.unseal()?;
        Ok(self
            .seed
            .as_ref()
            .and_then(|seed| seed.next_roll(id, &self.folded.game)))
    }

    /// Everything the server does by itself now: opening rolls with its own dice, and the only option where the game
    /// wants that; each a command of its own.
    pub(super) fn server_acts(&mut self) -> Result<(), PlayError> {
        while let Some(command) = self.server_act()? {
            if self.command(By::Server, &command)?.is_err() {
                break;
            }
        }
        Ok(())
    }

    fn server_act(&mut self) -> Result<Option<Command>, PlayError> {
        let game = &self.folded.game;
        match game.asked() {
            Asked::Roll { n, .. } if game.phase() == Phase::Opening && game.has_server_dice() => {
                let roll = self.next_roll()?;
                Ok(roll.map(|dice| Command::Roll {
                    n,
                    dice,
                    actor: None,
                }))
            }
            Asked::Choice { .. } | Asked::Colour { .. } => {
                let alone = game.created().is_some_and(|created| created.take_single);
                let decision = game.decision().filter(|_| alone);
                let choices = decision.map(|_| game.choices()).unwrap_or_default();
                let [only] = choices.as_slice() else {
                    return Ok(None);
                };
                let option = only.id();
                Ok(decision.map(|decision| Command::Choose {
                    decision,
                    option,
                    actor: None,
                }))
            }
            Asked::Roll { .. }
            | Asked::Nobody
            | Asked::Players { .. }
            | Asked::Start
            | Asked::Entropy(_) => Ok(None),
        }
    }

    /// Fills in what only the dice know.
    fn disclose(&mut self, events: &mut Events) -> Result<(), PlayError> {
        let knows = |event: &Event| matches!(event, Event::Start { .. } | Event::End(_));
        if !self.folded.game.has_server_dice() || !events.iter().any(knows) {
            return Ok(());
        }
        self.unseal()?;
        if let Some(seed) = &self.seed {
            disclose(self.folded.id, &self.folded.game, seed, events);
        }
        Ok(())
    }

    fn unseal(&mut self) -> Result<(), PlayError> {
        let game = self.folded.id;
        if self.seed.is_none() {
            let sealed = self
                .folded
                .secret
                .as_ref()
                .ok_or(PlayError::SeedMissing(game))?;
            let seed = self.vault.open(game, sealed);
            self.seed = Some(seed.map_err(|reason| PlayError::Sealed {
                game,
                reason: Arc::new(reason),
            })?);
        }
        Ok(())
    }

    /// What is to be written, and what is true afterwards.
    ///
    /// # Errors
    /// When the game has ended and cannot be sealed.
    pub(super) fn finish(mut self) -> Result<Drafted, PlayError> {
        let ended = self.folded.game.phase() == Phase::Ended;
        let seal = if ended { Some(self.seal()?) } else { None };
        let sits = self.folded.sitting();
        let seated = sits
            .iter()
            .filter(|seat| !self.sat.contains(seat))
            .copied()
            .collect();
        let empty = |chair: &Chair| sits.iter().all(|(taken, _)| taken != chair);
        let unseated = self
            .sat
            .iter()
            .map(|(chair, _)| *chair)
            .filter(empty)
            .collect();
        let drop_secret = ended && self.folded.secret.take().is_some();
        let to = self.batch.to();
        let (entries, stored) = self.batch.into_parts();
        let turning = |entry: &Entry| matches!(entry.event, Event::Start { .. } | Event::End(_));
        let turns = entries.iter().any(turning);
        let rows = stored.clone();
        Ok(Drafted {
            append: Append {
                game: self.folded.id,
                from: self.before,
                to,
                events: rows,
                standing: self.folded.standing(),
                question: question(&self.folded.game),
                ordered_by: None,
                seated,
                unseated,
                turns,
                drop_secret,
                seal,
            },
            events: logged(entries, stored),
            folded: self.folded,
        })
    }

    /// What was only to be tried: the events after the first so many, and the game after them.
    pub(super) fn tried(self, before: usize) -> (Vec<Logged>, Folded) {
        let (entries, stored) = self.batch.into_parts();
        let mut events = logged(entries, stored);
        events.drain(..before);
        (events, self.folded)
    }

    /// The seal over the game as it was folded from what is to be written.
    fn seal(&self) -> Result<SignedHead, PlayError> {
        let (game, version, head) = (self.folded.id, self.folded.version(), self.folded.head);
        let sealed = self.keys.seal(game, version, head);
        sealed.map_err(|reason| PlayError::NotSigned { game, reason })
    }
}

/// Events with the rows they are written as.
fn logged(entries: Vec<Entry>, stored: Vec<Stored>) -> Vec<Logged> {
    let pairs = entries.into_iter().zip(stored);
    pairs
        .map(|(entry, stored)| Logged { entry, stored })
        .collect()
}
