//! Frames from any bytes: a client's frames become messages, or it is said what is wrong with them.

use arrayvec::ArrayVec;
use protocol::MAX_CLIENT_MESSAGE;

use crate::serve::connection::Broken;

/// A message that is too long is refused and the connection goes on; one beyond this is not even read.
const MAX_READ: usize = 2 * MAX_CLIENT_MESSAGE;

/// Frames about the connection itself are short.
const MAX_CONTROL: usize = 125;

/// What a frame is, as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Opcode {
    Text = 1,
    Close = 8,
    Ping = 9,
    Pong = 10,
}

/// What a client has sent, put together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    Text(String),
    Binary,
    /// A part of a message that is not whole yet.
    Part,
    Ping(Vec<u8>),
    Pong,
    /// With what is to be answered.
    Close(Vec<u8>),
}

/// A message of which not all frames have come.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum Unfinished {
    #[default]
    None,
    Text(Vec<u8>),
    /// This many bytes, which nobody will read.
    Binary(usize),
}

/// Puts frames together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Frames {
    unfinished: Unfinished,
}

/// The head of a frame that came.
struct Arrived {
    last: bool,
    opcode: u8,
    length: usize,
    mask: [u8; 4],
    /// How long the head itself is.
    size: usize,
}

impl Arrived {
    /// The head of the first frame, if it has arrived.
    fn read(bytes: &[u8]) -> Result<Option<Self>, Broken> {
        let [first, second, rest @ ..] = bytes else { return Ok(None) };
        let opcode = first & 0x0F;
        // Bits that no extension was agreed on for, and a payload without a mask, are nobody's right.
        if first & 0x70 != 0 || second & 0x80 == 0 {
            return Err(Broken::Malformed);
        }
        let (length, min_length, rest) = match second & 0x7F {
            126 => {
                let Some((long, rest)) = rest.split_first_chunk::<2>() else { return Ok(None) };
                (u64::from(u16::from_be_bytes(*long)), 126, rest)
            }
            127 => {
                let Some((long, rest)) = rest.split_first_chunk::<8>() else { return Ok(None) };
                (u64::from_be_bytes(*long), 65_536, rest)
            }
            short => (u64::from(short), 0, rest),
        };
        // A length has one way to be written, and no sign.
        if length < min_length || length > i64::MAX as u64 {
            return Err(Broken::Malformed);
        }
        let last = first & 0x80 != 0;
        let control = opcode & 0x08 != 0;
        let known = matches!(opcode, 0..=2 | 8..=10);
        if !known || control && (!last || length > MAX_CONTROL as u64) {
            return Err(Broken::Malformed);
        }
        if length > MAX_READ as u64 {
            return Err(Broken::TooLong);
        }
        let Some((mask, rest)) = rest.split_first_chunk::<4>() else { return Ok(None) };
        let size = bytes.len() - rest.len();
        Ok(Some(Self { last, opcode, length: length as usize, mask: *mask, size }))
    }
}

impl Frames {
    /// What the next frame in these bytes brings, which it is taken out of; nothing if more must arrive first.
    pub(super) fn next(&mut self, arrived: &mut Vec<u8>) -> Result<Option<Piece>, Broken> {
        let Some(head) = Arrived::read(arrived)? else { return Ok(None) };
        let end = head.size + head.length;
        if self.length() + head.length > MAX_READ && head.opcode & 0x08 == 0 {
            return Err(Broken::TooLong);
        }
        let Some(payload) = arrived.get_mut(head.size..end) else { return Ok(None) };
        for (byte, mask) in payload.iter_mut().zip(head.mask.iter().cycle()) {
            *byte ^= mask;
        }
        let piece = self.take(&head, payload)?;
        if end == arrived.len() {
            // Whoever waits keeps nothing.
            *arrived = Vec::new();
        } else {
            arrived.drain(..end);
        }
        Ok(Some(piece))
    }

    const fn length(&self) -> usize {
        match &self.unfinished {
            Unfinished::None => 0,
            Unfinished::Text(bytes) => bytes.len(),
            Unfinished::Binary(length) => *length,
        }
    }

    fn take(&mut self, head: &Arrived, payload: &[u8]) -> Result<Piece, Broken> {
        match (head.opcode, std::mem::take(&mut self.unfinished)) {
            (0, Unfinished::Text(mut bytes)) => {
                bytes.extend_from_slice(payload);
                self.text(head.last, bytes)
            }
            (0, Unfinished::Binary(length)) => Ok(self.binary(head.last, length + payload.len())),
            (1, Unfinished::None) => self.text(head.last, payload.to_vec()),
            (2, Unfinished::None) => Ok(self.binary(head.last, payload.len())),
            (8, _) => close(payload),
            (9, unfinished) => {
                self.unfinished = unfinished;
                Ok(Piece::Ping(payload.to_vec()))
            }
            (10, unfinished) => {
                self.unfinished = unfinished;
                Ok(Piece::Pong)
            }
            _ => Err(Broken::Malformed),
        }
    }

