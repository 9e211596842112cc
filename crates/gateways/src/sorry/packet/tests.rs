//! Packets of one byte.

use super::Packet;

#[test]
fn sot15_packets_are_the_same_in_one_read_or_in_several() {
    let sent = [0x80, 0xC5, 0xC0, 0x40];
    let packets = [Packet::DRAW, Packet::Move(5), Packet::Move(0), Packet::END_OF_TURN];
    for cut in 0..=sent.len() {
        let (first, second) = sent.split_at(cut);
        let read: Vec<Packet> =
            [first, second].into_iter().flatten().copied().map(Packet::from_byte).collect();
        assert_eq!(read, packets, "cut at {cut}");
    }
}

#[test]
fn every_byte_is_a_packet_and_is_written_as_it_was_read() {
    for byte in 0..=u8::MAX {
        assert_eq!(Packet::from_byte(byte).to_byte(), byte);
    }
    assert_eq!(Packet::START.to_byte(), 0x05);
    assert_eq!(Packet::Turn(4).to_byte(), 0x44);
    assert_eq!(Packet::Roll(11).to_byte(), 0x8B);
    assert_eq!(Packet::Move(60).to_byte(), 0xFC);
}
