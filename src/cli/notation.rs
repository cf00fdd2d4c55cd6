mod texts;

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use uuid::Uuid;

use self::texts::{Text, texts};
use super::games::with_games;
use super::logging;
use super::settings::DatabaseArgs;
use crate::notation::{self, Record};
use crate::play::{TranscribeError, Transcript};
use crate::proof::{Entry, FileLine};
use crate::rules::ids::{GameId, PlayerId};

/// Games as texts that people read and write.
#[derive(Args, Debug)]
pub struct NotationArgs {
    /// What to do with them
    #[command(subcommand)]
    pub verb: NotationVerb,
}

/// What can be done with the notation.
#[derive(Debug, Subcommand)]
pub enum NotationVerb {
    /// Write games of a database as texts to standard output
    Export {
        /// Where the games are.
        #[command(flatten)]
        database: DatabaseArgs,
        /// The ids of the games
        #[arg(required = true, value_name = "GAME")]
        games: Vec<Uuid>,
    },
    /// Read texts into a database, as new games with manual dice; each is imported whole or not at all
    Import {
        /// Where the games go.
        #[command(flatten)]
        database: DatabaseArgs,
        /// The player to whom the new games belong
        #[arg(long, value_name = "PLAYER")]
        owner: Uuid,
        /// The files; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Write the games of exports and proofs as texts to standard output, with no server or database
    Write {
        /// The files; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Check texts by the rules, with no server or database; names file, line and column of what is wrong
    Check {
        /// The files; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// Does what is asked for with games in the notation.
pub(super) fn run(args: &NotationArgs) -> Result<ExitCode, Box<dyn Error>> {
    match &args.verb {
        NotationVerb::Export { database, games } => export(database, games),
        NotationVerb::Import {
            database,
            owner,
            files,
        } => import(database, PlayerId(*owner), files),
        NotationVerb::Write { files } => write(files),
        NotationVerb::Check { files } => check(files),
    }
}

fn export(database: &DatabaseArgs, ids: &[Uuid]) -> Result<ExitCode, Box<dyn Error>> {
    logging::start("warn");
    with_games(database, async |games| {
        let mut shown = Shown::default();
        for id in ids {
            let folded = games.read(GameId(*id)).await?;
            shown.show(&games.notation(&folded).await?)?;
        }
        Ok(())
    })?;
    Ok(ExitCode::SUCCESS)
}

fn import(
    database: &DatabaseArgs,
    owner: PlayerId,
    files: &[PathBuf],
) -> Result<ExitCode, Box<dyn Error>> {
    logging::start("warn");
    with_games(database, async |games| {
        for file in files {
            let all = content(file)?;
            for text in texts(&all) {
                let transcript = Transcript {
                    notation: text.text.to_owned(),
                    listed: false,
                };
                let made = games.transcribe(owner, transcript, None).await;
                let made = made.map_err(|error| said(file, &text, error))?;
                writeln!(io::stdout(), "{}", made.folded.id)?;
            }
        }
        Ok(())
    })?;
    Ok(ExitCode::SUCCESS)
}

/// What keeps a text from being imported, with its place.
fn said(file: &Path, text: &Text<'_>, error: TranscribeError) -> String {
    match error {
        TranscribeError::Notation(error) => text.place(file, error),
        TranscribeError::TooLong | TranscribeError::Plant(_) => {
            format!("{}:{}: {error}", file.display(), text.first_line)
        }
    }
}

fn check(files: &[PathBuf]) -> Result<ExitCode, Box<dyn Error>> {
    let (mut legal, mut wrong) = (0_u64, 0_u64);
    for file in files {
        let all = content(file)?;
        for text in texts(&all) {
            match notation::read(text.text) {
                Ok(_) => legal += 1,
                Err(error) => {
                    wrong += 1;
                    writeln!(io::stdout(), "{}", text.place(file, error))?;
                }
            }
        }
    }
    eprintln!("{legal} games by the rules, {wrong} wrong");
    Ok(ExitCode::from(u8::from(wrong > 0)))
}

fn write(files: &[PathBuf]) -> Result<ExitCode, Box<dyn Error>> {
    let mut shown = Shown::default();
    for file in files {
        let name = file.display();
        let (mut game, mut log) = (None, Vec::new());
        for (number, line) in (1..).zip(open(file)?.lines()) {
            let line = line?;
            let parsed = FileLine::parse(&line);
            let parsed = parsed.map_err(|error| format!("{name}:{number}: {error}"))?;
            let FileLine::Event(event) = parsed else {
                continue;
            };
            let entry = Entry::parse(event.body);
            let entry = entry.map_err(|error| format!("{name}:{number}: {error}"))?;
            if game.is_some_and(|known| known != entry.game) {
                shown.record(file, game.replace(entry.game), std::mem::take(&mut log))?;
            }
            game = Some(entry.game);
            log.push((entry.command, entry.at, entry.event));
        }
        shown.record(file, game, log)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Texts on standard output, an empty line between two.
#[derive(Debug, Default)]
struct Shown {
    some: bool,
}

impl Shown {
    fn show(&mut self, text: &str) -> io::Result<()> {
        let gap = if self.some { "\n" } else { "" };
        self.some = true;
        write!(io::stdout(), "{gap}{text}")
    }

    fn record(
        &mut self,
        file: &Path,
        game: Option<GameId>,
        log: texts::Log,
    ) -> Result<(), Box<dyn Error>> {
        let Some(game) = game else {
            return Ok(());
        };
        let text = notation::write(&Record::of_log(game, log));
        let text = text.map_err(|error| format!("{}: game {game}: {error}", file.display()))?;
        Ok(self.show(&text)?)
    }
}

fn open(file: &Path) -> Result<Box<dyn BufRead>, String> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    match File::open(file) {
        Ok(file) => Ok(Box::new(BufReader::new(file))),
        Err(error) => Err(format!("{}: {error}", file.display())),
    }
}

fn content(file: &Path) -> Result<String, String> {
    let mut text = String::new();
    match open(file)?.read_to_string(&mut text) {
        Ok(_) => Ok(text),
        Err(error) => Err(format!("{}: {error}", file.display())),
    }
}
