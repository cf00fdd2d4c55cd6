use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::settings::DatabaseArgs;
use crate::play::Clock;
use crate::proof::Keyring;

/// The keys that games are signed with.
#[derive(Args, Debug)]
pub struct KeysArgs {
    /// Where they are.
    #[command(flatten)]
    pub database: DatabaseArgs,
    /// What to do with them
    #[command(subcommand)]
    pub verb: KeysVerb,
}

/// What can be done with the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum KeysVerb {
    /// Print the public keys as JSON, the newest first, as they are published
    List,
    /// Sign with a new key from now on; of the old one only the public half is kept. Servers take it when they are restarted
    Rotate,
}

/// Shows the keys, after making a new one where that is asked for.
pub(super) fn run(args: &KeysArgs) -> Result<ExitCode, Box<dyn Error>> {
    let (file, now) = (args.database.signing_key_file(), Clock::system().now());
    let keys = match args.verb {
        KeysVerb::List => Keyring::open_or_create(&file, now)?,
        KeysVerb::Rotate => Keyring::rotate(&file, now)?,
    };
    let shown = serde_json::to_string_pretty(keys.published())?;
    writeln!(io::stdout(), "{shown}")?;
    Ok(ExitCode::SUCCESS)
}
