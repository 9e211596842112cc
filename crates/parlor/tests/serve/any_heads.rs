//! Any bytes as the head of an HTTP request, at a real server: each is answered or refused, and the server goes on.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use game::{FastRng, below};

use crate::support::http::get;
use crate::support::server::{ServerProcess, TEST_TIMEOUT};

/// Heads that mean something.
const HEADS: [&str; 8] = [
    "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
     Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    "POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
    "GET /api/tables?game=golf&limit=5 HTTP/1.1\r\nHost: [::1]:80\r\nX-Forwarded-For: 1.2.3.4, 5.6.7.8:9\r\n\r\n",
    "GET /api/admin/status HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer abc\r\nX-Real-IP: ::1\r\n\r\n",
    "GET /api/people/%41nn/games?after=9 HTTP/1.1\r\nHost: localhost\r\nCookie: parlor=abc; other=1\r\n\r\n",
    "GET /api/replays/0 HTTP/1.0\r\nOrigin: http://elsewhere.example\r\nRange: bytes=0-1\r\n\r\n",
    "HEAD /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nForwarded: for=_x\r\n\r\n",
];

/// A head that was changed in a few places, or two that were put together.
fn mutated(dice: &mut FastRng) -> Vec<u8> {
    let mut pick = |count: usize| below(dice, count.max(1) as u32) as usize;
    let mut head = HEADS[pick(HEADS.len())].as_bytes().to_vec();
    for _ in 0..pick(6) {
        let place = pick(head.len());
        match pick(6) {
            0 => head[place] = pick(256) as u8,
            1 => head.insert(place, pick(256) as u8),
            2 => drop(head.drain(place..(place + pick(20)).min(head.len()))),
            3 => head.truncate(place),
            4 => {
                let other = HEADS[pick(HEADS.len())].as_bytes();
                let from = pick(other.len());
                head.splice(place..place, other[from..].iter().copied());
            }
            _ => head.splice(place..place, vec![b'a'; pick(20_000)]).for_each(drop),
        }
        if head.is_empty() {
            return head;
        }
    }
    head
}

#[test]
fn any_head_is_answered_or_refused_and_the_server_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--header-timeout", "1", "--idle-timeout", "3"]);
    let seconds = std::env::var("PARLOR_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let (began, time) = (Instant::now(), Duration::from_secs(seconds.unwrap_or(0)));
    let mut dice = game::dice(11);
    let mut answered = 0_u32;
    for number in (0_u32..).take_while(|number| *number < 400 || began.elapsed() < time) {
        let head = mutated(&mut dice);
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
        // The server may have closed before it has taken all.
        let _ = stream.write_all(&head).and_then(|()| stream.shutdown(Shutdown::Write));
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        if let Some(rest) = answer.strip_prefix(b"HTTP/1.") {
            answered += 1;
            let status: u16 = String::from_utf8_lossy(&rest[2..5]).parse().unwrap();
            let shown = String::from_utf8_lossy(&head);
            assert!((100..500).contains(&status), "{number}: {status} for {shown}");
        } else {
            assert!(answer.is_empty(), "{number}: {}", String::from_utf8_lossy(&answer));
        }
    }
    assert!(answered > 100, "{answered} of all were answered");
    assert_eq!(get(&server, "/healthz").status, 200);
    server.stop();
}
