//! The Docker files, read rather than run: that they parse, and that what they name is there.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;

use yaml_rust2::{Yaml, YamlLoader};

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

fn compose() -> Yaml {
    YamlLoader::load_from_str(&read("docker-compose.yml"))
        .unwrap()
        .remove(0)
}

/// The instructions of the Dockerfile: lines that go on are joined, comments left out.
fn instructions() -> Vec<(String, String)> {
    let joined = read("Dockerfile").replace("\\\n", " ");
    let lines = joined.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once(' ').unwrap())
        .map(|(word, rest)| (word.to_owned(), rest.trim().to_owned()))
        .collect()
}

fn last(word: &str) -> String {
    let found = instructions().into_iter().rfind(|(first, _)| first == word);
    found.unwrap_or_else(|| panic!("no {word}")).1
}

fn list(json: &str) -> Vec<String> {
    serde_json::from_str(json).unwrap()
}

/// Whether the program understands these arguments; none of them is carried out.
fn understood(arguments: &[String]) -> bool {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parchis"));
    command.args(arguments).arg("--help");
    command.output().unwrap().status.success()
}

#[test]
fn the_dockerfile_has_only_instructions_there_are() {
    let known = [
        "FROM",
        "WORKDIR",
        "COPY",
        "RUN",
        "USER",
        "VOLUME",
        "ENV",
        "EXPOSE",
        "HEALTHCHECK",
        "STOPSIGNAL",
        "ENTRYPOINT",
        "CMD",
    ];
    for (word, rest) in instructions() {
        assert!(known.contains(&word.as_str()), "{word} {rest}");
    }
    assert_eq!(instructions()[0].0, "FROM");
}

#[test]
fn the_image_is_small_and_its_user_ordinary() {
    assert!(last("FROM").contains("slim"));
    assert_eq!(last("USER"), "parchis");
    let stages: Vec<String> = instructions()
        .into_iter()
        .filter(|(word, _)| word == "COPY")
        .filter_map(|(_, rest)| Some(rest.strip_prefix("--from=")?.split(' ').next()?.to_owned()))
        .collect();
    assert!(!stages.is_empty() && stages.iter().all(|stage| stage == "build"));
}

#[test]
fn the_image_runs_what_the_program_understands() {
    assert_eq!(list(&last("ENTRYPOINT")), ["parchis"]);
    assert!(understood(&list(&last("CMD"))));
    let (_, check) = last("HEALTHCHECK")
        .split_once("CMD ")
        .map(|(options, command)| (options.to_owned(), list(command)))
        .unwrap();
    assert_eq!(check[0], "parchis");
    assert!(understood(&check[1..]));
}

#[test]
fn the_image_is_built_from_what_the_build_needs() {
    let kept = read(".dockerignore");
    for needed in [
        "src",
        "migrations",
        "openapi",
        ".sqlx",
        ".cargo",
        "Cargo.toml",
        "Cargo.lock",
    ] {
        assert!(
            kept.lines().any(|line| line == format!("!{needed}")),
            "{needed}"
        );
    }
}

#[test]
fn compose_waits_for_a_healthy_postgres() {
    let compose = compose();
    let services = &compose["services"];
    let server = &services["parchis"];
    assert_eq!(server["build"].as_str(), Some("."));
    let condition = &server["depends_on"]["postgres"]["condition"];
    assert_eq!(condition.as_str(), Some("service_healthy"));
    for service in ["postgres", "parchis"] {
        let test = &services[service]["healthcheck"]["test"];
        assert_eq!(test[0].as_str(), Some("CMD"), "{service}");
    }
    let check = server["healthcheck"]["test"].as_vec().unwrap();
    let words: Vec<String> = check
        .iter()
        .filter_map(Yaml::as_str)
        .map(str::to_owned)
        .collect();
    assert!(understood(&words[2..]), "{words:?}");
    // Longer than requests in flight have, and than Docker waits by itself.
    assert_eq!(server["stop_grace_period"].as_str(), Some("15s"));
}

#[test]
fn compose_names_the_database_it_starts_and_volumes_it_declares() {
    let compose = compose();
    let services = &compose["services"];
    let postgres = &services["postgres"]["environment"];
    let part = |name: &str| postgres[name].as_str().unwrap().to_owned();
    let expected = format!(
        "postgres://{}:{}@postgres:5432/{}",
        part("POSTGRES_USER"),
        part("POSTGRES_PASSWORD"),
        part("POSTGRES_DB")
    );
    let url = &services["parchis"]["environment"]["DATABASE_URL"];
    assert_eq!(url.as_str(), Some(expected.as_str()));
    for service in ["postgres", "parchis"] {
        for volume in services[service]["volumes"].as_vec().unwrap() {
            let (name, _) = volume.as_str().unwrap().split_once(':').unwrap();
            assert!(
                !compose["volumes"][name].is_badvalue(),
                "{name} is not declared"
            );
        }
    }
}
