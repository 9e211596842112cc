//! What legacy clients get while nothing can be stored, and when they send nothing themselves.

use std::io::Read;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use store::Fault;

use super::harness::TestServer;
use super::old_gomoku::OldGomoku;

#[test]
fn a_gomoku_client_gets_its_number_before_anything_is_stored() {
    let server = TestServer::open(&[]);
    server.faults.set(Fault::Silent);
    // Nothing is answered by the store, for ever: a client that waits for it gets no number.
    let mut players: Vec<OldGomoku> = (0..7).map(|_| OldGomoku::connect(&server)).collect();
    assert_eq!(players.iter().map(OldGomoku::id).collect::<Vec<_>>(), [1, 2, 3, 1, 2, 3, 1]);
    server.faults.lift();
    players[1].starts();
    players[..3].iter_mut().for_each(|player| player.expect("EnterGame"));
    players[3].starts();
    players[3..6].iter_mut().for_each(|player| player.expect("EnterGame"));
}

/// Moves the time on in steps until the server ends this connection; returns how much of it that took.
fn ends_after(server: &TestServer, port: SocketAddr, first: &[u8], step: u32) -> u32 {
    let mut stream = TcpStream::connect(port).unwrap();
    std::io::Write::write_all(&mut stream, first).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    let (begun, mut passed) = (Instant::now(), 0);
    loop {
        match stream.read(&mut [0; 64]) {
            Ok(0) => return passed,
            Ok(_) => {}
            Err(_) => {
                server.advance(step);
                passed += step;
            }
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "the connection is still open after {passed} ms");
    }
}

#[test]
fn a_connection_that_says_nothing_is_ended() {
    let server = TestServer::open(&[]);
    // One step more than the limit, because the connection may be taken in after the first.
    assert!((30_000..=50_000).contains(&ends_after(&server, server.chicago, b"", 10_000)));
    assert!(
        (30_000..=50_000).contains(&ends_after(&server, server.chicago, b"\x05An", 10_000)),
        "half a name"
    );
    let hours = 3_600_000;
    for (port, first) in [(server.chicago, &b"\x03Ann"[..]), (server.gomoku, b""), (server.sorry, b"")] {
        assert!((2 * hours..=5 * hours).contains(&ends_after(&server, port, first, hours)));
    }
}
