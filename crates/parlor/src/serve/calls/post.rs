//! One POST to a webhook: with a short timeout, without redirects, and only to public addresses.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tables::WebhookFormat;
use ureq::Agent;
use ureq::config::Config;
use ureq::http::uri::Authority;
use ureq::http::{Request, Uri, header};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

use super::message::{CallMessage, WrittenCall};
use super::public_address::is_public;
use crate::serve::settings::{Addresses, Settings};

/// How long a webhook may take, from the name to the answer.
const TIMEOUT: Duration = Duration::from_secs(3);

/// The longest address of a webhook, in bytes.
const MAX_URL: usize = 500;

/// Why a call was not delivered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PostError {
    /// Its name leads to addresses that are not public.
    NotPublic,
    /// It answered with something other than success.
    Status(u16),
    /// It did not answer in time.
    Timeout,
    /// Nothing answers at this address.
    Unreachable,
}

impl fmt::Display for PostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPublic => f.write_str("the address is not a public one"),
            Self::Status(status) => write!(f, "it answered with status {status}"),
            Self::Timeout => f.write_str("it did not answer within 3 seconds"),
            Self::Unreachable => f.write_str("it cannot be reached"),
        }
    }
}

/// Sends calls.
#[derive(Clone, Debug)]
pub(crate) struct WebhookPoster {
    /// Networks that may be reached although they are not public.
    allowed: Addresses,
}

/// Resolves host names and leaves out addresses that may not be reached. Connections use only the addresses returned here.
#[derive(Debug)]
struct PublicResolver {
    allowed: Addresses,
}

/// What the resolver says of a name with no address that may be reached.
const NOT_PUBLIC: &str = "the address is not public";

impl Resolver for PublicResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = DefaultResolver::default().resolve(uri, config, timeout)?;
        let mut kept = self.empty();
        for address in
            found.iter().filter(|address| is_public(address.ip()) || self.allowed.contain(address.ip()))
        {
            kept.push(*address);
        }
        if kept.is_empty() { Err(ureq::Error::BadUri(NOT_PUBLIC.to_owned())) } else { Ok(kept) }
    }
}

impl WebhookPoster {
    pub(crate) fn of(settings: &Settings) -> Self {
        Self { allowed: settings.webhook_networks.clone() }
    }

    /// Sends a call to a webhook.
    pub(crate) async fn post(
        &self,
        url: String,
        format: WebhookFormat,
        message: CallMessage,
    ) -> Result<(), PostError> {
        self.send(url, message.write(format)).await
    }

    /// Sends a request, on a thread that may wait.
    pub(super) async fn send(&self, url: String, written: WrittenCall) -> Result<(), PostError> {
        let allowed = self.allowed.clone();
        let posted = tokio::task::spawn_blocking(move || post(&url, written, allowed)).await;
        posted.unwrap_or(Err(PostError::Unreachable))
    }

    /// Whether an address may be reached although it is not public.
    pub(super) fn allows(&self, address: IpAddr) -> bool {
        self.allowed.contain(address)
    }
}

fn post(url: &str, written: WrittenCall, allowed: Addresses) -> Result<(), PostError> {
    let mut request = Request::post(url).header(header::CONTENT_TYPE, written.content_type);
    for (name, value) in written.headers {
        request = request.header(name, value);
    }
    let request = request.body(written.body).map_err(|_| PostError::Unreachable)?;
    // A new agent for each request, so that no connection to another host name is reused.
    let response = agent(allowed).run(request).map_err(|error| match error {
        ureq::Error::Timeout(_) => PostError::Timeout,
        ureq::Error::BadUri(why) if why == NOT_PUBLIC => PostError::NotPublic,
        _ => PostError::Unreachable,
    })?;
    // The body is not read: it may be endless.
    if response.status().is_success() { Ok(()) } else { Err(PostError::Status(response.status().as_u16())) }
}

fn agent(allowed: Addresses) -> Agent {
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::PlatformVerifier)
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()));
    let config = Agent::config_builder()
        .tls_config(tls.build())
        .http_status_as_error(false)
        // A redirect could lead inside.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .proxy(None)
        .max_idle_connections(0)
        .timeout_global(Some(TIMEOUT));
    Agent::with_parts(config.build(), DefaultConnector::default(), PublicResolver { allowed })
}

/// Whether a text can be the address of a webhook.
pub(crate) fn is_webhook_url(text: &str) -> bool {
    let Ok(uri) = text.parse::<Uri>() else { return false };
    let has_scheme = matches!(uri.scheme_str(), Some("http" | "https"));
    let authority = uri.authority().map(Authority::as_str).unwrap_or_default();
    has_scheme
        && text.len() <= MAX_URL
        && uri.host().is_some_and(|host| !host.is_empty())
        && !authority.contains('@')
}

#[cfg(test)]
mod tests {
    use super::super::CallLanguage;
    use super::*;

    #[test]
    fn the_address_of_a_webhook_is_a_web_address_without_a_password() {
        for good in
            ["https://ntfy.sh/abc", "http://10.0.0.1:8080/x?y=z", "https://discord.com/api/webhooks/1/a-b"]
        {
            assert!(is_webhook_url(good), "{good}");
        }
        let long = format!("https://a/{}", "x".repeat(500));
        for bad in ["", "ntfy.sh/abc", "ftp://a/b", "file:///etc/passwd", "https://", "https://u:p@a/", &long]
        {
            assert!(!is_webhook_url(bad), "{bad}");
        }
    }

    #[test]
    fn an_address_inside_is_not_reached_by_number_or_by_name() {
        // Something listens there: it is not reached all the same.
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        listener.set_nonblocking(true).unwrap();
        for host in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "127.1", "2130706433"] {
            let url = format!("http://{host}:{port}/");
            let posted = post(
                &url,
                CallMessage::test(CallLanguage::En).write(WebhookFormat::Json),
                Addresses::default(),
            );
            assert!(posted.is_err(), "{host}");
        }
        assert!(listener.accept().is_err(), "nobody came");
    }
}
