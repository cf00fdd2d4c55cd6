//! Refusals and failures of play, as problems.

use super::{Code, Fault, Part, Problem};
use crate::http::rule_sets::conflicting;
use crate::play::{
    ExportError, FoldError, Objection, PlantError, PlayError, ProofError, Refused, TranscribeError,
};
use crate::rules::refusal::Refusal;

impl From<PlayError> for Problem {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::NoGame(_) => Self::new(Code::UnknownGame),
            PlayError::NotCreated(refusal) => not_created(&refusal),
            PlayError::TooManyGames(_) => {
                Self::because(Code::TooManyGames, advised(&error, Code::TooManyGames))
            }
            PlayError::TooManySeats(_) => {
                Self::because(Code::TooManySeats, advised(&error, Code::TooManySeats))
            }
            PlayError::KeyReused => Self::new(Code::KeyReused),
            PlayError::Refused(refused) => of_refused(&refused),
            PlayError::InsideCommand { before, after, .. } => {
                Self::because(Code::InsideCommand, sentence(&error))
                    .near(before.into_iter().chain([after]))
            }
            PlayError::BeyondEnd { newest, .. } => {
                Self::because(Code::BeyondEnd, sentence(&error)).near([newest])
            }
            PlayError::UnknownEvent { .. } => Self::new(Code::UnknownEventId),
            PlayError::Store(error) => Self::from(error),
            PlayError::Fold(error) => of_fold(&error),
            PlayError::Crowded(_) | PlayError::Slept(_) => Self::new(Code::Unavailable),
            PlayError::Sealed { .. } | PlayError::SeedMissing(_) => {
                tracing::error!(%error, "a game's dice cannot be read");
                Self::new(Code::CorruptGame)
            }
            PlayError::SetBack { .. } => {
                tracing::error!(%error, "a game was set back behind what was signed");
                Self::new(Code::CorruptGame)
            }
            PlayError::NotSigned { .. } => {
                tracing::error!(%error, "a game cannot be signed");
                Self::new(Code::Internal)
            }
            PlayError::Random => {
                tracing::error!(%error, "no randomness");
                Self::new(Code::Internal)
            }
            PlayError::Stopped => {
                tracing::error!(%error, "long work stopped");
                Self::new(Code::Internal)
            }
        }
    }
}

impl From<PlantError> for Problem {
    fn from(error: PlantError) -> Self {
        match error {
            PlantError::Play(error) => Self::from(error),
            PlantError::Differs { .. } => {
                tracing::error!(%error, "a game cannot be repeated");
                Self::new(Code::CorruptGame)
            }
        }
    }
}

impl From<TranscribeError> for Problem {
    fn from(error: TranscribeError) -> Self {
        match error {
            TranscribeError::Notation(error) => Self::misread(error),
            TranscribeError::TooLong => {
                let fault = Fault::new(Part::Body, "/notation", error.to_string());
                Self::invalid(vec![fault])
            }
            TranscribeError::Plant(error) => Self::from(error),
        }
    }
}

impl From<ProofError> for Problem {
    fn from(error: ProofError) -> Self {
        match error {
            ProofError::NotOver(_) => Self::because(Code::NotOver, advised(&error, Code::NotOver)),
            ProofError::AnotherDay(_) => {
                let detail = "no game of this day has this id";
                Self::invalid(vec![Fault::new(Part::Query, "after", detail)])
            }
            ProofError::Log(error) => Self::from(error),
        }
    }
}

impl From<ExportError> for Problem {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Play(error) => Self::from(error),
            ExportError::Running(_) => Self::new(Code::NotOver),
            ExportError::Chain { .. } => {
                tracing::error!(%error, "a log cannot be read");
                Self::new(Code::CorruptGame)
            }
            ExportError::Output(_) => {
                tracing::error!(%error, "a log cannot be written");
                Self::new(Code::Internal)
            }
        }
    }
}

fn of_fold(error: &FoldError) -> Problem {
    tracing::error!(%error, "a game cannot be read");
    Problem::new(if error.is_newer() {
        Code::NewerVersion
    } else {
        Code::CorruptGame
    })
}

