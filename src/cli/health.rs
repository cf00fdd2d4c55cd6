use std::error::Error;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

/// How long a healthy server may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Which server to ask.
#[derive(Args, Debug)]
pub struct HealthArgs {
    /// The address that the server listens on
    #[arg(long, env = "PARCHIS_LISTEN", value_name = "ADDRESS", default_value = super::settings::LISTEN)]
    pub listen: SocketAddr,
}

/// Succeeds when the server answers that it is ready.
pub(super) fn run(args: &HealthArgs) -> Result<ExitCode, Box<dyn Error>> {
    let address = reachable(args.listen);
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)
        .map_err(|error| format!("no server answers on {address}: {error}"))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "GET /health/ready HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    stream.take(4096).read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    let status = answer.lines().next().unwrap_or_default();
    if status.split(' ').nth(1) == Some("200") {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(format!("the server on {address} is not ready: {status}").into())
    }
}

/// Who listens everywhere is asked on loopback.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        named @ (IpAddr::V4(_) | IpAddr::V6(_)) => named,
    };
    SocketAddr::new(ip, listen.port())
}
