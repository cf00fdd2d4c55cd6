use std::error::Error;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use tokio::task::JoinHandle;

use super::database::Database;
use super::games;
use super::limits::LimitArgs;
use super::logging;
use super::settings::{DatabaseArgs, LISTEN};
use super::stop::Stop;
use crate::http::{self, Readers, Service};
use crate::play::{sweep_for_ever, wake_for_ever};

/// How the server runs.
#[derive(Args, Clone, Debug)]
pub struct ServeArgs {
    /// The address to listen on
    #[arg(long, env = "PARCHIS_LISTEN", value_name = "ADDRESS", default_value = LISTEN)]
    pub listen: SocketAddr,
    /// Where the games are.
    #[command(flatten)]
    pub database: DatabaseArgs,
    /// The most connections to the database
    #[arg(
        long,
        env = "PARCHIS_CONNECTIONS",
        value_name = "NUMBER",
        default_value_t = 16
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub connections: u32,
    /// The most readers that wait for events or follow them at once
    #[arg(
        long,
        env = "PARCHIS_READERS",
        value_name = "NUMBER",
        default_value_t = 20_000
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub readers: u32,
    /// How much one may ask for.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Seconds from the signal to stop until no more connections are taken, while /health/ready says to send nobody here
    #[arg(
        long,
        env = "PARCHIS_SHUTDOWN_DELAY",
        value_name = "SECONDS",
        default_value_t = 0
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=3600))]
    pub shutdown_delay: u32,
    /// Where metrics are read, at /metrics; an address that the world does not reach [default: nowhere]
    #[arg(long, env = "PARCHIS_METRICS_LISTEN", value_name = "ADDRESS")]
    pub metrics_listen: Option<SocketAddr>,
    /// What to log: error, warn, info, debug or trace, also by module, such as info,sqlx=debug
    #[arg(long, env = "PARCHIS_LOG", value_name = "FILTER", default_value = logging::USUAL)]
    pub log: String,
}

/// Serves until a signal comes, finishes what is in flight, and stops the private PostgreSQL.
pub(super) fn run(args: ServeArgs) -> Result<ExitCode, Box<dyn Error>> {
    logging::start(&args.log);
    // First of all, so that a port that is taken costs nobody a database.
    let requests = bind(args.listen, "--listen or PARCHIS_LISTEN")?;
    let metrics = |address| bind(address, "--metrics-listen or PARCHIS_METRICS_LISTEN");
    let metrics = args.metrics_listen.map(metrics).transpose()?;
    actix_web::rt::System::new().block_on(serve(args, (requests, metrics)))?;
    Ok(ExitCode::SUCCESS)
}

/// Where requests come in, and where metrics are read.
type Listeners = (TcpListener, Option<TcpListener>);

async fn serve(args: ServeArgs, listeners: Listeners) -> Result<(), Box<dyn Error>> {
    let stop = Stop::listen()?;
    let wanted = args.database.clone();
    let database = tokio::task::spawn_blocking(move || Database::open(&wanted)).await??;
    let served = serve_on(&database, &args, listeners, stop).await;
    tokio::task::spawn_blocking(|| database.close()).await??;
    served
}

async fn serve_on(
    database: &Database,
    args: &ServeArgs,
    (listener, metrics): Listeners,
    mut stop: Stop,
) -> Result<(), Box<dyn Error>> {
    let games = games::open(database, &args.database, args.connections).await?;
    let clock = tokio::spawn(sweep_for_ever(games.clone()));
    let waking = tokio::spawn(wake_for_ever(games.clone()));
    greet(listener.local_addr()?, database);
    let readers = Readers::new(usize::try_from(args.readers)?);
    let service = Service::new(games.clone())
        .with_readers(readers)
        .with_limits(args.limits.limits())
        .with_caps(args.limits.caps());
    let watching = metrics.map(|listener| watch(listener, service.clone()));
    let delay = Duration::from_secs(args.shutdown_delay.into());
    let served = http::serve(listener, service.clone(), async move {
        stop.asked().await;
        service.drain();
        // Whoever asks again does not want to wait.
        let _ = tokio::time::timeout(delay, stop.asked()).await;
    });
    let served = served.await;
    if let Some(watching) = watching {
        watching.abort();
    }
    clock.abort();
    waking.abort();
    games.store().close().await;
    Ok(served?)
}

/// Serves metrics beside the requests, for as long as nobody aborts it.
fn watch(listener: TcpListener, service: Service) -> JoinHandle<()> {
    actix_web::rt::spawn(async move {
        if let Err(error) = http::serve_metrics(listener, service).await {
            tracing::error!(%error, "metrics cannot be read");
        }
    })
}

fn bind(address: SocketAddr, setting: &str) -> Result<TcpListener, String> {
    TcpListener::bind(address).map_err(|error| {
        let reason = if error.kind() == io::ErrorKind::AddrInUse {
            "the port is taken".to_owned()
        } else {
            error.to_string()
        };
        format!("cannot listen on {address}: {reason}; choose another with {setting}")
    })
}

/// The first lines: where it listens, where the documentation is, which database it uses.
fn greet(address: SocketAddr, database: &Database) {
    let lines = format!(
        "parchis listens on http://{address}\ndocumentation: http://{address}/docs\ndatabase: {database}\n"
    );
    // Nobody reading is no reason to stop.
    let _unread = io::stdout().write_all(lines.as_bytes());
    let _unread = io::stdout().flush();
}
