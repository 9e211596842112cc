//! Any bytes through every codec: how they are cut changes nothing, and nothing grows.

use gateways::chicago::{NameReader, Named};
use gateways::gomoku::{FromClient, Lines, MAX_LINE, ToClient};

/// The first byte says where to cut.
pub(crate) fn check(bytes: &[u8]) {
    let Some((&cut, bytes)) = bytes.split_first() else { return };
    let cut = usize::from(cut).min(bytes.len());
    lines(bytes, cut);
    name(bytes);
    for &byte in bytes {
        let packet = gateways::sorry::Packet::from_byte(byte);
        assert_eq!(packet.to_byte(), byte);
    }
}

fn lines(bytes: &[u8], cut: usize) {
    let (whole, too_long) = Lines::new().take(bytes);
    let mut pieces = Lines::new();
    let (mut read, _) = pieces.take(&bytes[..cut]);
    let (rest, end) = pieces.take(&bytes[cut..]);
    read.extend(rest);
    assert_eq!((&read, end), (&whole, too_long));
    for line in &whole {
        // What is not text counts three bytes for one.
        assert!(line.len() <= 3 * MAX_LINE);
        if let Some(FromClient::PlaceChess { x, y, id: Some(id) }) = FromClient::parse(line)
            && x.abs() < 100
            && y.abs() < 100
        {
            assert_eq!(ToClient::PlaceChess { x, y, id }.to_string(), *line, "sent as it was received");
        }
    }
}

fn name(bytes: &[u8]) {
    let mut reader = NameReader::default();
    let mut left = bytes;
    while !left.is_empty() {
        let room = reader.room().min(left.len());
        assert!((1..=20).contains(&room));
        if let Some(named) = reader.take(&left[..room]) {
            if let Named::As(name) = named {
                assert!(
                    (1..=20).contains(&name.len()) && name.bytes().all(|byte| (0x21..=0x7E).contains(&byte))
                );
            }
            return;
        }
        left = &left[room..];
    }
}
