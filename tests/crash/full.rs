//! A disk that is really full: what writes is told so, what reads goes on, and nothing has to be started anew.

use std::fs::{self, File, Permissions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use serde_json::json;
use sqlx::{Connection as _, Executor as _};

use super::backup::check;
use super::client::{Answer, Client};
use super::load::{Load, Server};
use super::program::Program;
use super::table::Table;
use super::temporary::{Temporary, end_postgres_of};

/// Room for PostgreSQL, some games, and little else.
const SIZE: &str = "size=112m,mode=0755";

/// A data directory on a small disk of its own. The keeper unmounts it in whatever way we end.
struct SmallDisk {
    folder: Temporary,
    keeper: Child,
}

impl SmallDisk {
    /// Mounts it; nothing where this user may not.
    fn mount() -> Option<SmallDisk> {
        let folder = Temporary::new("full");
        fs::create_dir(folder.path()).unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        let keeper = Command::new("/bin/sh")
            .args(["-c", "cat; umount --lazy \"$1\"", "keeper"])
            .arg(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let disk = SmallDisk { folder, keeper };
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", SIZE, "tmpfs"]);
        let mounted = mount.arg(disk.folder.path()).output().unwrap();
        mounted.status.success().then_some(disk)
    }

    fn ballast(&self) -> PathBuf {
        self.folder.path().join("ballast")
    }

    /// Takes all the room there is.
    fn fill(&self) {
        let mut ballast = File::create(self.ballast()).unwrap();
        for size in [1 << 20, 1 << 12] {
            let error = std::iter::repeat_with(|| ballast.write_all(&vec![0; size]))
                .find_map(Result::err)
                .unwrap();
            assert_eq!(error.kind(), ErrorKind::StorageFull);
        }
    }

    /// Makes room again.
    fn relieve(&self) {
        fs::remove_file(self.ballast()).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        end_postgres_of(&self.folder.path());
        drop(self.keeper.stdin.take());
        let _gone = self.keeper.wait();
    }
}

/// Writes until that is answered so.
pub(crate) async fn write_until(address: &str, what: &str, wanted: impl Fn(&Answer) -> bool) {
    let (nobody, url) = (Client::nobody(), format!("{address}/v1/players"));
    for _ in 0..20_000 {
        let answer = nobody.post(&url, json!({ "name": "Ana" })).await;
        assert!(answer.status == 201 || answer.is_away(), "{}", answer.text);
        if wanted(&answer) {
            return;
        }
    }
    panic!("in vain: {what}");
}

/// Whether an answer is a 503 of this code.
pub(crate) fn says(answer: &Answer, code: &str) -> bool {
    answer.status == 503 && answer.json()["code"] == code
}

/// Lets PostgreSQL begin a new file for its write-ahead log, which ends all its sessions where there is no room for it.
async fn need_a_file(disk: &SmallDisk) {
    let folder = disk.folder.path().join("run");
    let url = format!(
        "postgres://parchis@localhost/parchis?host={}",
        folder.display()
    );
    let mut connection = sqlx::PgConnection::connect(&url).await.unwrap();
    let file = "select pg_logical_emit_message(true, '', ''), pg_switch_wal()";
    for _ in 0..100 {
        if connection.execute(file).await.is_err() {
            return;
        }
    }
    panic!("PostgreSQL has room for a hundred files");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_go_on_after_a_full_disk() {
    let Some(disk) = SmallDisk::mount() else {
        // Past what a test that goes well keeps to itself.
        let _unread = std::io::stderr().write_all(
            b"NOT TRIED: only root mounts a small disk, and what a full one does stays unseen\n",
        );
        return;
    };
    let server = Program::start(&disk.folder.path(), None);
    let address = server.address().to_owned();
    let table = Table::started(&address, 4).await;
    let load = Load::begin(&table, &address, 4, Server::Stays);
    load.told.more(20).await;
    let ready = format!("{address}/health/ready");

    disk.fill();
    write_until(&address, "no room", |answer| says(answer, "storage_full")).await;
    load.told.holds(&address, &table).await;
    Client::nobody().get(&ready).await.expect_status(200);
    disk.relieve();
    write_until(&address, "room again", |answer| answer.status == 201).await;
    load.told.more(20).await;

    // Where the write-ahead log has no room, PostgreSQL itself goes down.
    disk.fill();
    need_a_file(&disk).await;
    write_until(&address, "away", |answer| says(answer, "unavailable")).await;
    disk.relieve();
    write_until(&address, "back again", |answer| answer.status == 201).await;
    load.told.more(20).await;

    load.end().await.holds(&address, &table).await;
    server.stop();
    let said = check(&disk.folder.path());
    assert!(said.contains("1 games checked, 0 wrong"), "{said}");
}
