//! A game as the fold of its log up to some version, with what lists and answers need to know of it.

use chrono::{DateTime, TimeDelta, Utc};

use super::error::{FoldError, FoldReason};
use super::log::Logged;
use crate::dice::SealedSeed;
use crate::proof::{self, ChainBreak, Entry, Head, Stored};
use crate::rules::asked::Asked;
use crate::rules::clocks::{Clocks, Moment};
use crate::rules::event::Event;
use crate::rules::game::{Game, Phase};
use crate::rules::ids::{Chair, GameId, Hex32, PlayerId, Version};
use crate::store::{Ask, Facts, Loaded, Standing, Status};

/// A game at the end of a command.
#[derive(Clone, Debug)]
pub struct Folded {
    /// Which game.
    pub id: GameId,
    /// Its state.
    pub game: Game,
    /// The hash of its newest event.
    pub head: Head,
    /// What never changes, kept beside the log: whether it is listed, its invite.
    pub facts: Facts,
    /// When its newest event was made.
    pub updated_at: DateTime<Utc>,
    /// Since when what is asked is asked.
    pub asked_since: DateTime<Utc>,
    /// How the clocks stand.
    pub clocks: Clocks,
    /// When the clock acts.
    pub due_at: Option<DateTime<Utc>>,
    /// When play began.
    pub(super) started_at: Option<DateTime<Utc>>,
    /// The seed of its dice, sealed, while it is secret.
    pub(super) secret: Option<SealedSeed>,
}

impl Folded {
    /// A game of which nothing has happened.
    pub(super) fn empty(id: GameId, facts: Facts, secret: Option<SealedSeed>) -> Self {
        let begun = DateTime::<Utc>::MIN_UTC;
        Self {
            id,
            game: Game::new(),
            head: Head::genesis(id),
            facts,
            updated_at: begun,
            asked_since: begun,
            clocks: Clocks::default(),
            due_at: None,
            started_at: None,
            secret,
        }
    }

    /// The fold of a whole log.
    pub(super) fn whole(id: GameId, loaded: Loaded) -> Result<Self, FoldError> {
        let mut folded = Self::empty(id, loaded.row.facts, None);
        folded.catch_up(
            loaded.tail,
            (loaded.row.version, loaded.row.head),
            loaded.secret,
        )?;
        Ok(folded)
    }

    /// Follows the events that came since, to where the game's row says it is.
    pub(super) fn catch_up(
        &mut self,
        tail: Vec<Stored>,
        to: (Version, Head),
        secret: Option<SealedSeed>,
    ) -> Result<(), FoldError> {
        self.follow_rows(tail)?;
        self.secret = secret;
        if (self.version(), self.head) == to {
            Ok(())
        } else {
            Err(self.error(to.0, FoldReason::Row))
        }
    }

    /// Follows stored events, whole commands, and checks their chain; returns them read.
    pub(super) fn follow_rows(&mut self, rows: Vec<Stored>) -> Result<Vec<Logged>, FoldError> {
        let logged = Logged::read_all(self.id, rows)?;
        let entries: Vec<&Entry> = logged.iter().map(|logged| &logged.entry).collect();
        let from = (self.version(), self.head);
        let checked = proof::check(from, logged.iter().map(|logged| &logged.stored));
        let (_, head) = checked.map_err(|broken| self.broken(broken))?;
        self.follow(&entries, head)?;
        Ok(logged)
    }

    /// Follows events, whole commands, that lead to this head.
    pub(super) fn follow(&mut self, entries: &[&Entry], head: Head) -> Result<(), FoldError> {
        for command in entries.chunk_by(|one, next| one.command == next.command) {
            self.follow_command(command)?;
        }
        self.head = head;
        Ok(())
    }

    fn follow_command(&mut self, command: &[&Entry]) -> Result<(), FoldError> {
        let asked = self.game.asked();
        let waiting = self.game.phase() == Phase::Promising;
        let first = self.version().next();
        for entry in command {
            let due = self.version().next();
            self.check_envelope(entry, first)
                .map_err(|member| self.error(due, FoldReason::Envelope(member)))?;
            self.game
                .apply(&entry.event)
                .map_err(|misfit| self.error(due, misfit.into()))?;
            self.updated_at = entry.at;
            if matches!(entry.event, Event::Start { .. }) {
                self.started_at = Some(entry.at);
            }
        }
        let answered = command.first().is_some_and(|entry| is_answer(&entry.event));
        if answered || self.game.asked() != asked {
            self.asked_since = self.updated_at;
        }
        if let Some(first) = command.first() {
            let at = Moment(first.at.timestamp_micros());
            self.clocks.follow(&first.event, at, &self.game);
        }
        if self.game.phase() != Phase::Promising {
            let due = self.clocks.due();
            self.due_at = due.and_then(|due| DateTime::from_timestamp_micros(due.0));
        } else if !waiting {
            let seconds = self
                .game
                .created()
                .map_or(0, |created| created.entropy_seconds);
            self.due_at = self
                .updated_at
                .checked_add_signed(TimeDelta::seconds(seconds.into()));
        }
        Ok(())
    }

