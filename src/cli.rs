//! The command line: what is asked for, where settings come from, and how it ends.

mod check;
mod database;
mod export;
mod games;
mod health;
mod import;
mod keys;
mod limits;
mod logging;
mod notation;
mod openapi;
mod postgres;
mod progress;
mod serve;
mod settings;
mod stop;
mod verify;

use std::error::Error;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use check::CheckArgs;
pub use database::{Database, DatabaseError};
pub use export::ExportArgs;
pub use health::HealthArgs;
pub use import::ImportArgs;
pub use keys::{KeysArgs, KeysVerb};
pub use limits::LimitArgs;
pub use notation::{NotationArgs, NotationVerb};
pub use postgres::PostgresArgs;
pub use serve::ServeArgs;
pub use settings::{DatabaseArgs, SigningKeyArgs};
pub use verify::VerifyArgs;

/// A server for the board game Parchís: a REST API over an append-only log of events in PostgreSQL.
#[derive(Debug, Parser)]
#[command(name = "parchis", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub verb: Option<Verb>,
    /// How to serve, where nothing else is asked for.
    #[command(flatten)]
    pub serve: ServeArgs,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Serve games over HTTP; this is what happens when no command is named
    Serve(ServeArgs),
    /// Print the OpenAPI document, from which clients are generated
    Openapi,
    /// Write whole games to standard output, an event a line, byte for byte as they are kept
    Export(ExportArgs),
    /// Check whole games and read them in; a file is read whole or not at all
    Import(ImportArgs),
    /// Verify proofs and exports, with no server, database or network
    Verify(VerifyArgs),
    /// Verify every game of a database, with its seal and its row
    Check(CheckArgs),
    /// Show the keys that games are signed with, or begin a new one
    Keys(KeysArgs),
    /// Write games as texts that people read, check such texts, and read them in as new games
    Notation(NotationArgs),
    /// Ask a running server whether it is ready; fails where it is not
    Health(HealthArgs),
    /// Run a command with `DATABASE_URL` of a private PostgreSQL that is thrown away afterwards
    Postgres(PostgresArgs),
}

/// Does what the command line asks for.
#[must_use]
pub fn run(cli: Cli) -> ExitCode {
    let ended = match cli.verb {
        None => serve::run(cli.serve),
        Some(Verb::Serve(args)) => serve::run(args),
        Some(Verb::Openapi) => openapi::run(),
        Some(Verb::Export(args)) => export::run(&args),
        Some(Verb::Import(args)) => import::run(&args),
        Some(Verb::Verify(args)) => Ok(verify::run(&args)),
        Some(Verb::Check(args)) => check::run(&args),
        Some(Verb::Keys(args)) => keys::run(&args),
        Some(Verb::Notation(args)) => notation::run(&args),
        Some(Verb::Health(args)) => health::run(&args),
        Some(Verb::Postgres(args)) => postgres::run(args),
    };
    ended.unwrap_or_else(|error| {
        eprintln!("parchis: {}", in_one_line(error.as_ref()));
        ExitCode::FAILURE
    })
}

/// An error with the reasons that its own sentence leaves out.
fn in_one_line(error: &dyn Error) -> String {
    let mut line = error.to_string();
    let mut source = error.source();
    while let Some(reason) = source {
        let reason_line = reason.to_string();
        if !line.contains(&reason_line) {
            line = format!("{line}: {reason_line}");
        }
        source = reason.source();
    }
    line.replace('\n', " ")
}
