//! A small HTTP client for commands that ask one server one thing: `parlor admin`, `verify`, `replay` and `review`.

use std::fmt;
use std::io::Read;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use protocol::Seal;
use serde::Deserialize;
use ureq::Agent;
use ureq::http::{Request, Response, Uri, header};
use ureq::tls::{RootCerts, TlsConfig};

use crate::admin::Token;

/// How long a connection, each read and each write may take.
const HTTP_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest response body that is read.
const MAX_RESPONSE_LENGTH: u64 = 256 << 20;

/// Base URL of a server: scheme, host, port and the path that comes before every request path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ServerUrl(String);

impl FromStr for ServerUrl {
    type Err = &'static str;

    fn from_str(url: &str) -> Result<Self, Self::Err> {
        let wrong = "expected a URL such as http://127.0.0.1:8080 or https://games.example.org";
        let uri: Uri = url.parse().map_err(|_| wrong)?;
        let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https")).ok_or(wrong)?;
        let authority = uri.authority().ok_or(wrong)?;
        let has_port = authority.as_str().rsplit(']').next().is_some_and(|rest| rest.contains(':'));
        let port_is_wrong = has_port && authority.port_u16().is_none();
        // A password in the URL would be ignored, so it is refused: the token has its own option.
        if authority.host().is_empty() || port_is_wrong || authority.as_str().contains('@') {
            return Err(wrong);
        }
        if uri.query().is_some() {
            return Err(wrong);
        }
        let path = uri.path().trim_end_matches('/');
        Ok(Self(format!("{scheme}://{authority}{path}")))
    }
}

impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a request carries in `Authorization`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Credential<'a> {
    /// The token of a person, or the admin token.
    Token(&'a Token),
    /// The seal of a replay, known to everybody who was at the table.
    Seal(Seal),
}

impl fmt::Display for Credential<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token(token) => write!(f, "Bearer {}", token.as_str()),
            Self::Seal(seal) => write!(f, "Seal {seal}"),
        }
    }
}

/// The response of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
    /// Where a redirect leads.
    location: Option<String>,
}

/// The body of an error response.
#[derive(Deserialize)]
struct Refused {
    message: String,
}

impl Answer {
    /// The body, or the server's error message as an error.
    pub(crate) fn accepted(self) -> Result<String> {
        if (200..300).contains(&self.status) {
            return Ok(self.body);
        }
        // A redirect is not followed: the token must not go anywhere the operator did not name.
        if let Some(location) = self.location.filter(|_| (300..400).contains(&self.status)) {
            bail!("The server redirects to {location}: use that URL.");
        }
        match serde_json::from_str::<Refused>(&self.body) {
            Ok(refused) => bail!("{}", refused.message),
            Err(_) => bail!("The server answered with status {}; is this a Parlor server?", self.status),
        }
    }
}

impl ServerUrl {
    pub(crate) fn request(
        &self,
        method: &str,
        path: &str,
        credential: Option<Credential<'_>>,
        body: Option<&str>,
    ) -> Result<Answer> {
        let mut request = Request::builder().method(method).uri(format!("{self}{path}"));
        if let Some(credential) = credential {
            request = request.header(header::AUTHORIZATION, credential.to_string());
        }
        let agent = agent();
        let response = match body {
            None => agent.run(request.body(())?),
            Some(body) => {
                agent.run(request.header(header::CONTENT_TYPE, "application/json").body(body.to_owned())?)
            }
        };
        read_answer(response.map_err(|error| self.explained(&error))?)
    }

    fn explained(&self, error: &ureq::Error) -> anyhow::Error {
        match error {
            ureq::Error::Io(error) if is_about_tls(error) => {
                anyhow!(
                    "No secure connection to {self}: {error} (SSL_CERT_FILE names other authorities to trust)"
                )
            }
            ureq::Error::Rustls(_) | ureq::Error::Tls(_) => {
                anyhow!("No secure connection to {self}: {error}")
            }
            ureq::Error::Io(error) => anyhow!("No server answers at {self}: {error}"),
            ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => {
                anyhow!("No server answers at {self}: {error}")
            }
            ureq::Error::Timeout(_) => anyhow!("The server at {self} did not answer in time"),
            _ => anyhow!("{self} is not an HTTP server: {error}"),
        }
    }
}

/// A failed handshake arrives as an I/O error around the TLS library's own.
fn is_about_tls(error: &std::io::Error) -> bool {
    error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()).is_some()
}

fn agent() -> Agent {
    // The certificates of the operating system, as curl uses them; SSL_CERT_FILE and SSL_CERT_DIR name others.
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::PlatformVerifier)
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()));
    let config = Agent::config_builder()
        .tls_config(tls.build())
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        // The admin token must not pass through a proxy that the environment happens to name.
        .proxy(None)
        .timeout_resolve(Some(HTTP_TIMEOUT))
        .timeout_connect(Some(HTTP_TIMEOUT))
        .timeout_per_read(Some(HTTP_TIMEOUT))
        .timeout_per_write(Some(HTTP_TIMEOUT));
    Agent::new_with_config(config.build())
}

fn read_answer(response: Response<ureq::Body>) -> Result<Answer> {
    let status = response.status().as_u16();
    let location = response.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
    let location = location.map(str::to_owned);
    let mut body = String::new();
    let mut reader = response.into_body().into_reader().take(MAX_RESPONSE_LENGTH + 1);
    reader.read_to_string(&mut body).context("The server's response cannot be read")?;
    if body.len() as u64 > MAX_RESPONSE_LENGTH {
        bail!("The server's response is longer than {MAX_RESPONSE_LENGTH} bytes.");
    }
    Ok(Answer { status, body, location })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_of_servers_are_parsed() {
        let read = |url: &str| url.parse::<ServerUrl>().map(|server| server.0);
        for (url, base) in [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://games.example/parlor/", "http://games.example/parlor"),
            ("http://[::1]:81/", "http://[::1]:81"),
            ("http://[::1]", "http://[::1]"),
            ("https://games.example", "https://games.example"),
        ] {
            assert_eq!(read(url), Ok(base.to_owned()));
        }
        for wrong in [
            "",
            "127.0.0.1:8080",
            "http://",
            "http://a:b",
            "http://a b",
            "http://a:80/x\r\ny",
            "ftp://a",
            "http://user:password@a/",
            "http://a/?b",
        ] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_redirect_is_named_and_not_followed() {
        let answer = |status, body: &str, location: Option<&str>| Answer {
            status,
            body: body.to_owned(),
            location: location.map(str::to_owned),
        };
        let refused = |answer: Answer| answer.accepted().unwrap_err().to_string();
        assert_eq!(answer(200, "{}", None).accepted().unwrap(), "{}");
        assert_eq!(
            refused(answer(308, "", Some("https://a/b"))),
            "The server redirects to https://a/b: use that URL."
        );
        assert_eq!(refused(answer(404, r#"{"code":"x","message":"No."}"#, None)), "No.");
        assert_eq!(
            refused(answer(502, "<html>", None)),
            "The server answered with status 502; is this a Parlor server?"
        );
    }
}
