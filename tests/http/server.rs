//! The application, started for one test.

use std::net::TcpListener;

use parchis::dice::Vault;
use parchis::http::{Readers, Service};
use parchis::play::{Clock, Games, wake_for_ever};
use parchis::proof::Keyring;
use parchis::store::Store;
use sqlx::postgres::PgConnectOptions;
use tokio::sync::oneshot;

use crate::client::Client;
use crate::database::Database;

/// A running server with a database of its own.
pub struct Server {
    address: String,
    stop: Option<oneshot::Sender<()>>,
    database: Option<Database>,
}

impl Server {
    /// Starts one on a fresh database.
    pub async fn start() -> Self {
        Self::start_with(|service| service).await
    }

    /// Starts one on a fresh database, for these readers.
    pub async fn for_readers(readers: Readers) -> Self {
        Self::start_with(|service| service.with_readers(readers)).await
    }

    /// Starts one on a fresh database, its service altered.
    pub async fn start_with(alter: impl FnOnce(Service) -> Service) -> Self {
        let database = Database::fresh().await;
        let store = Store::connect(database.options(), 4);
        store.migrate().await.expect("the schema applies");
        Self::serve(store, alter, Some(database))
    }

    /// Starts one whose database is away.
    pub fn without_database() -> Self {
        let nowhere = PgConnectOptions::new_without_pgpass().socket("/nowhere/at/all");
        Self::serve(Store::connect(nowhere, 1), |service| service, None)
    }

    fn serve(
        store: Store,
        alter: impl FnOnce(Service) -> Service,
        database: Option<Database>,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let (stop, stopped) = oneshot::channel();
        let games = Games::new(store, vault(), keys(), Clock::system());
        let service = alter(Service::new(games.clone()));
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .expect("a runtime");
            let serving = parchis::http::serve(listener, service, async {
                let _ = stopped.await;
            });
            runtime.block_on(async {
                tokio::select! {
                    served = serving => served.expect("the server ends well"),
                    () = wake_for_ever(games) => {}
                }
            });
        });
        Self {
            address,
            stop: Some(stop),
            database,
        }
    }

    /// Starts another one on the same database.
    pub fn another(&self) -> Self {
        let database = self.database.as_ref().expect("a database");
        Self::serve(
            Store::connect(database.options(), 4),
            |service| service,
            None,
        )
    }

    /// Where it listens: host and port.
    pub fn place(&self) -> &str {
        self.address.strip_prefix("http://").expect("HTTP")
    }

    /// Does once, in a process of its own, what servers do by themselves; in how many games.
    pub async fn sweep(&self) -> usize {
        let database = self.database.as_ref().expect("a database");
        let store = Store::connect(database.options(), 1);
        let games = Games::new(store, vault(), keys(), Clock::system());
        let swept = games.sweep().await.expect("a sweep");
        games.store().close().await;
        swept
    }

    /// The same player, here.
    pub fn same(&self, player: &Client) -> Client {
        player.clone().at(&self.address)
    }

    /// Its database.
    pub const fn database(&self) -> &Database {
        self.database.as_ref().expect("a database")
    }

    /// Somebody without a token.
    pub fn nobody(&self) -> Client {
        Client::new(&self.address)
    }

    /// A new player.
    pub async fn player(&self, name: &str) -> Client {
        let created = self
            .nobody()
            .post("/v1/players", serde_json::json!({ "name": name }))
            .await
            .expect_status(201);
        let token = created.json["token"].as_str().expect("a token");
        let id = created.json["player"]["id"].as_str().expect("an id");
        self.nobody().with_token(token, id)
    }
}

/// What seals the seeds of all servers.
fn vault() -> Vault {
    Vault::from_hex(&"07".repeat(32)).expect("a key")
}

/// The signing keys of all servers: one that serves, one that did.
pub fn keys() -> Keyring {
    let past = "public d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    let lines = format!(
        "secret {} 2021-01-01T00:00:00.000000Z\n{past} 2020-01-01T00:00:00.000000Z\n",
        "5a".repeat(32)
    );
    Keyring::parse(&lines).expect("keys")
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
    }
}
