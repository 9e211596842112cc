//! Rubbish for ever, and readers that never read: the connection ends, nobody else notices, and nothing grows.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use crate::legacy::chicago::enters;
use crate::legacy::harness::TestServer;
use crate::legacy::raw::Raw;

/// Sends the same bytes until the server has had enough, or for so long. Never reads.
fn floods(address: SocketAddr, first: &[u8], bytes: &[u8], most: Duration) -> usize {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_write_timeout(Some(Duration::from_millis(200))).unwrap();
    stream.write_all(first).unwrap();
    let begun = Instant::now();
    let mut sent = 0;
    while begun.elapsed() < most {
        match stream.write(bytes) {
            Ok(count) => sent += count,
            Err(error)
                if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {}
            Err(_) => break,
        }
    }
    sent
}

/// The memory that the process has, in KiB.
fn memory(server: &TestServer) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.process.pid())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
fn rubbish_for_ever_and_readers_that_never_read_cost_no_memory() {
    let server = TestServer::open_in_time(&["--sorry-seats", "2"]);
    let while_it_lasts = Duration::from_millis(300);
    let storm = || {
        // What closes at once, what is ignored, and requests whose answers nobody takes.
        floods(server.chicago, b"\x03bad", &[0xFF; 4096], while_it_lasts);
        floods(server.chicago, b"\x04list", &[4; 4096], while_it_lasts);
        floods(server.chicago, b"", &[0; 4096], while_it_lasts);
        floods(server.gomoku, b"", b"StartGame\nnonsense\n", while_it_lasts);
        floods(server.gomoku, b"", &[b'x'; 4096], while_it_lasts);
        floods(server.gomoku, b"Hello,extended\n", &b"PlaceChess,1,1,1\n".repeat(100), while_it_lasts);
        floods(server.sorry, b"", &[0x80; 4096], while_it_lasts);
    };
    storm();
    let before = memory(&server);
    storm();
    storm();
    let after = memory(&server);
    assert!(after < before + 8 * 1024, "from {before} to {after} KiB");
    // And the server is there for others.
    let mut client = enters(&server, "good");
    client.send(&[4]);
    client.expect(&[4]);
    let mut player = Raw::connect(server.gomoku);
    assert!(player.next_line().starts_with("AssignPlayerID,"));
}

#[test]
fn a_reader_that_never_reads_is_let_go() {
    let server = TestServer::open_in_time(&[]);
    // A long list, so that few requests fill all buffers between the two.
    let mut hosts: Vec<_> =
        (0..20).map(|number| enters(&server, &format!("host-of-a-table-{number:02}"))).collect();
    hosts.iter_mut().for_each(|host| host.send(&[1, 4]));
    let mut stream = TcpStream::connect(server.chicago).unwrap();
    stream.write_all(b"\x04deaf").unwrap();
    let mut one = [0];
    stream.read_exact(&mut one).unwrap();
    stream.set_write_timeout(Some(Duration::from_millis(500))).unwrap();
    let begun = Instant::now();
    loop {
        if let Err(error) = stream.write_all(&[4; 1024])
            && !matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut)
        {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "still there");
    }
}
