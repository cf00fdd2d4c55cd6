use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;

use super::games::with_games;
use super::logging;
use super::progress::Progress;
use super::settings::DatabaseArgs;
use crate::play::Unsealed;

/// Which database to check.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Where the games are.
    #[command(flatten)]
    pub database: DatabaseArgs,
}

/// Folds and verifies every game, and says what is wrong with which; fails where anything is.
pub(super) fn run(args: &CheckArgs) -> Result<ExitCode, Box<dyn Error>> {
    logging::start("error");
    let mut wrong = 0_u64;
    with_games(&args.database, async |games| {
        let (mut before_keys, mut imported) = (0_u64, 0_u64);
        let mut progress = Progress::new();
        let count = games
            .audit_all(|audit| {
                match audit.unsealed {
                    Some(Unsealed::BeforeKeys) => before_keys += 1,
                    Some(Unsealed::Imported) => imported += 1,
                    None => {}
                }
                if let Some(complaint) = &audit.complaint {
                    wrong += 1;
                    // Nobody reading is no reason to stop.
                    let _unread = writeln!(io::stdout(), "{complaint}");
                }
                progress.one_more();
            })
            .await?;
        eprintln!(
            "{count} games checked, {wrong} wrong; without a seal: {before_keys} that ended before the first key, \
             {imported} that were imported"
        );
        Ok(())
    })?;
    Ok(if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
