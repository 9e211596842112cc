//! The WebSocket protocol case by case. The numbers are those of the cases of the Autobahn test suite that a server without
//! extensions and without an echo can be held to. Every case is sent octet by octet and in one piece.
//!
//! | Left out | Why |
//! | --- | --- |
//! | 1.1.3 to 1.1.8, 1.2.2 to 1.2.8 | payloads of 125 to 65,536 bytes, echoed: nothing is echoed here, and all lengths are cut in all ways by the tests of the crate `websocket` |
//! | 2.2, 2.10 | `a_ping_is_answered_with_its_own_payload` |
//! | 2.6, 2.11, 3.5, 5.4, 5.5, 5.8, 5.12, 5.14, 5.17, 5.20, 6.4.4 | another case octet by octet, or in pieces of a frame |
//! | 2.8, 2.9, 3.2, 3.4, 3.6, 5.7, 5.10, 5.13, 5.15, 5.16, 5.19 | a case of the list with a text or a ping before, between or after, which changes nothing |
//! | 6.1, 6.2, 6.5 to 6.7, 6.9 to 6.23 | texts in UTF-8, which are read, and single sequences that are not UTF-8: the standard library judges them |
//! | 6.4.1 to 6.4.3 | how early a text is refused is left to the server; this one judges each frame as a whole |
//! | 7.1.6 | a message of 256 KB before a close: longer than is read, as 9.1.6 |
//! | 9.1 to 9.8 but 9.1.6 | speed, and messages that are longer than is read; `parlor load` measures |
//! | 10.1.1 | an echo in frames of another length |
//! | 12, 13 | compression, which is not offered |

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use websocket::{Side, push_frame, read_frame};

use crate::support::raw::UPGRADE;
use crate::support::server::{ServerProcess, TEST_TIMEOUT};

/// What the server does in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// It closes with this code.
    Closes(u16),
    /// It answers the client's close with an empty one.
    ClosesWithoutCode,
}

use Outcome::{Closes, ClosesWithoutCode};

const NORMAL: u16 = 1000;
const PROTOCOL: u16 = 1002;
const NOT_UTF8: u16 = 1007;
/// What is of the protocol, and yet not to be borne.
const POLICY: u16 = 1008;
const TOO_LONG: u16 = 1009;

/// A frame as a client sends it, with a mask that changes every byte.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    push_frame(&mut out, first, payload, Some([0x5A, 0xC3, 0x17, 0x88]));
    out
}

fn text(payload: &str) -> Vec<u8> {
    frame(0x81, payload.as_bytes())
}

fn ping(payload: &[u8]) -> Vec<u8> {
    frame(0x89, payload)
}

fn close(code: u16, reason: &[u8]) -> Vec<u8> {
    frame(0x88, &[&code.to_be_bytes()[..], reason].concat())
}

/// The frames of the server in these bytes: opcode and payload.
fn frames(bytes: &[u8]) -> Vec<(u8, Vec<u8>)> {
    let (mut bytes, mut found) = (bytes.to_vec(), Vec::new());
    while let Some(frame) = read_frame(&mut bytes, Side::Server, 65_535).expect("the server sends frames") {
        found.push((frame.opcode as u8, bytes[frame.start..frame.end].to_vec()));
        bytes.drain(..frame.end);
    }
    found
}

/// Sends bytes, in pieces of this size, and returns all that the server sends until it ends the connection.
async fn exchange(server: &ServerProcess, bytes: &[u8], step: usize) -> Vec<(u8, Vec<u8>)> {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    stream.write_all(UPGRADE.as_bytes()).await.unwrap();
    for piece in bytes.chunks(step) {
        // The server may have closed already.
        if stream.write_all(piece).await.is_err() {
            break;
        }
    }
    let mut received = Vec::new();
    // A reset is an end as well.
    let _ = timeout(TEST_TIMEOUT, stream.read_to_end(&mut received)).await.expect("it is closed");
    let head = received.windows(4).position(|window| window == b"\r\n\r\n").expect("an answer") + 4;
    assert!(received.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&received));
    frames(&received[head..])
}

