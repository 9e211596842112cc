//! No address and no person takes more of the server than its share.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Error;

use crate::support::client::Client;
use crate::support::http::{advance, get, request};
use crate::support::server::{ServerProcess, TEST_TIMEOUT};

/// A server that counts this machine as it counts any other.
fn strict(folder: &tempfile::TempDir, args: &[&str]) -> ServerProcess {
    ServerProcess::start_with(folder.path(), &[&["--unlimited-networks", "192.0.2.1"], args].concat())
}

/// The status with which a WebSocket is refused; `None` if it is not.
async fn status(server: &ServerProcess, headers: &[(&str, &str)]) -> Option<u16> {
    match Client::try_connect_with(server, headers).await {
        Ok(_) => None,
        Err(error) => match *error {
            Error::Http(response) => Some(response.status().as_u16()),
            other => panic!("{other}"),
        },
    }
}

#[tokio::test]
async fn an_address_with_too_many_connections_is_told_so_and_comes_in_when_one_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let server = strict(&folder, &["--max-connections-per-address", "2"]);
    let _ann = Client::hello(&server, "Ann").await;
    let ben = Client::hello(&server, "Ben").await;
    let mut third = Client::connect(&server).await;
    assert_eq!(third.until("bye").await["reason"], "too_many_connections");
    drop(ben);
    let began = Instant::now();
    loop {
        let mut next = Client::connect(&server).await;
        next.send(&json!({"ping": {}})).await;
        if next.read_until(|_| true).await.get("pong").is_some() {
            break;
        }
        assert!(began.elapsed() < TEST_TIMEOUT, "there was never room again");
    }
}

#[tokio::test]
async fn a_person_with_too_many_connections_is_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--max-connections-per-person", "2"]);
    let ann = Client::hello(&server, "Ann").await;
    let (_second, _) = Client::resume(&server, &ann.token).await;
    let mut third = Client::connect(&server).await;
    third.send(&json!({"hello": {"version": 2, "token": ann.token}})).await;
    assert_eq!(third.until("bye").await["reason"], "too_many_connections");
    Client::hello(&server, "Ben").await;
}

#[tokio::test]
async fn whoever_opens_sockets_or_asks_too_fast_waits() {
    let folder = tempfile::tempdir().unwrap();
    let server = strict(&folder, &["--connections-per-minute", "2", "--requests-per-second", "2"]);
    let answers = [status(&server, &[]).await, status(&server, &[]).await, status(&server, &[]).await];
    assert_eq!(answers, [None, None, Some(429)]);
    let asked: Vec<_> = (0..30).map(|_| get(&server, "/healthz")).collect();
    let refused = asked.iter().find(|answer| answer.status != 200).expect("too fast at some time");
    assert_eq!(refused.error(), (429, "rate_limited".into()));
    assert!(refused.head.to_lowercase().contains("retry-after: 1"), "{}", refused.head);
    assert!(refused.head.to_lowercase().contains("content-security-policy"), "{}", refused.head);
}

#[tokio::test]
async fn behind_a_trusted_proxy_each_visitor_is_counted_apart_and_nobody_else_is_believed() {
    let folder = tempfile::tempdir().unwrap();
    let limit = ["--connections-per-minute", "1"];
    let trusting = strict(&folder, &[&limit[..], &["--trusted-proxies", "127.0.0.1"]].concat());
    for visitor in ["198.51.100.1", "198.51.100.2", "203.0.113.9, 198.51.100.3"] {
        assert_eq!(status(&trusting, &[("x-forwarded-for", visitor)]).await, None, "{visitor}");
        assert_eq!(status(&trusting, &[("x-forwarded-for", visitor)]).await, Some(429), "{visitor}");
    }
    let folder = tempfile::tempdir().unwrap();
    let wary = strict(&folder, &limit);
    assert_eq!(status(&wary, &[("x-forwarded-for", "198.51.100.1")]).await, None);
    assert_eq!(status(&wary, &[("x-forwarded-for", "198.51.100.2")]).await, Some(429), "it is one address");
}

/// Reads until the other side closes.
fn read_all(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
    // A reset is an end as well.
    let _ = stream.read_to_end(&mut bytes);
    bytes
}

#[test]
fn whoever_never_says_what_they_want_is_let_go() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--header-timeout", "1"]);
    for beginning in ["", "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: "] {
        let mut slow = TcpStream::connect(server.address).unwrap();
        slow.write_all(beginning.as_bytes()).unwrap();
        let began = Instant::now();
        read_all(&mut slow);
        assert!(began.elapsed() < TEST_TIMEOUT, "{beginning:?} was waited for");
    }
    // Nor is a client that has asked once and keeps the connection.
    let mut idle = TcpStream::connect(server.address).unwrap();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
    let began = Instant::now();
    let answer = String::from_utf8(read_all(&mut idle)).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && began.elapsed() < TEST_TIMEOUT, "{answer}");
}

