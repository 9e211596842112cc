//! One frame.

use arrayvec::ArrayVec;

use crate::FrameError;

/// Frames about the connection itself are short.
const MAX_CONTROL: u64 = 125;

/// What a frame is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opcode {
    /// The next part of a message.
    Continuation = 0,
    /// A text, or its first part.
    Text = 1,
    /// Bytes, or the first of them.
    Binary = 2,
    /// The connection ends.
    Close = 8,
    /// A ping.
    Ping = 9,
    /// A pong.
    Pong = 10,
}

impl Opcode {
    const fn of(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Continuation,
            1 => Self::Text,
            2 => Self::Binary,
            8 => Self::Close,
            9 => Self::Ping,
            10 => Self::Pong,
            _ => return None,
        })
    }

    /// Whether it is about the connection itself.
    #[must_use]
    pub const fn is_control(self) -> bool {
        matches!(self, Self::Close | Self::Ping | Self::Pong)
    }

    /// The first byte of a frame that is whole, or the last of its message.
    #[must_use]
    pub const fn last(self) -> u8 {
        0x80 | self as u8
    }
}

/// Who has sent a frame: a client masks its payloads, a server does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The client.
    Client,
    /// The server.
    Server,
}

/// A frame that has arrived, and where its payload is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// What it is.
    pub opcode: Opcode,
    /// Whether it is the last of its message.
    pub last: bool,
    /// Where its payload begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// The first frame in these bytes; `None` if it has not arrived completely. A masked payload is unmasked in place, once.
///
/// # Errors
/// If this is not a frame of that side, or its payload is longer than `max_payload`: as soon as that can be seen, whether the
/// frame is whole or not.
pub fn read_frame(bytes: &mut [u8], from: Side, max_payload: usize) -> Result<Option<Frame>, FrameError> {
    let [first, second, rest @ ..] = &*bytes else { return Ok(None) };
    let (first, masked) = (*first, second & 0x80 != 0);
    // Bits that no extension was agreed on for are nobody's right.
    if first & 0x70 != 0 || masked != (from == Side::Client) {
        return Err(FrameError::Malformed);
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
        return Err(FrameError::Malformed);
    }
    let last = first & 0x80 != 0;
    let opcode = Opcode::of(first & 0x0F).ok_or(FrameError::Malformed)?;
    if opcode.is_control() && (!last || length > MAX_CONTROL) {
        return Err(FrameError::Malformed);
    }
    let Some(length) = usize::try_from(length).ok().filter(|length| *length <= max_payload) else {
        return Err(FrameError::TooLong);
    };
    let mask_at = bytes.len() - rest.len();
    let start = mask_at + if masked { 4 } else { 0 };
    let end = start + length;
    if bytes.len() < end {
        return Ok(None);
    }
    if masked {
        let (before, payload) = bytes.split_at_mut(start);
        let mask = &before[mask_at..];
        payload[..length].iter_mut().zip(mask.iter().cycle()).for_each(|(byte, mask)| *byte ^= mask);
        // It is open now and must not be opened again.
        bytes[mask_at..start].fill(0);
    }
    Ok(Some(Frame { opcode, last, start, end }))
}

/// The beginning of a frame without a mask.
pub type Head = ArrayVec<u8, 10>;

/// The beginning of a whole frame that a server sends, with this many bytes of payload.
#[must_use]
pub fn head(opcode: Opcode, length: usize) -> Head {
    head_of(opcode.last(), length, 0)
}

fn head_of(first: u8, length: usize, masked: u8) -> Head {
    match length {
        0..126 => [first, masked | length as u8].into_iter().collect(),
        126..65_536 => [first, masked | 126].into_iter().chain((length as u16).to_be_bytes()).collect(),
        _ => [first, masked | 127].into_iter().chain((length as u64).to_be_bytes()).collect(),
    }
}

/// Adds a frame with any first byte (see [`Opcode::last`]). A client passes a mask, which may be all zeros.
pub fn push_frame(out: &mut Vec<u8>, first: u8, payload: &[u8], mask: Option<[u8; 4]>) {
    out.reserve(payload.len() + 14);
    out.extend_from_slice(&head_of(first, payload.len(), if mask.is_some() { 0x80 } else { 0 }));
    match mask {
        None => out.extend_from_slice(payload),
        Some(mask) => {
            out.extend_from_slice(&mask);
            out.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX: usize = 1 << 20;

    #[test]
    fn what_is_framed_is_found_again_and_never_too_early() {
        for length in [0, 1, 125, 126, 65_535, 65_536] {
            let payload = vec![b'x'; length];
            for (side, mask) in [(Side::Server, None), (Side::Client, Some([1, 2, 3, 4]))] {
                let mut bytes = Vec::new();
                push_frame(&mut bytes, Opcode::Text.last(), &payload, mask);
                let whole = bytes.len();
                for cut in [0, 1, 2, 3, 9, whole - 1] {
                    assert_eq!(read_frame(&mut bytes[..cut.min(whole - 1)], side, MAX), Ok(None));
                }
                let frame = read_frame(&mut bytes, side, MAX).unwrap().unwrap();
                assert_eq!((frame.opcode, frame.last, frame.end), (Opcode::Text, true, whole));
                assert_eq!(&bytes[frame.start..frame.end], payload);
            }
        }
    }

    #[test]
    fn a_mask_is_taken_off_once() {
        let mut bytes = vec![0x81, 0x82, 1, 2, 3, 4, b'a' ^ 1, b'b' ^ 2];
        for _ in 0..2 {
            let frame = read_frame(&mut bytes, Side::Client, MAX).unwrap().unwrap();
            assert_eq!(&bytes[frame.start..frame.end], b"ab");
        }
    }

    #[test]
    fn a_client_masks_and_a_server_does_not() {
        let (mut plain, mut masked) = (Vec::new(), Vec::new());
        push_frame(&mut plain, Opcode::Text.last(), b"x", None);
        push_frame(&mut masked, Opcode::Text.last(), b"x", Some([0; 4]));
        assert_eq!(read_frame(&mut plain, Side::Client, MAX), Err(FrameError::Malformed));
        assert_eq!(read_frame(&mut masked, Side::Server, MAX), Err(FrameError::Malformed));
        assert_eq!(plain[..2], head(Opcode::Text, 1)[..]);
    }

    #[test]
    fn a_payload_that_is_too_long_is_refused_before_it_arrives() {
        let mut bytes = vec![0x82, 126, 0x01, 0x01];
        assert_eq!(read_frame(&mut bytes, Side::Server, 256), Err(FrameError::TooLong));
        assert_eq!(read_frame(&mut bytes, Side::Server, 257), Ok(None));
    }
}
