//! Settings that are several things: with commas on the command line and in the environment, a list in the file.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use toml::de::DeValue;

use super::address::is_host_name;
use super::values::{Origin, Setting, quoted};

/// Several things of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct List<T>(pub(crate) Vec<T>);

/// Addresses, and blocks of them.
pub(crate) type Addresses = List<Block>;

/// Names that the server answers to.
pub(crate) type AllowedHosts = List<HostName>;

/// Pages that may use the server.
pub(crate) type AllowedOrigins = List<Origin>;

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: FromStr> FromStr for List<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Self, T::Err> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

impl<T: FromStr<Err: fmt::Display> + fmt::Display> Setting for List<T> {
    fn from_toml(value: &DeValue<'_>) -> Result<Self, String> {
        let wrong = || "must be a list of texts, such as [\"first\", \"second\"]".to_owned();
        let parts = value.as_array().ok_or_else(wrong)?.iter().map(|part| {
            let text = part.get_ref().as_str().ok_or_else(wrong)?;
            text.parse().map_err(|what: T::Err| what.to_string())
        });
        parts.collect::<Result<_, _>>().map(Self)
    }

    fn to_toml(&self) -> String {
        let parts: Vec<_> = self.0.iter().map(quoted).collect();
        format!("[{}]", parts.join(", "))
    }
}

/// The name of a host, in lower case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HostName(String);

impl FromStr for HostName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if is_host_name(text) {
            Ok(Self(text.to_ascii_lowercase()))
        } else {
            Err(format!("{text:?} is not a host name such as games.example.org, without scheme and port"))
        }
    }
}

impl fmt::Display for HostName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Addresses {
    /// This machine only.
    pub(crate) fn this_machine() -> Self {
        let block = |address: IpAddr, length| Block { address, length };
        // All that begins with 127 never leaves the machine.
        Self(vec![block(Ipv4Addr::new(127, 0, 0, 0).into(), 8), block(Ipv6Addr::LOCALHOST.into(), 128)])
    }

    /// Whether an address is one of these.
    pub(crate) fn contain(&self, address: IpAddr) -> bool {
        // A socket for both families shows the old addresses dressed as new ones.
        self.0.iter().any(|block| block.contains(address.to_canonical()))
    }
}

/// A block of addresses, such as `10.0.0.0/8`, or a single one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Block {
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
        let wrong = || format!("{text:?} is not an address such as 127.0.0.1, ::1 or 10.0.0.0/8");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_addresses_holds_the_named_ones_only() {
        let named: Addresses = "127.0.0.1, 10.2.0.0/16,fd00::/8,0.0.0.0/32".parse().unwrap();
        let holds = |address: &str| named.contain(address.parse().unwrap());
        assert!(holds("127.0.0.1") && holds("::ffff:127.0.0.1") && holds("10.2.255.1") && holds("fd12::1"));
        assert!(!holds("127.0.0.2") && !holds("10.3.0.1") && !holds("fe80::1") && !holds("::1"));
        assert!("0.0.0.0/0".parse::<Addresses>().unwrap().contain("8.8.8.8".parse().unwrap()));
        assert!("::/0".parse::<Addresses>().unwrap().contain("::1".parse().unwrap()));
        assert!(!"".parse::<Addresses>().unwrap().contain("127.0.0.1".parse().unwrap()));
        for wrong in ["localhost", "127.0.0.1/33", "::1/129", "10.0.0.0/", "1.2.3"] {
            assert!(wrong.parse::<Addresses>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_origin_has_a_scheme_and_a_host_and_no_path() {
        let read: AllowedOrigins = "https://Games.example.org, http://[::1]:81".parse().unwrap();
        assert_eq!(read.to_toml(), "[\"https://games.example.org\", \"http://[::1]:81\"]");
        for wrong in
            ["games.example.org", "https://games.example.org/", "ftp://a", "https://", "https://a b", "*"]
        {
            assert!(wrong.parse::<AllowedOrigins>().is_err(), "{wrong}");
        }
    }
}
