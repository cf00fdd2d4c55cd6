//! A fresh database for one test, dropped when the test is over, however it ends.

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, PgConnection};
use uuid::Uuid;

/// A database of its own on the server of `DATABASE_URL`.
pub struct Database {
    server: PgConnectOptions,
    name: String,
}

impl Database {
    /// An empty database.
    pub async fn fresh() -> Self {
        let url = std::env::var("DATABASE_URL")
            .expect("the tests need a PostgreSQL server in DATABASE_URL: run `make test`");
        let server: PgConnectOptions = url.parse().expect("DATABASE_URL is a PostgreSQL URL");
        let name = format!("parchis_test_{}", Uuid::new_v4().simple());
        let database = Self { server, name };
        database
            .ask(format!("create database {}", database.name))
            .await;
        database
    }

    /// How to reach it.
    pub fn options(&self) -> PgConnectOptions {
        self.server.clone().database(&self.name)
    }

    /// How to reach it, as a URL.
    pub fn url(&self) -> String {
        self.options().to_url_lossy().to_string()
    }

    /// A plain connection to it, for what no store does.
    pub async fn connect(&self) -> PgConnection {
        self.options()
            .connect()
            .await
            .expect("the test's own database can be reached")
    }

    async fn ask(&self, statement: String) {
        let mut connection = self
            .server
            .connect()
            .await
            .expect("DATABASE_URL can be reached: run `make test`");
        connection
            .execute(AssertSqlSafe(statement))
            .await
            .expect("databases can be created and dropped");
        connection
            .close()
            .await
            .expect("a connection can be closed");
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // A test's runtime cannot wait inside a drop: a thread with its own does.
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build();
                let drop = self.ask(format!(
                    "drop database if exists {} with (force)",
                    self.name
                ));
                runtime.expect("a runtime can be built").block_on(drop);
            });
        });
    }
}
