//! What holds for any bytes of a client.

use websocket::{FrameError, Messages, Piece, Side, push_frame, read_frame};

/// Short, so that few bytes can be too many.
const MAX: usize = 300;

/// All that comes of these bytes, cut in pieces of this length.
fn all(bytes: &[u8], step: usize) -> (Vec<Piece>, Option<FrameError>) {
    let (mut messages, mut arrived, mut found) = (Messages::new(MAX), Vec::new(), Vec::new());
    for piece in bytes.chunks(step) {
        arrived.extend_from_slice(piece);
        loop {
            match messages.next(&mut arrived) {
                Ok(Some(piece)) => found.push(piece),
                Ok(None) => break,
                Err(error) => return (found, Some(error)),
            }
        }
        assert!(messages.unfinished_len() <= MAX);
        assert!(arrived.len() <= MAX + 14 + step, "what has not become a message is bounded");
    }
    (found, None)
}

/// The first byte says how the rest is cut.
pub(crate) fn check(bytes: &[u8]) {
    let Some((cut, bytes)) = bytes.split_first() else { return };
    let whole = all(bytes, bytes.len().max(1));
    assert_eq!(all(bytes, 1), whole);
    assert_eq!(all(bytes, 1 + usize::from(*cut)), whole);
    for piece in &whole.0 {
        if let Piece::Text(text) = piece {
            assert!(text.len() <= MAX);
        }
    }
    // What is a frame can be written again.
    for side in [Side::Client, Side::Server] {
        let mut copy = bytes.to_vec();
        if let Ok(Some(frame)) = read_frame(&mut copy, side, MAX) {
            let first = frame.opcode as u8 | if frame.last { 0x80 } else { 0 };
            let mut again = Vec::new();
            push_frame(
                &mut again,
                first,
                &copy[frame.start..frame.end],
                (side == Side::Client).then_some([0; 4]),
            );
            assert_eq!(again, copy[..frame.end]);
        }
    }
}