async fn outcome(server: &ServerProcess, case: &str, bytes: &[u8], step: usize) -> Outcome {
    let frames = exchange(server, bytes, step).await;
    let Some((8, payload)) = frames.last() else { panic!("{case}: {frames:?} is not closed") };
    match payload.split_first_chunk::<2>() {
        Some((code, _)) => Closes(u16::from_be_bytes(*code)),
        None => ClosesWithoutCode,
    }
}

fn cases() -> Vec<(String, Vec<u8>, Outcome)> {
    let bye = close(NORMAL, b"");
    let request = r#"{"ping":{}}"#;
    let (half, rest) = request.as_bytes().split_at(4);
    let mut cases: Vec<(String, Vec<u8>, Outcome)> = [
        ("1.1.1 an empty text", vec![text(""), bye.clone()], Closes(NORMAL)),
        ("1.1.2 a text", vec![text(request), bye.clone()], Closes(NORMAL)),
        ("1.2.1 an empty binary", vec![frame(0x82, b""), bye.clone()], Closes(NORMAL)),
        ("2.1 an empty ping", vec![ping(b""), bye.clone()], Closes(NORMAL)),
        ("2.3 a ping with bytes that are not text", vec![ping(b"\x00\xFF\xFE"), bye.clone()], Closes(NORMAL)),
        ("2.4 the longest ping", vec![ping(&[0xFE; 125]), bye.clone()], Closes(NORMAL)),
        ("2.5 a ping that is too long", vec![ping(&[0xFE; 126]), bye.clone()], Closes(PROTOCOL)),
        ("2.7 a pong that nobody asked for", vec![frame(0x8A, b"hello"), bye.clone()], Closes(NORMAL)),
        ("3.1 the first reserved bit", vec![frame(0xC1, b"x"), bye.clone()], Closes(PROTOCOL)),
        ("3.3 the second reserved bit", vec![frame(0xA1, b"x"), bye.clone()], Closes(PROTOCOL)),
        ("3.7 all reserved bits, in a close", vec![frame(0xF8, b"")], Closes(PROTOCOL)),
        ("5.1 a ping in two frames", vec![frame(0x09, b"a"), frame(0x80, b"b")], Closes(PROTOCOL)),
        ("5.2 a pong in two frames", vec![frame(0x0A, b"a"), frame(0x80, b"b")], Closes(PROTOCOL)),
        ("5.3 a text in two frames", vec![frame(0x01, half), frame(0x80, rest), bye.clone()], Closes(NORMAL)),
        (
            "5.6 a ping between the frames of a text",
            vec![frame(0x01, half), ping(b"between"), frame(0x80, rest), bye.clone()],
            Closes(NORMAL),
        ),
        ("5.9 the rest of nothing", vec![frame(0x80, b"rest"), bye.clone()], Closes(PROTOCOL)),
        ("5.11 the middle of nothing", vec![frame(0x00, b"rest"), bye.clone()], Closes(PROTOCOL)),
        ("5.18 a text in a text", vec![frame(0x01, half), frame(0x81, rest)], Closes(PROTOCOL)),
        ("6.3.1 a text that is not UTF-8", vec![frame(0x81, b"\xCE\xBA\xED\xA0\x80")], Closes(NOT_UTF8)),
        (
            "6.3.2 the first of several frames is not UTF-8",
            vec![frame(0x01, b"\xF4\x90\x80\x80"), frame(0x80, b"x")],
            Closes(NOT_UTF8),
        ),
        ("6.8.1 a text that ends within a letter", vec![frame(0x81, b"\xCE")], Closes(NOT_UTF8)),
        ("7.1.1 a text before a close", vec![text(request), bye.clone()], Closes(NORMAL)),
        ("7.1.2 two closes", vec![bye.clone(), bye.clone()], Closes(NORMAL)),
        ("7.1.3 a ping after a close", vec![bye.clone(), ping(b"late")], Closes(NORMAL)),
        ("7.1.4 a text after a close", vec![bye.clone(), text(request)], Closes(NORMAL)),
        ("7.1.5 a close within a text", vec![frame(0x01, half), bye.clone()], Closes(NORMAL)),
        ("7.3.1 a close without a code", vec![frame(0x88, b"")], ClosesWithoutCode),
        ("7.3.2 a close with half a code", vec![frame(0x88, b"\x03")], Closes(PROTOCOL)),
        ("7.3.3 a close with a code alone", vec![bye.clone()], Closes(NORMAL)),
        ("7.3.4 a close with a reason", vec![close(NORMAL, b"that was it")], Closes(NORMAL)),
        ("7.3.5 the longest reason", vec![close(NORMAL, &[b'x'; 123])], Closes(NORMAL)),
        ("7.3.6 a reason that is too long", vec![close(NORMAL, &[b'x'; 124])], Closes(PROTOCOL)),
        ("7.5.1 a reason that is not UTF-8", vec![close(NORMAL, b"\xCE\xBA\xED\xA0")], Closes(NOT_UTF8)),
        ("a frame without a mask", vec![vec![0x81, 0x01, b'x']], Closes(PROTOCOL)),
        ("a length that is written too long", vec![vec![0x81, 0xFE, 0x00, 0x01]], Closes(PROTOCOL)),
        ("a negative length", vec![[&[0x81, 0xFF][..], &[0xFF; 8]].concat()], Closes(PROTOCOL)),
        ("more unreadable messages than are borne", vec![text("[").repeat(25)], Closes(POLICY)),
        ("9.1.6 a message of 16 MB", vec![vec![0x81, 0xFF, 0, 0, 0, 0, 1, 0, 0, 0]], Closes(TOO_LONG)),
    ]
    .into_iter()
    .map(|(case, bytes, outcome)| (case.to_owned(), bytes.concat(), outcome))
    .collect();
    for opcode in (3..8).chain(11..16) {
        let case = format!("4.1 and 4.2 the reserved opcode {opcode}");
        cases.push((case, [frame(0x80 | opcode, b"x"), bye.clone()].concat(), Closes(PROTOCOL)));
    }
    for code in [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999] {
        cases.push((format!("7.7 the code {code}"), close(code, b""), Closes(code)));
    }
    for code in [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535] {
        cases.push((format!("7.9 and 7.13 the code {code}"), close(code, b""), Closes(PROTOCOL)));
    }
    cases
}

