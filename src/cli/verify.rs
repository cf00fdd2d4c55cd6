mod report;
mod trusted;

use std::error::Error;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::progress::Progress;
use crate::proof::{Finding, Origin, Trust, verify_file};

/// Which files to verify, and whom to believe.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// Proofs or exports, of one game or many; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// A key to believe: its fingerprint, or a file with keys as a server publishes them
    #[arg(long, value_name = "FILE|FINGERPRINT")]
    pub key: Vec<String>,
    /// A file with receipts to believe, each a JSON value, or an answer to a command that holds one
    #[arg(long, value_name = "FILE")]
    pub receipt: Vec<PathBuf>,
    /// Print a JSON object a game, a line each
    #[arg(long)]
    pub json: bool,
}

/// How the verification of some games came out.
#[derive(Debug, Default)]
struct Tally {
    valid: u64,
    consistent: u64,
    wrong: u64,
}

impl Tally {
    fn count(&mut self, finding: &Finding) {
        match finding.outcome.as_ref().map(|sound| sound.origin) {
            Ok(Origin::Checked(_)) => self.valid += 1,
            Ok(Origin::UpTo(..) | Origin::NotChecked) => self.consistent += 1,
            Err(_) => self.wrong += 1,
        }
    }
}

/// Verifies the files without a server, a database or a network. It leaves with 0 where everything that was asked for
/// holds, with 1 where a game is wrong or does not come from whom one believes, with 2 where something cannot be read.
pub(super) fn run(args: &VerifyArgs) -> ExitCode {
    match verify(args) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("parchis: {error}");
            ExitCode::from(2)
        }
    }
}

fn verify(args: &VerifyArgs) -> Result<ExitCode, Box<dyn Error>> {
    let mut trust = trusted::gather(&args.key, &args.receipt)?;
    let asked = !trust.is_empty();
    let (mut tally, mut progress) = (Tally::default(), Progress::new());
    let mut unwritten = None;
    for file in &args.files {
        let name = file.display().to_string();
        let report = |finding: Finding| {
            tally.count(&finding);
            progress.one_more();
            let shown = if args.json {
                report::json(&name, &finding)
            } else {
                report::text(&name, &finding)
            };
            if let Err(error) = io::stdout().write_all(shown.as_bytes()) {
                unwritten.get_or_insert(error);
            }
        };
        read(file, &mut trust, report).map_err(|error| format!("{name}: {error}"))?;
    }
    if let Some(error) = unwritten {
        return Err(format!("cannot write the findings: {error}").into());
    }
    let mut missing = 0_u64;
    for receipt in trust.not_met() {
        missing += 1;
        eprintln!(
            "no file holds game {}, of which there is a receipt",
            receipt.game
        );
    }
    let Tally {
        valid,
        consistent,
        wrong,
    } = tally;
    eprintln!("{valid} valid, {consistent} consistent without being valid, {wrong} wrong");
    let failed = wrong > 0 || missing > 0 || (asked && consistent > 0);
    Ok(ExitCode::from(u8::from(failed)))
}

fn read(file: &Path, trust: &mut Trust, report: impl FnMut(Finding)) -> io::Result<()> {
    if file.as_os_str() == "-" {
        verify_file(io::stdin().lock(), trust, report)
    } else {
        verify_file(BufReader::new(File::open(file)?), trust, report)
    }
}