    /// Checks an envelope, or names the member that is not the one due.
    fn check_envelope(&self, entry: &Entry, command: Version) -> Result<(), &'static str> {
        if entry.game != self.id {
            Err("game")
        } else if entry.version != self.version().next() {
            Err("version")
        } else if entry.command != command {
            Err("command")
        } else if entry.at < self.updated_at {
            Err("at")
        } else {
            Ok(())
        }
    }

    pub(super) fn broken(&self, broken: ChainBreak) -> FoldError {
        let version = match broken {
            ChainBreak::Gap { expected, .. } => expected,
            ChainBreak::Hash { version } => version,
        };
        self.error(version, broken.into())
    }

    fn error(&self, version: Version, reason: FoldReason) -> FoldError {
        FoldError {
            game: self.id,
            version,
            reason,
        }
    }

    /// The version of its newest event.
    #[must_use]
    pub const fn version(&self) -> Version {
        self.game.version()
    }

    /// Who created it.
    #[must_use]
    pub const fn owner(&self) -> PlayerId {
        self.facts.owner
    }

    /// The hash of the invite needed to sit down, where one is.
    #[must_use]
    pub const fn invite_hash(&self) -> Option<&Hex32> {
        self.facts.invite_hash.as_ref()
    }

    /// What the game's row says of it.
    #[must_use]
    pub(super) fn standing(&self) -> Standing {
        let asked = self.game.asked();
        Standing {
            status: status(self.game.phase()),
            seated: u8::try_from(self.game.seats().count()).unwrap_or(u8::MAX),
            asked: asked.chairs().into_iter().collect(),
            ask: ask(&asked),
            asked_since: self.asked_since,
            due_at: self.due_at,
            updated_at: self.updated_at,
            started_at: self.started_at,
            end_reason: self.game.end().map(|end| end.reason),
        }
    }

    /// Whose game it is: its owner, and whose its seats are.
    pub(super) fn members(&self) -> Vec<PlayerId> {
        let seats = self.sitting().into_iter().map(|(_, player)| player);
        let mut members: Vec<PlayerId> = seats.chain([self.owner()]).collect();
        members.sort_unstable();
        members.dedup();
        members
    }

    /// Whose the seats are, by chair: who sits there, and where players are only quoted the owner.
    pub(super) fn sitting(&self) -> Vec<(Chair, PlayerId)> {
        let quoted = self.game.is_quoted();
        let holder = |player| if quoted { self.owner() } else { player };
        self.game
            .seats()
            .map(|seat| (seat.chair, holder(seat.player)))
            .collect()
    }
}

/// Whether a command that begins so answers what was asked, so that what is asked afterwards is asked anew.
const fn is_answer(event: &Event) -> bool {
    match event {
        Event::Created(_)
        | Event::Closed {}
        | Event::Start { .. }
        | Event::OpeningRoll { .. }
        | Event::Begins { .. }
        | Event::ColourChoice { .. }
        | Event::Roll { .. }
        | Event::Exit { .. }
        | Event::Move { .. }
        | Event::Capture { .. }
        | Event::Crush { .. }
        | Event::Count { .. }
        | Event::CountLost { .. }
        | Event::Pass { .. }
        | Event::Penalty { .. }
        | Event::Payment { .. }
        | Event::Finish { .. }
        | Event::Agreed { .. }
        | Event::End(_)
        | Event::Reveal { .. } => true,
        Event::Seated { .. }
        | Event::Unseated { .. }
        | Event::Ready { .. }
        | Event::Lapse { .. }
        | Event::TakenOver { .. }
        | Event::Leave { .. } => false,
    }
}

const fn status(phase: Phase) -> Status {
    match phase {
        Phase::Empty | Phase::Seating => Status::Open,
        Phase::Promising => Status::Closed,
        Phase::Opening | Phase::Colours | Phase::Playing => Status::Playing,
        Phase::Ended => Status::Ended,
    }
}

const fn ask(asked: &Asked) -> Ask {
    match asked {
        Asked::Nobody => Ask::Nothing,
        Asked::Players { .. } => Ask::Players,
        Asked::Start => Ask::Start,
        Asked::Entropy(_) => Ask::Entropy,
        Asked::Roll { .. } => Ask::Roll,
        Asked::Colour { .. } => Ask::Colour,
        Asked::Choice { .. } => Ask::Choice,
    }
}
