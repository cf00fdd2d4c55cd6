//! The private PostgreSQL through all that can happen to it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "cluster/process.rs"]
mod process;
#[path = "cluster/temporary.rs"]
mod temporary;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::Barrier;
use std::thread;

use parchis::cluster::{Cluster, ClusterError, ClusterSettings, Durability};

use process::{alive, kill, pid_of, query, until};
use temporary::Temporary;

fn start(data: &Temporary) -> Cluster {
    Cluster::start(&settings(data)).unwrap()
}

fn settings(data: &Temporary) -> ClusterSettings {
    ClusterSettings {
        data: data.path(),
        pg_bin: None,
        durability: Durability::Throwaway,
    }
}

#[test]
fn what_was_written_is_there_after_a_stop_and_a_start() {
    let data = Temporary::new("plain");
    let cluster = start(&data);
    query(&cluster.url(), "create table kept as select 7 as number");
    let pid = pid_of(&data);
    cluster.stop().unwrap();
    assert!(!alive(pid), "PostgreSQL lives on");
    let cluster = start(&data);
    assert_eq!(query(&cluster.url(), "select number from kept"), "7");
}

#[test]
fn only_its_user_gets_at_it() {
    let data = Temporary::new("closed");
    let cluster = start(&data);
    assert_eq!(query(&cluster.url(), "show listen_addresses"), "");
    let mode = |name: &str| {
        let found = data.path().join(name).metadata().unwrap();
        found.permissions().mode() & 0o777
    };
    assert_eq!((mode("run"), mode("pg")), (0o700, 0o700));
    assert_eq!(mode("postgres.log"), 0o600);
}

#[test]
fn a_durable_cluster_syncs_what_it_commits() {
    let data = Temporary::new("durable");
    let mut settings = settings(&data);
    settings.durability = Durability::Durable;
    let cluster = Cluster::start(&settings).unwrap();
    for setting in ["fsync", "synchronous_commit", "full_page_writes"] {
        assert_eq!(
            query(&cluster.url(), &format!("show {setting}")),
            "on",
            "{setting}"
        );
    }
}

#[test]
fn spaces_quotes_and_commas_in_the_path_do_no_harm() {
    let data = Temporary::new("my \"games\", ñ % & 'all'");
    let cluster = start(&data);
    assert_eq!(query(&cluster.url(), "select 1"), "1");
    assert!(data.path().join("run/.s.PGSQL.5432").exists());
}

#[test]
fn a_path_too_long_for_a_socket_gets_a_short_one_that_goes_away() {
    let data = Temporary::new(&"long".repeat(40));
    let cluster = start(&data);
    assert_eq!(query(&cluster.url(), "select 1"), "1");
    let folder = query(&cluster.url(), "show unix_socket_directories");
    let folder = PathBuf::from(folder.trim_matches('"'));
    let mode = folder.metadata().unwrap().permissions().mode() & 0o777;
    assert!(folder.starts_with("/tmp") && mode == 0o700, "{folder:?}");
    cluster.stop().unwrap();
    assert!(!folder.exists());
}

#[test]
fn killed_while_the_server_lives_it_comes_up_again() {
    let data = Temporary::new("killed");
    let cluster = start(&data);
    query(&cluster.url(), "create table kept as select 7 as number");
    let pid = pid_of(&data);
    kill(pid, "KILL");
    until("PostgreSQL is up again", || {
        process::try_query(&cluster.url(), "select number from kept").as_deref() == Some("7")
    });
    assert_ne!(pid_of(&data), pid);
}

#[test]
fn a_stale_pid_file_whose_number_is_somebody_elses_is_no_obstacle() {
    let data = Temporary::new("stale");
    let cluster = start(&data);
    let file = data.path().join("pg/postmaster.pid");
    let left = fs::read_to_string(&file).unwrap();
    query(&cluster.url(), "create table kept as select 7 as number");
    cluster.stop().unwrap();
    let (_, rest) = left.split_once('\n').unwrap();
    let somebody = process::Somebody::like(&data);
    for garbage in [
        format!("{}\n{rest}", somebody.pid()),
        String::new(),
        "garbage".to_owned(),
    ] {
        fs::write(&file, garbage).unwrap();
        let cluster = start(&data);
        assert_eq!(query(&cluster.url(), "select number from kept"), "7");
        cluster.stop().unwrap();
    }
}

