//! Audits: every check of a proof, made by the server on what its database holds.

mod trouble;

use chrono::{DateTime, Utc};

use super::Games;
use super::error::{FoldError, PlayError};
use super::folded::Folded;
use super::log::Logged;
use crate::dice::Seed;
use crate::proof::{
    Fault, Head, LeftOut, SignedHead, Stored, Verified, Verifier, WrongReason, check_seal,
};
use crate::rules::clocks::Moment;
use crate::rules::game::Phase;
use crate::rules::ids::{GameId, Version};
use crate::store::{Company, Facts, GameRow, Loaded, Outage, Sealing, StoreError};

pub use trouble::{Complaint, Trouble};

/// Games read at once by a check of the whole database.
const STRIDE: u16 = 500;

/// What an audit found of a game.
#[derive(Debug)]
pub struct Audit {
    /// Which game.
    pub game: GameId,
    /// The newest version that the game's row names; 0 where there is no row.
    pub version: Version,
    /// The log, where it holds.
    pub log: Option<Verified>,
    /// The seal, as it is stored.
    pub seal: Option<SignedHead>,
    /// Why a finished game may do without.
    pub unsealed: Option<Unsealed>,
    /// The first thing that is wrong, if anything is.
    pub complaint: Option<Complaint>,
}

/// Why a finished game may be without a seal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsealed {
    /// It ended before the server had its first key.
    BeforeKeys,
    /// It came by an import, and was over then.
    Imported,
}

/// What the database holds of a game.
struct Holdings {
    loaded: Loaded,
    sealing: Sealing,
    /// Its people, and the version of the log that they follow from.
    company: (Version, Company),
}

impl Games {
    /// Checks everything about a game: chain, dice, legality, result, its seal, and what the database keeps beside.
    ///
    /// # Errors
    /// [`PlayError::NoGame`], and when the database is away; what is wrong with the game is a finding.
    pub async fn audit(&self, game: GameId) -> Result<Audit, PlayError> {
        let signed = self.keys.signed(game);
        let stored = match self.stored(game).await {
            Ok(stored) => stored.ok_or(PlayError::NoGame(game))?,
            Err(error) => return unreadable(game, error),
        };
        let imported = stored.sealing.imported;
        let (games, events) = (self.clone(), stored.loaded.tail.len());
        let examining = self.bench.work(events, move || games.examine(stored));
        let mut audit = examining.await?;
        if let Some((version, head)) = signed
            && audit.complaint.is_none()
            && !holds(&audit, version, head)
        {
            audit.complain(version, Trouble::SetBack(version));
        }
        // What another server left out is not known here.
        if !imported {
            self.check_outages(&mut audit).await?;
        }
        Ok(audit)
    }

    /// Whether every outage that was left out of a clock is written down.
    async fn check_outages(&self, audit: &mut Audit) -> Result<(), PlayError> {
        let Some(log) = audit.log.as_ref().filter(|log| !log.left_out.is_empty()) else {
            return Ok(());
        };
        let outages = self.store.outages(log.created_at).await?;
        let stranger = log.left_out.iter().find(|left| !was(left, &outages));
        if let Some(version) = stranger.map(|left| left.version) {
            audit.complain(version, Trouble::NoOutage);
        }
        Ok(())
    }

    /// Audits every game of the database, and whatever stands in it without one; returns how many.
    ///
    /// # Errors
    /// When the database is away.
    pub async fn audit_all(&self, mut report: impl FnMut(Audit)) -> Result<u64, PlayError> {
        let (mut after, mut count) = (None, 0);
        loop {
            let games = self.store.game_ids(after, STRIDE).await?;
            let Some(last) = games.last().copied() else {
                return Ok(count);
            };
            for game in games {
                count += 1;
                report(match self.audit(game).await {
                    Err(PlayError::NoGame(game)) => Audit::wrong(game, Version(0), Trouble::NoRow),
                    audit => audit?,
                });
            }
            after = Some(last);
        }
    }

    /// What the database holds of a game, its people and its seal, which are no newer than the log unless something is wrong.
    async fn stored(&self, game: GameId) -> Result<Option<Holdings>, StoreError> {
        let Some(company) = self.store.company(game).await? else {
            return Ok(None);
        };
        let Some(mut loaded) = self.store.load(game, Version(0)).await? else {
            return Ok(None);
        };
        let sealing = self.store.sealing(game).await?;
        let beyond = |seal: SignedHead| seal.version > loaded.row.version;
        if sealing.seal.is_some_and(beyond) {
            // The game may have ended between the two looks; a seal never changes.
            match self.store.load(game, Version(0)).await? {
                Some(again) => loaded = again,
                None => return Ok(None),
            }
        }
        Ok(Some(Holdings {
            loaded,
            sealing,
            company,
        }))
    }

    fn examine(&self, stored: Holdings) -> Audit {
        let Holdings {
            company,
            loaded,
            sealing,
        } = stored;
        let row = loaded.row.clone();
        let mut audit = Audit {
            game: row.id,
            version: row.version,
            log: None,
            seal: sealing.seal,
            unsealed: None,
            complaint: None,
        };
        match self.checked(&loaded, &row) {
            Ok(verified) => {
                self.check_sealing(&mut audit, &verified, sealing);
                audit.log = Some(verified);
            }
            Err((version, trouble)) => audit.complain(version, trouble),
        }
        if let Some(log) = &audit.log
            && audit.complaint.is_none()
            && let Err((version, trouble)) = follows(loaded, &row, &company, log.created_at)
        {
            audit.complain(version, trouble);
        }
        audit
    }

