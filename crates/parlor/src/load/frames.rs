//! WebSocket frames by hand: the few kinds that a load and its relay need.

/// What a frame is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Text,
    Ping,
    Pong,
    Close,
}

/// A frame that has arrived: its kind, where its payload begins and where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Not a frame that anybody here sends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Strange;

/// The longest payload that is waited for.
const MAX_LEN: usize = 4 << 20;

/// The first frame in these bytes; nothing if it is not whole yet. A masked payload is laid open where it is.
pub(super) fn first(bytes: &mut [u8]) -> Result<Option<Frame>, Strange> {
    let [head, length, ..] = *bytes else { return Ok(None) };
    let kind = match head {
        0x81 => Kind::Text,
        0x88 => Kind::Close,
        0x89 => Kind::Ping,
        0x8A => Kind::Pong,
        _ => return Err(Strange),
    };
    let masked = length & 0x80 != 0;
    let (length, mut start) = match length & 0x7F {
        126 => {
            let Some(long) = bytes.get(2..4) else { return Ok(None) };
            (usize::from(u16::from_be_bytes([long[0], long[1]])), 4)
        }
        127 => {
            let Some(long) = bytes.get(2..10).and_then(|long| long.try_into().ok()) else { return Ok(None) };
            (usize::try_from(u64::from_be_bytes(long)).map_err(|_| Strange)?, 10)
        }
        short => (usize::from(short), 2),
    };
    if length > MAX_LEN {
        return Err(Strange);
    }
    let mask_at = start;
    start += if masked { 4 } else { 0 };
    let end = start + length;
    if bytes.len() < end {
        return Ok(None);
    }
    if masked {
        let (before, payload) = bytes.split_at_mut(start);
        let mask = &before[mask_at..];
        payload[..length].iter_mut().enumerate().for_each(|(index, byte)| *byte ^= mask[index % 4]);
        // It is open now and must not be opened again.
        bytes[mask_at..start].fill(0);
    }
    Ok(Some(Frame { kind, start, end }))
}

/// Adds a frame, as a client sends it: with a mask, which may be all zeros.
pub(super) fn push_masked(out: &mut Vec<u8>, kind: Kind, payload: &[u8]) {
    push_head(out, kind, payload.len(), 0x80);
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(payload);
}

/// Adds a frame, as a server sends it.
pub(super) fn push(out: &mut Vec<u8>, kind: Kind, payload: &[u8]) {
    push_head(out, kind, payload.len(), 0);
    out.extend_from_slice(payload);
}

fn push_head(out: &mut Vec<u8>, kind: Kind, length: usize, mask: u8) {
    out.push(match kind {
        Kind::Text => 0x81,
        Kind::Close => 0x88,
        Kind::Ping => 0x89,
        Kind::Pong => 0x8A,
    });
    match length {
        0..126 => out.push(mask | length as u8),
        126..65_536 => {
            out.push(mask | 126);
            out.extend_from_slice(&(length as u16).to_be_bytes());
        }
        _ => {
            out.push(mask | 127);
            out.extend_from_slice(&(length as u64).to_be_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_framed_is_found_again_and_never_too_early() {
        for length in [0, 1, 125, 126, 65_535, 65_536] {
            let payload = vec![b'x'; length];
            for framed in [push, push_masked] {
                let mut bytes = Vec::new();
                framed(&mut bytes, Kind::Text, &payload);
                let whole = bytes.len();
                for cut in [0, 1, 2, 3, 9, whole - 1] {
                    assert_eq!(first(&mut bytes[..cut.min(whole - 1)]), Ok(None));
                }
                let frame = first(&mut bytes).unwrap().unwrap();
                assert_eq!((frame.kind, frame.end), (Kind::Text, whole));
                assert_eq!(&bytes[frame.start..frame.end], payload);
            }
        }
        assert_eq!(first(&mut [0x01, 0]), Err(Strange));
    }

    #[test]
    fn a_mask_is_taken_off_once() {
        let mut bytes = vec![0x81, 0x82, 1, 2, 3, 4, b'a' ^ 1, b'b' ^ 2];
        for _ in 0..2 {
            let frame = first(&mut bytes).unwrap().unwrap();
            assert_eq!(&bytes[frame.start..frame.end], b"ab");
        }
    }
}