#[test]
fn an_orphan_is_adopted_and_stopped_in_the_end() {
    let data = Temporary::new("orphan");
    let server = process::Server::start(&data);
    let pid = pid_of(&data);
    server.kill();
    assert!(alive(pid), "PostgreSQL died with its server");
    let cluster = start(&data);
    assert_eq!(pid_of(&data), pid, "a second PostgreSQL was started");
    assert_eq!(query(&cluster.url(), "select 1"), "1");
    cluster.stop().unwrap();
    assert!(!alive(pid), "PostgreSQL lives on");
}

#[test]
fn of_two_processes_the_last_one_stops_it() {
    let data = Temporary::new("shared");
    let first = process::Server::start(&data);
    let second = process::Server::start(&data);
    let pid = pid_of(&data);
    first.stop();
    assert!(alive(pid), "PostgreSQL was stopped under the second");
    kill(pid, "KILL");
    // While it is brought up, its file names the server, or is not there.
    let mut again = None;
    until("the second brings it up again", || {
        again = process::try_pid_of(&data)
            .filter(|now| *now != pid && *now != second.pid() && alive(*now));
        again.is_some()
    });
    let pid = again.unwrap();
    second.stop();
    assert!(!alive(pid), "PostgreSQL lives on");
}

#[test]
fn starting_and_stopping_at_the_same_time_never_meet() {
    let data = Temporary::new("races");
    let together = Barrier::new(4);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                together.wait();
                for _ in 0..5 {
                    let cluster = start(&data);
                    assert_eq!(query(&cluster.url(), "select 1"), "1");
                    cluster.stop().unwrap();
                }
            });
        }
    });
    assert_eq!(process::try_pid_of(&data), None, "PostgreSQL lives on");
}

#[test]
fn a_making_that_was_cut_short_is_made_anew() {
    let data = Temporary::new("half");
    fs::create_dir_all(data.path().join("pg.new/base")).unwrap();
    let cluster = start(&data);
    assert_eq!(query(&cluster.url(), "select 1"), "1");
}

#[test]
fn a_cluster_of_another_major_version_is_named_and_left_alone() {
    let data = Temporary::new("old");
    start(&data).stop().unwrap();
    let version = data.path().join("pg/PG_VERSION");
    fs::write(&version, "9\n").unwrap();
    let error = Cluster::start(&settings(&data)).unwrap_err();
    assert!(
        matches!(error, ClusterError::OtherVersion { made: 9, .. }),
        "{error}"
    );
    assert!(
        error.to_string().contains("install PostgreSQL 9"),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&version).unwrap(), "9\n");
}

#[test]
fn programs_that_are_not_there_are_named() {
    let data = Temporary::new("nothing");
    let mut settings = settings(&data);
    settings.pg_bin = Some(PathBuf::from("/nowhere/bin"));
    let error = Cluster::start(&settings).unwrap_err().to_string();
    assert!(error.contains("PG_BIN names /nowhere/bin"), "{error}");
}

#[test]
fn a_folder_closed_to_the_user_of_postgres_is_named() {
    if !nix::unistd::geteuid().is_root() {
        return; // PostgreSQL runs as ourselves, and where we got, it gets.
    }
    let data = Temporary::new("closed/inner");
    let outer = data.path().parent().unwrap().to_owned();
    fs::create_dir_all(&outer).unwrap();
    fs::set_permissions(&outer, fs::Permissions::from_mode(0o700)).unwrap();
    let error = Cluster::start(&settings(&data)).unwrap_err().to_string();
    assert!(
        error.contains("may not enter") && error.contains("closed:"),
        "{error}"
    );
}
