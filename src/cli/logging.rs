use std::io;

use tracing_subscriber::EnvFilter;

/// What is logged when nobody says otherwise.
pub(super) const USUAL: &str = "info,actix_server=warn,sqlx=warn";

/// Sends the log to standard error, as one JSON object a line; a filter that makes no sense is replaced by the usual one.
pub(super) fn start(filter: &str) {
    let parsed = EnvFilter::try_new(filter);
    let wrong = parsed.as_ref().err().map(ToString::to_string);
    let subscriber = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_writer(io::stderr)
        .with_env_filter(parsed.unwrap_or_else(|_| EnvFilter::new(USUAL)))
        .finish();
    // A second start, as in tests, keeps the first log.
    let _already = tracing::subscriber::set_global_default(subscriber);
    if let Some(wrong) = wrong {
        tracing::warn!(%wrong, "the log filter makes no sense, `{USUAL}` is used");
    }
}
