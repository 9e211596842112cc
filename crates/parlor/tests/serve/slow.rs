//! A client that is slow, does not read or sends garbage over plain HTTP is disconnected in bounded time, costs bounded memory, and holds nobody.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::support::client::Client;
use crate::support::http::{get, request};
use crate::support::raw::narrow;
use crate::support::server::{ServerProcess, TEST_TIMEOUT};

/// A server with little patience.
fn start(folder: &tempfile::TempDir) -> ServerProcess {
    let little = ["--header-timeout", "1", "--request-timeout", "1", "--http-connection-timeout", "2"];
    ServerProcess::start_with(folder.path(), &[&little[..], &["--messages-per-second", "1000"]].concat())
}

/// The memory of the server, in KiB.
fn resident(server: &ServerProcess) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Sends the beginning, then a few bytes now and then, until the server closes the connection. Returns what was received,
/// and after how long.
async fn drip(mut stream: TcpStream, beginning: String, drop: &'static [u8]) -> (String, Duration) {
    let began = Instant::now();
    let mut received = Vec::new();
    // The server may close it before everything is sent: then only what it has sent is left to read.
    let _ = stream.write_all(beginning.as_bytes()).await;
    let (mut reader, mut writer) = stream.split();
    let dripping = async {
        while writer.write_all(drop).await.is_ok() {
            sleep(Duration::from_millis(50)).await;
        }
    };
    let listening = async { reader.read_to_end(&mut received).await };
    let ended = async {
        tokio::select! { () = dripping => {}, _ = listening => {} }
    };
    timeout(TEST_TIMEOUT, ended).await.expect("it is ended");
    (String::from_utf8_lossy(&received).into_owned(), began.elapsed())
}

