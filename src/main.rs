//! The program `parchis`.

use std::process::ExitCode;

use clap::Parser;
use parchis::cli::{self, Cli};

fn main() -> ExitCode {
    cli::run(Cli::parse())
}
