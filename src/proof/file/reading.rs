//! One game of a file, line by line.

use uuid::Uuid;

use super::finding::{Finding, Origin, Sound, Wrong, WrongReason};
use super::line::{FileLine, Header};
use super::trust::Trust;
use crate::proof::line::Line;
use crate::proof::signature::{Fingerprint, PublicKey, SignedHead};
use crate::proof::verify::{Fault, Verified, Verifier};
use crate::rules::game::Phase;
use crate::rules::ids::{GameId, Version};

/// A game being read.
pub(super) struct Reading {
    game: Option<GameId>,
    /// The line in which it begins.
    begun: u64,
    header: Option<Header>,
    verifier: Verifier,
    events: u64,
    /// Whether the line of the seal is read; it may say that there is none.
    past_seal: bool,
    seal: Option<SignedHead>,
    /// Keys read so far, and by what the last is sorted.
    keys: (u32, Option<[u8; 32]>),
    /// Those of them that matter: the seal's, and believed ones.
    kept: Vec<PublicKey>,
    /// What is wrong, once something is; the rest is only looked through for the seed that tells more.
    wrong: Option<Wrong>,
    /// The line of the first event.
    first_event: u64,
}

impl Reading {
    /// Nothing is read of a game that begins with this line.
    pub(super) fn new(line: Result<&FileLine<'_>, &WrongReason>, begun: u64) -> Self {
        let game = line.ok().and_then(FileLine::game);
        Self {
            game,
            begun,
            header: None,
            verifier: Verifier::new(game.unwrap_or(GameId(Uuid::nil()))),
            events: 0,
            past_seal: false,
            seal: None,
            keys: (0, None),
            kept: Vec::new(),
            wrong: None,
            first_event: begun,
        }
    }

    /// Whether a line belongs to this game, be it right or wrong there.
    pub(super) fn takes(&self, line: Result<&FileLine<'_>, &WrongReason>) -> bool {
        match line {
            Err(_) => !self.is_complete(),
            Ok(FileLine::Header(_)) => false,
            Ok(FileLine::Event(event)) => match (self.header, self.is_complete()) {
                (_, true) => false,
                // What stands within a proof is the proof's, whatever game it names.
                (Some(_), false) if !self.past_seal && self.wrong.is_none() => true,
                (Some(_) | None, false) => event.game().is_none_or(|game| self.game == Some(game)),
            },
            Ok(FileLine::Seal(_) | FileLine::Key(_)) => true,
        }
    }

    /// Reads a line.
    pub(super) fn read(
        &mut self,
        line: Result<FileLine<'_>, WrongReason>,
        number: u64,
        trust: &Trust,
    ) {
        if self.wrong.is_some() {
            if let Ok(FileLine::Event(event)) = line {
                self.blame(&event);
            }
            return;
        }
        if let Err((version, reason)) = line
            .map_err(|reason| (None, reason))
            .and_then(|line| self.take(line, number, trust))
        {
            self.wrong = Some(Wrong {
                line: version.map_or(number, |version| self.line_of(version)),
                version,
                reason,
            });
        }
    }

    /// The line on which an event stands, as long as all before it are right.
    const fn line_of(&self, version: Version) -> u64 {
        self.first_event.saturating_add(version.0.saturating_sub(1))
    }

    fn take(
        &mut self,
        line: FileLine<'_>,
        number: u64,
        trust: &Trust,
    ) -> Result<(), (Option<Version>, WrongReason)> {
        let here = |reason| Err((None, reason));
        match line {
            FileLine::Header(header) if number == self.begun => {
                self.header = Some(header);
                self.first_event = number.saturating_add(1);
                Ok(())
            }
            FileLine::Event(event) if self.awaits_event() => self.event(&event, trust),
            FileLine::Seal(seal) if self.header.is_some() && !self.past_seal => {
                if self.awaits_event() {
                    return here(WrongReason::Due("an event"));
                }
                self.seal = seal;
                self.past_seal = true;
                Ok(())
            }
            FileLine::Key(key) if self.past_seal && !self.is_complete() => {
                if !key.is_right() {
                    return here(WrongReason::KeyName);
                }
                let (number, last) = self.keys;
                if last.is_some_and(|last| last >= key.order()) {
                    return here(WrongReason::KeyOrder);
                }
                self.keys = (number.saturating_add(1), Some(key.order()));
                let name = key.fingerprint;
                // A file may hold keys without end.
                if trust.believes(name) || self.seal.is_some_and(|seal| seal.key == name) {
                    self.kept.push(key.public_key);
                }
                Ok(())
            }
            FileLine::Header(_) | FileLine::Event(_) | FileLine::Seal(_) | FileLine::Key(_) => {
                here(WrongReason::Due(self.due()))
            }
        }
    }

    fn event(
        &mut self,
        line: &Line<'_>,
        trust: &Trust,
    ) -> Result<(), (Option<Version>, WrongReason)> {
        let pushed = self.verifier.push(line.body, line.hash);
        let version =
            pushed.map_err(|fault| (Some(fault.version), WrongReason::Log(fault.flaw)))?;
        self.events = version.0;
        let fits = |game| trust.admits(game, version, line.hash);
        if self.game.is_none_or(fits) {
            Ok(())
        } else {
            Err((Some(version), WrongReason::Receipt))
        }
    }

