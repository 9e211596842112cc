//! The origins whose pages may use the server with their visitor's cookie.
//!
//! A browser sends the page's origin in `Origin`. A request without `Origin` is accepted: it comes from a program, which
//! cannot abuse the cookie or the network of a visitor.

use std::fmt;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use tables::LogThrottle;

use super::app::App;
use super::http::ApiError;
use super::settings::{Origin, PublicUrl, Settings};

/// An operator has to see a rejection once; a page that retries must not fill the log.
static LOGGED: LogThrottle = LogThrottle::every_ms(10_000);

/// The longest header value that is logged.
const MAX_LOGGED: usize = 200;

/// The origins that are allowed beside the server's own.
#[derive(Clone, Debug)]
pub(crate) struct Origins(Vec<Origin>);

impl Origins {
    pub(crate) fn of(settings: &Settings) -> Self {
        let public = settings.public_url.as_ref().map(PublicUrl::origin);
        Self(settings.allowed_origins.0.iter().cloned().chain(public).collect())
    }

    /// Accepts requests from the server's own pages, from allowed origins, and from programs.
    fn check(&self, headers: &HeaderMap) -> Result<(), OriginRejection> {
        let mut given = headers.get_all(header::ORIGIN).iter();
        let Some(value) = given.next() else { return Ok(()) };
        // An opaque origin (`null`) and two origins at once are never allowed.
        let origin: Option<Origin> = value.to_str().ok().and_then(|text| text.parse().ok());
        let Some(origin) = origin.filter(|_| given.next().is_none()) else {
            return Err(OriginRejection::Unusable);
        };
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).map(str::to_ascii_lowercase);
        if host.as_deref() == Some(origin.authority()) || self.0.contains(&origin) {
            return Ok(());
        }
        Err(match host.filter(|host| without_port(host) == without_port(origin.authority())) {
            Some(host) => OriginRejection::OtherPort { origin, host },
            None => OriginRejection::OtherHost { origin },
        })
    }
}

/// The host of an authority.
pub(super) fn without_port(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        // The colons inside the brackets of an IPv6 address are not before a port.
        Some((host, port)) if !port.contains(']') => host,
        _ => authority,
    }
}

/// Why an origin is rejected. Its text tells the operator what would allow it.
#[derive(Clone, PartialEq, Eq, Debug)]
enum OriginRejection {
    /// `null`, several at once, or not an origin.
    Unusable,
    /// The page has the server's host name but another port: a proxy often drops the port from `Host`.
    OtherPort {
        origin: Origin,
        host: String,
    },
    OtherHost {
        origin: Origin,
    },
}

impl fmt::Display for OriginRejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unusable => f.write_str("nothing: it is not the origin of one web page"),
            Self::OtherPort { origin, host } => write!(
                f,
                "a proxy that passes the Host header on unchanged (here it is {host}; nginx: proxy_set_header Host \
                 $http_host), or public_url = \"{origin}\""
            ),
            Self::OtherHost { origin } => {
                write!(f, "allowed_origins = [\"{origin}\"], or public_url if players open that address")
            }
        }
    }
}

/// A request from the server's own pages, from an allowed origin or from a program.
pub(crate) struct SameOrigin;

impl FromRequestParts<Arc<App>> for SameOrigin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let Err(rejection) = app.origins.check(&parts.headers) else { return Ok(Self) };
        app.server.metrics().cross_origin_requests_rejected_total.inc();
        if let Some(more) = LOGGED.allow(app.server.time().now()) {
            let origin = logged(&parts.headers);
            tracing::warn!(origin, allowed_by = %rejection, more, "request rejected: origin not allowed");
        }
        let message = "Pages of this origin may not use this server. Its operator can allow them.";
        Err(ApiError::new(StatusCode::FORBIDDEN, "origin_not_allowed", message))
    }
}

/// The origin as the client sent it, cut to a bounded length and escaped: it can hold anything.
fn logged(headers: &HeaderMap) -> String {
    let bytes = headers.get(header::ORIGIN).map_or(&b""[..], |value| value.as_bytes());
    bytes[..bytes.len().min(MAX_LOGGED)].escape_ascii().to_string()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn pages_of_the_server_and_programs_come_in_and_no_others() {
        let origins = Origins(
            ["https://games.example.org", "http://other.example:81"].map(|o| o.parse().unwrap()).to_vec(),
        );
        let admits = |host: Option<&'static str>, given: &[&'static str]| {
            let mut headers = HeaderMap::new();
            if let Some(host) = host {
                headers.insert(header::HOST, HeaderValue::from_static(host));
            }
            for origin in given {
                headers.append(header::ORIGIN, HeaderValue::from_static(origin));
            }
            origins.check(&headers).is_ok()
        };
        let here = Some("127.0.0.1:8080");
        assert!(admits(here, &[]) && admits(None, &[]), "programs");
        assert!(
            admits(here, &["http://127.0.0.1:8080"]) && admits(Some("LOCALHOST:1"), &["http://localhost:1"])
        );
        assert!(admits(here, &["https://games.example.org"]) && admits(None, &["http://other.example:81"]));
        for stranger in [
            "http://evil.example",
            "http://127.0.0.1",
            "http://127.0.0.1:8081",
            "http://127.0.0.1:8080.evil.example",
            "http://games.example.org",
            "https://games.example.org.evil.example",
            "https://games.example.org:444",
            "null",
            "",
            "file://",
        ] {
            assert!(!admits(here, &[stranger]), "{stranger}");
        }
        assert!(!admits(here, &["http://127.0.0.1:8080", "http://evil.example"]), "two at once");
        assert!(!admits(None, &["http://127.0.0.1:8080"]), "without a host there is nothing to compare with");
    }

    #[test]
    fn a_rejection_names_what_would_allow_the_origin() {
        let origins = Origins(Vec::new());
        let rejection = |host, origin| {
            let headers = HeaderMap::from_iter([
                (header::HOST, HeaderValue::from_static(host)),
                (header::ORIGIN, HeaderValue::from_static(origin)),
            ]);
            origins.check(&headers).unwrap_err().to_string()
        };
        let other_host = rejection("127.0.0.1:8080", "https://games.example.org");
        assert!(other_host.contains("allowed_origins = [\"https://games.example.org\"]"), "{other_host}");
        for (host, origin) in [
            ("games.example.org", "https://games.example.org:8443"),
            ("[::1]", "http://[::1]:8443"),
            ("[::1]:1", "http://[::1]"),
        ] {
            let other_port = rejection(host, origin);
            assert!(other_port.contains("Host $http_host"), "{other_port}");
            assert!(other_port.contains(&format!("public_url = \"{origin}\"")), "{other_port}");
        }
        assert!(rejection("a", "null").starts_with("nothing"));
    }
}
