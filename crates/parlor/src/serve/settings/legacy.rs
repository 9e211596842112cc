//! Settings of the old ports.

use std::fmt;
use std::str::FromStr;

use gateways::chicago::ByteOrder;
use protocol::{Clock, OnLeave};
use toml::de::DeValue;

use super::address::ListenAddress;
use super::values::{Setting, quoted, text_from_toml, text_settings};

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

        text_settings!($Name);
    )*};
}

words! {
    /// On or off.
    Switch(bool) { ON = "on" => true, OFF = "off" => false } "must be on or off"
    /// Which byte of an id comes first.
    IdOrder(ByteOrder) { LITTLE = "little" => ByteOrder::Little, BIG = "big" => ByteOrder::Big } "must be little or big"
    /// How rolls 9 and 10 are numbered.
    Dialect(gateways::sorry::Dialect) {
        DOCUMENT = "document" => gateways::sorry::Dialect::Document,
        UNITY = "unity" => gateways::sorry::Dialect::Unity,
    } "must be document or unity"
    /// What happens when somebody leaves.
    Leaving(OnLeave) { END = "end" => OnLeave::End, BOT = "bot" => OnLeave::Bot } "must be end or bot"
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
            Ok(seconds) if (Clock::MIN_SECONDS..=Clock::DAY_SECONDS).contains(&seconds) => {
                Ok(Self(Clock::Seconds(seconds)))
            }
            Err(_) if text == "off" => Ok(Self::OFF),
            _ => Err("must be a number of seconds from 5 to 86400, or off"),
        }
    }
}

impl Setting for TableClock {
    fn from_toml(value: &DeValue<'_>) -> Result<Self, String> {
        let text = match value {
            DeValue::Integer(seconds) if seconds.radix() == 10 => seconds.as_str(),
            other => other.as_str().unwrap_or_default(),
        };
        text.parse().map_err(str::to_owned)
    }

    fn to_toml(&self) -> String {
        match self.0 {
            Clock::Off => quoted(self),
            Clock::Seconds(_) => self.to_string(),
        }
    }
}

/// Where a legacy protocol is served: an address, `on` for the default one on this machine, or `off`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LegacyPort<const DEFAULT: u16> {
    Off,
    At(ListenAddress),
}

impl<const DEFAULT: u16> LegacyPort<DEFAULT> {
    pub(crate) const ON: Self = Self::At(ListenAddress::loopback(DEFAULT));

    /// Where to listen, if at all: a port that is not set is open if all are.
    pub(crate) fn place(setting: Option<&Self>, all: Switch) -> Option<ListenAddress> {
        let default = if all == Switch::ON { Self::ON } else { Self::Off };
        match setting.cloned().unwrap_or(default) {
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
        match text {
            "on" => Ok(Self::ON),
            "off" => Ok(Self::Off),
            _ => ListenAddress::parse(text, Some(DEFAULT)).map(Self::At).ok_or_else(|| {
                format!(
                    "must be an address and a port, such as 0.0.0.0:{DEFAULT}, or on ({}), or off",
                    Self::ON
                )
            }),
        }
    }
}

impl<const DEFAULT: u16> Setting for LegacyPort<DEFAULT> {
    fn from_toml(value: &DeValue<'_>) -> Result<Self, String> {
        text_from_toml(value)
    }

    fn to_toml(&self) -> String {
        quoted(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_that_nobody_speaks_of_is_open_only_if_all_are() {
        type Port = LegacyPort<4713>;
        let place = |setting: Option<&str>, all| {
            let setting: Option<Port> = setting.map(|text| text.parse().unwrap());
            Port::place(setting.as_ref(), all).map(|address| address.to_string())
        };
        let usual = Some("127.0.0.1:4713".to_owned());
        assert_eq!(place(None, Switch::OFF), None);
        assert_eq!(place(None, Switch::ON), usual);
        assert_eq!(place(Some("off"), Switch::ON), None);
        assert_eq!(place(Some("on"), Switch::OFF), usual);
        assert_eq!(place(Some("0.0.0.0:9"), Switch::ON).as_deref(), Some("0.0.0.0:9"));
        assert_eq!(place(Some("0.0.0.0"), Switch::OFF).as_deref(), Some("0.0.0.0:4713"));
        assert_eq!(place(Some("localhost"), Switch::OFF).as_deref(), Some("localhost:4713"));
        assert_eq!(place(Some("localhost:9"), Switch::OFF).as_deref(), Some("localhost:9"));
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
