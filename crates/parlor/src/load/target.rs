//! Where the load goes.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::str::FromStr;

use anyhow::{Context, Result};
use tokio::net::{TcpSocket, TcpStream};

/// So many connections from one address to one port: the system has about 28,000 ports to give.
const FROM_ONE_ADDRESS: u32 = 20_000;

/// A server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    authority: String,
}

impl FromStr for Target {
    type Err = &'static str;

    fn from_str(url: &str) -> Result<Self, Self::Err> {
        let wrong = "it is an address such as http://127.0.0.1:8080";
        if url.starts_with("https://") || url.starts_with("wss://") {
            return Err("a load speaks http:// only, to the house itself and not to a proxy");
        }
        let rest = url.strip_prefix("http://").or_else(|| url.strip_prefix("ws://")).ok_or(wrong)?;
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let plain = !authority.is_empty() && authority.bytes().all(|byte| byte.is_ascii_graphic());
        if !plain || !(path.is_empty() || path == "ws") {
            return Err(wrong);
        }
        let has_port = authority.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        Ok(Self { authority: if has_port { authority.to_owned() } else { format!("{authority}:80") } })
    }
}

impl Target {
    /// What stands in the `Host` header.
    pub(super) fn host(&self) -> &str {
        &self.authority
    }

    pub(super) fn address(&self) -> Result<SocketAddr> {
        let found =
            self.authority.to_socket_addrs().with_context(|| format!("{} is nowhere", self.authority));
        found?.next().with_context(|| format!("{} is nowhere", self.authority))
    }
}

/// Opens the connection of this number. On one machine there are more addresses than one to come from.
pub(super) async fn connect(to: SocketAddr, number: u32) -> std::io::Result<TcpStream> {
    let socket = if to.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    if matches!(to.ip(), IpAddr::V4(ip) if ip.is_loopback()) {
        let block = number / FROM_ONE_ADDRESS;
        let from = Ipv4Addr::new(127, 0, (block / 250) as u8, (block % 250) as u8 + 1);
        socket.bind(SocketAddr::new(from.into(), 0))?;
    }
    let stream = socket.connect(to).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_the_address_of_a_house() {
        let host = |url: &str| url.parse::<Target>().map(|target| target.authority);
        assert_eq!(host("http://127.0.0.1:8080").unwrap(), "127.0.0.1:8080");
        assert_eq!(host("ws://house.example/ws").unwrap(), "house.example:80");
        for wrong in ["", "127.0.0.1:8080", "https://house.example", "http://", "http://a b", "http://a/b"] {
            assert!(host(wrong).is_err(), "{wrong}");
        }
    }
}
