//! Which addresses are public: a webhook must not reach into the private network of the server.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address is a public one of the internet.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    // This network, shared address space, protocol assignments, the old way from IPv6, benchmarks; the rest from 224 on.
    let is_special = matches!(
        (a, b, c),
        (0 | 224..=255, _, _) | (100, 64..=127, _) | (192, 0, 0) | (192, 88, 99) | (198, 18 | 19, _)
    );
    !(is_special
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    // Only what is given out as public, without documentation and the ways that lead to an IPv4 address inside.
    let is_given_out = first & 0xe000 == 0x2000;
    let is_special =
        matches!((first, second), (0x2001, 0x0000..=0x01ff | 0x0db8) | (0x2002, _) | (0x3fff, 0..=0x0fff));
    is_given_out && !is_special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_inside_are_not_public_however_they_are_written() {
        for public in ["1.1.1.1", "100.63.0.1", "172.32.0.1", "2606:4700::1111", "2a00:1450::1"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for inside in [
            "0.0.0.0",
            "10.0.0.1",
            "100.64.0.1",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "ff02::1",
            "3fff::1",
        ] {
            assert!(!is_public(inside.parse().unwrap()), "{inside}");
        }
    }
}
