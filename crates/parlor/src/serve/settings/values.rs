//! What a setting can be. Each is read from text on the command line and in the environment, and from TOML.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use toml::de::DeValue;

/// A value that a setting can have.
pub(crate) trait Setting: FromStr<Err: fmt::Display> {
    /// Reads it from a file of settings, or says what it must be.
    fn from_toml(value: &DeValue<'_>) -> Result<Self, String>;

    /// The value as it is written in a file of settings. Secrets are left out.
    fn to_toml(&self) -> String;
}

pub(super) fn quoted(text: &impl fmt::Display) -> String {
    toml::Value::String(text.to_string()).to_string()
}

/// Reads a value that is written as text everywhere.
pub(super) fn text_from_toml<T: FromStr<Err: fmt::Display>>(value: &DeValue<'_>) -> Result<T, String> {
    match value.as_str() {
        Some(text) => text.parse().map_err(|what: T::Err| what.to_string()),
        // No text at all is as wrong as an empty one; the sentence says what it must be.
        None => match "".parse::<T>() {
            Err(what) => Err(format!("{what}, in quotes")),
            Ok(_) => Err("must be a text, in quotes".to_owned()),
        },
    }
}

/// Values that are written as text everywhere.
macro_rules! text_settings {
    ($($Type:ty),*) => {$(
        impl $crate::serve::settings::values::Setting for $Type {
            fn from_toml(value: &toml::de::DeValue<'_>) -> Result<Self, String> {
                $crate::serve::settings::values::text_from_toml(value)
            }

            fn to_toml(&self) -> String {
                $crate::serve::settings::values::quoted(self)
            }
        }
    )*};
}
pub(super) use text_settings;

text_settings!(StoreUrl, ClusterUrl, NodeName, PublicUrl, LogLevel, LogFormat, ProxyUserHeader, DoorSetting);

/// Who may become a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DoorSetting(pub(crate) protocol::Door);

impl fmt::Display for DoorSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            protocol::Door::Open => "open",
            protocol::Door::Invited => "invited",
            protocol::Door::Closed => "closed",
        })
    }
}

impl FromStr for DoorSetting {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "open" => Ok(Self(protocol::Door::Open)),
            "invited" => Ok(Self(protocol::Door::Invited)),
            "closed" => Ok(Self(protocol::Door::Closed)),
            _ => Err("must be open, invited or closed"),
        }
    }
}

/// The name of a header that says whom a proxy has signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ProxyUserHeader(String);

impl ProxyUserHeader {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ProxyUserHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for ProxyUserHeader {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // With a header that every client sends, any client could sign in.
        let is_common = ["host", "cookie", "user-agent", "origin", "authorization"];
        match axum::http::HeaderName::from_str(text) {
            Ok(name) if !is_common.contains(&name.as_str()) => Ok(Self(text.to_owned())),
            _ => Err("must be the name of a header that only the proxy sets, such as Remote-User"),
        }
    }
}

impl Setting for PathBuf {
    fn from_toml(value: &DeValue<'_>) -> Result<Self, String> {
        let path = value.as_str().filter(|path| !path.is_empty());
        path.map(Self::from).ok_or_else(|| "must be a path, in quotes".to_owned())
    }

    fn to_toml(&self) -> String {
        quoted(&self.display())
    }
}

/// One or several NATS servers, separated by commas. Printed without passwords.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClusterUrl(pub(crate) String);

impl fmt::Display for ClusterUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, address) in self.0.split(',').enumerate() {
            let (scheme, rest) = address.split_once("://").unwrap_or(("nats", address));
            let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
            let comma = if number > 0 { "," } else { "" };
            write!(f, "{comma}{scheme}://{host}")?;
        }
        Ok(())
    }
}

impl FromStr for ClusterUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_address = |address: &str| {
            let rest = address.strip_prefix("nats://").or_else(|| address.strip_prefix("tls://"));
            rest.is_some_and(|rest| {
                !rest.is_empty() && !rest.ends_with('@') && !rest.contains(char::is_whitespace)
            })
        };
        if text.split(',').all(is_address) {
            Ok(Self(text.to_owned()))
        } else {
            Err("must be nats://HOST:PORT or tls://HOST:PORT, several separated by commas")
        }
    }
}

/// What a node of a cluster is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NodeName(pub(crate) String);

impl fmt::Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for NodeName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if (1..=64).contains(&text.len()) && !text.contains(char::is_control) {
            Ok(Self(text.to_owned()))
        } else {
            Err("must have 1 to 64 characters")
        }
    }
}

/// A PostgreSQL database. Printed without its password.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoreUrl(pub(crate) store::StoreLocation);

