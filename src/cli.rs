//! The command line: what is asked for, where settings come from, and how it ends.

mod database;
mod health;
mod logging;
mod postgres;
mod settings;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use health::HealthArgs;
pub use postgres::PostgresArgs;

/// A server for the board game Parchís: a REST API over an append-only log of events in PostgreSQL.
#[derive(Debug, Parser)]
#[command(name = "parchis", version, about)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Ask a running server whether it is ready.
    Health(HealthArgs),
    /// Run a command with `DATABASE_URL` of a private PostgreSQL that is thrown away afterwards.
    Postgres(PostgresArgs),
}

/// Does what the command line asks for.
#[must_use]
pub fn run(cli: Cli) -> ExitCode {
    let ended = match cli.verb {
        Verb::Health(args) => health::run(&args),
        Verb::Postgres(args) => postgres::run(args),
    };
    ended.unwrap_or_else(|error| {
        eprintln!("parchis: {error}");
        ExitCode::FAILURE
    })
}
