//! The commands of the README, pasted into a shell against a fresh server: what it shows is what comes out.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

#[path = "readme/blocks.rs"]
mod blocks;
#[expect(
    dead_code,
    unreachable_pub,
    reason = "other test binaries use more of it, in modules of theirs"
)]
#[path = "support/database.rs"]
mod database;
#[path = "readme/server.rs"]
mod server;

use std::process::Command;

use blocks::{Block, Kind, blocks, differences};
use database::Database;
use server::Server;

const README: &str = include_str!("../README.md");
const ADDRESS: &str = "http://127.0.0.1:8080";

/// Runs the blocks one after the other in one shell, and gives what each printed.
fn run(commands: &[&Block], address: &str) -> Vec<String> {
    const MARK: &str = "== the next block ==";
    let texts: Vec<&str> = commands.iter().map(|block| block.text.as_str()).collect();
    let mark = format!("\necho; echo '{MARK}'\n");
    let script = texts.join(&mark) + &mark;
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", &script.replace(ADDRESS, address)])
        .env("no_proxy", "127.0.0.1")
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let printed: Vec<String> = printed.split(MARK).map(str::to_owned).collect();
    assert!(
        output.status.success() && printed.len() == commands.len() + 1,
        "block {} of the README fails:\n{}\n{}",
        printed.len(),
        printed.last().unwrap(),
        String::from_utf8_lossy(&output.stderr),
    );
    printed
}

#[tokio::test]
async fn the_first_game_goes_as_it_is_shown() {
    let database = Database::fresh().await;
    let server = Server::start(&database.url());
    let all = blocks(README);
    let commands: Vec<&Block> = all
        .iter()
        .filter(|block| block.kind == Kind::Shell)
        .collect();
    assert!(!commands.is_empty(), "the README has commands to paste");
    let mut printed = run(&commands, server.address()).into_iter();
    let mut now = String::new();
    let (mut shown, mut captures, mut ends) = (0, 0, 0);
    for block in &all {
        match block.kind {
            Kind::Shell => {
                now = printed.next().unwrap();
                captures += usize::from(now.contains(r#""captor":"Y1""#));
                ends += now.matches(r#""end_reason":"won""#).count();
            }
            Kind::Answer => {
                shown += 1;
                let wrong = differences(&block.text, &now);
                assert!(
                    wrong.is_empty(),
                    "README.md, line {}, shows what does not come out; copy it anew from a real run:\n{}\nprinted:\n{now}",
                    block.line,
                    wrong.join("\n"),
                );
            }
            Kind::Other => {}
        }
    }
    assert!(shown > 4, "the README shows answers");
    assert!(captures > 0, "the README gets to a capture");
    assert_eq!(ends, 2, "both games come to their end");
}
