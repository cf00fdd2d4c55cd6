use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::settings::SigningKeyArgs;
use crate::play::Clock;
use crate::proof::Keyring;

/// The keys that games are signed with.
#[derive(Args, Debug)]
pub struct KeysArgs {
    /// Where they are.
    #[command(flatten)]
    pub signing_key: SigningKeyArgs,
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
    let file = args.signing_key.file();
    // Keys made here would be those of no server.
    if !file.try_exists()? {
        return Err(format!(
            "there is no file of signing keys {}; a server makes it when it starts. Name its data directory with --data",
            file.display()
        )
        .into());
    }
    let keys = match args.verb {
        KeysVerb::List => Keyring::open(&file)?,
        KeysVerb::Rotate => Keyring::rotate(&file, Clock::system().now())?,
    };
    let shown = serde_json::to_string_pretty(keys.published())?;
    writeln!(io::stdout(), "{shown}")?;
    Ok(ExitCode::SUCCESS)
}
