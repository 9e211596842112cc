//! The names that the server answers to.
//!
//! Another site can point its own name at this machine (DNS rebinding): then `Host` and `Origin` agree, and the browser
//! treats the server as that site. Once the server knows its own name it rejects all others.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tables::LogThrottle;

use super::app::App;
use super::http::ApiError;
use super::origin::without_port;
use super::settings::{HostName, PublicUrl, Settings};

/// This log line is rate-limited.
static LOGGED: LogThrottle = LogThrottle::every_ms(10_000);

/// Paths that are answered whatever the host is called: probes have names of their own.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// The names that are served; all if nothing says what the server is called.
#[derive(Clone, Debug)]
pub(crate) struct Hosts(Option<Vec<String>>);

impl Hosts {
    pub(crate) fn of(settings: &Settings) -> Self {
        let public = settings.public_url.as_ref().map(PublicUrl::origin);
        Self(public.map(|origin| {
            let own = without_port(origin.authority()).to_owned();
            settings.allowed_hosts.0.iter().map(HostName::to_string).chain([own]).collect()
        }))
    }

    /// Whether requests for this host, with or without a port, are served.
    fn serves(&self, authority: &str) -> bool {
        let Some(names) = &self.0 else { return true };
        let host = without_port(authority).to_ascii_lowercase();
        let is_address = |host: &str| host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        host == "localhost" || is_address(&host) || names.contains(&host)
    }
}

/// The host that a request names. Programs may name none; browsers always do.
fn named_host(request: &Request) -> Option<&str> {
    let header = request.headers().get(header::HOST);
    // A header that is not text matches no served host.
    let header = header.map(|host| host.to_str().unwrap_or("?"));
    request.uri().authority().map(Authority::as_str).or(header)
}

pub(super) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let is_probe = |uri: &Uri| PROBES.contains(&uri.path());
    if named_host(&request).is_none_or(|host| app.hosts.serves(host)) || is_probe(request.uri()) {
        return next.run(request).await;
    }
    app.server.metrics().cross_origin_requests_rejected_total.inc();
    if let Some(more) = LOGGED.allow(app.server.time().now()) {
        let host: String = named_host(&request).unwrap_or_default().chars().take(200).collect();
        let host = host.escape_debug();
        tracing::warn!(%host, more, "request rejected: add the host to allowed_hosts if it is the server's");
    }
    let message = "This server has another name. Its operator can allow this one.";
    ApiError::new(StatusCode::MISDIRECTED_REQUEST, "host_not_allowed", message).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_knows_its_name_answers_to_no_other() {
        let hosts = Hosts(Some(vec!["games.example.org".to_owned(), "parlor.lan".to_owned()]));
        for own in [
            "games.example.org",
            "GAMES.example.org:8443",
            "parlor.lan:1",
            "localhost:8080",
            "127.0.0.1:8080",
            "10.1.2.3",
            "[::1]:8080",
            "[2001:db8::1]",
        ] {
            assert!(hosts.serves(own), "{own}");
        }
        for other in
            ["evil.example", "games.example.org.evil.example", "localhost.evil.example", "", "?", "[x]"]
        {
            assert!(!hosts.serves(other), "{other}");
            assert!(Hosts(None).serves(other), "{other}");
        }
    }
}
