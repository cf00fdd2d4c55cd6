//! Reads the sources and fails on what must be absent: arrows that point right, drawers, giants, SQL and clocks astray.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "layers/source.rs"]
mod source;

use source::{Source, sources};

/// The line, from left to right; a module uses only what stands further left.
const LINE: [&[&str]; 7] = [
    &["rules"],
    &["dice", "words", "bots"],
    &["notation", "proof", "pictures"],
    &["store"],
    &["play"],
    &["http"],
    &["cli"],
];

/// Stands beside the line: it uses nothing of it, and only the command line uses it.
const ASIDE: &str = "cluster";

fn place(module: &str) -> Option<usize> {
    LINE.iter().position(|stage| stage.contains(&module))
}

fn none(found: &[String], repair: &str) {
    assert!(found.is_empty(), "{repair}:\n{}", found.join("\n"));
}

fn points_left(from: &str, to: &str) -> bool {
    match (from, to) {
        _ if from == to => true,
        (_, ASIDE) => from == "cli",
        (ASIDE, _) => false,
        _ => place(to) < place(from),
    }
}

#[test]
fn every_module_has_its_place_in_the_line() {
    let astray: Vec<String> = sources()
        .into_iter()
        .filter(|source| !["lib", "main"].contains(&source.module()))
        .filter(|source| source.module() != ASIDE && place(source.module()).is_none())
        .map(|source| format!("{}: `{}` has none", source.path, source.module()))
        .collect();
    none(
        &astray,
        "give each module its place in the line, in tests/layers.rs",
    );
}

#[test]
fn arrows_point_left() {
    let mut wrong = Vec::new();
    for source in sources() {
        let user = source.module();
        if ["lib", "main"].contains(&user) {
            continue;
        }
        for used in source.modules_used() {
            let known = place(&used).is_some() || used == ASIDE;
            if known && !points_left(user, &used) {
                wrong.push(format!("{}: `{user}` uses `{used}`", source.path));
            }
        }
    }
    none(
        &wrong,
        "move what is used to the left, or what uses it to the right",
    );
}

#[test]
fn the_program_is_only_a_door() {
    let wrong: Vec<String> = sources()
        .into_iter()
        .filter(|source| source.path == "src/main.rs")
        .flat_map(|source| source.names_after("parchis"))
        .filter(|used| used != "cli")
        .map(|used| format!("src/main.rs uses `{used}`"))
        .collect();
    none(&wrong, "let src/cli.rs do it");
}

#[test]
fn one_noun_per_file() {
    let drawers = ["mod.rs", "utils.rs", "common.rs", "helpers.rs", "types.rs"];
    let wrong: Vec<String> = sources()
        .into_iter()
        .filter(|source| drawers.contains(&source.file_name()))
        .map(|source| source.path)
        .collect();
    none(
        &wrong,
        "name files after the one thing in them, `foo.rs` beside `foo/`",
    );
}

#[test]
fn no_file_is_a_giant() {
    let wrong: Vec<String> = sources()
        .into_iter()
        .filter(|source| source.lines() > 400)
        .map(|source| format!("{}: {} lines", source.path, source.lines()))
        .collect();
    none(&wrong, "split what has more than 400 lines");
}

#[test]
fn all_sql_is_in_the_store() {
    let macros = [
        "query",
        "query_as",
        "query_scalar",
        "query_with",
        "QueryBuilder",
        "raw_sql",
    ];
    let wrong = found(
        |source| source.module() != "store" && source.uses("sqlx"),
        &macros,
    );
    none(&wrong, "move the statement to src/store");
}

#[test]
fn the_rules_are_pure() {
    let impure = [
        "async",
        "await",
        "chrono",
        "rand",
        "getrandom",
        "tokio",
        "sqlx",
        "actix_web",
        "SystemTime",
        "Instant",
        "thread",
        "fs",
        "net",
        "env",
    ];
    let wrong = found(|source| source.module() == "rules", &impure);
    none(&wrong, "hand in as data what comes from outside");
}

/// Where one of these words stands in the code of such files.
fn found(wanted: impl Fn(&Source) -> bool, words: &[&str]) -> Vec<String> {
    let mut places = Vec::new();
    for source in sources().into_iter().filter(wanted) {
        for word in words.iter().filter(|word| source.uses(word)) {
            places.push(format!("{}: `{word}`", source.path));
        }
    }
    places
}