    fn text(&mut self, last: bool, bytes: Vec<u8>) -> Result<Piece, Broken> {
        if last {
            return String::from_utf8(bytes).map(Piece::Text).map_err(|_| Broken::NotUtf8);
        }
        // What can become no text is not waited for.
        if std::str::from_utf8(&bytes).is_err_and(|error| error.error_len().is_some()) {
            return Err(Broken::NotUtf8);
        }
        self.unfinished = Unfinished::Text(bytes);
        Ok(Piece::Part)
    }

    fn binary(&mut self, last: bool, length: usize) -> Piece {
        if last {
            return Piece::Binary;
        }
        self.unfinished = Unfinished::Binary(length);
        Piece::Part
    }
}

/// What a client closes with: nothing, or a code that may be sent and a reason. The code is what is answered.
fn close(payload: &[u8]) -> Result<Piece, Broken> {
    let Some((code, reason)) = payload.split_first_chunk::<2>() else {
        return if payload.is_empty() { Ok(Piece::Close(Vec::new())) } else { Err(Broken::Malformed) };
    };
    // Those between are reserved, and some of them are never sent.
    if !matches!(u16::from_be_bytes(*code), 1000..=1003 | 1007..=1014 | 3000..=4999) {
        return Err(Broken::Malformed);
    }
    std::str::from_utf8(reason).map_err(|_| Broken::NotUtf8)?;
    Ok(Piece::Close(code.to_vec()))
}

/// The head of a frame that the server sends.
pub(super) type Head = ArrayVec<u8, 10>;

/// The head of a frame of the given number of bytes.
pub(super) fn head(opcode: Opcode, length: usize) -> Head {
    let first = 0x80 | opcode as u8;
    match length {
        0..126 => [first, length as u8].into_iter().collect(),
        126..65_536 => [first, 126].into_iter().chain((length as u16).to_be_bytes()).collect(),
        _ => [first, 127].into_iter().chain((length as u64).to_be_bytes()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use game::{Rng, below, dice};

    use super::*;

    /// A frame as a client sends it.
    fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
        let mut out = head(Opcode::Text, payload.len()).to_vec();
        (out[0], out[1]) = (first, out[1] | 0x80);
        let mask = [7, 11, 13, 17];
        out.extend_from_slice(&mask);
        out.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        out
    }

    /// All that is in these bytes, however they arrive.
    fn pieces(bytes: &[u8], mut step: impl FnMut() -> usize) -> Result<Vec<Piece>, Broken> {
        let (mut frames, mut arrived, mut found, mut rest) =
            (Frames::default(), Vec::new(), Vec::new(), bytes);
        loop {
            while let Some(piece) = frames.next(&mut arrived)? {
                found.push(piece);
            }
            assert!(arrived.len() + frames.length() <= 2 * MAX_READ + ROOM);
            if rest.is_empty() {
                return Ok(found);
            }
            let (now, later) = rest.split_at(step().clamp(1, ROOM).min(rest.len()));
            arrived.extend_from_slice(now);
            rest = later;
        }
    }

    const ROOM: usize = 20_000;

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
        let mut luck = dice(5);
        for _ in 0..100 {
            assert_eq!(pieces(&sent, || below(&mut luck, 3_000) as usize).unwrap(), expected);
        }
    }

    #[test]
    fn what_no_client_may_send_is_told_from_what_is_too_long() {
        let unmasked = vec![0x81, 0x01, b'x'];
        for wrong in [
            unmasked,
            frame(0xC1, b"a bit of its own"),
            frame(0x83, b"a kind that is none"),
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
            assert_eq!(pieces(&wrong, || 1), Err(Broken::Malformed), "{wrong:?}");
        }
        for not_text in [frame(0x81, b"\xFF"), frame(0x01, b"\xC0\x80"), frame(0x88, b"\x03\xE8\xFF")] {
            assert_eq!(pieces(&not_text, || 1), Err(Broken::NotUtf8), "{not_text:?}");
        }
        let half = frame(0x01, &vec![b'x'; MAX_READ / 2 + 1]);
        let more = frame(0x00, &vec![b'x'; MAX_READ / 2]);
        assert_eq!(pieces(&[half, more].concat(), || ROOM), Err(Broken::TooLong));
        assert_eq!(
            pieces(&[0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], || 1),
            Err(Broken::TooLong)
        );
    }

    #[test]
    fn any_bytes_are_survived_and_nothing_grows() {
        let mut luck = dice(6);
        for _ in 0..2_000 {
            let length = below(&mut luck, 400) as usize;
            let mut bytes: Vec<u8> = (0..length).map(|_| luck.next_u64() as u8).collect();
            if let [first, second, ..] = bytes.as_mut_slice() {
                // Mostly frames that could be some.
                (*first, *second) = (*first & 0x8F, *second | 0x80);
            }
            let _ = pieces(&bytes, || below(&mut luck, 50) as usize);
        }
    }
}
