use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;

/// How often what happened.
#[derive(Debug, Default)]
pub(crate) struct Tally(Mutex<BTreeMap<&'static str, usize>>);

impl Tally {
    /// Once more.
    pub(crate) fn count(&self, what: &'static str) {
        *self.0.lock().unwrap().entry(what).or_default() += 1;
    }

    /// How often it happened.
    pub(crate) fn of(&self, what: &str) -> usize {
        self.0
            .lock()
            .unwrap()
            .get(what)
            .copied()
            .unwrap_or_default()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, times) in &*self.0.lock().unwrap() {
            writeln!(f, "{times:>8} {what}")?;
        }
        Ok(())
    }
}
