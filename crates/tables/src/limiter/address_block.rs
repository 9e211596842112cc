//! The addresses that are one client's.

use std::net::{IpAddr, Ipv6Addr};

/// The address under which a client is counted: a client that has one IPv6 address has its whole block of 64 bits. An IPv4
/// address is the same however it is written.
#[must_use]
pub fn address_block(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(Ipv6Addr::LOCALHOST) => Ipv6Addr::LOCALHOST.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        v4 => v4,
    }
}
