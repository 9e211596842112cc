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
    // One step more than the limit, because the connection may be accepted after the first.
    assert!((30_000..=50_000).contains(&ends_after(&server, server.chicago, b"", 10_000)));
    assert!(
        (30_000..=50_000).contains(&ends_after(&server, server.chicago, b"\x05An", 10_000)),
        "half a name"
    );
    let minutes = 60_000;
    for (port, first, limit) in [
        (server.chicago, &b"\x03Ann"[..], 120),
        // These may say nothing while they wait for others, but not for ever.
        (server.gomoku, b"", 30),
        (server.sorry, b"", 30),
        (server.gomoku, b"StartGame,1\n", 120),
    ] {
        let passed = ends_after(&server, port, first, 10 * minutes);
        let limits = limit * minutes..=(limit + 30) * minutes;
        assert!(limits.contains(&passed), "{limit}: {passed} ms");
    }
}

#[test]
fn who_waits_for_a_move_of_others_is_not_ended_for_saying_nothing() {
    let server = TestServer::open(&["--sorry-clock", "off", "--sorry-seats", "2"]);
    let mut players: Vec<OldGomoku> = (0..3).map(|_| OldGomoku::connect(&server)).collect();
    players[0].starts();
    players.iter_mut().for_each(|player| player.expect("EnterGame"));
    let mut sorry: Vec<TcpStream> = (0..2)
        .map(|number| {
            let mut stream = TcpStream::connect(server.sorry).unwrap();
            if number == 1 {
                // Its number, the start, and the turn of the first.
                stream.read_exact(&mut [0; 3]).unwrap();
            }
            stream
        })
        .collect();
    sorry[0].read_exact(&mut [0; 3]).unwrap();
    for _ in 0..5 {
        server.advance(10 * 60_000);
    }
    // The first moves after 50 minutes, and clients that have never sent anything receive it.
    players[0].clicks(7, 7);
    players.iter_mut().for_each(|player| player.expect("PlaceChess,7,7,1"));
    std::io::Write::write_all(&mut sorry[0], b"\x80").unwrap();
    let mut roll = [0; 1];
    sorry[1].read_exact(&mut roll).unwrap();
    assert!((0x81..=0x8b).contains(&roll[0]), "{roll:x?}");
}
