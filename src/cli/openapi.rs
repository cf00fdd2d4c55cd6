use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

/// Prints the document of the interface, for which no database is needed.
pub(super) fn run() -> Result<ExitCode, Box<dyn Error>> {
    io::stdout().write_all(crate::http::openapi_json().as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
