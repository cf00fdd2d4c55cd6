//! Why a text is no game, and where.

use std::fmt;

use crate::rules::refusal::Refusal;

/// How much of what was tried is repeated, in characters.
const LONGEST_TRIED: usize = 80;

/// The first place where a text is no legal game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What stands there; empty at the end of the text.
    pub tried: String,
    /// What could stand there, in the same notation.
    pub legal: Vec<String>,
    /// What is wrong with it.
    pub objection: Objection,
}

/// What is wrong at a place of a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Objection {
    /// Nothing of a notation looks like it.
    #[error("this is not notation")]
    Unreadable,
    /// No tag has this name.
    #[error("there is no such tag")]
    UnknownTag,
    /// The tag has no such value.
    #[error("the tag has no such value")]
    TagValue,
    /// The tag has been there.
    #[error("the tag stands there twice")]
    RepeatedTag,
    /// A tag is missing.
    #[error("the tag {0} is missing")]
    MissingTag(&'static str),
    /// The rules do not allow it.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// It is none of the options.
    #[error("this is not among the options")]
    NotAnOption,
    /// It names more than one option.
    #[error("this can mean more than one option")]
    Ambiguous,
    /// It is not due here.
    #[error("this is not due here")]
    NotDue,
    /// It says something else than the rules.
    #[error("the rules say otherwise")]
    Differs,
    /// Another seat is asked.
    #[error("another seat is asked")]
    OtherSeat,
    /// A seat is named, and does nothing.
    #[error("the seat does nothing")]
    IdleSeat,
    /// The turn has another number.
    #[error("the turn has another number")]
    TurnNumber,
    /// No calendar goes that far.
    #[error("there is no such time")]
    Time,
    /// The game has another result.
    #[error("the game has another result")]
    Result,
}

impl NotationError {
    /// An error at a byte of a text.
    pub(super) fn at(
        text: &str,
        offset: usize,
        (tried, legal): (&str, Vec<String>),
        objection: impl Into<Objection>,
    ) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let in_line = before.get(line_start..).unwrap_or_default();
        Self {
            line: before.matches('\n').count() + 1,
            column: in_line.chars().count() + 1,
            tried: tried.chars().take(LONGEST_TRIED).collect(),
            legal,
            objection: objection.into(),
        }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            tried,
            legal,
            objection,
        } = self;
        write!(f, "{line}:{column}: ")?;
        if tried.is_empty() {
            write!(f, "here the text ends: {objection}")?;
        } else {
            write!(f, "{tried:?}: {objection}")?;
        }
        if legal.is_empty() {
            return Ok(());
        }
        write!(f, "; legal: {}", legal.join(" | "))
    }
}

impl std::error::Error for NotationError {}