#[tokio::test]
async fn every_case_of_the_websocket_protocol_ends_as_it_should_however_it_arrives() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let mut wrong = Vec::new();
    for (case, bytes, expected) in cases() {
        for step in [1, 4_096] {
            let found = outcome(&server, &case, &bytes, step).await;
            if found != expected {
                wrong.push(format!("{case}, {step} at a time: {found:?} instead of {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn a_ping_is_answered_with_its_own_payload() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let payloads = [&b""[..], b"hello", &[0xFE; 125]];
    let sent: Vec<u8> = payloads.iter().flat_map(|payload| ping(payload)).chain(close(NORMAL, b"")).collect();
    let received = exchange(&server, &sent, 4_096).await;
    let pongs: Vec<_> =
        received.iter().filter(|(opcode, _)| *opcode == 10).map(|(_, payload)| &payload[..]).collect();
    assert_eq!(pongs, payloads);
}

#[tokio::test]
async fn a_handshake_with_another_version_or_without_a_key_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let key = "dGhlIHNhbXBsZSBub25jZQ==";
    for (from, to, status) in [
        ("Version: 13", "Version: 8", "426"),
        ("Version: 13", "Version: ", "426"),
        (key, "", "400"),
        (key, "short", "400"),
        (key, "dGhlIHNhbXBsZSBub25jZSE=", "400"),
        ("Upgrade: websocket", "Upgrade: h2c", "400"),
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let request = UPGRADE.replace(from, to).replace("Host: a\r\n", "Host: localhost\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = vec![0; 1_024];
        let count = timeout(TEST_TIMEOUT, stream.read(&mut answer)).await.unwrap().unwrap();
        let answer = String::from_utf8_lossy(&answer[..count]).to_lowercase();
        assert!(answer.starts_with(&format!("http/1.1 {status}")), "{to:?}: {answer}");
        assert_eq!(answer.contains("sec-websocket-version: 13"), status == "426", "{answer}");
    }
}
