//! Settings of the old ports.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

use gateways::chicago::ByteOrder;
use protocol::{Clock, OnLeave};
use serde::{Deserialize, Deserializer};

use super::values::{Shown, quoted};

/// Values that are one of two words.
macro_rules! words {
    ($($(#[doc = $doc:literal])+ $Name:ident($Type:ty) { $($constant:ident = $word:literal => $value:expr),* $(,)? } $what:literal)*) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) struct $Name(pub(crate) $Type);

        impl $Name {
            $(#[allow(dead_code, reason = "not every word is somebody's default")] pub(crate) const $constant: Self = Self($value);)*
        }

        impl fmt::Display for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match *self { $(Self::$constant => $word,)* })
            }
        }

        impl FromStr for $Name {
            type Err = &'static str;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($word => Ok(Self::$constant),)*
                    _ => Err($what),
                }
            }
        }

        as_text!($Name);
    )*};
}

/// Values that are written as text everywhere.
macro_rules! as_text {
    ($Name:ty) => {
        impl<'de> Deserialize<'de> for $Name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }

        impl Shown for $Name {
            fn shown(&self) -> String {
                quoted(self)
            }
        }
    };
}

words! {
    /// On or off.
    Switch(bool) { ON = "on" => true, OFF = "off" => false } "it is on or off"
    /// Which byte of an id comes first.
    IdOrder(ByteOrder) { LITTLE = "little" => ByteOrder::Little, BIG = "big" => ByteOrder::Big } "it is little or big"
    /// How rolls 9 and 10 are numbered.
    Dialect(gateways::sorry::Dialect) {
        DOCUMENT = "document" => gateways::sorry::Dialect::Document,
        UNITY = "unity" => gateways::sorry::Dialect::Unity,
    } "it is document or unity"
    /// What happens when somebody leaves.
    Leaving(OnLeave) { END = "end" => OnLeave::End, BOT = "bot" => OnLeave::Bot } "it is end or bot"
}

/// How long a decision may take: seconds, or off. In a file a number may stand without quotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableClock(pub(crate) Clock);

impl TableClock {
    pub(crate) const OFF: Self = Self(Clock::Off);
    pub(crate) const DEFAULT: Self = Self(Clock::Seconds(20));
}

impl fmt::Display for TableClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Clock::Off => f.write_str("off"),
            Clock::Seconds(seconds) => seconds.fmt(f),
        }
    }
}

impl FromStr for TableClock {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse() {
            Ok(seconds) if (Clock::MIN_SECONDS..=Clock::MAX_SECONDS).contains(&seconds) => {
                Ok(Self(Clock::Seconds(seconds)))
            }
            Err(_) if text == "off" => Ok(Self::OFF),
            _ => Err("it is a number of seconds from 5 to 86400, or off"),
        }
    }
}

impl<'de> Deserialize<'de> for TableClock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = match toml::Value::deserialize(deserializer)? {
            toml::Value::Integer(seconds) => seconds.to_string(),
            toml::Value::String(word) => word,
            _ => String::new(),
        };
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl Shown for TableClock {
    fn shown(&self) -> String {
        match self.0 {
            Clock::Off => quoted(self),
            Clock::Seconds(_) => self.to_string(),
        }
    }
}

/// Where an old protocol is spoken: an address, `on` for the usual one on this machine, or `off`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LegacyPort<const DEFAULT: u16> {
    Off,
    At(SocketAddr),
}

impl<const DEFAULT: u16> LegacyPort<DEFAULT> {
    pub(crate) const ON: Self = Self::At(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), DEFAULT));

    /// Where to listen, if at all: a port that nobody speaks of is open if all are.
    pub(crate) fn place(setting: Option<Self>, all: Switch) -> Option<SocketAddr> {
        match setting.unwrap_or(if all == Switch::ON { Self::ON } else { Self::Off }) {
            Self::Off => None,
            Self::At(address) => Some(address),
        }
    }
}

impl<const DEFAULT: u16> fmt::Display for LegacyPort<DEFAULT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off => f.write_str("off"),
            Self::At(address) => address.fmt(f),
        }
    }
}

impl<const DEFAULT: u16> FromStr for LegacyPort<DEFAULT> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bare = |text: &str| text.parse().map(|address: IpAddr| SocketAddr::new(address, DEFAULT));
        match text {
            "on" => Ok(Self::ON),
            "off" => Ok(Self::Off),
            _ => text.parse().or_else(|_| bare(text)).map(Self::At).map_err(|_| {
                format!(
                    "it is an address and a port, such as 0.0.0.0:{DEFAULT}, or on ({}), or off",
                    Self::ON
                )
            }),
        }
    }
}

impl<'de, const DEFAULT: u16> Deserialize<'de> for LegacyPort<DEFAULT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl<const DEFAULT: u16> Shown for LegacyPort<DEFAULT> {
    fn shown(&self) -> String {
        quoted(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_that_nobody_speaks_of_is_open_only_if_all_are() {
        type Port = LegacyPort<4713>;
        let usual = "127.0.0.1:4713".parse().ok();
        assert_eq!(Port::place(None, Switch::OFF), None);
        assert_eq!(Port::place(None, Switch::ON), usual);
        assert_eq!(Port::place("off".parse().ok(), Switch::ON), None);
        assert_eq!(Port::place("on".parse().ok(), Switch::OFF), usual);
        assert_eq!(Port::place("0.0.0.0:9".parse().ok(), Switch::ON), "0.0.0.0:9".parse().ok());
        assert_eq!(Port::place("0.0.0.0".parse().ok(), Switch::OFF), "0.0.0.0:4713".parse().ok());
        assert!("4713".parse::<Port>().is_err());
    }

    #[test]
    fn a_clock_is_a_number_of_seconds_or_off() {
        assert_eq!("5".parse(), Ok(TableClock(Clock::Seconds(5))));
        assert_eq!("off".parse(), Ok(TableClock::OFF));
        for wrong in ["4", "86401", "", "-5", "20s", "on"] {
            assert!(wrong.parse::<TableClock>().is_err(), "{wrong}");
        }
    }
}
