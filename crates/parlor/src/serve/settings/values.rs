//! What a setting can be. Each is read from text on the command line and in the environment, and from TOML.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
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

as_text!(Listen, StoreUrl, PublicUrl, LogLevel, LogFormat);

impl Shown for PathBuf {
    fn shown(&self) -> String {
        quoted(&self.display())
    }
}

/// Where to listen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Listen(pub(crate) SocketAddr);

impl Listen {
    pub(crate) const USUAL: Self = Self(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080));
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
pub(crate) struct StoreUrl(pub(crate) store::Place);

impl fmt::Display for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for StoreUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse() {
            Ok(place @ store::Place::Postgres(_)) => Ok(Self(place)),
            _ => Err("it is a URL that begins with postgres://; a folder belongs to data"),
        }
    }
}

/// The address people type, if it is not the one listened on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PublicUrl(String);

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
pub(crate) struct Count<const MIN: u32, const MAX: u32>(pub(crate) u32);

impl<const MIN: u32, const MAX: u32> Count<MIN, MAX> {
    fn new(number: i64) -> Result<Self, String> {
        match u32::try_from(number) {
            Ok(number) if (MIN..=MAX).contains(&number) => Ok(Self(number)),
            _ => Err(format!("it is a whole number from {MIN} to {MAX}")),
        }
    }
}

impl<const MIN: u32, const MAX: u32> FromStr for Count<MIN, MAX> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // What is no number at all is as wrong as one that is too large.
        Self::new(text.parse().unwrap_or(i64::MAX))
    }
}

impl<'de, const MIN: u32, const MAX: u32> Deserialize<'de> for Count<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = toml::Value::deserialize(deserializer)?.as_integer();
        Self::new(number.unwrap_or(i64::MAX)).map_err(serde::de::Error::custom)
    }
}

impl<const MIN: u32, const MAX: u32> Shown for Count<MIN, MAX> {
    fn shown(&self) -> String {
        self.0.to_string()
    }
}

/// A block of addresses, such as `10.0.0.0/8`, or a single one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Block {
    address: IpAddr,
    length: u8,
}

impl Block {
    fn contains(self, address: IpAddr) -> bool {
        let same = |own: u128, other: u128, bits: u8| {
            let drop = u32::from(bits - self.length);
            own.checked_shr(drop) == other.checked_shr(drop)
        };
        match (self.address, address) {
            (IpAddr::V4(own), IpAddr::V4(other)) => same(own.to_bits().into(), other.to_bits().into(), 32),
            (IpAddr::V6(own), IpAddr::V6(other)) => same(own.to_bits(), other.to_bits(), 128),
            _ => false,
        }
    }
}

impl FromStr for Block {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is no address such as 127.0.0.1, ::1 or 10.0.0.0/8");
        let (address, length) = text.split_once('/').unwrap_or((text, ""));
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let length = if text.contains('/') { length.parse().map_err(|_| wrong())? } else { most };
        if length <= most { Ok(Self { address, length }) } else { Err(wrong()) }
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = if self.address.is_ipv4() { 32 } else { 128 };
        self.address.fmt(f)?;
        if self.length == whole { Ok(()) } else { write!(f, "/{}", self.length) }
    }
}

/// From where the house may be administered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Admins(Vec<Block>);

impl Admins {
    /// This machine only.
    pub(crate) fn usual() -> Self {
        let alone = |address: IpAddr, length| Block { address, length };
        Self(vec![alone(Ipv4Addr::LOCALHOST.into(), 32), alone(Ipv6Addr::LOCALHOST.into(), 128)])
    }

    pub(crate) fn admit(&self, address: IpAddr) -> bool {
        // A socket for both families shows the old addresses dressed as new ones.
        self.0.iter().any(|block| block.contains(address.to_canonical()))
    }
}

impl FromStr for Admins {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let blocks = text.split(',').map(str::trim).filter(|block| !block.is_empty());
        blocks.map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

impl<'de> Deserialize<'de> for Admins {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let blocks = Vec::<String>::deserialize(deserializer)?;
        let blocks = blocks.iter().map(|block| block.parse()).collect::<Result<_, String>>();
        blocks.map(Self).map_err(serde::de::Error::custom)
    }
}

impl Shown for Admins {
    fn shown(&self) -> String {
        let blocks: Vec<_> = self.0.iter().map(quoted).collect();
        format!("[{}]", blocks.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn admins_come_from_the_named_addresses_only() {
        let admins: Admins = "127.0.0.1, 10.2.0.0/16,fd00::/8,0.0.0.0/32".parse().unwrap();
        let admits = |address: &str| admins.admit(address.parse().unwrap());
        assert!(
            admits("127.0.0.1") && admits("::ffff:127.0.0.1") && admits("10.2.255.1") && admits("fd12::1")
        );
        assert!(!admits("127.0.0.2") && !admits("10.3.0.1") && !admits("fe80::1") && !admits("::1"));
        assert!("0.0.0.0/0".parse::<Admins>().unwrap().admit("8.8.8.8".parse().unwrap()));
        assert!("::/0".parse::<Admins>().unwrap().admit("::1".parse().unwrap()));
        assert!(!"".parse::<Admins>().unwrap().admit("127.0.0.1".parse().unwrap()));
        for wrong in ["localhost", "127.0.0.1/33", "::1/129", "10.0.0.0/", "1.2.3"] {
            assert!(wrong.parse::<Admins>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_password_is_not_shown() {
        let url: StoreUrl = "postgres://ann:hush@db/parlor".parse().unwrap();
        assert_eq!(url.shown(), "\"postgres://ann@db/parlor\"");
        assert!("./folder".parse::<StoreUrl>().is_err());
    }
}
