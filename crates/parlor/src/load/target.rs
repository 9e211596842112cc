//! Where the load goes.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::str::FromStr;

use anyhow::{Context, Result};
use tokio::net::{TcpSocket, TcpStream, UdpSocket};

/// This many connections from one address: the system has about 28,000 ports to give, to all programs together.
const FROM_ONE_ADDRESS: u32 = 20_000;

/// A server, or two nodes of a cluster, separated by a comma: hosts of tables connect to the first, all others to the second.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    authority: String,
    guests: Option<Box<Self>>,
}

impl FromStr for Target {
    type Err = &'static str;

    fn from_str(urls: &str) -> Result<Self, Self::Err> {
        let (url, guests) = match urls.split_once(',') {
            Some((url, guests)) => (url, Some(Box::new(guests.parse()?))),
            None => (urls, None),
        };
        let wrong = "must be a URL such as http://127.0.0.1:8080";
        if url.starts_with("https://") || url.starts_with("wss://") {
            return Err("a load speaks http:// only, to the server itself and not to a proxy");
        }
        let rest = url.strip_prefix("http://").or_else(|| url.strip_prefix("ws://")).ok_or(wrong)?;
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let plain = !authority.is_empty() && authority.bytes().all(|byte| byte.is_ascii_graphic());
        if !plain || !(path.is_empty() || path == "ws") {
            return Err(wrong);
        }
        let has_port = authority.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let authority = if has_port { authority.to_owned() } else { format!("{authority}:80") };
        Ok(Self { authority, guests })
    }
}

impl Target {
    /// Where everybody but the hosts connects, if that is another node.
    pub(super) fn guests(&self) -> Option<&Self> {
        self.guests.as_deref()
    }

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

/// Opens the connection of this number. On loopback, connections use several source addresses, different ones for each
/// load process, so that several can run at the same time.
pub(super) async fn connect(to: SocketAddr, number: u32) -> std::io::Result<TcpStream> {
    let socket = if to.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    if matches!(to.ip(), IpAddr::V4(ip) if ip.is_loopback()) {
        socket.bind(SocketAddr::new(own_address(std::process::id(), number).into(), 0))?;
    }
    let stream = socket.connect(to).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// The same for datagrams.
pub(super) async fn connect_udp(to: SocketAddr, number: u32) -> std::io::Result<UdpSocket> {
    let from: IpAddr = match to.ip() {
        IpAddr::V4(ip) if ip.is_loopback() => own_address(std::process::id(), number).into(),
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let socket = UdpSocket::bind((from, 0)).await?;
    socket.connect(to).await?;
    Ok(socket)
}

/// Where the connection of this number comes from, of a load with this process number.
const fn own_address(process: u32, number: u32) -> Ipv4Addr {
    let [_, _, high, low] = process.to_be_bytes();
    Ipv4Addr::new(127, high, low, (number / FROM_ONE_ADDRESS % 250) as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_loads_come_from_one_address() {
        assert_eq!(own_address(0x1_0203, 0), Ipv4Addr::new(127, 2, 3, 1));
        assert_eq!(own_address(0x1_0203, FROM_ONE_ADDRESS), Ipv4Addr::new(127, 2, 3, 2));
        assert_ne!(own_address(7, 0), own_address(8, 0));
        assert!(own_address(u32::MAX, u32::MAX).is_loopback());
    }

    #[test]
    fn a_target_is_the_address_of_a_server() {
        let host = |url: &str| url.parse::<Target>().map(|target| target.authority);
        assert_eq!(host("http://127.0.0.1:8080").unwrap(), "127.0.0.1:8080");
        assert_eq!(host("ws://house.example/ws").unwrap(), "house.example:80");
        for wrong in ["", "127.0.0.1:8080", "https://house.example", "http://", "http://a b", "http://a/b"] {
            assert!(host(wrong).is_err(), "{wrong}");
        }
    }
}
