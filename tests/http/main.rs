//! The HTTP interface: the real application on a free port, each test on its own database, every answer checked
//! against the committed OpenAPI document.

#![expect(unreachable_pub, reason = "one binary: its modules share what is pub")]
#![allow(clippy::panic, reason = "a test fails by panicking")]
#![allow(
    clippy::indexing_slicing,
    reason = "a test says what it expects of JSON"
)]
#![allow(clippy::print_stderr, reason = "a test tells what it found")]

mod away;
mod caps;
mod checks;
mod client;
mod clocks;
mod commands;
mod contract;
mod coverage;
#[expect(dead_code, reason = "other test binaries use more of it")]
#[path = "../support/database.rs"]
mod database;
mod days;
mod document;
mod faults;
mod feeds;
mod forks;
mod frames;
mod games;
mod health;
mod inboxes;
mod limits;
mod logs;
mod metrics;
mod notations;
mod options;
mod orders;
mod pictures;
mod play;
mod players;
mod proofs;
mod recorded;
mod refusing;
mod rule_sets;
mod seats;
mod secrets;
mod server;
mod streams;
mod table;
mod trying;
mod wire;
mod words;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

/// Lists the tests of a module.
macro_rules! trials {
    ($($name:ident),+ $(,)?) => {
        /// The tests of this module.
        pub fn trials() -> Vec<libtest_mimic::Trial> {
            vec![$(crate::trial(concat!(module_path!(), "::", stringify!($name)), $name)),+]
        }
    };
}
pub(crate) use trials;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = [
        away::trials(),
        caps::trials(),
        checks::trials(),
        clocks::trials(),
        commands::trials(),
        days::trials(),
        document::trials(),
        faults::trials(),
        feeds::trials(),
        forks::trials(),
        frames::trials(),
        games::trials(),
        health::trials(),
        inboxes::trials(),
        limits::trials(),
        logs::trials(),
        metrics::trials(),
        notations::trials(),
        options::trials(),
        orders::trials(),
        pictures::trials(),
        play::trials(),
        players::trials(),
        proofs::trials(),
        recorded::trials(),
        refusing::trials(),
        rule_sets::trials(),
        seats::trials(),
        trying::trials(),
        streams::trials(),
        words::trials(),
    ];
    secrets::listen();
    let conclusion = libtest_mimic::run(&arguments, trials.into_iter().flatten().collect());
    let all = arguments.filter.is_none() && arguments.skip.is_empty() && !arguments.list;
    if all && !conclusion.has_failed() && !(coverage::holds() & secrets::are_kept()) {
        return ExitCode::FAILURE;
    }
    conclusion.exit_code()
}

/// A test on a runtime of its own.
fn trial<F: Future<Output = ()>>(name: &str, test: impl Fn() -> F + Send + 'static) -> Trial {
    let name = name.split_once("::").map_or(name, |(_, name)| name);
    Trial::test(name, move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(test());
        Ok(())
    })
}