fn not_created(refusal: &Refusal) -> Problem {
    if let Refusal::Rules(conflict) = refusal {
        return conflicting(conflict);
    }
    let place = if let Refusal::Clock(conflict) = refusal {
        format!("/clock/{}", conflict.member())
    } else {
        "/seats".to_owned()
    };
    let fault = Fault::new(Part::Body, place, refusal.to_string());
    Problem::faulty(Code::of_refusal(refusal), vec![fault])
}

fn of_refused(refused: &Refused) -> Problem {
    let code = match &refused.objection {
        Objection::Rules(refusal) => Code::of_refusal(refusal),
        Objection::Changed => Code::PreconditionFailed,
        Objection::DiceSource => Code::DiceSource,
        Objection::EntropyDiffers => Code::EntropyDiffers,
        Objection::InviteNeeded => Code::InviteNeeded,
        Objection::NotYourOrders(_) => Code::NotYourOrders,
        Objection::RolledByHand => Code::RolledByHand,
    };
    let mut problem = Problem::because(code, advised(&refused.objection, code));
    if matches!(code, Code::DiceCount | Code::DiceSource) {
        problem = problem.at(vec![at_fault("/dice", refused)]);
    }
    if matches!(code, Code::RolledByHand) {
        problem = problem.at(vec![at_fault("/roll", refused)]);
    }
    problem.about(&refused.folded, refused.missed.as_ref())
}

/// The member of the body that is refused.
fn at_fault(member: &str, refused: &Refused) -> Fault {
    Fault::new(Part::Body, member, refused.objection.to_string())
}

/// What was wrong, and what to do.
fn advised(said: &impl ToString, code: Code) -> String {
    format!("{} {}", sentence(said), code.advice())
}

/// A message as a sentence.
fn sentence(said: &impl ToString) -> String {
    let text = said.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

impl Code {
    /// The kind of a refusal by the rules.
    fn of_refusal(refusal: &Refusal) -> Self {
        match refusal {
            Refusal::Rules(_) => Self::RulesConflict,
            Refusal::SeatCount { .. } => Self::SeatCount,
            Refusal::DiceSource => Self::DiceSource,
            Refusal::Clock(_) => Self::InvalidClock,
            Refusal::NotYourSeat(_) => Self::NotYourSeat,
            Refusal::NotTheOwner => Self::NotTheOwner,
            Refusal::NoSuchChair(_) => Self::NoSuchChair,
            Refusal::SeatTaken(_) => Self::SeatTaken,
            Refusal::Full => Self::GameFull,
            Refusal::SeatEmpty(_) => Self::SeatEmpty,
            Refusal::NoEntropyHere => Self::NoEntropyHere,
            Refusal::NothingPromised(_) => Self::NothingPromised,
            Refusal::TooFewPlayers => Self::TooFewPlayers,
            Refusal::AlreadyClosed => Self::AlreadyClosed,
            Refusal::EntropyAwaited => Self::EntropyAwaited,
            Refusal::NothingAwaited | Refusal::NotOnTheClock(_) => Self::NothingAwaited,
            Refusal::NotStarted => Self::NotStarted,
            Refusal::AlreadyStarted => Self::AlreadyStarted,
            Refusal::GameOver => Self::GameOver,
            Refusal::NotYourTurn(_) => Self::NotYourTurn,
            Refusal::RollFirst => Self::RollFirst,
            Refusal::ChooseFirst => Self::ChooseFirst,
            Refusal::RollTooFar { .. } => Self::RollTooFar,
            Refusal::RollMade { .. } => Self::RollMade,
            Refusal::DiceCount(_) => Self::DiceCount,
            Refusal::StaleDecision { .. } => Self::StaleDecision,
            Refusal::NoSuchDecision { .. } => Self::NoSuchDecision,
            Refusal::UnknownOption => Self::UnknownOption,
            Refusal::HasLeft(_) => Self::HasLeft,
            Refusal::HasFinished(_) => Self::HasFinished,
        }
    }
}
