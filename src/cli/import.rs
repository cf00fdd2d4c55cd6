use std::error::Error;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::games::with_games;
use super::logging;
use super::settings::DatabaseArgs;
use crate::play::{Games, ImportReport};

/// Which files to read in.
#[derive(Args, Debug)]
pub struct ImportArgs {
    /// Where the games go.
    #[command(flatten)]
    pub database: DatabaseArgs,
    /// The files, as `parchis export` writes them; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Reads the files one after the other, each whole or not at all, and says what each brought.
pub(super) fn run(args: &ImportArgs) -> Result<ExitCode, Box<dyn Error>> {
    logging::start("warn");
    with_games(&args.database, async |games| {
        for file in &args.files {
            let name = file.display();
            let report = read(games, file)
                .await
                .map_err(|error| format!("{name}: {error}"))?;
            eprintln!(
                "{name}: {} games added with {} events, {} already there",
                report.added, report.events, report.skipped
            );
        }
        Ok(())
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn read(games: &Games, file: &PathBuf) -> Result<ImportReport, Box<dyn Error>> {
    if file.as_os_str() == "-" {
        Ok(games.import(BufReader::new(io::stdin())).await?)
    } else {
        Ok(games.import(BufReader::new(File::open(file)?)).await?)
    }
}