/// Asks and never listens; ends when the server has ended it.
async fn deaf(mut stream: TcpStream, questions: String) -> Duration {
    let began = Instant::now();
    let asking = async {
        while stream.write_all(questions.as_bytes()).await.is_ok() {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(TEST_TIMEOUT, asking).await.expect("it is ended");
    began.elapsed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_heads_slow_bodies_and_clients_that_never_read_end_in_time_and_hold_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(&folder);
    let mut ann = Client::hello(&server, "Ann").await;
    let post = "POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
    let kinds: [(&str, String, &[u8], Option<&str>); 5] = [
        ("a head that never ends", "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ".into(), b"x", None),
        ("heads without an end", "GET / HTTP/1.1\r\n".into(), b"X-More: x\r\n", None),
        ("a slow body", format!("{post}Content-Length: 10000\r\n\r\n"), b" ", Some("HTTP/1.1 408")),
        (
            "a slow body in chunks",
            format!("{post}Transfer-Encoding: chunked\r\n\r\n"),
            b"1\r\n \r\n",
            Some("HTTP/1.1 408"),
        ),
        // Reads at once, asks now and then: it may stay for as long as any, and no longer.
        (
            "one that always has one more question",
            String::new(),
            b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
            Some("HTTP/1.1 200"),
        ),
    ];
    let mut clients = JoinSet::new();
    for (what, beginning, drop, answer) in kinds {
        for _ in 0..20 {
            let stream = TcpStream::connect(server.address).await.unwrap();
            let dripping = drip(stream, beginning.clone(), drop);
            clients.spawn(async move {
                let (received, took) = dripping.await;
                // A client that still sends when it is closed may find that the answer is gone with the connection.
                let expected =
                    answer.is_none_or(|answer| received.is_empty() || received.starts_with(answer));
                assert!(expected, "{what}: {received:?}");
                (what, took)
            });
        }
    }
    // This many questions that the answers fill whatever room there is.
    let questions = "GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".repeat(200);
    for _ in 0..20 {
        let listening_never = deaf(narrow(&server).await, questions.clone());
        clients.spawn(async move { ("one that never reads", listening_never.await) });
    }
    let mut slowest = Duration::ZERO;
    let mut longest = Duration::ZERO;
    loop {
        let asked = Instant::now();
        ann.done("ping", json!({})).await;
        slowest = slowest.max(asked.elapsed());
        match clients.try_join_next() {
            Some(ended) => longest = longest.max(ended.unwrap().1),
            None if clients.is_empty() => break,
            None => sleep(Duration::from_millis(20)).await,
        }
    }
    // Two seconds for a line and one for its last answer, and much for a machine that is busy.
    assert!(longest < TEST_TIMEOUT, "one stayed for {longest:?}");
    assert!(slowest < TEST_TIMEOUT / 3, "somebody else waited {slowest:?}");
    assert_eq!(get(&server, "/healthz").status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_request_or_too_much_of_one_is_refused_and_ended() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(&folder);
    let get_health = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    let post = "POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
    let many = "X-Y: z\r\n".repeat(1_000);
    let chunk = format!("4000\r\n{}\r\n", "x".repeat(0x4000));
    for (what, bytes, answer) in [
        ("junk", "\u{1}\u{2}\u{3}\r\n\r\n".to_owned(), "HTTP/1.1 400"),
        ("junk behind a question", format!("{get_health}\u{1}\u{2} nonsense\r\n\r\n"), "HTTP/1.1 200"),
        ("a long head", format!("GET / HTTP/1.1\r\nX-Long: {}\r\n\r\n", "a".repeat(100_000)), "HTTP/1.1 431"),
        ("a long address", format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(100_000)), "HTTP/1.1 4"),
        ("many heads", format!("GET / HTTP/1.1\r\nHost: a\r\n{many}\r\n"), "HTTP/1.1 431"),
        ("a body of a gigabyte", format!("{post}Content-Length: 1000000000\r\n\r\n"), "HTTP/1.1 413"),
        ("a body of no length at all", format!("{post}Content-Length: minus one\r\n\r\n"), "HTTP/1.1 400"),
        ("two lengths", format!("{post}Content-Length: 3\r\nContent-Length: 4\r\n\r\n"), "HTTP/1.1 400"),
        (
            "chunks without an end",
            format!("{post}Transfer-Encoding: chunked\r\n\r\n{chunk}{chunk}"),
            "HTTP/1.1 413",
        ),
        ("a chunk of no size", format!("{post}Transfer-Encoding: chunked\r\n\r\nzz\r\n"), "HTTP/1.1 400"),
        ("another protocol", "SSH-2.0-OpenSSH_9.2\r\n".to_owned(), "HTTP/1.1 400"),
        ("TLS", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}".to_owned(), "HTTP/1.1 400"),
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let mut received = Vec::new();
        // The server may close the connection before it has read everything, and send nothing else.
        let sent = stream.write_all(bytes.as_bytes()).await.is_ok();
        let read = timeout(TEST_TIMEOUT, stream.read_to_end(&mut received)).await.expect("it is ended");
        let received = String::from_utf8_lossy(&received).into_owned();
        let hung_up = received.is_empty() && (!sent || read.is_err());
        assert!(received.starts_with(answer) || hung_up, "{what}: {received:?}");
        assert_eq!(received.contains("HTTP/1.1 200"), answer.ends_with("200"), "{what}: {received:?}");
    }
    let long = json!({"token": "a".repeat(20_000)}).to_string();
    let answer = request(&server, "POST", "/api/session", &["Content-Type: application/json"], &long);
    assert_eq!(answer.error(), (413, "bad_request".into()));
    assert_eq!(get(&server, "/healthz").status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_that_are_never_read_cost_no_more_memory_the_more_there_are() {
    let folder = tempfile::tempdir().unwrap();
    // They stay for as long as the test looks.
    let server = ServerProcess::start_with(
        folder.path(),
        &["--http-connection-timeout", "600", "--request-timeout", "600"],
    );
    let mut ann = Client::hello(&server, "Ann").await;
    let before = resident(&server);
    let question = "GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n";
    let length = get(&server, "/api/openapi.json").body.len() as u64;
    let mut streams = Vec::new();
    let mut asked = 0_u64;
    for _ in 0..50 {
        let stream = narrow(&server).await;
        let questions = question.repeat(20);
        // As much as the server takes; what it does not take stays here.
        while let Ok(Ok(())) = timeout(Duration::from_millis(200), stream.writable()).await {
            match stream.try_write(questions.as_bytes()) {
                Ok(count) => asked += (count / question.len()) as u64,
                Err(_) => break,
            }
        }
        streams.push(stream);
    }
    ann.done("ping", json!({})).await;
    let grown = resident(&server).saturating_sub(before);
    let all = asked * length / 1024;
    assert!(
        grown < 16_384 && grown < all / 10,
        "{grown} KiB for {asked} questions, whose answers are {all} KiB"
    );
    drop(streams);
}
