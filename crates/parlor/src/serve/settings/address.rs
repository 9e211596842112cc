//! Where to listen.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

use super::values::text_settings;

/// An address and a port to listen on. A name, such as `localhost`, is looked up when it is bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ListenAddress {
    Socket(SocketAddr),
    Host { name: String, port: u16 },
}

text_settings!(ListenAddress);

impl ListenAddress {
    /// A port of this machine that others cannot reach.
    pub(crate) const fn loopback(port: u16) -> Self {
        Self::Socket(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port))
    }

    /// Reads an address or a name with its port; without one it is the default, if there is one.
    pub(super) fn parse(text: &str, default_port: Option<u16>) -> Option<Self> {
        if let Ok(socket) = text.parse() {
            return Some(Self::Socket(socket));
        }
        if let (Ok(address), Some(port)) = (text.parse::<IpAddr>(), default_port) {
            return Some(Self::Socket(SocketAddr::new(address, port)));
        }
        let (name, port) = match text.rsplit_once(':') {
            Some((name, port)) => (name, port.parse().ok()?),
            None => (text, default_port?),
        };
        is_host_name(name).then(|| Self::Host { name: name.to_owned(), port })
    }

    /// The addresses to try, in this order. A name such as `localhost` has addresses of both families; the old one comes
    /// first, because it is the one that people type.
    pub(crate) async fn resolve(&self) -> io::Result<Vec<SocketAddr>> {
        match self {
            Self::Socket(address) => Ok(vec![*address]),
            Self::Host { name, port } => {
                let mut found: Vec<_> = tokio::net::lookup_host((name.as_str(), *port)).await?.collect();
                found.sort_by_key(SocketAddr::is_ipv6);
                Ok(found)
            }
        }
    }
}

/// Letters, digits and hyphens between dots. A name whose last part is a number would be a mistyped address.
pub(super) fn is_host_name(text: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    let number = |label: &str| label.bytes().all(|byte| byte.is_ascii_digit());
    text.len() <= 253 && text.split('.').all(label) && !text.rsplit('.').next().is_some_and(number)
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Socket(address) => address.fmt(f),
            Self::Host { name, port } => write!(f, "{name}:{port}"),
        }
    }
}

impl FromStr for ListenAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let what = "must be an address and a port, such as 127.0.0.1:8080, localhost:8080 or [::]:8080";
        Self::parse(text, None).ok_or(what)
    }
}

/// Says what cannot be listened on, why, and what to do about it.
pub(crate) fn cannot_listen(
    what: &str,
    address: &ListenAddress,
    setting: &str,
    error: &io::Error,
) -> anyhow::Error {
    let advice = match error.kind() {
        io::ErrorKind::AddrInUse => format!("stop the other program, or set another port with {setting}"),
        io::ErrorKind::PermissionDenied => {
            format!("ports below 1024 need a privilege; set another with {setting}")
        }
        _ => format!("set an address of this machine with {setting}"),
    };
    anyhow::anyhow!("{what} cannot listen on {address}: {error}; {advice}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_number_or_a_name_with_a_port() {
        let read = |text: &str| text.parse::<ListenAddress>().map(|address| address.to_string());
        for good in ["127.0.0.1:8080", "[::]:8080", "localhost:0", "games.example.org:80", "my_host:1"] {
            assert_eq!(read(good).as_deref(), Ok(good));
        }
        for wrong in
            ["", "8080", ":8080", "localhost", "localhost:", "localhost:http", "localhost:70000", "a b:1"]
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        for mistyped in ["127.0.0:8080", "256.0.0.1:80", "::1:8080x", "http://localhost:80", "a..b:1"] {
            assert!(read(mistyped).is_err(), "{mistyped}");
        }
    }

    #[tokio::test]
    async fn localhost_is_an_address_of_this_machine_and_the_old_family_comes_first() {
        let found = "localhost:81".parse::<ListenAddress>().unwrap().resolve().await.unwrap();
        assert!(found.iter().all(|address| address.ip().is_loopback() && address.port() == 81));
        assert_eq!(found.first(), Some(&"127.0.0.1:81".parse().unwrap()), "{found:?}");
    }
}
