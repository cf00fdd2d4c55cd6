//! An audit as the interface shows it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::play::{Audit, Unsealed};
use crate::proof::{Head, SignedHead, Verified};
use crate::rules::event::EndReason;
use crate::rules::game::Phase;
use crate::rules::ids::{GameId, Hex32, Version};

/// Whose word an audit is.
const ON_WHOSE_WORD: &str = "The server's own word about its own game. To believe nobody, take `proof_at` once the game is over and run \
     `parchis verify FILE --key FINGERPRINT`, with the fingerprint of the server's key or a receipt got from elsewhere.";

/// What the server finds when it checks a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Audit)]
pub(in crate::http) struct AuditView {
    /// The game.
    game: GameId,
    /// Whether all of it holds.
    verdict: Verdict,
    /// What this is worth.
    on_whose_word: &'static str,
    /// The version of its newest event.
    version: Version,
    /// The hash of that event, as it follows from all events; left out where the log does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    head: Option<Head>,
    /// The rules version that every event is legal under; left out where the log does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules_version: Option<u32>,
    /// What is known of the dice; left out where the log does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<DiceFinding>,
    /// How many rolls there are; left out where the log does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    rolls: Option<u64>,
    /// What is known of the seal; left out where the log does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    sealing: Option<SealFinding>,
    /// The seal, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    seal: Option<SignedHead>,
    /// Why the game ended, once it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    end_reason: Option<EndReason>,
    /// The commitment to the seed that stands in the first event, where the server rolls.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<Hex32>,
    /// The first thing that is wrong, where something is.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultView>,
    /// Where the proof is, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = "uri-reference")]
    proof_at: Option<String>,
}

/// Whether a game holds.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = AuditVerdict)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    /// Everything checked holds.
    Holds,
    /// Something does not.
    Wrong,
    /// A newer server wrote it, and this one cannot say.
    NotKnown,
}

/// What is known of a game's dice.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum DiceFinding {
    /// Every roll follows from the seed that was committed to.
    Derived,
    /// The players said what real dice showed.
    Manual,
}

/// What is known of a game's seal.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SealFinding {
    /// It is a signature by a key of this server over the end of the game.
    Sealed,
    /// The game is not over.
    NotOver,
    /// The game ended before the server had its first key.
    BeforeKeys,
    /// The game was over when it came by an import.
    Imported,
    /// There is none, or it does not hold.
    Missing,
}

/// The first thing that is wrong.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AuditFault)]
struct FaultView {
    /// The version of the event; 0 for what stands beside the log.
    version: Version,
    /// What is wrong.
    reason: String,
}

impl AuditView {
    /// The findings.
    pub(in crate::http) fn of(audit: &Audit) -> Self {
        let log = audit.log.as_ref();
        let created = log.and_then(|log| log.game.created());
        let verdict = match &audit.complaint {
            None => Verdict::Holds,
            Some(complaint) if complaint.is_newer() => Verdict::NotKnown,
            Some(_) => Verdict::Wrong,
        };
        let over = log.filter(|log| log.game.phase() == Phase::Ended);
        Self {
            game: audit.game,
            verdict,
            on_whose_word: ON_WHOSE_WORD,
            version: audit.version,
            head: log.map(|log| log.head),
            rules_version: created.map(|created| created.rules_version),
            dice: log.map(dice),
            rolls: log.map(|log| log.rolls),
            sealing: log.map(|log| sealing(audit, log)),
            seal: audit.seal,
            end_reason: log.and_then(|log| log.game.end()).map(|end| end.reason),
            commit: created.and_then(|created| created.commit),
            fault: audit.complaint.as_ref().map(|complaint| FaultView {
                version: complaint.version,
                reason: complaint.trouble.to_string(),
            }),
            proof_at: over.map(|log| format!("/v1/games/{}/proof", log.id)),
        }
    }
}

fn dice(log: &Verified) -> DiceFinding {
    if log.game.has_server_dice() {
        DiceFinding::Derived
    } else {
        DiceFinding::Manual
    }
}

fn sealing(audit: &Audit, log: &Verified) -> SealFinding {
    match (audit.seal, audit.unsealed) {
        (Some(_), _) if audit.complaint.is_none() => SealFinding::Sealed,
        (None, Some(Unsealed::BeforeKeys)) => SealFinding::BeforeKeys,
        (None, Some(Unsealed::Imported)) => SealFinding::Imported,
        (None, None) if log.game.phase() != Phase::Ended => SealFinding::NotOver,
        (Some(_), _) | (None, None) => SealFinding::Missing,
    }
}