    fn awaits_event(&self) -> bool {
        match self.header {
            Some(header) => !self.past_seal && self.events < header.events,
            None => true,
        }
    }

    /// Whether all lines that a header announces are read.
    fn is_complete(&self) -> bool {
        let (keys, _) = self.keys;
        self.header
            .is_some_and(|header| self.past_seal && keys == header.keys)
    }

    /// What is due next.
    const fn due(&self) -> &'static str {
        match self.header {
            Some(_) if self.past_seal => "a key",
            Some(header) if self.events >= header.events => "the seal",
            Some(_) | None => "an event",
        }
    }

    /// Looks in the rest of a wrong log for its seed, which may show that a roll before was wrong already.
    fn blame(&mut self, line: &Line<'_>) {
        let Some(Wrong {
            version: Some(version),
            reason: WrongReason::Log(_),
            ..
        }) = self.wrong
        else {
            return;
        };
        if let Some(earlier) = self.verifier.wrong_roll_before(version, line.body) {
            self.wrong = Some(Wrong {
                line: self.line_of(earlier.version),
                version: Some(earlier.version),
                reason: WrongReason::Log(earlier.flaw),
            });
        }
    }

    /// All lines of the game are read; `number` is the line after them.
    pub(super) fn finish(self, trust: &mut Trust, number: u64) -> Finding {
        let (game, line) = (self.game, self.begun);
        if let Some(game) = game {
            trust.met(game);
        }
        Finding {
            game,
            line,
            outcome: self.conclude(trust, number).map(Box::new),
        }
    }

    fn conclude(self, trust: &Trust, number: u64) -> Result<Sound, Wrong> {
        if let Some(wrong) = self.wrong {
            return Err(wrong);
        }
        let at = |version: Option<Version>, reason| Wrong {
            line: number,
            version,
            reason,
        };
        if self.header.is_some() && !self.is_complete() {
            return Err(at(None, WrongReason::Due(self.due())));
        }
        let first = self.first_event;
        let place = |fault: Fault| Wrong {
            line: first.saturating_add(fault.version.0.saturating_sub(1)),
            version: Some(fault.version),
            reason: WrongReason::Log(fault.flaw),
        };
        let seal_line = first.saturating_add(self.events);
        let verified = self.verifier.finish().map_err(place)?;
        let known = |name: Fingerprint| {
            let here = self.kept.iter().find(|key| key.fingerprint() == name);
            here.or_else(|| trust.known(name)).copied()
        };
        let at_seal = |reason| Wrong {
            line: seal_line,
            version: None,
            reason,
        };
        let seal = self.seal;
        if let Some(seal) = &seal {
            check_seal(&verified, seal, known(seal.key)).map_err(at_seal)?;
        }
        let origin = origin(&verified, seal.as_ref(), trust, known).map_err(at_seal)?;
        Ok(Sound {
            verified,
            seal,
            origin,
        })
    }
}

/// Checks a seal over a log that holds, by its key.
///
/// # Errors
/// When it is over something else, when its key is not there, when the key did not make it.
pub fn check_seal(
    verified: &Verified,
    seal: &SignedHead,
    key: Option<PublicKey>,
) -> Result<(), WrongReason> {
    let over = (seal.game, seal.version, seal.head);
    let over_it = over == (verified.id, verified.game.version(), verified.head);
    if !over_it || verified.game.phase() != Phase::Ended {
        return Err(WrongReason::SealElsewhere {
            version: seal.version,
            head: seal.head,
        });
    }
    let key = key.ok_or(WrongReason::SealKey(seal.key))?;
    if key.made(seal) {
        Ok(())
    } else {
        Err(WrongReason::Seal)
    }
}

/// Whether a log that holds, its seal checked, comes from whom one believes.
fn origin(
    verified: &Verified,
    seal: Option<&SignedHead>,
    trust: &Trust,
    known: impl Fn(Fingerprint) -> Option<PublicKey>,
) -> Result<Origin, WrongReason> {
    if trust.is_empty() {
        return Ok(Origin::NotChecked);
    }
    let newest = verified.game.version();
    let mut covered: Option<&SignedHead> = None;
    for receipt in trust.receipts(verified.id) {
        if receipt.version > newest {
            return Err(WrongReason::ReceiptBeyond(receipt.version));
        }
        let key = known(receipt.key).ok_or(WrongReason::ReceiptKey(receipt.key))?;
        if !key.made(receipt) {
            return Err(WrongReason::ForgedReceipt(receipt.version));
        }
        if covered.is_none_or(|covered| covered.version < receipt.version) {
            covered = Some(receipt);
        }
    }
    if let Some(receipt) = covered.filter(|receipt| receipt.version == newest) {
        return Ok(Origin::Checked(receipt.key));
    }
    match (seal, covered) {
        (Some(seal), _) if trust.believes(seal.key) => Ok(Origin::Checked(seal.key)),
        (_, Some(receipt)) => Ok(Origin::UpTo(receipt.version, receipt.key)),
        (Some(seal), None) => Err(WrongReason::ForeignSeal(seal.key)),
        (None, None) => Err(WrongReason::NoSeal),
    }
}
