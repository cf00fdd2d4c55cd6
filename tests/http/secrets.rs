//! What nobody may read: tokens, entropy, invites and the seeds of dice, planted by the tests and looked for in every
//! answer and in the whole log.

use std::collections::BTreeSet;
use std::io;
use std::sync::{LazyLock, Mutex, PoisonError};

use tracing_subscriber::fmt::MakeWriter;

static PLANTED: LazyLock<Mutex<BTreeSet<String>>> = LazyLock::new(Mutex::default);
/// What answers may hold in time, and the log never.
static NOT_LOGGED: LazyLock<Mutex<BTreeSet<String>>> = LazyLock::new(Mutex::default);
static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Keeps everything that is logged.
pub fn listen() {
    let kept = tracing_subscriber::fmt()
        .json()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(Kept);
    kept.init();
}

/// Plants a secret.
pub fn plant(secret: &str) {
    assert!(secret.len() >= 16, "too short to be looked for");
    PLANTED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(secret.to_owned());
}

/// Plants a secret that becomes known in time.
pub fn plant_for_now(secret: &str) {
    let mut planted = NOT_LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
    planted.insert(secret.to_owned());
}

/// The secrets that a text holds.
pub fn found_in(text: &str) -> Vec<String> {
    held(&PLANTED, text)
}

fn held(planted: &Mutex<BTreeSet<String>>, text: &str) -> Vec<String> {
    let planted = planted.lock().unwrap_or_else(PoisonError::into_inner);
    planted
        .iter()
        .filter(|secret| text.contains(secret.as_str()))
        .cloned()
        .collect()
}

/// Whether requests were logged, and no secret; says what was.
pub fn are_kept() -> bool {
    let log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
    let log = String::from_utf8_lossy(&log);
    let mut found = found_in(&log);
    found.extend(held(&NOT_LOGGED, &log));
    for secret in &found {
        let line = log.lines().find(|line| line.contains(secret.as_str()));
        eprintln!("a secret stands in the log: {}", line.unwrap_or_default());
    }
    let logged = log.contains("\"request_id\"") && log.contains("/v1/players");
    if !logged {
        eprintln!("no request stands in the log");
    }
    logged && found.is_empty()
}

struct Kept;

impl io::Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LOG.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Kept {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        Self
    }
}
