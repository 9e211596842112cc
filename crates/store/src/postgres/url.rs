//! The URL of a database: one for each server that it names, and how to speak to them.
//!
//! The parameters are those of `libpq`. What the driver does not know of them is taken out here.

use std::path::PathBuf;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};

use super::failure::describe;

/// How much is asked of an encrypted connection: the parameters `sslmode` and `sslrootcert`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TlsSettings {
    pub(super) mode: TlsMode,
    /// Whose signature is believed: a file, or `system`.
    pub(super) root_certificates: Option<PathBuf>,
}

/// `sslmode`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TlsMode {
    /// Never encrypted.
    Disable,
    /// Encrypted if the server can.
    Prefer,
    /// Encrypted; the server is not authenticated.
    Require,
    /// Encrypted, and the server's certificate is signed by somebody believed.
    VerifyCa,
    /// The same, and it is a certificate for the host that the URL names.
    VerifyFull,
}

impl TlsMode {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "disable" => Ok(Self::Disable),
            // `allow` means: in the clear if the server lets us. We would rather not.
            "allow" | "prefer" => Ok(Self::Prefer),
            "require" => Ok(Self::Require),
            "verify-ca" => Ok(Self::VerifyCa),
            "verify-full" => Ok(Self::VerifyFull),
            _ => Err(format!(
                "sslmode={text} is unknown; use disable, prefer, require, verify-ca or verify-full"
            )),
        }
    }

    const fn of_driver(self) -> SslMode {
        match self {
            Self::Disable => SslMode::Disable,
            Self::Prefer => SslMode::Prefer,
            Self::Require | Self::VerifyCa | Self::VerifyFull => SslMode::Require,
        }
    }
}

/// A URL that was read.
pub(super) struct DatabaseUrl {
    /// One for each server, in the order in which they are tried.
    pub(super) servers: Vec<Config>,
    pub(super) tls: TlsSettings,
}

/// A cable that was pulled must not hold the tables for the quarter of an hour that is usual.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const SILENCE_TIMEOUT: Duration = Duration::from_secs(15);

impl DatabaseUrl {
    pub(super) fn parse(url: &str) -> Result<Self, String> {
        let (address, query) = url.split_once('?').unwrap_or((url, ""));
        let mut tls = TlsSettings { mode: TlsMode::Prefer, root_certificates: None };
        let mut others = Vec::new();
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("sslmode", mode)) => tls.mode = TlsMode::parse(mode)?,
                Some(("sslrootcert", path)) => tls.root_certificates = Some(decode(path)?.into()),
                _ => others.push(parameter),
            }
        }
        // As `libpq` does: a root certificate that is named is also used to check.
        if tls.mode == TlsMode::Require && tls.root_certificates.is_some() {
            tls.mode = TlsMode::VerifyCa;
        }
        let query = others.join("&");
        let servers =
            addresses(address).into_iter().map(|address| config(&format!("{address}?{query}"), tls.mode));
        Ok(Self { servers: servers.collect::<Result<_, _>>()?, tls })
    }
}

fn config(url: &str, mode: TlsMode) -> Result<Config, String> {
    let mut config: Config = url.parse().map_err(|error| describe(&error))?;
    config.ssl_mode(mode.of_driver()).application_name("parlor");
    // A server that takes no writes, because another has taken over or it is being repaired, is as good as none.
    config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_TIMEOUT);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(SILENCE_TIMEOUT);
        config.keepalives_idle(SILENCE_TIMEOUT);
    }
    let is_encrypted = !matches!(mode, TlsMode::Disable | TlsMode::Prefer);
    if is_encrypted && config.get_hosts().iter().any(|host| matches!(host, Host::Unix(_))) {
        return Err("TLS is not spoken on a Unix socket; leave sslmode out".to_owned());
    }
    Ok(config)
}

/// The address once for each host that it names: the driver would wait for the first of them as long as it likes.
fn addresses(address: &str) -> Vec<String> {
    let Some((scheme, rest)) = address.split_once("://") else { return vec![address.to_owned()] };
    let (authority, path) = match rest.find('/') {
        Some(slash) => rest.split_at(slash),
        None => (rest, ""),
    };
    let (user, hosts) = match authority.rfind('@') {
        Some(at) => authority.split_at(at + 1),
        None => ("", authority),
    };
    hosts.split(',').map(|host| format!("{scheme}://{user}{host}{path}")).collect()
}

/// Resolves the percent signs of a parameter.
fn decode(text: &str) -> Result<String, String> {
    let wrong = || format!("{text} is not a parameter of a URL");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        (rest, bytes) = match (first, after) {
            (b'%', [high, low, after @ ..]) => {
                let digits = [*high, *low];
                let digits = std::str::from_utf8(&digits).map_err(|_| wrong())?;
                bytes.push(u8::from_str_radix(digits, 16).map_err(|_| wrong())?);
                (after, bytes)
            }
            (b'%', _) => return Err(wrong()),
            _ => {
                bytes.push(*first);
                (after, bytes)
            }
        };
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tls(url: &str) -> Result<TlsSettings, String> {
        DatabaseUrl::parse(url).map(|url| url.tls)
    }

    fn hosts(url: &str) -> Vec<String> {
        let host = |server: &Config| format!("{:?}{:?}", server.get_hosts(), server.get_ports());
        DatabaseUrl::parse(url).unwrap_or_else(|error| panic!("{error}")).servers.iter().map(host).collect()
    }

    #[test]
    fn sslmode_and_sslrootcert_mean_what_they_do_elsewhere() {
        let settings =
            |mode, path: Option<&str>| Ok(TlsSettings { mode, root_certificates: path.map(PathBuf::from) });
        assert_eq!(tls("postgres://h/d"), settings(TlsMode::Prefer, None));
        assert_eq!(tls("postgres://h/d?sslmode=disable"), settings(TlsMode::Disable, None));
        assert_eq!(tls("postgres://h/d?sslmode=require&user=x"), settings(TlsMode::Require, None));
        assert_eq!(
            tls("postgres://h/d?sslmode=require&sslrootcert=a%20b.pem"),
            settings(TlsMode::VerifyCa, Some("a b.pem"))
        );
        assert_eq!(
            tls("postgres://h/d?sslrootcert=system&sslmode=verify-full"),
            settings(TlsMode::VerifyFull, Some("system"))
        );
        assert!(tls("postgres://h/d?sslmode=yes").is_err());
        assert!(tls("postgres://h/d?sslrootcert=%4").is_err());
        assert!(tls("postgres://%2Ftmp/d?sslmode=require").is_err());
    }

    #[test]
    fn every_server_is_tried_by_itself() {
        let one = |host: &str, port: &str| format!("[Tcp(\"{host}\")][{port}]");
        assert_eq!(hosts("postgres://u:p@a:1,b:2/d?user=x"), [one("a", "1"), one("b", "2")]);
        assert_eq!(hosts("postgres://a,b"), [one("a", "5432"), one("b", "5432")]);
        assert_eq!(hosts("postgres:///d?host=/tmp").len(), 1);
    }
}
