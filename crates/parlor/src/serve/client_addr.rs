//! Where a request comes from.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use super::app::App;
use super::http::ApiError;
use super::settings::Addresses;

/// The header in which proxies tell for whom they ask.
const PASSED_ON_FOR: &str = "x-forwarded-for";

/// The address of whoever asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClientAddr(pub(crate) IpAddr);

impl ClientAddr {
    /// What a proxy says is believed only of proxies that are trusted. Each adds whom it heard at the end of the list, so
    /// the last one that is no trusted proxy itself is the visitor; what stands before may be invented.
    pub(crate) fn behind(peer: IpAddr, headers: &HeaderMap, trusted: &Addresses) -> Self {
        if !trusted.contain(peer) {
            return Self(peer.to_canonical());
        }
        let lines = headers.get_all(PASSED_ON_FOR).iter().filter_map(|line| line.to_str().ok());
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
        Self(nearest.to_canonical())
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
        let from = |peer: &str, told: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for line in told {
                headers.append(PASSED_ON_FOR, HeaderValue::from_static(line));
            }
            ClientAddr::behind(peer.parse().unwrap(), &headers, &trusted).0.to_string()
        };
        assert_eq!(from("8.8.8.8", &[]), "8.8.8.8");
        assert_eq!(from("8.8.8.8", &["1.2.3.4"]), "8.8.8.8", "a stranger may say what it likes");
        assert_eq!(from("10.0.0.1", &["1.2.3.4"]), "1.2.3.4");
        assert_eq!(from("::1", &["1.2.3.4:567"]), "1.2.3.4");
        assert_eq!(
            from("10.0.0.1", &["6.6.6.6, 1.2.3.4, 10.0.0.2"]),
            "1.2.3.4",
            "what a visitor invents is not"
        );
        assert_eq!(from("10.0.0.1", &["6.6.6.6", "1.2.3.4"]), "1.2.3.4", "in two lines as in one");
        assert_eq!(from("10.0.0.1", &["rubbish"]), "10.0.0.1");
        assert_eq!(from("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(from("::ffff:8.8.8.8", &[]), "8.8.8.8");
    }
}
