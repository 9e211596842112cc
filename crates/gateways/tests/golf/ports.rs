//! Ports for players on this machine.

use std::net::UdpSocket;
use std::time::Duration;

/// The first port of a block of five that is likely to be free. A player owns the whole block but opens three ports of it, so
/// blocks begin at multiples of five: two of them are the same, which is noticed, or have nothing in common.
pub(super) fn free_block() -> u16 {
    loop {
        let port = UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        if port < 65_000 {
            return port - port % 5;
        }
    }
}

/// The three sockets of a player whose block begins here.
pub(super) fn open(port: u16) -> std::io::Result<[UdpSocket; 3]> {
    let one = |offset| {
        let socket = UdpSocket::bind(("127.0.0.1", port + offset))?;
        socket.set_read_timeout(Some(Duration::from_secs(30)))?;
        Ok::<_, std::io::Error>(socket)
    };
    Ok([one(0)?, one(1)?, one(2)?])
}
