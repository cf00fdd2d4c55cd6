//! Whose word about addresses is taken: that of proxies named in the settings.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use actix_web::http::header::HeaderMap;
use ipnet::IpNet;

const FORWARDED_FOR: &str = "x-forwarded-for";

/// The proxies in front of the server, by address or network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies(Vec<IpNet>);

impl FromStr for Proxies {
    type Err = String;

    /// Addresses and networks such as `10.0.0.0/8`, by commas.
    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split(',').map(str::trim);
        let networks = parts.filter(|part| !part.is_empty()).map(network);
        networks.collect::<Result<_, _>>().map(Self)
    }
}

impl Proxies {
    /// Where a request comes from: the peer or, where that is one of the proxies, the last address it forwards for that
    /// is none of them. What stands before that, anybody may have written.
    pub(super) fn client(&self, peer: Option<SocketAddr>, headers: &HeaderMap) -> Option<IpAddr> {
        let mut client = peer?.ip().to_canonical();
        for hop in hops(headers).rev() {
            if !self.is_one(client) {
                break;
            }
            match hop {
                Some(address) => client = address.to_canonical(),
                None => break,
            }
        }
        Some(client)
    }

    fn is_one(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
}

fn network(text: &str) -> Result<IpNet, String> {
    IpNet::from_str(text)
        .or_else(|_| IpAddr::from_str(text).map(IpNet::from))
        .map_err(|_| format!("`{text}` is neither an address nor a network such as 10.0.0.0/8"))
}

/// The addresses in `X-Forwarded-For`, from the client to the last proxy but one; nothing for what is no address. Each is
/// read by itself, so that what a client wrote, whatever its bytes, spoils none that a proxy has added to its line.
fn hops(headers: &HeaderMap) -> impl DoubleEndedIterator<Item = Option<IpAddr>> {
    let lines = headers.get_all(FORWARDED_FOR);
    let hops = lines.flat_map(|line| line.as_bytes().split(|byte| *byte == b','));
    let hops = hops.map(<[u8]>::trim_ascii).filter(|hop| !hop.is_empty());
    hops.map(address).collect::<Vec<_>>().into_iter()
}

/// An address, with a port or without.
fn address(hop: &[u8]) -> Option<IpAddr> {
    let hop = str::from_utf8(hop).ok()?;
    let bare = hop
        .strip_prefix('[')
        .and_then(|hop| hop.strip_suffix(']'))
        .unwrap_or(hop);
    let with_port = || SocketAddr::from_str(hop).ok().map(|address| address.ip());
    IpAddr::from_str(bare).ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    fn client(proxies: &[&str], peer: &str, lines: &[impl AsRef<[u8]>]) -> String {
        let proxies: Proxies = proxies.join(", ").parse().unwrap();
        let mut headers = HeaderMap::new();
        for line in lines {
            let name = HeaderName::from_static(FORWARDED_FOR);
            headers.append(name, HeaderValue::from_bytes(line.as_ref()).unwrap());
        }
        let peer = SocketAddr::new(peer.parse().unwrap(), 4000);
        let found = proxies.client(Some(peer), &headers);
        found.unwrap().to_string()
    }

    #[test]
    fn only_named_proxies_are_believed() {
        let said = ["203.0.113.7"];
        assert_eq!(client(&[], "192.0.2.1", &said), "192.0.2.1");
        assert_eq!(client(&["192.0.2.0/24"], "192.0.2.1", &said), "203.0.113.7");
        assert_eq!(client(&["::1"], "192.0.2.1", &said), "192.0.2.1");
    }

    #[test]
    fn what_a_client_writes_before_them_is_not() {
        let proxies = ["192.0.2.1", "10.0.0.0/8"];
        let forged = ["198.51.100.9, 203.0.113.7", "10.1.2.3"];
        assert_eq!(client(&proxies, "192.0.2.1", &forged), "203.0.113.7");
        assert_eq!(
            client(&proxies, "192.0.2.1", &["203.0.113.7, nobody"]),
            "192.0.2.1"
        );
        assert_eq!(client(&proxies, "192.0.2.1", &[""; 0]), "192.0.2.1");
        assert_eq!(
            client(&proxies, "::ffff:192.0.2.1", &["[2001:db8::1]:443"]),
            "2001:db8::1"
        );
    }

    #[test]
    fn no_bytes_of_a_client_hide_the_address_that_a_proxy_adds() {
        for forged in [
            &b"\xe9, 203.0.113.7"[..],
            b"\xff\xfe,,203.0.113.7,",
            b"\",203.0.113.7 ",
        ] {
            assert_eq!(
                client(&["127.0.0.1"], "127.0.0.1", &[forged]),
                "203.0.113.7"
            );
        }
        let block = ["2001:db8::9, [2001:db8::1]"];
        assert_eq!(client(&["127.0.0.1"], "127.0.0.1", &block), "2001:db8::1");
    }

    #[test]
    fn what_is_no_network_is_named() {
        let error = Proxies::from_str("10.0.0.0/8,10.0.0.0/99").unwrap_err();
        assert!(error.contains("10.0.0.0/99"));
    }
}
