//! The checker in Python, written from PROOF alone, agrees; and it does notice what is wrong.

use std::path::Path;
use std::process::{Command, Output};

use crate::vectors::path;

/// Runs the checker.
pub(crate) fn run(arguments: &[&Path]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check_proof.py");
    Command::new("python3")
        .arg(script)
        .args(arguments)
        .output()
        .expect("this test needs python3 on the PATH")
}

/// Runs the checker, which must agree.
pub(crate) fn agrees(arguments: &[&Path]) -> String {
    let output = run(arguments);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn agrees_on_the_dice() {
    agrees(&[&path("dice.jsonl")]);
}

#[test]
fn agrees_on_the_chain() {
    agrees(&[Path::new("--chain"), &path("chain.jsonl")]);
}
