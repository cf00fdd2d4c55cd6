use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Args;
use uuid::Uuid;

use super::games::with_games;
use super::logging;
use super::settings::DatabaseArgs;
use crate::rules::ids::GameId;

/// Which games to write out.
#[derive(Args, Debug)]
pub struct ExportArgs {
    /// Where the games are.
    #[command(flatten)]
    pub database: DatabaseArgs,
    /// The ids of the games
    #[arg(required = true, value_name = "GAME")]
    pub games: Vec<Uuid>,
}

/// Writes the logs to standard output, an event a line, game after game.
pub(super) fn run(args: &ExportArgs) -> Result<ExitCode, Box<dyn Error>> {
    logging::start("warn");
    with_games(&args.database, async |games| {
        let mut output = BufWriter::new(io::stdout());
        for game in &args.games {
            games.export(GameId(*game), &mut output).await?;
        }
        Ok(output.flush()?)
    })?;
    Ok(ExitCode::SUCCESS)
}
