//! Any datagrams from any addresses at the golf manager.

use std::net::IpAddr;

use gateways::golf::manager::Manager;

/// Where datagrams come from: this machine, private networks, the public one in both families.
const FROM: [[u8; 4]; 5] =
    [[127, 0, 0, 1], [10, 0, 0, 7], [203, 0, 113, 9], [203, 0, 113, 10], [198, 51, 100, 1]];

/// Requests that mean something, to be cut and mixed with others.
const WORDS: [&str; 9] = [
    "register ann 4505",
    "register bob 4510",
    "register ann 60000",
    "query players",
    "query games",
    "start game ann 1",
    "end 0 ann",
    "de-register ann",
    "deregister bob\n",
];

fn address(byte: u8) -> IpAddr {
    let [a, b, c, d] = FROM[usize::from(byte) % FROM.len()];
    if byte & 0x40 == 0 {
        [a, b, c, d].into()
    } else {
        [0x2001, 0xdb8, 0, u16::from(d), 0, 0, 0, u16::from(byte)].into()
    }
}

/// Each datagram begins with a byte that says where it comes from, and one that says what it is.
pub(crate) fn check(bytes: &[u8]) {
    let mut manager = Manager::new();
    let (mut now, mut left) = (0, bytes);
    while let [from, what, rest @ ..] = left {
        let from = address(*from);
        now += u64::from(*what) * 50;
        let length = usize::from(what % 32).min(rest.len());
        let (text, rest) = rest.split_at(length);
        left = rest;
        let word = WORDS[usize::from(what / 16) % WORDS.len()].as_bytes();
        let request = if what & 0x80 == 0 { [word, text].concat() } else { text.to_vec() };
        let before: Vec<_> = manager.registered().collect();
        let answer = manager.answer(from, &request, now);
        assert!(answer.len() <= 65_000);
        let after: Vec<_> = manager.registered().collect();
        assert!(after.len() <= 1_000);
        for player in before.iter().filter(|player| !after.contains(player)) {
            // A name that was given up in a game goes with it, and only its dealer ends a game.
            let ended = request.starts_with(b"end ");
            assert!(player.address == from || from.is_loopback() || ended, "{from} removed {player:?}");
        }
        assert!(after.len() <= before.len() + 1);
    }
}
