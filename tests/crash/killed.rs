//! Killed in the middle of play, the server or PostgreSQL: what was acknowledged is there, and the game goes on.

use std::process::Command;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::load::{Load, Server};
use super::process::{alive, kill, pid_of, until};
use super::program::Program;
use super::table::Table;
use super::temporary::Temporary;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_has_lost_nothing_it_acknowledged() {
    let data = Temporary::new("killed");
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut server = Program::start(&data.path(), None);
    let table = Table::started(server.address(), 4).await;
    let load = Load::begin(&table, server.address(), 6, Server::MayVanish);
    for round in 0..6 {
        load.told.more(random.random_range(5..30)).await;
        for _ in 0..random.random_range(0..50) {
            tokio::task::yield_now().await;
        }
        let postgres = pid_of(&data);
        server.kill();
        assert!(alive(postgres), "PostgreSQL died with the server");
        if round % 3 == 2 {
            kill(postgres, "KILL");
        }
        server = Program::start(&data.path(), None);
        load.told.holds(server.address(), &table).await;
        load.moved(server.address());
    }
    load.told.more(20).await;
    load.end().await.holds(server.address(), &table).await;
    server.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_postgresql_comes_back_under_the_same_server() {
    let data = Temporary::new("away");
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let server = Program::start(&data.path(), None);
    let table = Table::started(server.address(), 4).await;
    let load = Load::begin(&table, server.address(), 6, Server::Stays);
    for round in 0..6 {
        load.told.more(random.random_range(5..25)).await;
        let postgres = pid_of(&data);
        if round % 2 == 0 {
            kill(postgres, "KILL");
            until("the killed one is gone", || !alive(postgres));
        } else {
            // PostgreSQL ends all other sessions too, and recovers.
            kill(backend_of(postgres), "KILL");
        }
        load.told.more(5).await;
        load.told.holds(server.address(), &table).await;
    }
    load.told.more(10).await;
    load.end().await.holds(server.address(), &table).await;
    let postgres = pid_of(&data);
    server.stop();
    assert!(!alive(postgres), "PostgreSQL lives on");
}

/// A session of PostgreSQL, which a server has open.
fn backend_of(postgres: i32) -> i32 {
    let mut found = None;
    until("the server has a session", || {
        let parent = postgres.to_string();
        let listed = Command::new("ps")
            .args(["-o", "pid=,args=", "--ppid", &parent])
            .output()
            .unwrap();
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let session = listed.lines().find(|line| line.contains("[local]"));
        found = session.and_then(|line| line.trim().split(' ').next()?.parse().ok());
        found.is_some()
    });
    found.unwrap()
}
