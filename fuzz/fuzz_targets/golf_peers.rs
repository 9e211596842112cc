//! Any datagrams at a golf player's sockets, and any text as a message or as a request to the manager.

#![no_main]

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use gateways::golf::manager::Manager;
use gateways::golf::{Contact, Message, Peer, Socket, Timing};
use libfuzzer_sys::fuzz_target;

fn contact(number: u16) -> Option<Contact> {
    let name = ["ann", "bob", "cid"][usize::from(number)];
    Contact::new(name, Ipv4Addr::LOCALHOST.into(), 4505 + 5 * number)
}

fuzz_target!(|bytes: &[u8]| {
    let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let mut manager = Manager::new();
    let Some(contacts) = (0..3).map(contact).collect::<Option<Vec<_>>>() else { return };
    let mut peer = Peer::new("ann", Timing::default());
    let mut now = Duration::ZERO;
    // The first byte says whether ann deals; then each datagram begins with a byte that says where it goes.
    let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    if first & 1 == 1 {
        assert!(peer.start(&[contacts[1].clone(), contacts[2].clone(), contacts[0].clone()], first & 2 == 2, now));
    }
    for datagram in rest.split(|byte| *byte == 0) {
        let Some((place, text)) = datagram.split_first() else { continue };
        if let Ok(message) = std::str::from_utf8(text).map_err(|_| ()).and_then(|text| Message::read(text).map_err(|_| ())) {
            assert_eq!(Message::read(&message.to_string()), Ok(message));
        }
        let answer = manager.answer(here, text, 0);
        assert!(answer.len() <= 65_000);
        let from = contacts[usize::from(place % 3)].socket(Socket::ALL[usize::from(place / 3 % 3)]);
        now += Duration::from_millis(u64::from(place / 16));
        peer.hear(Socket::ALL[usize::from(place / 9 % 3)], from, text, now);
        if let Some(question) = peer.question() {
            let action = question.view.legal[usize::from(*place) % question.view.legal.len()];
            assert!(peer.decide(action, now).is_ok());
        }
        let mut sent = 0;
        // What is sent is acknowledged, so that games go on.
        while let Some(out) = peer.outgoing() {
            sent += 1;
            assert!(sent < 100);
            if !out.text.starts_with("ack ") && place & 1 == 1 {
                peer.hear(out.socket, out.to, format!("ack {}", out.text).as_bytes(), now);
            }
        }
    }
});
