//! Messages are put together however they arrive, and nothing grows.

use game::{below, dice};

use super::*;
use crate::push_frame;

const MAX: usize = 32_768;
const ROOM: usize = 20_000;

/// A frame as a client sends it.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    push_frame(&mut out, first, payload, Some([7, 11, 13, 17]));
    out
}

/// All that is in these bytes, however they arrive.
fn pieces(bytes: &[u8], mut step: impl FnMut() -> usize) -> Result<Vec<Piece>, FrameError> {
    let (mut messages, mut arrived, mut found, mut rest) =
        (Messages::new(MAX), Vec::new(), Vec::new(), bytes);
    loop {
        while let Some(piece) = messages.next(&mut arrived)? {
            found.push(piece);
        }
        assert!(arrived.len() + messages.unfinished_len() <= 2 * MAX + ROOM);
        if rest.is_empty() {
            return Ok(found);
        }
        let (now, later) = rest.split_at(step().clamp(1, ROOM).min(rest.len()));
        arrived.extend_from_slice(now);
        rest = later;
    }
}

#[test]
fn messages_are_put_together_however_they_arrive() {
    let long = "🂡".repeat(4_000);
    let sent = [
        frame(0x81, b"{}"),
        frame(0x01, "é".as_bytes().split_at(1).0),
        frame(0x89, b"are you there"),
        frame(0x80, "é".as_bytes().split_at(1).1),
        frame(0x82, b"\xFF"),
        frame(0x8A, b""),
        frame(0x81, b""),
        frame(0x81, long.as_bytes()),
        frame(0x88, b"\x03\xE8bye"),
    ]
    .concat();
    let expected = [
        Piece::Text("{}".into()),
        Piece::Part,
        Piece::Ping(b"are you there".to_vec()),
        Piece::Text("é".into()),
        Piece::Binary,
        Piece::Pong,
        Piece::Text(String::new()),
        Piece::Text(long),
        Piece::Close(b"\x03\xE8".to_vec()),
    ];
    assert_eq!(pieces(&sent, || 1).unwrap(), expected);
    let mut dice = dice(5);
    for _ in 0..100 {
        assert_eq!(pieces(&sent, || below(&mut dice, 3_000) as usize).unwrap(), expected);
    }
}

#[test]
fn what_no_client_may_send_is_told_from_what_is_too_long() {
    for wrong in [
        vec![0x81, 0x01, b'x'],
        frame(0xC1, b"a bit of no extension"),
        frame(0x83, b"an unknown kind"),
        frame(0x8B, b""),
        frame(0x80, b"the rest of nothing"),
        [frame(0x01, b"half"), frame(0x81, b"another")].concat(),
        frame(0x09, b"half a ping"),
        frame(0x89, &[0; 126]),
        frame(0x88, b"\x03"),
        vec![0x81, 0xFE, 0, 5],
        vec![0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF],
        vec![0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
    ] {
        assert_eq!(pieces(&wrong, || 1), Err(FrameError::Malformed), "{wrong:?}");
    }
    for not_text in [frame(0x81, b"\xFF"), frame(0x01, b"\xC0\x80"), frame(0x88, b"\x03\xE8\xFF")] {
        assert_eq!(pieces(&not_text, || 1), Err(FrameError::NotUtf8), "{not_text:?}");
    }
    let half = frame(0x01, &vec![b'x'; MAX / 2 + 1]);
    let more = frame(0x00, &vec![b'x'; MAX / 2]);
    assert_eq!(pieces(&[half, more].concat(), || ROOM), Err(FrameError::TooLong));
    let endless = [0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF];
    assert_eq!(pieces(&endless, || 1), Err(FrameError::TooLong));
}

#[test]
fn each_fault_has_its_close_code() {
    let codes = [FrameError::Malformed, FrameError::NotUtf8, FrameError::TooLong]
        .map(|error| error.close_code() as u16);
    assert_eq!(codes, [1002, 1007, 1009]);
}
