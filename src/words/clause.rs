//! What one event says, as a part of a sentence.

use super::language::Language;
use super::phrase::sentence;

/// What one event says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clause {
    /// As a sentence of its own, without its capital and full stop.
    alone: String,
    /// Whether others may go on from it: they share its doer.
    leads: bool,
    /// As the continuation of the clause before, whose doer it shares; none where it cannot be one.
    joined: Option<String>,
}

impl Clause {
    /// A clause that stands alone.
    pub(super) fn alone(text: impl Into<String>) -> Self {
        Self {
            alone: text.into(),
            leads: false,
            joined: None,
        }
    }

    /// A clause that others may go on from.
    pub(super) fn leading(text: impl Into<String>) -> Self {
        Self {
            alone: text.into(),
            leads: true,
            joined: None,
        }
    }

    /// A clause that may go on from the one before.
    pub(super) fn following(alone: impl Into<String>, joined: impl Into<String>) -> Self {
        Self {
            alone: alone.into(),
            leads: true,
            joined: Some(joined.into()),
        }
    }

    /// The sentence it makes by itself.
    pub(super) fn sentence(&self) -> String {
        sentence(&self.alone)
    }
}

/// The sentences that clauses make together, those that share a doer in one.
pub(super) fn sentences(language: Language, clauses: &[Clause]) -> Vec<String> {
    let goes_on = |clause: &Clause, next: &Clause| clause.leads && next.joined.is_some();
    let together = |chain: &[Clause]| {
        let (first, rest) = chain.split_first()?;
        let rest = rest.iter().filter_map(|clause| clause.joined.clone());
        Some(sentence(&language.going_on(&first.alone, rest)))
    };
    clauses.chunk_by(goes_on).filter_map(together).collect()
}