    /// Verifies the log, with the seed also where it is still secret.
    fn checked(&self, loaded: &Loaded, row: &GameRow) -> Result<Verified, (Version, Trouble)> {
        let verified = verify(row.id, &loaded.tail, None)?;
        let running = verified.game.phase() != Phase::Ended;
        if !running || !verified.game.has_server_dice() {
            return Ok(verified);
        }
        let beside = |trouble| (Version(0), trouble);
        let sealed = loaded.secret.as_ref().ok_or(beside(Trouble::NoSeed))?;
        let seed = self.vault.open(row.id, sealed);
        let seed = seed.map_err(|error| beside(Trouble::Seed(error)))?;
        let committed = verified.game.created().and_then(|created| created.commit);
        if committed != Some(seed.commit(row.id)) {
            return Err(beside(Trouble::AnotherSeed));
        }
        verify(row.id, &loaded.tail, Some(seed))
    }

    fn check_sealing(&self, audit: &mut Audit, verified: &Verified, sealing: Sealing) {
        let ended = verified.game.phase() == Phase::Ended;
        match sealing.seal {
            Some(seal) => {
                let key = self.keys.public_key(seal.key).copied();
                match check_seal(verified, &seal, key) {
                    Err(WrongReason::SealKey(key)) => {
                        audit.complain(seal.version, Trouble::SealKey(key));
                    }
                    Err(reason) => audit.complain(seal.version, Trouble::Seal(reason)),
                    Ok(()) => {}
                }
            }
            None if ended => {
                let first = self.keys.first_served();
                audit.unsealed = if sealing.imported {
                    Some(Unsealed::Imported)
                } else if first.is_some_and(|first| verified.updated_at < first) {
                    Some(Unsealed::BeforeKeys)
                } else {
                    audit.complain(audit.version, Trouble::NoSeal);
                    None
                };
            }
            None => {}
        }
    }
}

impl Audit {
    fn wrong(game: GameId, version: Version, trouble: Trouble) -> Self {
        let mut audit = Self {
            game,
            version: Version(0),
            log: None,
            seal: None,
            unsealed: None,
            complaint: None,
        };
        audit.complain(version, trouble);
        audit
    }

    fn complain(&mut self, version: Version, trouble: Trouble) {
        self.complaint = Some(Complaint {
            game: self.game,
            version,
            trouble,
        });
    }
}

/// What cannot be read is a finding; that nobody answers is none.
fn unreadable(game: GameId, error: StoreError) -> Result<Audit, PlayError> {
    match error {
        StoreError::Corrupt {
            version, reason, ..
        } => Ok(Audit::wrong(game, version, Trouble::Unreadable(reason))),
        StoreError::Newer { column, .. } => {
            Ok(Audit::wrong(game, Version(0), Trouble::NewerRow(column)))
        }
        StoreError::Unavailable(_)
        | StoreError::Refused { .. }
        | StoreError::Schema(_)
        | StoreError::Driver(_) => Err(error.into()),
    }
}

/// Whether an outage that was left out, in whole milliseconds, lies in one of these.
fn was(left: &LeftOut, outages: &[Outage]) -> bool {
    let moment = |at: DateTime<Utc>| Moment(at.timestamp_micros());
    outages.iter().any(|outage| {
        let began = moment(outage.began_at).0.saturating_sub(1000);
        began <= left.began.0 && left.ended <= moment(outage.ended_at)
    })
}

/// Whether the log has this head at this version, or goes on beyond it.
fn holds(audit: &Audit, version: Version, head: Head) -> bool {
    let same = |log: &Verified| log.game.version() != version || log.head == head;
    audit.version >= version && audit.log.as_ref().is_none_or(same)
}

fn verify(
    game: GameId,
    rows: &[Stored],
    seed: Option<Seed>,
) -> Result<Verified, (Version, Trouble)> {
    let mut verifier = Verifier::new(game);
    let wrong = |fault: Fault| (fault.version, Trouble::Log(fault.flaw));
    for (number, row) in rows.iter().enumerate() {
        if let Err(fault) = verifier.push(&row.body, row.hash) {
            let mut rest = rows.iter().skip(number);
            let earlier = rest.find_map(|row| verifier.wrong_roll_before(fault.version, &row.body));
            return Err(wrong(earlier.unwrap_or(fault)));
        }
    }
    if let Some(seed) = seed {
        verifier.know_seed(seed);
    }
    verifier.finish().map_err(wrong)
}

/// Whether the game's row, and what is kept of its people as of a version, say what follows from its log.
fn follows(
    loaded: Loaded,
    row: &GameRow,
    (version, company): &(Version, Company),
    created_at: DateTime<Utc>,
) -> Result<(), (Version, Trouble)> {
    let mut folded = Folded::empty(row.id, loaded.row.facts, None);
    let log = folded.follow_rows(loaded.tail);
    let log = log.map_err(|error: FoldError| {
        (error.version, Trouble::Unreadable(error.reason.to_string()))
    })?;
    let facts = folded.game.created().map(|created| Facts {
        invite_hash: row.facts.invite_hash,
        ..Facts::of(created, row.facts.listed, created_at)
    });
    let by_then = |logged: &&Logged| logged.entry.version <= *version;
    let expected = folded.company(log.iter().take_while(by_then));
    let beside = |trouble| Err((Version(0), trouble));
    if folded.standing() != row.standing || facts.as_ref() != Some(&row.facts) {
        beside(Trouble::Row)
    } else if expected.seats != company.seats {
        beside(Trouble::Seats)
    } else if expected.members != company.members {
        beside(Trouble::Members)
    } else {
        Ok(())
    }
}
