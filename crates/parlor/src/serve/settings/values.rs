//! What a setting can be. Each is read from text on the command line and in the environment, and from TOML.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Deserializer};

/// A value as it stands in a file of settings. Secrets are left out.
pub(crate) trait Shown {
    fn shown(&self) -> String;
}

pub(super) fn quoted(text: &impl fmt::Display) -> String {
    toml::Value::String(text.to_string()).to_string()
}

/// Values that are written as text everywhere.
macro_rules! as_text {
    ($($Type:ty),*) => {$(
        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }

        impl Shown for $Type {
            fn shown(&self) -> String {
                quoted(self)
            }
        }
    )*};
}

as_text!(Listen, StoreUrl, PublicUrl, Origin, LogLevel, LogFormat);

impl Shown for PathBuf {
    fn shown(&self) -> String {
        quoted(&self.display())
    }
}

/// Where to listen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Listen(pub(crate) SocketAddr);

impl Listen {
    pub(crate) const DEFAULT: Self = Self(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080));
}

impl fmt::Display for Listen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Listen {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let what = "it is an address and a port, such as 127.0.0.1:8080 or [::]:8080";
        text.parse().map(Self).map_err(|_| what)
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
            _ => Err("it is a URL that begins with postgres://; a folder belongs to data"),
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
            Err("it is the address people open, such as https://games.example.org")
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
        let wrong = || format!("{text:?} is no origin such as https://games.example.org, without a path");
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
            _ => return Err("it is error, warn, info, debug or trace"),
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
            _ => Err("it is text or json"),
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
            _ => Err(format!("it is a whole number from {MIN} to {MAX}")),
        }
    }
}

impl<const MIN: u32, const MAX: u32> FromStr for BoundedSetting<MIN, MAX> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // What is no number at all is as wrong as one that is too large.
        Self::new(text.parse().unwrap_or(i64::MAX))
    }
}

impl<'de, const MIN: u32, const MAX: u32> Deserialize<'de> for BoundedSetting<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = toml::Value::deserialize(deserializer)?.as_integer();
        Self::new(number.unwrap_or(i64::MAX)).map_err(serde::de::Error::custom)
    }
}

impl<const MIN: u32, const MAX: u32> Shown for BoundedSetting<MIN, MAX> {
    fn shown(&self) -> String {
        self.0.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        let url: StoreUrl = "postgres://ann:hush@db/parlor".parse().unwrap();
        assert_eq!(url.shown(), "\"postgres://ann@db/parlor\"");
        assert!("./folder".parse::<StoreUrl>().is_err());
    }
}
