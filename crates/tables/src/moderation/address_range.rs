//! A block of addresses, as an operator writes it.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The largest blocks that can be banned: a slip of the finger must not shut out the world.
const MIN_PREFIX_V4: u8 = 8;
const MIN_PREFIX_V6: u8 = 16;

/// Addresses that begin alike. A single IPv6 address stands for its block of 64 bits, as one client has all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AddressRange {
    first: IpAddr,
    prefix: u8,
}

impl AddressRange {
    fn new(address: IpAddr, prefix: u8) -> Option<Self> {
        let first = match address {
            IpAddr::V4(v4) if (MIN_PREFIX_V4..=32).contains(&prefix) => {
                let mask = u32::MAX.checked_shl(u32::from(32 - prefix))?;
                Ipv4Addr::from_bits(v4.to_bits() & mask).into()
            }
            IpAddr::V6(v6) if (MIN_PREFIX_V6..=128).contains(&prefix) => {
                let mask = u128::MAX.checked_shl(u32::from(128 - prefix))?;
                Ipv6Addr::from_bits(v6.to_bits() & mask).into()
            }
            _ => return None,
        };
        Some(Self { first, prefix })
    }

    /// Whether an address is in it.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        Self::new(address.to_canonical(), self.prefix).is_some_and(|range| range.first == self.first)
    }
}

impl FromStr for AddressRange {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong =
            "an address such as 192.0.2.7, or a block such as 192.0.2.0/24 (IPv4 from /8, IPv6 from /16)";
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix.parse().map_err(|_| wrong)?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| wrong)?;
        let address = address.to_canonical();
        let single = if address.is_ipv4() || address.is_loopback() {
            if address.is_ipv4() { 32 } else { 128 }
        } else {
            64
        };
        Self::new(address, prefix.unwrap_or(single)).ok_or(wrong)
    }
}

impl fmt::Display for AddressRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.first, self.prefix)
    }
}

impl TryFrom<String> for AddressRange {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<AddressRange> for String {
    fn from(range: AddressRange) -> Self {
        range.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_holds_the_addresses_that_begin_alike_and_no_others() {
        let cases = [
            ("192.0.2.7", "192.0.2.7/32", "192.0.2.7", "192.0.2.8"),
            ("192.0.2.7/24", "192.0.2.0/24", "192.0.2.200", "192.0.3.7"),
            ("10.0.0.0/8", "10.0.0.0/8", "::ffff:10.9.9.9", "11.0.0.0"),
            ("2001:db8::1", "2001:db8::/64", "2001:db8::ffff", "2001:db8:0:1::1"),
            ("2001:db8::1/128", "2001:db8::1/128", "2001:db8::1", "2001:db8::2"),
            ("::1", "::1/128", "::1", "::2"),
            ("::ffff:192.0.2.7", "192.0.2.7/32", "192.0.2.7", "192.0.2.6"),
        ];
        for (written, read, inside, outside) in cases {
            let range: AddressRange = written.parse().unwrap();
            assert_eq!(range.to_string(), read);
            assert!(range.contains(inside.parse().unwrap()), "{inside} is in {range}");
            assert!(!range.contains(outside.parse().unwrap()), "{outside} is not in {range}");
        }
        for wrong in
            ["", "a", "1.2.3.4/7", "1.2.3.4/33", "::/15", "::/129", "0.0.0.0/0", "1.2.3.4/", "1.2.3.4/-1"]
        {
            assert!(wrong.parse::<AddressRange>().is_err(), "{wrong}");
        }
    }
}
