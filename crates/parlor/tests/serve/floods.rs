//! Frames that carry nothing: they count like any message.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::support::client::Client;
use crate::support::http::get;
use crate::support::raw::{UPGRADE, flood, frame};
use crate::support::server::{ServerProcess, TEST_TIMEOUT};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_of_frames_that_carry_nothing_are_ended_and_hold_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let mut ann = Client::hello(&server, "Ann").await;
    let begun = frame(0x01, b"");
    let floods = [
        ("pings", Vec::new(), frame(0x89, b"")),
        ("long pings", Vec::new(), frame(0x89, &[b'x'; 125])),
        ("pongs", Vec::new(), frame(0x8A, b"")),
        ("empty parts of a message", begun.clone(), frame(0x00, b"")),
        ("empty parts, and pings between them", begun, [frame(0x00, b""), frame(0x89, b"")].concat()),
        ("empty messages", Vec::new(), frame(0x81, b"")),
        ("empty binaries", Vec::new(), frame(0x82, b"")),
    ];
    let mut flooding = JoinSet::new();
    for (what, first, again) in floods {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        flooding.spawn(async move {
            stream.write_all(UPGRADE.as_bytes()).await.unwrap();
            stream.write_all(&first).await.unwrap();
            (what, flood(stream, &again.repeat(100)).await)
        });
    }
    let mut slowest = Duration::ZERO;
    while !flooding.is_empty() {
        let asked = Instant::now();
        ann.done("ping", json!({})).await;
        slowest = slowest.max(asked.elapsed());
        let ended = timeout(Duration::from_millis(100), flooding.join_next()).await;
        let Ok(Some(ended)) = ended else { continue };
        let (what, received) = ended.unwrap();
        // The `bye` may be lost in the reset that follows it; if anything arrived except pongs, it is that.
        let said = received.split("\r\n\r\n").nth(1).unwrap_or_default();
        let named =
            said.contains(r#""reason":"rate_limited""#) || said.contains(r#""reason":"bad_messages""#);
        assert!(named || !said.contains('{'), "{what}: {said}");
    }
    assert!(slowest < TEST_TIMEOUT / 3, "somebody waited {slowest:?}");
    let refused = get(&server, "/metrics").body;
    let refused =
        refused.lines().find_map(|line| line.strip_prefix("parlor_requests_rate_limited_total ")).unwrap();
    assert!(refused.parse::<u64>().unwrap() > 100, "{refused}");
}

#[tokio::test]
async fn whoever_pings_now_and_then_stays() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(
        folder.path(),
        &["--messages-per-second", "10", "--test-time", "1700000000000"],
    );
    let mut ann = Client::hello(&server, "Ann").await;
    // 40 at once while time stands still: hello, 38 pings and a question; beyond that pings are not minded for a while.
    for _ in 0..38 {
        ann.send_frame(Message::Ping("x".into())).await;
    }
    ann.done("ping", json!({})).await;
    ann.send_frame(Message::Ping("x".into())).await;
    assert_eq!(ann.refused("ping", json!({})).await["code"], "rate_limited");
    crate::support::http::advance(&server, 1_000);
    ann.done("ping", json!({})).await;
}