#[test]
fn heads_and_bodies_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let long = "a".repeat(20_000);
    let body = json!({ "token": long }).to_string();
    let answer = request(&server, "POST", "/api/session", &["Content-Type: application/json"], &body);
    assert_eq!(answer.error(), (413, "bad_request".into()));
    let mut stream = TcpStream::connect(server.address).unwrap();
    // The server may hang up before it has taken it all.
    let _ = write!(stream, "GET / HTTP/1.1\r\nHost: a\r\nX-Long: {}\r\n\r\n", "a".repeat(100_000));
    let answer = String::from_utf8(read_all(&mut stream)).unwrap();
    assert!(!answer.contains(" 200 "), "{answer}");
    assert_eq!(get(&server, "/healthz").status, 200);
}

#[test]
fn whoever_gives_no_sign_of_life_is_told_goodbye() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--idle-timeout", "3"]);
    let mut stream = TcpStream::connect(server.address).unwrap();
    // A WebSocket by hand, that answers no ping.
    write!(
        stream,
        "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    .unwrap();
    let began = Instant::now();
    let received = String::from_utf8_lossy(&read_all(&mut stream)).into_owned();
    assert!(received.contains(r#"{"bye":{"reason":"idle_timeout""#), "{received:?}");
    assert!(began.elapsed() >= Duration::from_secs(2) && began.elapsed() < TEST_TIMEOUT);
}

/// One person on two connections has one measure.
#[tokio::test]
async fn a_second_connection_gives_nobody_more_to_say() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(
        folder.path(),
        &["--messages-per-second", "10", "--test-time", "1700000000000"],
    );
    let mut ann = Client::hello(&server, "Ann").await;
    let (mut phone, _) = Client::resume(&server, &ann.token).await;
    let mut answered = 0;
    for client in [&mut ann, &mut phone] {
        for _ in 0..40 {
            let answer: Value = client.ask("ping", json!({})).await;
            answered += u32::from(answer.get("pong").is_some());
        }
    }
    // 40 at once and none more while time stands still; both hellos were among them.
    assert_eq!(answered, 38);
}

#[tokio::test]
async fn nobody_opens_more_tables_a_minute_than_the_server_allows() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(
        folder.path(),
        &["--tables-per-minute", "2", "--test-time", "1700000000000"],
    );
    let mut ann = Client::hello(&server, "Ann").await;
    let new = json!({"config": {"game": "gomoku"}});
    for _ in 0..2 {
        ann.done("open", new.clone()).await;
    }
    assert_eq!(ann.refused("open", new.clone()).await["code"], "rate_limited");
    advance(&server, 30_000);
    ann.done("open", new.clone()).await;
    assert_eq!(ann.refused("open", new).await["code"], "rate_limited");
}

#[tokio::test]
async fn limits_hold_on_loopback_for_what_a_proxy_passes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--connections-per-minute", "2"]);
    for header in ["x-forwarded-for", "x-real-ip"] {
        assert_eq!(status(&server, &[(header, "198.51.100.1")]).await, None, "{header}");
    }
    assert_eq!(status(&server, &[("forwarded", "for=198.51.100.2")]).await, Some(429), "it is one address");
    for _ in 0..5 {
        assert_eq!(status(&server, &[]).await, None, "nobody passed this on");
    }
    let folder = tempfile::tempdir().unwrap();
    let trusting = ["--connections-per-minute", "2", "--trusted-proxies", "127.0.0.1"];
    let server = ServerProcess::start_with(folder.path(), &trusting);
    let nameless: [&[(&str, &str)]; 3] = [&[], &[("x-forwarded-for", "unknown")], &[]];
    let answers = [
        status(&server, nameless[0]).await,
        status(&server, nameless[1]).await,
        status(&server, nameless[2]).await,
    ];
    assert_eq!(answers, [None, None, Some(429)], "what a proxy does not name is one address");
    assert_eq!(status(&server, &[("x-forwarded-for", "198.51.100.1")]).await, None);
}

#[tokio::test]
async fn a_refusal_says_when_to_try_again() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--requests-per-second", "1", "--test-time", "1000"];
    let server = strict(&folder, &args);
    let refused = (0..5).map(|_| get(&server, "/api/games")).find(|answer| answer.status != 200).unwrap();
    assert_eq!((refused.status, &refused.json()["retry_ms"]), (429, &json!(1_000)));
    assert!(refused.head.to_lowercase().contains("retry-after: 1"), "{}", refused.head);
}
