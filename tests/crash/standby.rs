//! A stand-by of PostgreSQL: what a server says that finds itself on it, and how games go on when it takes over.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use parchis::cluster::{Cluster, ClusterSettings, Durability};
use sqlx::{Connection as _, Executor as _};

use super::backup::{check, done, play};
use super::client::Client;
use super::full::{says, write_until};
use super::load::{Load, Server};
use super::program::Program;
use super::table::Table;
use super::temporary::Temporary;
use super::told::Told;

/// A PostgreSQL on a data directory.
fn postgres(data: &Path) -> Cluster {
    Cluster::start(&ClusterSettings {
        data: data.to_path_buf(),
        pg_bin: None,
        durability: Durability::Durable,
    })
    .unwrap()
}

/// Copies a PostgreSQL that runs to another data directory.
fn base_backup(of: &Cluster, to: &Path, arguments: &[&str]) {
    fs::create_dir(to).unwrap();
    let mut command = Command::new("pg_basebackup");
    command.args(["--checkpoint=fast", "--no-sync", "--dbname", &of.url()]);
    done(command.args(arguments).arg("--pgdata").arg(to.join("pg")));
    let owner = format!("--reference={}", of.data().join("pg").display());
    done(
        Command::new("chown")
            .args(["-R", &owner])
            .arg(to.join("pg")),
    );
}

/// An address that leads to whichever PostgreSQL is the right one now, as a name or a proxy does.
struct Address(PathBuf);

impl Address {
    fn new(folder: &Temporary, of: &Cluster) -> Address {
        fs::create_dir(folder.path()).unwrap();
        let address = Address(folder.path().join("now"));
        address.lead_to(of);
        address
    }

    fn lead_to(&self, there: &Cluster) {
        let next = self.0.with_extension("next");
        symlink(there.data().join("run"), &next).unwrap();
        fs::rename(&next, &self.0).unwrap();
    }

    fn url(&self) -> String {
        format!(
            "postgres://parchis@localhost/parchis?host={}",
            self.0.display()
        )
    }
}

fn copy_keys(of: &Temporary, to: &Temporary) {
    for key in ["secret.key", "signing.key"] {
        fs::copy(of.path().join(key), to.path().join(key)).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_go_on_where_a_stand_by_takes_over() {
    let (first, second) = (Temporary::new("first"), Temporary::new("second"));
    let (data, links) = (Temporary::new("data"), Temporary::new("links"));
    let primary = postgres(&first.path());
    let address = Address::new(&links, &primary);
    let server = Program::start(&data.path(), Some(&address.url()));
    let here = server.address();
    let table = Table::started(here, 4).await;
    let load = Load::begin(&table, here, 4, Server::Stays);
    base_backup(&primary, &second.path(), &["--write-recovery-conf"]);
    let standby = postgres(&second.path());
    load.told.more(20).await;

    // PostgreSQL gives its stand-by all it has before it ends.
    tokio::task::block_in_place(|| primary.stop()).unwrap();
    address.lead_to(&standby);
    write_until(here, "a stand-by", |answer| says(answer, "read_only")).await;
    load.told.holds(here, &table).await;
    let ready = Client::nobody().get(&format!("{here}/health/ready")).await;
    assert_eq!(ready.expect_status(200).json()["status"], "read_only");
    let late = Program::begin(&data.path(), Some(&address.url()), "info").given_up();
    assert!(late.contains("it only reads for now"), "{late}");

    let mut connection = sqlx::PgConnection::connect(&standby.url()).await.unwrap();
    connection.execute("select pg_promote()").await.unwrap();
    connection.close().await.unwrap();
    write_until(here, "promotion", |answer| answer.status == 201).await;
    load.told.more(20).await;
    load.end().await.holds(here, &table).await;
    server.stop();
    tokio::task::block_in_place(|| standby.stop()).unwrap();
    copy_keys(&data, &second);
    let said = check(&second.path());
    assert!(said.contains("1 games checked, 0 wrong"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_base_backup_is_a_backup() {
    let (first, second) = (Temporary::new("first"), Temporary::new("second"));
    let data = Temporary::new("data");
    let primary = postgres(&first.path());
    let server = Program::start(&data.path(), Some(&primary.url()));
    let table = Table::started(server.address(), 4).await;
    let told = Told::nothing();
    play(server.address(), &table, &told).await;
    let load = Load::begin(&table, server.address(), 4, Server::Stays);
    base_backup(&primary, &second.path(), &[]);
    load.end().await.holds(server.address(), &table).await;
    server.stop();
    tokio::task::block_in_place(|| primary.stop()).unwrap();

    copy_keys(&data, &second);
    let said = check(&second.path());
    assert!(said.contains("1 games checked, 0 wrong"), "{said}");
    let server = Program::start(&second.path(), None);
    told.holds(server.address(), &table).await;
    play(server.address(), &table, &told).await;
    told.holds(server.address(), &table).await;
    server.stop();
}
