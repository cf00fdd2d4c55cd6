//! Serving a listener, from its first connection to its last.

use std::net::TcpListener;
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use actix_web::{HttpServer, web};
#[cfg(target_os = "linux")]
use nix::sys::socket::{setsockopt, sockopt::TcpUserTimeout};

use super::{Service, app};

/// Seconds that requests in flight get to finish when the server stops.
const IN_FLIGHT: u64 = 10;
/// For how long a connection may rest: longer than at usual proxies, so that it is they who close it, and none sends a
/// request into a connection that closes.
const KEPT: Duration = Duration::from_secs(75);

/// Serves until `shutdown` comes, then finishes what is in flight.
///
/// # Errors
///
/// Where the listener cannot be served.
pub async fn serve(
    listener: TcpListener,
    service: Service,
    shutdown: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let readers = service.readers.clone();
    let stall = readers.stall();
    let service = web::Data::new(service);
    let server = HttpServer::new(move || app(service.clone()))
        .on_connect(move |connection, _| {
            if let Some(connection) = connection.downcast_ref() {
                cut_off(connection, stall);
            }
        })
        .keep_alive(KEPT)
        .shutdown_timeout(IN_FLIGHT)
        .disable_signals()
        .listen(listener)?
        .run();
    let handle = server.handle();
    let mut server = std::pin::pin!(server);
    tokio::select! {
        ended = &mut server => ended,
        () = shutdown => {
            readers.close();
            futures_util::future::join(server, handle.stop(true)).await.0
        }
    }
}

/// Lets the system close a connection that takes nothing of what is sent for so long, so that nobody who is gone, or does
/// not read, holds a place and a buffer. Other systems than Linux have longer times of their own.
fn cut_off(connection: &TcpStream, stall: Duration) {
    #[cfg(target_os = "linux")]
    {
        let millis = u32::try_from(stall.as_millis()).unwrap_or(u32::MAX);
        if let Err(error) = setsockopt(connection, TcpUserTimeout, &millis) {
            tracing::debug!(%error, "a connection that stalls stays open");
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (connection, stall);
}