impl fmt::Display for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for StoreUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse() {
            Ok(place @ store::StoreLocation::Postgres(_)) => Ok(Self(place)),
            _ => Err("must be a URL that begins with postgres://; a directory belongs in data_dir"),
        }
    }
}

/// The address people type, if it is not the one listened on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PublicUrl(String);

impl PublicUrl {
    /// What a browser calls the pages there.
    pub(crate) fn origin(&self) -> Origin {
        let (scheme, rest) = self.0.split_once("://").unwrap_or_default();
        let authority = rest.split('/').next().unwrap_or_default();
        Origin { scheme: scheme.to_owned(), authority: authority.to_ascii_lowercase() }
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for PublicUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let good = |rest: &str| {
            !rest.is_empty() && !rest.starts_with('/') && !rest.contains(|c: char| c.is_whitespace())
        };
        if rest.is_some_and(good) {
            Ok(Self(format!("{}/", text.trim_end_matches('/'))))
        } else {
            Err("must be a URL such as https://games.example.org")
        }
    }
}

/// Where pages come from, as browsers say it: `https://games.example.org`, with a port if it is not the usual one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Origin {
    scheme: String,
    authority: String,
}

impl Origin {
    /// The host, with its port if it is not the usual one.
    pub(crate) fn authority(&self) -> &str {
        &self.authority
    }

    pub(crate) fn is_secure(&self) -> bool {
        self.scheme == "https"
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.authority)
    }
}

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is not an origin such as https://games.example.org, without a path");
        let (scheme, authority) = text.split_once("://").ok_or_else(wrong)?;
        let good = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:[]".contains(&byte);
        if !["http", "https"].contains(&scheme) || authority.is_empty() || !authority.bytes().all(good) {
            return Err(wrong());
        }
        Ok(Self { scheme: scheme.to_owned(), authority: authority.to_ascii_lowercase() })
    }
}

/// How much is logged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LogLevel(pub(crate) tracing::Level);

impl fmt::Display for LogLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.as_str().to_ascii_lowercase())
    }
}

impl FromStr for LogLevel {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let level = match text {
            "error" => tracing::Level::ERROR,
            "warn" => tracing::Level::WARN,
            "info" => tracing::Level::INFO,
            "debug" => tracing::Level::DEBUG,
            "trace" => tracing::Level::TRACE,
            _ => return Err("must be error, warn, info, debug or trace"),
        };
        Ok(Self(level))
    }
}

/// How the log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LogFormat {
    Text,
    Json,
}

impl fmt::Display for LogFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Json => "json",
        })
    }
}

impl FromStr for LogFormat {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err("must be text or json"),
        }
    }
}

/// A whole number within bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BoundedSetting<const MIN: u32, const MAX: u32>(pub(crate) u32);

impl<const MIN: u32, const MAX: u32> BoundedSetting<MIN, MAX> {
    fn new(number: i64) -> Result<Self, String> {
        match u32::try_from(number) {
            Ok(number) if (MIN..=MAX).contains(&number) => Ok(Self(number)),
            _ => Err(format!("must be a whole number from {MIN} to {MAX}")),
        }
    }
}

impl<const MIN: u32, const MAX: u32> FromStr for BoundedSetting<MIN, MAX> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // What is not a number at all is as wrong as one that is too large.
        Self::new(text.parse().unwrap_or(i64::MAX))
    }
}

impl<const MIN: u32, const MAX: u32> Setting for BoundedSetting<MIN, MAX> {
    fn from_toml(value: &DeValue<'_>) -> Result<Self, String> {
        match value {
            DeValue::Integer(number) => {
                Self::new(i64::from_str_radix(number.as_str(), number.radix()).unwrap_or(i64::MAX))
            }
            DeValue::String(_) => Self::new(i64::MAX).map_err(|what| what + ", without quotes"),
            _ => Self::new(i64::MAX),
        }
    }

    fn to_toml(&self) -> String {
        self.0.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        let url: StoreUrl = "postgres://ann:hush@db/parlor".parse().unwrap();
        assert_eq!(url.to_toml(), "\"postgres://ann@db/parlor\"");
        assert!("./folder".parse::<StoreUrl>().is_err());
        let url: ClusterUrl = "nats://ann:hush@one:4222,tls://token@two".parse().unwrap();
        assert_eq!(url.to_toml(), "\"nats://one:4222,tls://two\"");
        for wrong in ["", "host:4222", "http://host", "nats://", "nats://a,", "nats://a@"] {
            assert!(wrong.parse::<ClusterUrl>().is_err(), "{wrong}");
        }
    }
}
