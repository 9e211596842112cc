//! Where a request comes from.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use super::app::App;
use super::http::ApiError;
use super::settings::Addresses;

/// The header in which proxies name the client.
const PASSED_ON_FOR: &str = "x-forwarded-for";

/// Headers that a proxy adds to a request.
const FORWARDING: [&str; 3] = ["forwarded", PASSED_ON_FOR, "x-real-ip"];

/// Whether a proxy passed this request on: it does not come from where its connection does.
pub(crate) fn is_forwarded(headers: &HeaderMap) -> bool {
    FORWARDING.iter().any(|header| headers.contains_key(*header))
}

/// The address that a request is counted under.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClientAddr {
    pub(crate) ip: IpAddr,
    /// Many clients may share this address, because a proxy did not say whose request it is: it is never exempt from limits.
    pub(crate) is_shared: bool,
}

impl ClientAddr {
    /// A client that has this address itself.
    #[cfg(test)]
    pub(crate) fn own(ip: IpAddr) -> Self {
        Self { ip, is_shared: false }
    }

    /// The header is believed only of proxies that are trusted. Each adds its client at the end of the list, so the last one
    /// that is not a trusted proxy itself is the client; what stands before may be invented.
    pub(crate) fn behind(peer: IpAddr, headers: &HeaderMap, trusted: &Addresses) -> Self {
        if !trusted.contain(peer) {
            // A proxy that is not trusted, most likely on this machine: all its clients together are one.
            return Self { ip: peer.to_canonical(), is_shared: is_forwarded(headers) };
        }
        // A line that is not text is no address: what stands in the lines before it may be invented.
        let lines = headers.get_all(PASSED_ON_FOR).iter().map(|line| line.to_str().unwrap_or("not text"));
        let named: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
        let mut nearest = peer;
        for name in named.into_iter().rev() {
            // An address may stand there with its port.
            let address =
                name.parse().ok().or_else(|| name.parse::<SocketAddr>().ok().map(|socket| socket.ip()));
            let Some(address) = address else { break };
            nearest = address;
            if !trusted.contain(nearest) {
                break;
            }
        }
        Self { ip: nearest.to_canonical(), is_shared: trusted.contain(nearest) }
    }
}

impl FromRequestParts<Arc<App>> for ClientAddr {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let peer = ConnectInfo::<SocketAddr>::from_request_parts(parts, app).await;
        let ConnectInfo(peer) =
            peer.map_err(|_| ApiError::unavailable("unavailable", "You come from nowhere."))?;
        Ok(Self::behind(peer.ip(), &parts.headers, &app.trusted_proxies))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn only_trusted_proxies_are_believed() {
        let trusted: Addresses = "10.0.0.0/8,::1".parse().unwrap();
        let from_bytes = |peer: &str, forwarded: &[&[u8]]| {
            let mut headers = HeaderMap::new();
            for line in forwarded {
                headers.append(PASSED_ON_FOR, HeaderValue::from_bytes(line).unwrap());
            }
            let ClientAddr { ip, is_shared } = ClientAddr::behind(peer.parse().unwrap(), &headers, &trusted);
            format!("{ip}{}", if is_shared { " shared" } else { "" })
        };
        let from = |peer: &str, forwarded: &[&str]| {
            from_bytes(peer, &forwarded.iter().map(|line| line.as_bytes()).collect::<Vec<_>>())
        };
        assert_eq!(from("8.8.8.8", &[]), "8.8.8.8");
        assert_eq!(from("8.8.8.8", &["1.2.3.4"]), "8.8.8.8 shared", "a stranger may say what it likes");
        assert_eq!(from("127.0.0.1", &["1.2.3.4"]), "127.0.0.1 shared", "a proxy that is not trusted");
        assert_eq!(from("10.0.0.1", &["1.2.3.4"]), "1.2.3.4");
        assert_eq!(from("::1", &["1.2.3.4:567"]), "1.2.3.4");
        assert_eq!(
            from("10.0.0.1", &["6.6.6.6, 1.2.3.4, 10.0.0.2"]),
            "1.2.3.4",
            "what a visitor invents is not"
        );
        assert_eq!(from("10.0.0.1", &["6.6.6.6", "1.2.3.4"]), "1.2.3.4", "in two lines as in one");
        assert_eq!(from("10.0.0.1", &["rubbish"]), "10.0.0.1 shared");
        assert_eq!(from("10.0.0.1", &["1.2.3.4, rubbish"]), "10.0.0.1 shared");
        assert_eq!(from_bytes("10.0.0.1", &[b"6.6.6.6", b"\xff, 1.2.3.4"]), "10.0.0.1 shared", "not text");
        assert_eq!(from("10.0.0.1", &[]), "10.0.0.1 shared", "one address for all whom it does not name");
        assert_eq!(from("::ffff:8.8.8.8", &[]), "8.8.8.8");
    }
}
